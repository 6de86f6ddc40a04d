// Chips: a drawn stack is a sign, the written sum is the truth.

import { keyed, svg, write } from "../dom/dom.js";

const SHEET = new URL("../../chips.svg", import.meta.url).href;
const MOST = 5, STEP = 6;

/** The values of chips in cents, the largest first. */
export const CHIPS = [100_000, 50_000, 10_000, 2_500, 500, 100, 50];

/** The picture of something on the chips' sheet. */
export const chipHref = (name) => `${SHEET}#${name}`;

/** The fewest chips that make a sum, the largest first; at most so many of them are drawn. */
export function chipsOf(cents) {
  const chips = [];
  let left = cents;
  for (const worth of CHIPS) {
    for (; left >= worth && chips.length < MOST; left -= worth) chips.push(worth);
  }
  return chips.length || !cents ? chips : [CHIPS.at(-1)];
}

/** A drawing that shows a stack of chips. */
export const stackNode = () => svg("svg", { class: "stack", "aria-hidden": "true" });

/** The drawing is a stack worth so much, the largest chip at the bottom. */
export function showStack(node, cents) {
  const chips = chipsOf(cents);
  const high = 52 + STEP * Math.max(chips.length - 1, 0);
  write(node, { viewBox: `0 0 48 ${high}` });
  const uses = chips.map((worth, index) => [index, { href: chipHref(`chip-${worth}`), y: high - 52 - STEP * index }]);
  keyed(node, () => svg("use", { x: 0, width: 48, height: 52 }), uses, (use, at) => write(use, at));
}
