// One sentence for each thing that happened; the same for the log and for ears.

import { chips, fee, paid, pot, prize, result } from "./narrate-chips.js";
import { posted } from "./narrate-rules.js";
import { decisionName, isYou, ownerOf } from "./names.js";
import { proposed } from "./proposal.js";
import { about, deciderOf, nameOrYou, once, sentence } from "./narrate-line.js";
import { cardsName, has, keyFor, label, listed, moneySigned, word } from "./i18n.js";

export { bankLine, choiceName, circleName, decisionName, nameOf, seatName, turnName } from "./names.js";

const HIDDEN = "--";

/**
 * Tells a line: the actor, the deed, its clauses, and if it is urgent. Returns null for a line that is not told.
 * @param {import("../wire.d.ts").AnyLine} line
 */
export const tell = (line, scene) => tellStep([line], scene)[0] ?? null;

/**
 * Tells several lines; like lines of one step become one sentence.
 * @param {import("../wire.d.ts").AnyLine[]} lines
 */
export function tellAll(lines, scene) {
  const steps = new Map();
  for (const line of lines) steps.set(line.n, [...(steps.get(line.n) ?? []), line]);
  return [...steps.values()].flatMap((step) => tellStep(step, scene));
}

function tellStep(lines, scene) {
  const step = { lines, scene, kinds: new Set(lines.map(({ k }) => k)), done: new Set() };
  const told = lines.flatMap((line) => TELLERS[line.k]?.(line, step) ?? []);
  return step.kinds.has("phase") && lines.some((line) => line.phase === "settled") ? [...told, ...result(step)] : told;
}

const cardsOf = (text) => text.split(" ").filter(Boolean);
const openOf = (text) => cardsOf(text).filter((card) => card !== HIDDEN).join(" ");

// -- cards -----------------------------------------------------------------------------------------------------------

function dealt(line, step) {
  const { spot } = line, owner = ownerOf(spot), special = keyFor("dealt", spot);
  if (special) return about(line, owner || deciderOf(step), special, { cards: line.cards }, step);
  if (!once(step, `dealt ${spot}`)) return null;
  const deals = step.lines.filter((each) => each.k === "dealt");
  const cards = deals.filter((each) => each.spot === spot).map((each) => each.cards).join(" ");
  if (owner && owner === spot.split(/[/ ]/)[0]) return [handsDealt(line, deals, step), handDealt(line, cards, deals, step)].filter(Boolean);
  if (openOf(cards)) return sentence(line, label("spot", spot), cardsName(openOf(cards)));
  return /\d/.test(spot) ? handsDealt(line, deals, step) : null;
}

/** "deals seven hands": where several hands, or piles, came face down. */
function handsDealt(line, deals, step) {
  const named = deals.map((each) => each.spot).filter((spot) => /^bank$|\d/.test(spot) && !keyFor("dealt", spot));
  const hands = new Set(named);
  const hidden = deals.some((each) => !openOf(each.cards) && hands.has(each.spot));
  if (hands.size < 2 || !hidden || !once(step, "hands")) return null;
  return sentence(line, word("the-dealer"), word("story.deals-hands", { n: hands.size }));
}

function handDealt(line, cards, deals, step) {
  const open = openOf(cards), alone = new Set(deals.map((each) => each.spot)).size === 1;
  if (open && open !== cards && !isYou(ownerOf(line.spot), step.scene)) return shown(line, open, step);
  if (open || alone) return about(line, line.spot, "story.gets", { cards }, step);
  return null;
}

/** The owner of cards that lie open. The bank's are called so, whoever holds it. */
function shown(line, cards, step) {
  const [place, part] = line.spot.split(" ");
  if (ownerOf(line.spot) !== place.split("/")[0]) return sentence(line, label("spot", line.spot), cardsName(cards));
  const key = part ? "story.shows-part" : "story.shows", facts = { cards, part: line.spot };
  if (place === "bank") return sentence(line, label("spot", "bank"), word(key, facts));
  return about(line, place, key, facts, step);
}

const turned = (line, step) => (line.up === false ? null : shown(line, line.cards, step));

function moved(line, step) {
  const special = keyFor("moved", line.to), open = openOf(line.cards);
  if (open && special) return about(line, ownerOf(line.to) || deciderOf(step), special, { cards: open }, step);
  const owner = ownerOf(line.to);
  const given = open && owner === line.to && ownerOf(line.from) !== owner && isYou(owner, step.scene);
  return given ? about(line, owner, "story.gets", { cards: open }, step) : null;
}

// -- decisions -------------------------------------------------------------------------------------------------------

function decided(line, step) {
  const [key, facts] = deed(line.decision);
  return byTheClock(about(line, line.place, key, facts, step), line, isYou(line.place, step.scene));
}

/** What the clock decided for somebody is told as that; to the one whom it concerns at once. */
function byTheClock(told, line, urgent) {
  return line.slow ? sentence(line, told.who, word("story.slow", { text: told.text }), { urgent }) : told;
}

/** The key that says a decision, by its name and by what it takes: `did.fold`, `did.raise.cents`, `did.set.cards`. */
function deed(decision) {
  if (decision === null) return ["story.decides-secretly", {}];
  const [name, value] = typeof decision === "string" ? [decision, null] : Object.entries(decision)[0];
  const kind = { number: "cents", string: "cards", object: "piles" }[value === null ? "" : typeof value];
  const facts = { choice: name, cents: value, cards: value, piles: kind === "piles" ? value.map(cardsName).join(" / ") : "" };
  const keys = [kind && `did.${name}.${kind}`, keyFor("did", name), kind ? `story.chooses-${kind}` : "story.chooses"];
  [facts.n] = (name.match(/\d+/) ?? []).map(Number);
  return [keys.find((key) => key && has(key)), facts];
}

