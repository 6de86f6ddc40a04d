// The line above the table: why the last wish was refused, or how the evening ended.

import { make, write } from "../../dom/dom.js";
import { word } from "../../text/i18n.js";

const SHOWN_MS = 8_000; // how long a refusal stands where nobody takes it away

/** The notice in its parent. How the evening ended stays; a refusal goes by time, by the next wish, or by its button. */
export class Notice {
  #says = make("span");
  #link = make("a", { class: "btn", hidden: true });
  #close = make("button", { type: "button", class: "iconb", hidden: true }, "✕");
  #node = make("div", { class: "notice", role: "status", hidden: true }, this.#says, this.#link, this.#close);
  #line = { text: "" };
  #refusal = "";
  #timer = 0;

  constructor(parent) {
    write(this.#close, { "aria-label": word("dismiss"), title: word("dismiss") });
    this.#close.addEventListener("click", () => this.clear());
    parent.append(this.#node);
  }

  /** Says how the evening ended, with a way to go on. */
  say(text, { href, link }) {
    this.#line = { text, href, link };
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
    const { text, href, link } = this.#line, refused = Boolean(this.#refusal);
    write(this.#node, { hidden: !text && !refused });
    write(this.#says, {}, this.#refusal || text);
    write(this.#link, { hidden: refused || !href, href: href || null }, link ?? "");
    write(this.#close, { hidden: !refused });
  }
}
