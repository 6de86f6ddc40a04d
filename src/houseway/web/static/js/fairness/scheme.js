// `houseway-fair-1` a second time, by WebCrypto alone where the browser has it: how a seed and words become a deck and dice.
// The scheme is written down in docs/fairness.md; nothing of the house's own code has a part in this.

import { hashed, signed } from "./sha256.js";

const DRAW = "draw ";
const LINKED = ["scheme", "table", "round", "commit", "words", "root", "reshuffled", "laid", "void", "prev"];

// -- bytes ----------------------------------------------------------------------------------------------------------

const coder = new TextEncoder();
/** Bytes as hex digits. */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes of hex digits; null for anything else. */
export function unhex(text) {
  if (typeof text !== "string" || text.length % 2 || !/^[0-9a-f]*$/i.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

/** The SHA-256 of bytes, as bytes. */
export const sha256 = async (bytes) => (crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : hashed(bytes));

/** HMAC-SHA256 under one key, as a function of a text. */
async function macs(bytes) {
  if (!crypto.subtle) return async (text) => signed(bytes, coder.encode(text));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (text) => new Uint8Array(await crypto.subtle.sign("HMAC", key, coder.encode(text)));
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

// -- the scheme -----------------------------------------------------------------------------------------------------

/** The commitment to a seed, shown before anybody bets. */
export const commitOf = async (seed) => hex(await sha256(seed));

/** `[place, words]` by the text of the place. */
const sortedWords = (words) => Object.keys(words).sort().map((place) => [place, words[place]]);

/** The key of a round, as a function that authenticates texts. */
export async function keyOf(fair) {
  const mac = await macs(unhex(fair.seed));
  return macs(await mac(JSON.stringify([fair.table, fair.round, sortedWords(fair.words)])));
}

/** Numbers of 32 bits without end: blocks of eight, asked for as they are needed. */
export function stream(key, label) {
  let block = null, at = 32, counter = 0;
  return async () => {
    if (at === 32) [block, at] = [new DataView((await key(`${label}/${counter++}`)).buffer), 0];
    at += 4;
    return block.getUint32(at - 4);
  };
}

/** A number below `count`, each as likely as the others. */
export async function below(next, count) {
  if (count < 2) return 0;
  const bits = 32 - Math.clz32(count - 1), mask = bits === 32 ? 0xffffffff : 2 ** bits - 1;
  for (;;) {
    const number = ((await next()) & mask) >>> 0;
    if (number < count) return number;
  }
}

/** The cards sorted by their text and mixed from the end; the first is dealt first. */
export async function shuffled(key, label, cards) {
  const deck = [...cards].sort(), next = stream(key, label);
  for (let last = deck.length - 1; last > 0; last--) {
    const index = await below(next, last + 1);
    [deck[index], deck[last]] = [deck[last], deck[index]];
  }
  return deck;
}

/** The commitment to one card: the hash of its salt and its text. */
export const leafOf = (salt, card) => sha256(joined([salt, coder.encode(card)]));

/** The commitment to every card of an epoch's deck. */
export async function rootOf(key, epoch, deck) {
  const leaves = await Promise.all(deck.map(async (card, i) => leafOf(await key(`salt/${epoch}/${i}`), card)));
  return hex(await sha256(joined(leaves)));
}

/** The hash that the next round of the table names as `prev`. */
export async function linkOf(fair) {
  const facts = LINKED.map((name) => (name === "words" ? sortedWords(fair.words) : fair[name] ?? null));
  if (fair.next) facts.push(fair.next);
  return hex(await sha256(coder.encode(JSON.stringify(facts))));
}

// -- dealing again --------------------------------------------------------------------------------------------------

/** Every card and die of a round out of its key: `cards` by spot, the roots of its decks, and the dice. */
export async function dealt(key, order, rolls) {
  const shoe = order.shoe.split(" "), out = [], spots = {}, draws = { deck: null, cards: [] };
  let deck = await shuffled(key, "deck/0", shoe), left = 0;
  const roots = [await rootOf(key, 0, deck)];
  for (const deal of order.deals) {
    if (deal.spot.startsWith(DRAW)) {
      draws.deck ??= (await shuffled(key, "draw", shoe)).values();
      const cards = Array.from({ length: deal.count }, () => draws.deck.next().value);
      out.push(...cards.map((card) => ({ card, drawn: true })));
      (spots[deal.spot] ??= []).push(...cards);
      continue;
    }
    const back = [...(deal.back ?? []).map((number) => out[number]).filter((each) => !each.drawn).map((each) => each.card),
      ...(deal.tray ? deal.tray.split(" ") : [])];
    if (back.length) {                                       // cards that were drawn for the button never left the deck
      deck = await shuffled(key, `deck/${roots.length}`, [...deck.slice(left), ...back]);
      left = 0;
      roots.push(await rootOf(key, roots.length, deck));
    }
    const cards = deck.slice(left, (left += deal.count));
    out.push(...cards.map((card) => ({ card, drawn: false })));
    (spots[deal.spot] ??= []).push(...cards);
  }
  return { cards: spots, roots, dice: await rolled(key, rolls) };
}

async function rolled(key, rolls) {
  const next = stream(key, "dice"), dice = [];
  for (const faces of rolls) {
    const roll = [];
    for (let die = 0; die < faces.length; die++) roll.push((await below(next, 6)) + 1);
    dice.push(roll);
  }
  return dice;
}
