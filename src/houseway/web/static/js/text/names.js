// Names of the things of a table: seats, circles, choices, the bank, people.

import { cardsName, has, label, money, word } from "./i18n.js";

const BANK = "bank";

/** The place that a spot belongs to: "3" of "3 low", "3/2" and "draw 3", "bank" of "bank low"; "" for what is everybody's. */
export function ownerOf(spot) {
  const [own] = /^(?:bank\b|\d+(?:\.\d+)?)/.exec(spot) ?? [""];
  return own || (/ (\d+)(?:\.\d+)?$/.exec(spot)?.[1] ?? "");
}

/** True if a place, a seat or a person id is the reader's own. */
export function isYou(one, { you, state }) {
  if (!you) return false;
  const id = String(one).split("/")[0];
  if (id === BANK) return Boolean(state?.bank?.seat) && state.bank.person === you.person;
  return id === you.person || (you.places ?? []).includes(id);
}

/** The name of a place, a seat or a person: of the person who is there, else of the place. */
export function nameOf(one, scene) {
  const known = scene.nameOf?.(one);
  if (known) return known;
  if (one === BANK && scene.state?.bank?.seat) return nameOf(scene.state.bank.person, scene);
  const id = String(one), seat = Number(id.split(/[./ ]/)[0]);
  const rows = [...(scene.state?.seats ?? []), ...(scene.state?.rail ?? [])];
  const row = rows.find((each) => each.person === id) ?? (id.includes(".") ? null : rows.find((each) => each.seat === seat));
  if (row) return row.name;
  return /^\d|^bank|^house/.test(id) ? label("place", id) : word("somebody");
}

/** The caption of the cards at a spot. A bank's hand that is set in two has a caption for each part. */
export function captionOf(spot, spots) {
  const key = spot === BANK && spots.includes("bank low") ? "caption.bank-high" : `caption.${spot.replace(" ", "-")}`;
  return has(key) ? word(key) : label("spot", spot);
}

/** "Seat 3, Ben, $175.00", or "Seat 3, empty". */
export function seatName(seat, row) {
  return row ? word("seat-named", { seat, name: row.name, cents: row.stack }) : word("seat-empty", { seat });
}

/** "Ante, $25.00", or "Ante, empty". */
export function circleName(circle, cents) {
  const name = label("wager", circle);
  return cents ? word("circle-named", { circle: name, cents }) : word("circle-empty", { circle: name });
}

/**
 * "Play $25.00" where only one amount is possible, else "Raise" or "Fold".
 * @param {import("../wire.d.ts").ChoiceOffer} choice
 */
export function choiceName({ name, circle, low = 0, high = 0 }) {
  const choice = label("choice", name);
  return circle && low === high ? word("choice-amount", { choice, cents: low }) : choice;
}

/**
 * "Your turn"; "Your turn, hand 2" where a place has several hands or a person several places.
 * @param {import("../wire.d.ts").AskView} ask
 */
export function turnName(ask, asks = [ask]) {
  const [, hand] = (ask.about ?? "").split("/");
  if (hand) return word("your-turn-hand", { hand });
  return asks.length > 1 ? word("your-turn-place", { place: label("place", ask.place) }) : word("your-turn");
}

/**
 * A decision in words: "Fold", "Raise $40.00", "Set ace of spades and king of diamonds". `named` says its cards.
 * @param {import("../wire.d.ts").Decision} decision
 */
export function decisionName(decision, named = cardsName) {
  if (typeof decision === "string") return label("choice", decision);
  const [[name, value]] = Object.entries(decision);
  const choice = label("choice", name);
  if (typeof value === "number") return word("choice-amount", { choice, cents: value });
  const cards = [value].flat().map(named).join(" / ");
  return cards ? word("choice-cards", { choice, cards }) : choice;
}

/** The holder of the bank with the chips, in words. */
export function bankLine(scene) {
  const { bank, offered, phase } = scene.state;
  if (phase === "broken") return word("bank-broken");
  if (offered) return isYou(offered, scene) ? word("bank-offered-to-you") : word("bank-offered-to", { name: nameOf(offered, scene) });
  if (!bank) return "";
  if (!bank.seat) return word("bank-of-the-house");
  if (!bank.posted) return ""; // its chips are back: whoever banks next is said when it is known
  const facts = { name: nameOf(bank.seat, scene), cents: bank.posted ?? 0 };
  return isYou(bank.person, scene) ? word("bank-is-yours", facts) : word("bank-held-by", facts);
}

/** "$15 to $300", "from $5", or "" where nothing is posted. */
export function limitsName([low, high], structure = "") {
  if (low === null || low === undefined) return "";
  if (structure === "no-limit") return word("table-no-limit", { low });
  if (high === null || high === undefined) return word("table-limits-open", { low });
  return low === high ? word("table-limits-one", { low }) : word("table-limits", { low, high });
}

/** A choice of an option in words; numbers, and the names of printed tables, as they are. */
export function choiceText(value) {
  const key = `value.${value.toLowerCase().replaceAll("_", "-")}`;
  return has(key) ? word(key) : value;
}

/** The wagers of a place in words: "Ante $25.00", "Bonus $5.00". */
export const wagersName = (wagers) =>
  Object.entries(wagers).filter(([, cents]) => cents).map(([circle, cents]) => `${label("wager", circle)} ${money(cents)}`);
