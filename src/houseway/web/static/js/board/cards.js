// Cards, drawn by reference from one sheet and named in words.

import { keyed, svg, write } from "../dom/dom.js";
import { cardName } from "../text/i18n.js";

const HIDDEN = "--", RANKS = "A23456789TJQK", SUITS = "shdc", SORTED = 4;
const SHEET = new URL("../../cards.svg", import.meta.url).href;

/** The cards of a text, "As -- Kd". */
export const cardsOf = (text) => (text ? text.split(" ") : []);

const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" }, TEXT = "\ufe0e"; // drawn as letters, not as pictures

/** Cards as their corners show them, "Q♦ 10♣": for a line that has no room for their names. */
export const cornersOf = (text) => cardsOf(text).map((card) =>
  (card[1] in SIGNS ? `${card[0] === "T" ? "10" : card[0]}${SIGNS[card[1]]}${TEXT}` : cardName(card))).join(" ");

/** A hand of more cards than that is a large one. */
export const MANY = 7;

/** A hand of five or more lies in order, so that what belongs together lies together. */
export function ordered(cards) {
  const at = (card) => RANKS.indexOf(card[0]) * 4 + SUITS.indexOf(card[1]);
  return cards.length > SORTED ? [...cards].sort((a, b) => at(a) - at(b)) : cards;
}

/** A card's drawing holds both cuts: a sheet shows one of them. */
export function cardNode() {
  return svg("svg", { class: "card", role: "img", viewBox: "0 0 100 140" }, svg("use", { class: "book" }), svg("use", { class: "large" }));
}

/** The drawing shows this card, or its back. */
export function showCard(node, card) {
  write(node, { "aria-label": cardName(card), "data-card": card === HIDDEN ? null : card });
  draw(node, card);
}

/** The drawing shows this card and says nothing: the control that it belongs to has the card's name and its data. */
export function showFace(node, card) {
  write(node, { role: "presentation" });
  draw(node, card);
}

function draw(node, card) {
  const hidden = card === HIDDEN;
  write(node.firstChild, { href: `${SHEET}#${hidden ? "back" : card}` });
  write(node.lastChild, { href: `${SHEET}#${hidden ? "back" : `${card}-l`}` });
}

/** The cards of one spot, side by side in their parent; each is known by the spot and its number there. */
export function showRun(parent, spot, cards) {
  keyed(parent, cardNode, cards.map((card, index) => [`${spot}#${index}`, card]), showCard);
}
