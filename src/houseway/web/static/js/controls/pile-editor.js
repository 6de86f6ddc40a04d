// <hw-piles>: cards laid down in piles: onto one that lies there, or as a new one. The answer says how all of them lie.

import { cardNode, cardsOf, showFace } from "../board/cards.js";
import { keyed, make, write } from "../dom/dom.js";
import { cardsName, word } from "../text/i18n.js";

class Piles extends HTMLElement {
  #piles = [];

  connectedCallback() { write(this, { role: "radiogroup", "aria-label": word("spread") }); }

  connectedMoveCallback() {}

  /** All piles as they would lie with these cards added to the chosen one. */
  with(chosen) {
    const at = Number(this.querySelector("input:checked")?.value ?? -1);
    const piles = this.#piles.map((pile, index) => (index === at ? [...cardsOf(pile), ...chosen].join(" ") : pile));
    return at < 0 ? [...piles, chosen.join(" ")] : piles;
  }

  show({ key, piles }) {
    this.#piles = piles;
    const rows = [[-1, word("new-spread")], ...piles.map((pile, index) => [index, pile])];
    const fresh = this.dataset.ask !== key;
    if (fresh) this.dataset.ask = key;
    keyed(this, pileNode, rows, (node, pile, index) => {
      const box = node.firstChild, at = rows[index][0];
      write(box, { name: `pile ${key}`, value: at, "aria-label": at < 0 ? pile : cardsName(pile) });
      if (fresh) box.checked = at < 0;
      write(node.lastChild, { class: at < 0 ? "new" : "run fan small" });
      if (at < 0) write(node.lastChild, {}, pile);
      else keyed(node.lastChild, cardNode, cardsOf(pile).map((card, place) => [place, card]), showFace);
    });
  }
}

const pileNode = () => make("label", { class: "pile-choice" }, make("input", { type: "radio" }), make("span"));

customElements.define("hw-piles", Piles);
