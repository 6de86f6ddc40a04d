// The share panel of a round: a link to it, and its document.

import { copyText } from "../../dom/clipboard.js";
import { make, write } from "../../dom/dom.js";
import { word } from "../../text/i18n.js";

/** The panel in its parent: copy the link, download the document, go back to the table. */
export function share(parent, round, document, table) {
  const link = `${location.origin}/r/${round}`;
  const copy = make("button", { type: "button", class: "btn" }, word("copy-the-link"));
  const said = make("span", { role: "status", class: "note" });
  copy.addEventListener("click", async () => write(said, {}, await copyText(link) ? word("copied") : link)); // a page that may not copy shows what to copy
  const text = JSON.stringify(document, null, 2);
  const file = make("a", { class: "btn", href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: `${round}.json` }, word("download-the-document"));
  const back = make("a", { class: "btn", href: `/t/${table}` }, word("to-the-table"));
  parent.append(make("section", { class: "take-home" }, make("h2", {}, word("take-it-with-you")), make("p", { class: "note" }, word("document-line")),
    make("div", { class: "acts" }, copy, file, back, said)));
}
