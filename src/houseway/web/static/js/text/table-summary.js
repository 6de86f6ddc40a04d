// The whole table in words, for whoever asks.

import { bankLine, choiceName, isYou, nameOf, ownerOf, turnName, wagersName } from "./names.js";
import { cardsName, label, listed, word } from "./i18n.js";

/** The table as it stands: the game's phase, the bank, your cards and turn, then who sits where with what. */
export function tellTable({ state, mine = {}, you, nameOf: named }) {
  const scene = { state, you, nameOf: named };
  const parts = [opening(state), bankLine(scene), ...yours(scene, mine), ...common(scene), ...seats(scene), waiting(scene)];
  return parts.filter(Boolean).join(word("between-sentences"));
}

function opening({ round, phase }) {
  return word("tell.opening", { round, phase });
}

/** Your cards, your chips and what you are asked. */
function yours({ state, you }, mine) {
  if (!you?.places?.length) return [word("watching")];
  const hands = Object.entries(mine.cards ?? {}).filter(([, cards]) => cards)
    .map(([spot, cards]) => word("tell.your-cards", { place: spot, cards }));
  const asks = (mine.asks ?? []).map((ask) =>
    word("tell.your-turn", { turn: turnName(ask, mine.asks), choices: ask.choices.map(choiceName) }));
  const bets = Object.entries(state.bets ?? {}).filter(([place]) => you.places.includes(place)).map(([, wagers]) => wagersName(wagers));
  return [...hands, ...asks, ...bets.filter((each) => each.length).map((each) => word("tell.your-bets", { bets: each })),
    word("tell.your-chips", { cents: you.chips })];
}

/** The common things: the board, pots, dice, the shoe. */
function common({ state }) {
  const spots = Object.entries(state.cards ?? {}).filter(([spot]) => !/\d/.test(spot) && spot.split(" ")[0] !== "bank" || spot === "bank");
  const open = spots.filter(([, cards]) => /[^-\s]/.test(cards)).map(([spot, cards]) => word("tell.spot", { spot, cards }));
  const pots = Object.entries(state.pots ?? {}).map(([pot, cents]) => word("pot-named", { pot: label("pot", pot), cents }));
  const dice = (state.dice ?? []).map((roll) => word("tell.dice", { dice: roll }));
  return [...open, ...(pots.length ? [word("tell.pots", { pots })] : []), ...dice];
}

/** Everybody but you: name, chips, what lies before them. */
function seats(scene) {
  return scene.state.seats.filter((row) => !isYou(row.person, scene)).map((row) => seat(scene, row));
}

function seat(scene, row) {
  const { state } = scene, place = String(row.seat);
  const shown = state.places.find((each) => each.place === place);
  const wagers = wagersName({ ...shown?.wagers, ...state.bets?.[place] });
  const cards = Object.entries(state.cards ?? {}).filter(([spot, text]) => ownerOf(spot) === place && /[^-\s]/.test(text))
    .map(([, text]) => cardsName(text));
  const marks = [
    shown?.folded && word("state-folded"), row.out && word("state-sits-out"), row.lost ? word("state-line-lost") : row.away && word("state-away"),
    state.button === row.seat && word("dealer-button"), state.action?.seat === row.seat && word("action-button"),
  ].filter(Boolean);
  const rest = [...marks, ...wagers, ...cards], facts = { seat: row.seat, name: row.name, cents: row.stack, rest };
  return word(rest.length ? "tell.seat" : "tell.seat-bare", facts);
}

function waiting(scene) {
  const others = (scene.state.waiting ?? []).filter((place) => !isYou(place, scene)).map((place) => nameOf(place, scene));
  return others.length ? word("tell.waiting", { names: listed([...new Set(others)]) }) : "";
}
