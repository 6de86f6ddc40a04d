// The primer: how the game is played, for somebody who has never seen it, and the way to its rules and odds.

import { make } from "../../dom/dom.js";
import { has, word } from "../../text/i18n.js";

const MOST = 9;

/** The primer in its parent: open until the reader has gone on from a first round of the game in this browser. */
export class Primer {
  #game;
  #details;

  constructor(parent, game, coached) {
    this.#game = `played ${game}`;
    const steps = Array.from({ length: MOST }, (_, index) => `how.${index + 1}`).filter(has);
    const link = make("a", { class: "btn", href: `/rules/${game}`, target: "_blank" }, word("rules-and-odds"));
    this.#details = make("details", { class: "printed primer", open: !coached && !localStorage.getItem(this.#game) },
      make("summary", {}, word("how-it-is-played")), make("ol", {}, ...steps.map((key) => make("li", {}, word(key)))), link);
    parent.append(make("section", {}, this.#details));
  }

  /** The column has no room for it and the coach. */
  close() { this.#details.open = false; }

  /** Once a round is over the next click closes it, which moves what is below: nothing moves by itself. */
  show({ phase }) {
    if (phase !== "settled" || localStorage.getItem(this.#game)) return;
    localStorage.setItem(this.#game, "1");
    const gone = new AbortController();
    document.addEventListener("click", ({ target }) => {
      gone.abort();
      if (!this.#details.contains(target)) this.close();
    }, { signal: gone.signal });
  }
}
