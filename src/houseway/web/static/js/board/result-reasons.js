// Why a round went as it did: the hands that decided it and the fees that were paid, in sentences.

import { ruleOf } from "./scene.js";
import { handName, label, word } from "../text/i18n.js";

export const sentenceOf = (text) => word("sentence", { text: text.slice(0, 1).toUpperCase() + text.slice(1) });

/** The hand at a spot in words, or "" where it has no name. */
export const highOf = ({ hands, hand_names }, spot) => handName(hands?.[spot] ?? "", hand_names?.[spot]);

/** The low hand of the same cards in words, or "" where it has no name. */
export const lowOf = ({ lows, low_names }, spot) => handName(lows?.[spot] ?? "", low_names?.[spot]);

/** The hand at a spot in words, with the low one behind it where the same cards compete for both halves of a pot. */
export function handOf(mine, spot) {
  const says = highOf(mine, spot), low = lowOf(mine, spot);
  return low ? word("hand-and-low", { says, low }) : says;
}

/** Fees and jackpot drops of the person, without commissions: each wager tells its own. */
export function feesOf({ fees, payments }, { person, places }) {
  const paid = fees.filter((each) => each.person === person).reduce((sum, { amount }) => sum + amount, 0);
  return payments.filter(({ place }) => places.includes(place)).reduce((sum, { commission }) => sum - commission, paid);
}

/** Further reasons for the result of a round: the hand of the bank or of the winners, and the fees. */
export function decidedBy({ state, mine, you }, scene) {
  if (state.phase !== "settled" || state.void) return [];
  const others = Object.keys(mine.hands ?? {}).filter((spot) => !(spot in (mine.cards ?? {}))).map((spot) => [spot, handOf(mine, spot)]);
  const inTwo = "bank low" in (mine.hands ?? {});
  const banks = others.filter(([name]) => /^bank\b/.test(name)).map(([spot, says]) => word("hand-of", { name: label("place", inTwo && spot === "bank" ? "bank high" : spot), says }));
  const winners = others.map(([name, says]) => [ruleOf(scene.felt.layout, name).seat, says]).filter(([seat]) => state.nets?.[String(seat)] > 0)
    .map(([seat, says]) => word("hand-of", { name: state.seats.find((each) => each.seat === seat)?.name ?? "", says }));
  const hands = banks.length ? banks : winners.length ? winners.slice(0, 2) : wonBy(state, you);
  const fees = feesOf(state, you);
  return [...hands.map(sentenceOf), fees ? word("fees-paid", { cents: fees }) : ""];
}

/** Other winners with their amounts, for rounds in which no hand has a name. */
const wonBy = ({ nets, seats }, { person }) => seats.filter((each) => each.person !== person && nets?.[String(each.seat)] > 0).slice(0, 2)
  .map(({ name, seat }) => word("other-wins", { name, cents: nets[String(seat)] }));
