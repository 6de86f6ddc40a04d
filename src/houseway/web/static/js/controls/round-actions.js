// After a round: the buttons and links that answer no question.

import { make, write } from "../dom/dom.js";
import { word } from "../text/i18n.js";

/** The open actions: the next round, its replay, its proof, and answers to take back. */
export function afterOf(model, betting) {
  const { state, mine } = model;
  const rows = [];
  if (mine.ready && !betting) rows.push(["ready", { main: true, text: word(state.phase === "settled" ? "next-round" : "deal"), wish: { t: "ready", round: state.round }, round: state.round }]);
  for (const place of mine.take_back ?? []) rows.push([`back ${place}`, { text: word("take-back"), wish: { t: "take_back", round: state.round, place } }]);
  const isHere = [...state.seats, ...state.rail].some((each) => each.person === model.you.person);
  if (model.table.rail && !isHere && state.phase !== "closed" && state.phase !== "closing") rows.push(["rail", { text: word("stand-at-the-rail"), rail: true }]);
  const row = state.seats.find((each) => each.person === model.you.person);
  const yields = !row && state.seats.length >= model.table.seats ? state.seats.find((each) => each.yields) : null;
  if (yields) rows.push(["yields", { text: word("sit-at-circle", { seat: yields.seat }), sit: yields.seat }]);
  if (row?.out) rows.push(["come", { main: true, text: word("come-back"), wish: { t: "come_back", post: false } }]);
  if (row?.out && row.missed) rows.push(["post", { text: word("come-back-and-post"), wish: { t: "come_back", post: true } }]);
  if (state.phase === "settled" && state.round_id) {
    rows.push(["replay", { text: word("replay"), href: `/r/${state.round_id}`, round: state.round }]);
    rows.push(["verify", { text: word("verify"), verify: state.round_id, round: state.round }]);
  }
  return rows;
}

/** A control for one of these things. */
export const afterNode = () => make("span");

/** The control is for this one. */
export function showAfter(node, row) {
  const tag = row.href ? "a" : "button";
  if (node.firstChild?.localName !== tag) node.replaceChildren(make(tag, tag === "button" ? { type: "button" } : {}));
  write(node.firstChild, {
    class: row.main ? "btn big main" : "btn big quiet", href: row.href, "data-wish": row.wish ? JSON.stringify(row.wish) : null, "data-verify": row.verify, "data-rail": row.rail, "data-sit": row.sit, "data-round": row.round,
  }, row.text);
}
