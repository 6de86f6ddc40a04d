// The line above the table: what is wrong with the connection, or why the last wish was refused.

import { make, write } from "./dom.js";
import { word } from "./words.js";

const SHOWN_MS = 8_000; // how long a refusal stands where nobody takes it away

/** The notice in its parent. What is said of the line stays; a refusal goes by time, by the next wish, or by its button. */
export class Notice {
  #says = make("span");
  #link = make("a", { class: "btn", hidden: true });
  #again = make("button", { type: "button", class: "btn", "data-again": true, hidden: true });
  #close = make("button", { type: "button", class: "iconb", hidden: true }, "✕");
  #node = make("div", { class: "notice", role: "status", hidden: true }, this.#says, this.#link, this.#again, this.#close);
  #line = { text: "" };
  #refusal = "";
  #timer = 0;

  constructor(parent) {
    write(this.#again, {}, word("try-again"));
    write(this.#close, { "aria-label": word("dismiss"), title: word("dismiss") });
    this.#close.addEventListener("click", () => this.clear());
    parent.append(this.#node);
  }

  /** Says how the line is, or how the evening ended: with a button to try again, or a way to go on. */
  say(text, { again = false, href = "", link = "" } = {}) {
    this.#line = { text, again, href, link };
    this.#show();
  }

  /** Says why something was refused. */
  refuse(text) {
    this.clear();
    this.#refusal = text;
    this.#timer = setTimeout(() => this.clear(), SHOWN_MS);
    this.#show();
  }

  /** Takes the refusal away. */
  clear() {
    clearTimeout(this.#timer);
    this.#refusal = "";
    this.#show();
  }

  #show() {
    const { text, again, href, link } = this.#line, refused = Boolean(this.#refusal);
    write(this.#node, { hidden: !text && !refused });
    write(this.#says, {}, this.#refusal || text);
    write(this.#again, { hidden: refused || !again });
    write(this.#link, { hidden: refused || !href, href: href || null }, link ?? "");
    write(this.#close, { hidden: !refused });
  }
}
