// Payments on paper: yours in full with their clauses, then the table's; and the pay tables that hold here.

import { showClauses } from "../../text/clause-tag.js";
import { keyed, make, write } from "../../dom/dom.js";
import { icon, showIcon } from "../../dom/icons.js";
import { signOf } from "../../board/seat-place.js";
import { feesOf } from "../../board/result-reasons.js";
import { seatOf } from "../../board/scene.js";
import { label, money, moneySigned, word } from "../../text/i18n.js";

/** The table of payments in its parent. */
export class Payments {
  #node = make("section", { class: "payments", hidden: true });
  #round = make("small");
  #table = make("table", { class: "pays" });
  #body = make("tbody");
  #none = make("p", { class: "note" });
  #total = make("p", { class: "total" }, make("span"), make("b"));
  #fees = make("p", { class: "note" });

  constructor(parent) {
    const heads = ["column-place", "column-wager", "column-outcome", "column-amount", "column-clause"];
    this.#table.append(make("thead", {}, make("tr", {}, ...heads.map((key) => make("th", { scope: "col" }, word(key))))), this.#body);
    write(this.#table, { "aria-label": word("payments") });
    this.#node.append(make("h2", {}, word("payments"), this.#round), this.#total, this.#fees, this.#table, this.#none);
    parent.append(this.#node);
  }

  /** @param {import("../../net/model.js").Model} model */
  show(model, scene) {
    const { state } = model;
    const settled = state.phase === "settled";
    write(this.#node, { hidden: !settled });
    if (!settled) return;
    write(this.#round, {}, word("round-number", { n: state.round }));
    const isMine = (place) => scene.mySeats.includes(seatOf(place)) || model.you.places.includes(place);
    const rows = state.payments.map((paid, index) => [`${paid.place} ${paid.wager} ${index}`, { ...paid, mine: isMine(paid.place), name: nameOf(state, paid.place) }]);
    rows.sort((a, b) => Number(b[1].mine) - Number(a[1].mine));
    rows.forEach(([, row], index) => { row.again = index > 0 && rows[index - 1][1].name === row.name; });
    keyed(this.#body, rowNode, rows, showRow);
    write(this.#none, { hidden: rows.length > 0 }, word("no-payments"));
    const net = scene.mySeats.reduce((sum, seat) => sum + (state.nets?.[String(seat)] ?? 0), 0);
    write(this.#total, { hidden: !scene.mySeats.length });
    write(this.#total.firstChild, {}, word(net > 0 ? "you-are-up" : net < 0 ? "you-are-down" : "you-are-even"));
    write(this.#total.lastChild, {}, moneySigned(net));
    const fees = feesOf(state, model.you);
    write(this.#fees, { hidden: !fees }, word("fees-paid", { cents: fees }));
  }
}

function nameOf(state, place) {
  const seat = place === "bank" ? state.bank?.seat : seatOf(place);
  return state.seats.find((each) => each.seat === seat)?.name ?? label("place", place);
}

const rowNode = () => make("tr", {}, make("th", { scope: "row" }), make("td"), make("td", {}, make("span", { class: "out" }, icon("push"), make("span"))), make("td"), make("td", { class: "tags" }));

function showRow(node, paid) {
  const [place, wager, outcome, amount, tags] = node.children, [out] = outcome.children;
  write(node, { "data-net": paid.net, "data-clauses": paid.clauses.join(" "), "data-mine": paid.mine, "data-again": paid.again });
  write(place, {}, paid.mine ? word("you") : paid.name);
  write(wager, {}, `${label("wager", paid.wager)} ${money(paid.staked)}`);
  const sign = signOf(paid.net);
  write(out, { class: `out ${sign}` });
  showIcon(out.firstChild, sign);
  write(out.lastChild, {}, paid.odds ? word("wins-at", { odds: paid.odds }) : label("outcome", paid.outcome));
  write(amount, {}, moneySigned(paid.net));
  showClauses(tags, paid.clauses, 3);
}

const oddsOf = (num, den) => (den === 1 ? `${num}` : `${num}:${den}`);

/** The pay tables, complete, one below the other behind a word: nothing where there are none. */
export function printed(pays) {
  if (!pays.length) return [];
  const details = make("details", { class: "printed" }, make("summary", {}, word("pay-table")));
  for (const table of pays) {
    const rows = table.rows.map(([hand, num, den, pool]) => make("tr", {}, make("th", { scope: "row", lang: "en" }, hand), make("td", {}, pool ? word("and-the-jackpot", { odds: oddsOf(num, den) }) : oddsOf(num, den))));
    details.append(make("table", {}, make("caption", { lang: "en" }, table.title, " ", make("small", {}, table.unit)), make("tbody", {}, ...rows)));
  }
  return [make("section", {}, details)];
}
