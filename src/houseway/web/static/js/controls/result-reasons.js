// Why your round went as it did: the deciding reason, the hands, the fees.

import { ruleOf } from "../board/scene.js";
import { handName, label, word } from "../text/i18n.js";
import { reasons, sentenceOf } from "../text/narrate-chips.js";

/** The hand at a spot in words, or "" where it has no name. */
export const highOf = ({ hands, hand_names }, spot) => handName(hands?.[spot] ?? "", hand_names?.[spot]);

/** The low hand of the same cards in words, or "" where it has no name. */
export const lowOf = ({ lows, low_names }, spot) => handName(lows?.[spot] ?? "", low_names?.[spot]);

/** The hand at a spot in words, with the low one behind it where the same cards compete for both halves of a pot. */
function handOf(mine, spot) {
  const says = highOf(mine, spot), low = lowOf(mine, spot);
  return low ? word("hand-and-low", { says, low }) : says;
}

/** The hand of the seat on which the deciding wager lay; a hand in two parts is named under its cards. */
function playedHand(mine, { rows = [], decides = -1 }) {
  const spot = (rows[decides]?.place || Object.keys(mine.cards ?? {})[0] || "").split(".")[0];
  return spot === "bank" || Object.keys(mine.hands ?? {}).some((name) => name !== spot && name.match(/^\d+/)?.[0] === spot) ? "" : handOf(mine, spot);
}

/** Why your round went so: the deciding reason, your hand, that of the bank or of the winners, and the fees. */
export function decidedBy({ state, mine, you }, scene) {
  const { result } = mine;
  if (state.phase !== "settled" || state.void || !result) return [];
  const own = playedHand(mine, result);
  const others = Object.keys(mine.hands ?? {}).filter((spot) => !(spot in (mine.cards ?? {}))).map((spot) => [spot, handOf(mine, spot)]);
  const inTwo = "bank low" in (mine.hands ?? {});
  const banks = others.filter(([name]) => /^bank\b/.test(name)).map(([spot, says]) => word("hand-of", { name: label("place", inTwo && spot === "bank" ? "bank high" : spot), says }));
  const winners = others.map(([name, says]) => [ruleOf(scene.felt.layout, name).seat, says]).filter(([seat]) => state.nets?.[String(seat)] > 0)
    .map(([seat, says]) => word("hand-of", { name: state.seats.find((each) => each.seat === seat)?.name ?? "", says }));
  const hands = state.bank ? banks : winners.length ? winners.slice(0, 2) : wonBy(state, you); // a neighbour decides nothing against a bank
  const fees = ["push", "void"].includes(result.verdict) ? 0 : result.fees ?? 0;
  return [...[...reasons(result), own, ...hands].filter(Boolean).map(sentenceOf), fees ? word("fees-paid", { cents: fees }) : ""];
}

/** Other winners with their amounts, for rounds in which no hand has a name. */
const wonBy = ({ nets, seats }, { person }) => seats.filter((each) => each.person !== person && nets?.[String(each.seat)] > 0).slice(0, 2)
  .map(({ name, seat }) => word("other-wins", { name, cents: nets[String(seat)] }));
