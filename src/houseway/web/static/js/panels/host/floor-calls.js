// The dealer's calls to the floor person, for the host of the table.

import { make, write } from "../../dom/dom.js";
import { nameOf } from "../../text/names.js";
import { label, word } from "../../text/i18n.js";

/** An empty place for calls: a screen reader says what comes into it. */
export const callsNode = () => make("p", { class: "calls", role: "status", hidden: true });

/**
 * Shows the calls of the round on the table, or nothing.
 * @param {import("../../net/model.js").Model} model
 */
export function showCalls(node, model) {
  const told = (model.state.calls ?? []).map(({ place, hand }) =>
    word("floor-is-called-about", { name: nameOf(place, model), hand: label("pays", hand) }));
  write(node, { hidden: !told.length }, told.join(" "));
}
