// A link to hand on: as text, as a copy, and as a QR code that a phone reads.

import { copyText } from "../../dom/clipboard.js";
import { make, svg, write } from "../../dom/dom.js";
import { word } from "../../text/i18n.js";

/** The drawing of a code as the server gives it: a square, and the data of one path. */
export function codeNode({ size, path }) {
  const box = { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": word("link-as-qr"), "shape-rendering": "crispEdges" };
  return svg("svg", box, svg("path", { d: path }));
}

/** A link with a button that copies it, and its code. */
export function linkNode({ url, qr }, name = word("share-this-link")) {
  const field = make("input", { type: "text", readonly: true, value: url, "aria-label": name, class: "link" });
  field.addEventListener("focus", () => field.select());
  const copy = make("button", { type: "button", class: "btn" }, word("copy"));
  copy.addEventListener("click", async () => {
    if (await copyText(url, field)) write(copy, {}, word("copied"));
  });
  return make("div", { class: "share" }, make("div", { class: "share-line" }, field, copy), codeNode(qr));
}
