// Requests to the dealer before a hand, one button each.

import { Wish, keyed, make, write } from "../dom/dom.js";
import { label } from "../text/i18n.js";

/** A place for the buttons; a click asks, and a second one takes it back. */
export function requestsNode() {
  const node = make("div", { class: "acts requests", hidden: true });
  node.addEventListener("click", (event) => {
    const button = event.target.closest("[data-request]");
    if (!button) return;
    const on = button.getAttribute("aria-pressed") !== "true";
    button.dispatchEvent(new Wish({ t: "ask_for", round: Number(node.dataset.round), what: button.dataset.request, on }));
  });
  return node;
}

/** @param {import("../net/model.js").Model} model */
export function showRequests(node, { state, mine }) {
  const open = Object.entries(mine.requests ?? {}).map(([what, asked]) => [what, { what, asked }]);
  write(node, { hidden: !open.length, "data-round": state.round });
  keyed(node, () => make("button", { type: "button", class: "btn" }), open, (button, { what, asked }) =>
    write(button, { "data-request": what, "aria-pressed": String(asked) }, label("request", what)));
}
