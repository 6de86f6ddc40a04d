// The strip above the table in which a host's proposal stands, with the buttons of those who have a word on it.

import { keyed, make, Wish, write } from "../../dom/dom.js";
import { proposalRows, proposalSays } from "../../text/proposal.js";
import { word } from "../../text/i18n.js";

/** The proposal in its parent: it covers no card and no button, and is whole at every size. */
export class ProposalBar {
  #says = make("p");
  #acts = make("div", { class: "acts" });
  #node = make("div", { class: "notice proposal", role: "group", hidden: true }, this.#says, this.#acts);

  constructor(parent) {
    write(this.#node, { "aria-label": word("proposal") });
    parent.append(this.#node);
    this.#acts.addEventListener("click", (event) => {
      const { wish } = event.target.closest("[data-wish]")?.dataset ?? {};
      if (wish) this.#acts.dispatchEvent(new Wish(JSON.parse(wish)));
    });
  }

  /** @param {import("../../net/model.js").Model} model */
  show(model) {
    const says = proposalSays(model);
    write(this.#node, { hidden: !says });
    write(this.#says, { title: says || null }, says);
    keyed(this.#acts, () => make("button", { type: "button" }), proposalRows(model), (node, row) =>
      write(node, { class: row.main ? "btn main" : "btn", "data-wish": JSON.stringify(row.wish), "aria-label": row.name ?? null }, row.text));
  }
}
