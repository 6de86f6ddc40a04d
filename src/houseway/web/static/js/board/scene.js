// The scene: plain objects to draw, computed from the last frame and the layout. It knows no rule of any game.

import { cardsOf } from "./cards.js";
import { packed, turned } from "./pack-cards.js";

const CENTRE = [500, -170]; // of all arcs on a board

/** The seat of a place: 3 of "3", of "3.2" behind it and of "3/2" beside it. */
export const seatOf = (place) => Number.parseInt(place, 10) || 0;

/**
 * The whole table as it is drawn.
 * @param {import("../net/model.js").Model} model
 */
export function sceneOf(model, felt) {
  const { state, you, mine, table } = model;
  const { layout } = felt;
  const mySeats = state.seats.filter((row) => row.person === you.person).map((row) => row.seat);
  const sorted = sortSpots(state, mine, layout);
  const turns = slotsOf(layout, table.seats, mySeats[0]);
  const scene = { phase: state.phase === "paused" ? state.was : state.phase, mySeats, pots: potsOf(state, layout), felt };
  scene.places = turns.map(([seat, slot]) => placeOf(model, layout, sorted, seat, slot, mySeats));
  scene.spots = markedFirst(sorted.concat(marked(sorted, layout)).filter(({ rule }) => rule.zone === "dealer" || rule.zone === "middle")).map(boardSpot);
  scene.dice = state.dice.at(-1) ?? [];
  scene.counts = state.counts;
  return scene;
}

/** Seats with their slots on the board: round a ring the one who looks sits at the bottom. */
function slotsOf(layout, seats, mine) {
  const numbers = Array.from({ length: seats }, (_, index) => index + 1);
  const first = layout.shape === "ring" ? mine ?? 1 : 1;
  return numbers.map((seat) => [seat, layout.slots[(seat - first + seats) % seats]]);
}

// -- spots -------------------------------------------------------------------------------------------------------------

const patterns = new Map();

function patternOf(match) {
  if (!patterns.has(match)) {
    const escaped = match.replaceAll(/[.*+?^$()|[\]\\/]/g, "\\$&").replace("\\*", ".*");
    patterns.set(match, new RegExp(`^${escaped.replace("{seat}", "(?<seat>\\d+)").replace("{n}", "(?<n>\\d+)")}$`));
  }
  return patterns.get(match);
}

/** The rule of the layout for the name of a spot. A name that is a number is the hand of that seat. */
export function ruleOf(layout, name) {
  if (/^\d+$/.test(name)) return { rule: { zone: "hand" }, seat: Number(name), n: 0 };
  for (const rule of layout.spots) {
    const found = patternOf(rule.match).exec(name);
    if (found) return { rule, seat: Number(found.groups?.seat ?? 0), n: Number(found.groups?.n ?? 0) };
  }
  return { rule: { zone: "unseen" }, seat: 0, n: 0 };
}

function sortSpots(state, mine, layout) {
  return Object.keys(state.cards).map((name) => {
    const cards = cardsOf(mine.cards?.[name] ?? state.cards[name]);
    return { name, cards, own: Boolean(mine.cards?.[name]), ...ruleOf(layout, name) };
  });
}

/** Places that are marked for cards, before the first one lies there. */
function marked(sorted, layout) {
  return layout.spots.filter((rule) => rule.empty && !sorted.some((each) => each.rule === rule)).map((rule) => ({ name: rule.match, cards: [], rule, n: 0 }));
}

/** In a row, spots that are there from the beginning come first, so that a later one pushes nothing. */
const markedFirst = (spots) => [...spots.filter(({ rule }) => rule.empty), ...spots.filter(({ rule }) => !rule.empty)];

function boardSpot({ name, cards, rule, n }) {
  return { name, cards, at: spotAt(rule, Math.max(n - 1, 0)), run: rule.run, size: rule.size, zone: rule.zone, empty: rule.empty, named: rule.named };
}

function spotAt({ at, each, swing }, index) {
  if (!swing) return [at[0] + index * each[0], at[1] + index * each[1]];
  const angle = ((index - 3) * each[0] * Math.PI) / 180;
  return [CENTRE[0] + swing * Math.sin(angle), CENTRE[1] + swing * Math.cos(angle)];
}

// -- places ------------------------------------------------------------------------------------------------------------

function placeOf(model, layout, sorted, seat, slot, mySeats) {
  const { state, you, table } = model;
  const row = state.seats.find((each) => each.seat === seat) ?? null;
  const at = state.places.filter((each) => each.seat === seat);
  const own = at.find((each) => each.place === String(seat));
  const mine = mySeats.includes(seat);
  const banks = state.bank?.seat === seat;
  return {
    seat, slot, row, mine, banks,
    name: row?.name ?? "",
    stack: row?.stack ?? 0,
    maySit: !row && !mySeats.length && isOpen(state),
    mayAdd: !row && mayPlayMore(model, seat, mySeats),
    turn: isTurn(state, seat, banks),
    folded: Boolean(own?.folded),
    posted: banks ? state.bank.posted : null,
    bankTurn: banks && table.posted?.some((each) => each.key === "bank-hands") ? state.bank.turn : 0,
    button: state.button === seat,
    action: state.action?.seat === seat,
    offered: state.offered === seat,
    hands: handsOf(layout, sorted, seat, slot, Boolean(own?.folded)),
    held: heldOf(layout, sorted, seat),
    bets: betsOf(state, layout, seat, slot, own),
    behind: behindOf(state, seat, slot),
    net: netOf(state, seat),
    result: state.phase === "settled" && Boolean(row),
    you: mine && you.person === row?.person,
  };
}

const isOpen = ({ phase }) => phase !== "closed" && phase !== "closing";