/** The clock is about to decide: what, only its player is told. */
function warned(line, step) {
  const urgent = isYou(line.place, step.scene), seconds = Math.ceil(line.ms / 1000);
  const known = urgent && line.default !== undefined && line.default !== null;
  const facts = { n: seconds, choice: known ? decisionName(line.default) : "" };
  return about(line, line.place, known ? "story.warned-default" : "story.warned", facts, step, { urgent });
}

const tookBack = (line, step) => about(line, line.place, "story.takes-back", {}, step);

/** Talk is no event: it stands in quotation marks behind "Ana says", for eyes and ears. Marks of its own cannot end them. */
function spoken(line) {
  const text = word("story.quoted", { text: line.text.replace(/["“”„«»「」『』]/g, "'") });
  return { ...sentence(line, word(line.watching ? "story.speaker-watching" : "story.speaker", { name: line.name }), text), talk: true };
}

// -- the table -------------------------------------------------------------------------------------------------------

function bank(line, step) {
  const mine = isYou(line.person || line.seat, step.scene);
  if (line.do === "house") return sentence(line, word("the-house"), word("story.bank-house"));
  const facts = { cents: line.posted ?? line.low ?? 0, n: line.hands ?? 0 };
  const key = line.do === "skipped" && line.low ? "skipped-chips" : line.do;
  const told = about(line, line.person || line.seat, `story.bank-${key}`, facts, step, { urgent: mine && ["offered", "skipped"].includes(line.do) });
  return byTheClock(told, line, mine);
}

function button(line, step) {
  const by = line.by && (/^\d/.test(line.by) && line.by.includes(" ") ? listed(cardsOf(line.by)) : cardsName(line.by));
  const key = `story.button-${line.what ?? "action"}${by ? "-by" : ""}`;
  const facts = { name: nameOrYou(String(line.seat), step), seat: line.seat, by };
  return sentence(line, word(`button-${line.what ?? "action"}`), word(key, facts));
}

const rolled = ({ dice, ...line }) =>
  sentence(line, label("spot", "dice"), word("story.rolls", { dice, n: dice.reduce((sum, die) => sum + die, 0) }));
const shuffled = (line) => sentence(line, word("the-dealer"), word("story.shuffles"));

/** The dealer and the host void a round in one step: it is told once, and for the host's reason. */
function ruled(first, step) {
  const line = first.void === false ? first : step.lines.findLast((each) => each.k === "void" && each.void !== false);
  if (first.void !== false && !once(step, "void")) return null;
  const facts = { reason: has(`irregularity.${line.reason}`) ? word(`irregularity.${line.reason}`) : line.reason ?? "" };
  const key = line.void === false ? "story.played-on" : facts.reason ? "story.void-for" : "story.void";
  return sentence(line, word("the-floor-who"), word(key, facts));
}

/** The dealer calls the floor: the host is the one who is meant. */
const called = (line, step) => about(line, line.place, "story.floor-called", { hand: label("pays", line.hand) }, step, { urgent: Boolean(step.scene.host) });

const requested = (line, step) =>
  about(line, line.person, line.on === false ? "story.asks-no-more" : "story.asks-for", { what: label("request", line.what) }, step);

function phase(line) {
  const key = `story.phase-${line.phase}`;
  return has(key) ? sentence(line, "", word(key, { round: line.round })) : null;
}

/** The line names the person who leaves, for no seat holds the name any more. */
function left(line, step) {
  const you = isYou(line.person, step.scene);
  return sentence(line, you ? word("you-who") : line.name, word(line.slow ? "story.leaves-held" : "story.leaves", { cents: line.cents, you }));
}

/** An extra circle without a bet goes to somebody who sits down there. */
function yielded(line, step) {
  const you = isYou(line.person, step.scene), name = isYou(line.to, step.scene) ? word("you") : line.to_name;
  return sentence(line, you ? word("you-who") : line.name, word("story.yields", { seat: line.seat, name, you }), { urgent: you });
}

/** The host removes somebody, now or after the hand, or takes that back. */
function removed(line, step) {
  const you = isYou(line.person, step.scene), key = line.back ? "story.removed-back" : line.later ? "story.removed-later" : "story.removed";
  return sentence(line, word("the-floor-who"), word(key, { name: you ? word("you") : line.name, you }), { urgent: you });
}

/** The evening in one sentence: what each who played has won or lost. */
function closed(line) {
  const people = Object.values(line.people).map(({ name, brought, took }) => `${name} ${moneySigned((took ?? 0) - (brought ?? 0))}`);
  return people.length ? sentence(line, "", word("story.evening", { people: listed(people) })) : null;
}

const noMoreBets = (line) => sentence(line, word("the-dealer"), word("story.no-more-bets"));

const TELLERS = {
  dealt, turned, moved, rolled, decided, chips, paid, fee, prize, pot, bank, button, shuffled, warned, phase,
  said: spoken, sheet: posted, void: ruled, took_back: tookBack, floor: proposed, left, yielded, removed, closed, no_more_bets: noMoreBets,
  notice: called, asked: requested,
};
