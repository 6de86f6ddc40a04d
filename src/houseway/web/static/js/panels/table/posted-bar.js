// The posted rules in the bar: the most important in sight, and all of them one tap away.

import { make, write } from "../../dom/dom.js";
import { label, moneyShort, word } from "../../text/i18n.js";

/** The button of the posted card, after the title of the bar. */
export class Posted {
  #brief = make("span", { class: "brief" });
  #button = make("button", { type: "button", class: "posted", "aria-haspopup": "dialog", hidden: true });
  #model = null;

  constructor(header) {
    this.#button.append(make("b", {}, word("posted-here")), this.#brief);
    header.querySelector(".where").after(this.#button);
    this.#button.addEventListener("click", async () => (await import("./posted-card.js")).openPlacard(this.#model)); // comes when it is asked for
  }

  /** @param {import("../../net/model.js").Model} model */
  show(model) {
    this.#model = model;
    const brief = briefOf(model);
    write(this.#button, { hidden: !model.table.posted.length, "aria-label": [word("posted-here"), ...brief].join(": ") });
    write(this.#brief, {}, brief.join(" · "));
  }
}

/** The rows of the bar in their order: no limit, the hand of the bank, jackpots, the collection and its payers. */
export function briefOf({ table, state }) {
  const row = (key) => table.posted.find((each) => each.key === key);
  const parts = table.structure === "no-limit" ? [word("no-limit")] : [];
  if (row("bank-hands") && state.bank?.seat) parts.push(word("posted.bank-hand-brief", { n: state.bank.turn }));
  for (const [pool, cents] of Object.entries(state.pools)) parts.push(word("posted.meter", { pool: label("jackpot", pool), cents: moneyShort(cents) }));
  const fee = row("collection");
  if (fee) parts.push(word(fee.facts.low === fee.facts.high ? "posted.fee" : "posted.fees", { low: moneyShort(fee.facts.low), high: moneyShort(fee.facts.high), payer: label("payer-short", fee.facts.payer) }));
  return parts;
}
