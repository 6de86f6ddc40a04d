// <hw-pick>: cards to choose from a hand, each a checkbox that looks like the card.

import { MANY, cardNode, cardsOf, ordered, showFace } from "../board/cards.js";
import { keyed, make, place as put, write } from "../dom/dom.js";
import { roving } from "../dom/key-events.js";
import { cardName, word } from "../text/i18n.js";

/** The number of cards to choose, in words. */
export function countWord(least, most) {
  if (least === most) return word("choose-cards", { n: most });
  return least ? word("choose-from-to", { low: least, high: most }) : word("choose-up-to", { n: most });
}

class Pick extends HTMLElement {
  #cards = make("div", { class: "run picks" });
  #said = make("p", { class: "said" });
  #most = 0;
  #hint = "";

  connectedCallback() {
    if (this.firstChild) return;
    this.append(this.#said, this.#cards);
    this.addEventListener("change", (event) => this.#changed(event.target));
    roving(this.#cards, "input");
  }

  connectedMoveCallback() {}

  /** The cards that are chosen, in the order of the hand. */
  get chosen() {
    return Array.from(this.#cards.querySelectorAll("input:checked"), (box) => box.value);
  }

  /** One card more than allowed releases the card that was chosen first. */
  #changed(box) {
    if (box.checked && this.chosen.length > this.#most) {
      const first = Array.from(this.#cards.querySelectorAll("input:checked")).find((each) => each !== box);
      if (first) first.checked = false;
    }
    this.#told();
  }

  #told() {
    const left = Math.max(this.#most - this.chosen.length, 0);
    write(this.#said, {}, (!this.chosen.length && this.#hint) || word("chosen-cards", { n: this.chosen.length }));
    write(this.#cards, { "data-left": left ? word("choose-cards", { n: left }) : null });
    put(this.#cards, { "--left": left, "--back": this.#cards.children.length - this.chosen.length });
    this.dispatchEvent(new Event("picked", { bubbles: true }));
  }

  /** These cards are chosen, and no others. */
  choose(cards) {
    const wanted = [...cards];
    for (const box of this.#cards.querySelectorAll("input")) {
      const at = wanted.indexOf(box.value);
      box.checked = at >= 0;
      if (at >= 0) wanted.splice(at, 1);
    }
    this.#told();
  }

  show({ key, pick, least, most, hint }) {
    [this.#most, this.#hint] = [most, hint];
    const cards = ordered(cardsOf(pick));
    write(this, { role: "group", "aria-label": countWord(least, most) });
    write(this.#cards, { "data-many": cards.length > MANY, class: cards.length > MANY ? "run picks small" : "run picks" });
    put(this.#cards, { "--n": cards.length });
    const fresh = this.dataset.ask !== key;
    if (fresh) this.dataset.ask = key;
    keyed(this.#cards, pickNode, cards.map((card, index) => [`${card} ${index}`, card]), (node, card) => {
      const box = node.firstChild;
      if (fresh) box.checked = false;
      write(box, { value: card, "aria-label": cardName(card), "data-card": card });
      showFace(node.lastChild, card);
    });
    if (fresh) this.#told();
  }
}

const pickNode = () => make("label", { class: "pickable" }, make("input", { type: "checkbox" }), cardNode());

customElements.define("hw-pick", Pick);