/** True if a seated person may play one more hand at a free seat: the table limits their number, and may want them side by side. */
export function mayPlayMore({ table, state }, seat, mySeats) {
  if (!mySeats.length || mySeats.length >= table.hands || !isOpen(state)) return false;
  return !table.hands_adjacent || mySeats.some((each) => [1, table.positions - 1].includes(Math.abs(each - seat)));
}

function isTurn(state, seat, banks) {
  const asked = state.phase === "playing" || state.phase === "closing" || state.phase === "offering";
  return asked && state.waiting.some((name) => seatOf(name) === seat || (banks && name === "bank"));
}

/** The cards at a place: its hand, and whatever else lies before it, packed into the room that it has. */
function handsOf(layout, sorted, seat, slot, folded) {
  const here = sorted.filter((each) => each.seat === seat && each.cards.length && (each.rule.zone === "hand" || each.rule.zone === "place"));
  const order = (each) => (each.rule.zone === "hand" ? 0 : each.rule.before ? -1 : each.n);
  const runs = here.filter((each) => layout.hands || each.rule.zone !== "hand").sort((a, b) => order(a) - order(b))
    .map((spot) => ({ spot, count: spot.cards.length, hidden: spot.cards.every((card) => card === "--") }));
  return packed(runs, slot.hand, layout.card).map(({ run: { spot }, at, size, step }) => ({
    name: spot.name, cards: spot.cards, own: spot.own, open: spot.cards.some((card) => card !== "--"), folded: folded && spot.rule.zone === "hand", at: turned(at, slot.turn, slot.hand.at), turn: slot.turn, size, step,
  }));
}

/** The number of cards that a seat holds, where a number tells it. */
function heldOf(layout, sorted, seat) {
  return layout.hands ? 0 : sorted.find((each) => each.seat === seat && each.rule.zone === "hand")?.cards.length ?? 0;
}

/** The chips on a place's circles. Of a group only the circle in play is drawn: the rest lies in the pot. */
function betsOf(state, layout, seat, slot, own) {
  const wagers = state.bets[String(seat)] ?? own?.wagers ?? {};
  const live = liveCircles(state, layout);
  return Object.entries(wagers)
    .filter(([circle, cents]) => cents > 0 && live(circle))
    .map(([circle, cents]) => ({ circle, cents, button: state.buttons?.[String(seat)]?.[circle] ?? "", at: slot.circles[circle] ?? slot.hand.at, turn: slot.turn }));
}

function liveCircles(state, layout) {
  const grouped = layout.circles.filter((each) => each.group && each.group !== "pot");
  const filled = grouped.filter((each) => state.places.some((one) => one.wagers[each.id] > 0)).at(-1);
  return (circle) => {
    const mark = layout.circles.find((each) => each.id === circle);
    return !mark?.group || mark.id === filled?.id;
  };
}

/** The pots: as the table names them, or what earlier circles of a group hold together. */
function potsOf(state, layout) {
  const named = Object.entries(state.pots).filter(([, cents]) => cents > 0).map(([name, cents]) => ({ name, cents }));
  if (named.length) return named;
  const live = liveCircles(state, layout);
  let gone = 0;
  for (const each of state.places) {
    for (const [circle, cents] of Object.entries(each.wagers)) if (!live(circle)) gone += cents;
  }
  return gone ? [{ name: "main pot", cents: gone }] : [];
}

/** Backline bets; where there are more than squares, the last one stands for the rest. */
function behindOf(state, seat, slot) {
  if (!slot.backline.length) return [];
  const places = [
    ...state.places.filter((each) => each.seat === seat && each.place.includes(".")).map((each) => [each.place, each.wagers]),
    ...Object.entries(state.bets).filter(([place]) => place.includes(".") && seatOf(place) === seat),
  ];
  const all = places.map(([place, wagers]) => ({ place, cents: Object.values(wagers).reduce((sum, cents) => sum + cents, 0), more: 0 })).filter((each) => each.cents > 0);
  const most = slot.backline.length, rest = all.splice(all.length > most ? most - 1 : most);
  if (rest.length) all.push({ place: rest[0].place, cents: rest.reduce((sum, each) => sum + each.cents, 0), more: rest.length });
  return all.map((each, index) => ({ ...each, at: slot.backline[index], turn: slot.turn }));
}

/** The net result of a seat in the round, or null. */
function netOf(state, seat) {
  return state.nets?.[String(seat)] ?? null;
}

/** The seats of people and of the bank, by the names that story lines give them. */
export function peopleOf({ seats, bank }) {
  const people = new Map(seats.map(({ person, seat }) => [person, `seat ${seat}`]));
  if (bank?.seat) people.set("bank", `seat ${bank.seat}`);
  return people;
}

// -- chips -------------------------------------------------------------------------------------------------------------

/**
 * True if a seated person, with nothing in play, has fewer chips than the bet that is asked for.
 * @param {import("../net/model.js").Model} model
 */
export function lacks({ state, mine, you, table }, seats) {
  if (!seats.length || inPlay(state, you, seats)) return false;
  if (!you.chips) return true;
  const offer = (mine.bets ?? []).find((each) => seats.includes(seatOf(each.place)));
  const needed = offer?.circles.filter((each) => each.required).reduce((sum, each) => sum + each.low, 0);
  return you.chips < (needed ?? (state.phase === "waiting" ? table.limits[0] : 0));
}

function inPlay(state, you, seats) {
  const own = (place) => !place.includes(".") && seats.includes(seatOf(place));
  if (Object.entries(state.bets).some(([place, wagers]) => own(place) && Object.keys(wagers).length)) return true;
  if (state.phase === "settled" || state.phase === "waiting") return false;
  return state.places.some((each) => own(each.place)) || (state.bank?.person === you.person && state.bank.posted > 0);
}
