// Close up, where the board is a rail of names: the cards and chips of the seat that a step is about.

import { cardsOf, showRun } from "./cards.js";
import { keyed, make, write } from "../dom/dom.js";
import { seatOf } from "./scene.js";
import { label, moneyShort, word } from "../text/i18n.js";

/** The close-up in its parent. */
export class CloseUp {
  #node = make("section", { class: "closeup", "aria-hidden": "true" }); // the board says the same to a reader
  #hands = make("div", { class: "hands-close" });
  #line = make("p");

  constructor(parent) {
    this.#node.append(this.#hands, this.#line);
    parent.append(this.#node);
  }

  /** The hands of that seat, or of whoever looks, or of the first who holds any. */
  show({ state, mine, you }, scene, actor) {
    const seats = [actor, ...scene.mySeats, ...state.seats.map((row) => row.seat)];
    const spotsOf = (seat) => Object.entries({ ...state.cards, ...mine.cards }).filter(([name]) => seatOf(name) === seat);
    const seat = seats.find((each) => each && spotsOf(each).length) ?? 0;
    const row = state.seats.find((each) => each.seat === seat);
    write(this.#node, { hidden: !row });
    if (!row) return;
    keyed(this.#hands, "div", spotsOf(seat).map((spot) => [spot[0], spot]), (node, [name, text]) => {
      const cards = cardsOf(text);
      write(node, { class: `run small${cards.length > 4 ? " fan" : ""}` });
      showRun(node, `close ${name}`, cards);
    });
    const bets = Object.entries(state.places.find((each) => each.place === String(seat))?.wagers ?? {}).filter(([, cents]) => cents > 0);
    const told = bets.map(([circle, cents]) => `${label("wager", circle)} ${moneyShort(cents)}`);
    write(this.#line, {}, [row.person === you.person ? word("you") : row.name, ...told].join(" · "));
  }
}
