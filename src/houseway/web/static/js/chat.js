// What people say to each other: a line to type, which stays until the room has heard it.

import { showRefusal } from "./clauses.js";
import { Wish, make, write } from "./dom.js";
import { word } from "./words.js";

/** The line in its parent. */
export class Chat {
  #field = make("input", { type: "text", maxlength: "200", autocomplete: "off" });
  #wrong = make("p", { class: "wrong", role: "alert" });
  #node = make("form", { class: "chat" });

  constructor(parent) {
    write(this.#field, { "aria-label": word("say-something"), placeholder: word("say-something") });
    this.#node.append(this.#field, make("button", { type: "submit", class: "btn" }, word("say")), this.#wrong);
    parent.append(this.#node);
    this.#node.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#field.value.trim();
      if (text && !this.#node.hasAttribute("aria-busy")) this.#node.dispatchEvent(new Wish({ t: "say", text }));
    });
  }

  /** @param {import("./model.js").Model} model */
  show({ state }) { write(this.#node, { hidden: Boolean(state.quiet) || state.phase === "closed" }); }

  busy() {
    write(this.#node, { "aria-busy": "true" });
    showRefusal(this.#wrong, null);
  }

  /** The room has heard it; what was typed meanwhile stays. */
  done({ text }) {
    write(this.#node, { "aria-busy": null });
    if (this.#field.value.trim() === text) this.#field.value = "";
  }

  /** Nobody has heard it, and nobody has to type it again. */
  refused(refusal) {
    write(this.#node, { "aria-busy": null });
    showRefusal(this.#wrong, refusal);
  }
}
