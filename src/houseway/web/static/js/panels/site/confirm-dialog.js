// Asks once more before something that many would miss: the deed, its consequence in a sentence, and a way out.

import { make } from "../../dom/dom.js";
import { word } from "../../text/i18n.js";

/** Resolves to whether the reader wants it; Escape and Cancel do not, and Cancel has the focus. */
export function confirmed({ title, text, deed }) {
  const cancel = make("button", { type: "submit", class: "btn", value: "", autofocus: true }, word("cancel"));
  const form = make("form", { method: "dialog" }, make("h2", { id: "confirm-title" }, title), make("p", { id: "confirm-text" }, text),
    make("div", { class: "acts" }, cancel, make("button", { type: "submit", class: "btn grave", value: "yes" }, deed)));
  const dialog = make("dialog", { class: "confirm", "aria-labelledby": "confirm-title", "aria-describedby": "confirm-text" }, form);
  document.body.append(dialog);
  dialog.showModal();
  cancel.focus();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}
