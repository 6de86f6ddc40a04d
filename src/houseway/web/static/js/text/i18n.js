// Every word on the page by its key, in the reader's language. The server holds the catalogues.

const REGIONS = { en: "en-US", es: "es-US", zh: "zh-CN" };
const LISTS = { en: "en-GB" };                              // British lists have no comma before the last
const FACT = /\{([\w-]+)(?:\|([\w-]+))?\}/g;
const HIDDEN = "--", JOKER = "Jk", ENGLISH = "en", LANGUAGE = "language.";

let book = bookOf(ENGLISH, {});

function bookOf(lang, entries) {
  const region = regionOf(lang);
  const dollars = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" };
  return {
    lang, region, entries, refusals: null,
    plurals: new Intl.PluralRules(lang),
    list: new Intl.ListFormat(LISTS[lang] ?? lang, { type: "conjunction" }),
    number: new Intl.NumberFormat(region),
    percent: new Intl.NumberFormat(region, { style: "percent", maximumFractionDigits: 3 }),
    money: new Intl.NumberFormat(region, dollars),
    short: new Intl.NumberFormat(region, { ...dollars, trailingZeroDisplay: "stripIfInteger" }),
    signed: new Intl.NumberFormat(region, { ...dollars, signDisplay: "exceptZero" }),
  };
}

/** English is written as the contract says; others write amounts as this browser's reader is used to. */
function regionOf(lang) {
  const own = lang === ENGLISH ? [] : globalThis.navigator?.languages ?? [];
  return own.find((each) => each.startsWith(`${lang}-`)) ?? REGIONS[lang] ?? lang;
}

/** Loads the words of a language, with those of the game if there is one. The server names only languages that it has. */
export async function load(lang, game = "") {
  use(lang, await fetched(game ? `/api/games/${encodeURIComponent(game)}/words/${lang}` : `/api/words/${lang}`));
}

async function fetched(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** These are the words from now on, by key. */
export function use(lang, entries) {
  book = bookOf(lang, entries);
}

/** The language that is spoken. */
export const language = () => book.lang;

/** The languages of the house by code, each called as its own readers call it. */
export const languages = () => Object.fromEntries(
  Object.entries(book.entries).filter(([key]) => key.startsWith(LANGUAGE)).map(([key, name]) => [key.slice(LANGUAGE.length), name]));

/** The region that decides how numbers are written. */
export const region = () => book.region;

/** True if the catalogue has the key. */
export const has = (key) => Object.hasOwn(book.entries, key);

/** The word or sentence of the key, filled with the facts: in its plural form for the fact `n`, or as said to `you`. */
export function word(key, facts = {}) {
  const entry = book.entries[key];
  if (entry === undefined) return readable(key);
  return fill(typeof entry === "string" ? entry : formOf(entry, facts), facts);
}

function formOf(entry, { you, n }) {
  if (you && entry.you) return entry.you;
  return (n === undefined ? undefined : entry[book.plurals.select(n)]) ?? entry.other;
}

function fill(text, facts) {
  return text.replace(FACT, (whole, name, form) => {
    const value = facts[name];
    if (value === undefined || value === null) return form || !(name in facts) ? whole : "";
    return form ? formed(form, value) : plain(value);
  });
}

function plain(value) {
  if (Array.isArray(value)) return listed(value.map(plain));
  return typeof value === "number" ? book.number.format(value) : String(value);
}

const FORMS = {
  money, short: moneyShort, signed: moneySigned, card: cardName, cards: cardsName, percent, odds, number, rank, hand: nameText,
  list: (items) => listed(items.map(plain)),
  lower: (text) => lowered(plain(text)),
  ranks: (code) => word(`ranks.${code}`),
  "rank-list": (codes) => listed(codes.map(rank)),
  suit: (code) => word(`suit.${code}`),
};

/** A fact in one of the forms above, or by the name of its kind: `{wager|wager}`. */
function formed(form, value) {
  return FORMS[form] ? FORMS[form](value) : listed([value].flat().map((each) => label(form, each)));
}

const lowered = (text) => text.slice(0, 1).toLocaleLowerCase(book.lang) + text.slice(1);

/** An id as a person might read it, where no catalogue knows it. */
function readable(id) {
  const text = id.slice(id.indexOf(".") + 1).replaceAll(/[-_]/g, " ");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The name of a wager, a choice, a spot, an outcome, a phase, a pot or an option. */
export function label(kind, id) {
  const key = keyFor(kind, id);
  if (!key) return readable(`${kind}.${id}`);
  const [n, m] = (String(id).match(/\d+/g) ?? []).map(Number);
  return word(key, { n, m });
}

/** The key of a thing, by its id or by that of its like with other numbers; "" where there is none. */
export const keyFor = (kind, id) => [`${kind}.${keyOf(id)}`, `${kind}.${patternOf(id)}`].find(has) ?? "";

/** An id as catalogues have it: "side-pot-2" of "side pot 2", "royal-flush" of "Royal flush". */
const keyOf = (id) => String(id).toLowerCase().replaceAll(/[^\p{L}\p{N}./]+/gu, "-").replaceAll(/^-|-$/g, "");

/** The same for whatever number: "spread-#.#" of "spread 3.1". */
const patternOf = (id) => keyOf(id).replaceAll(/\d+/g, "#");

// -- amounts ---------------------------------------------------------------------------------------------------------

/** "$25.00". */
export function money(cents) { return minus(book.money.format(cents / 100)); }

/** "$25", as on cloth: cents only where there are some. */
export function moneyShort(cents) { return minus(book.short.format(cents / 100)); }

/** "+$25.00", "−$15.00", and "$0.00" without a sign. */
export function moneySigned(cents) { return minus(book.signed.format(cents / 100)); }

/** "2.125%" of a share of one. */
export function percent(share) { return minus(book.percent.format(share)); }

/** A number as the reader writes it. */
export function number(value) { return minus(book.number.format(value)); }

const minus = (text) => text.replace("-", "\u2212");        // a hyphen is no minus

function odds(text) {
  const [num, den] = text.split(" to ");
  return den === undefined ? text : word("odds", { num: Number(num), den: Number(den) });
}

/** "Ana, Ben and Cleo". */
export function listed(items) { return book.list.format(items); }

// -- cards -----------------------------------------------------------------------------------------------------------

/** "ace" of "A". */
function rank(code) { return word(`rank.${code}`); }

/** "ace of spades" of "As"; "face-down card" of "--". */
export function cardName(card) {
  if (card === HIDDEN || !card) return word("face-down-card");
  if (card === JOKER) return word("joker");
  return word("card", { rank: rank(card[0]), suit: word(`suit.${card[1]}`) });
}

/** Several cards in words; those that lie face down are counted. */
export function cardsName(text) {
  const cards = text.split(" ").filter(Boolean);
  const open = cards.filter((card) => card !== HIDDEN).map(cardName), n = cards.length - open.length;
  return listed(n ? [...open, word("face-down-cards", { n })] : open);
}

// -- hands -------------------------------------------------------------------------------------------------------------

/**
 * A hand as a dealer calls it in this language: by its name, or in the server's English where there is none.
 * @param {string} says
 * @param {import("../wire.d.ts").HandNameView} [name]
 */
export function handName(says, name) {
  return book.lang !== ENGLISH && name && isKnown(name) ? nameText(name) : says;
}

function nameText({ ladder, facts = {} }) { return word(`hand.${ladder}`, facts); }

/** True if this language has a text for the name and for each name within it. */
const isKnown = ({ ladder, facts = {} }) => has(`hand.${ladder}`) && Object.values(facts).every((each) => !each.ladder || isKnown(each));

// -- refusals ----------------------------------------------------------------------------------------------------------

/** Loads how refusals are said in this language, if the server answers. English is what the server says. */
export async function loadRefusals() {
  const { lang } = book;
  if (lang === ENGLISH || book.refusals) return;
  const forms = await fetched(`/api/words/${lang}/refusals`).catch(() => null);
  if (book.lang === lang) book.refusals = forms;
}

/**
 * The sentence of a refusal: its form in this language, filled with its facts, or the server's English.
 * @param {import("../wire.d.ts").Refused} refusal
 */
export function refusalText({ says, form = "", facts = {} }) {
  const text = book.lang === ENGLISH ? inWords(form, facts) : book.refusals?.[form];
  return text && isFilled(text, facts) ? fill(text, facts) : says;
}

const isFilled = (text, facts) => Array.from(text.matchAll(FACT)).every(([, name]) => (facts[name] ?? null) !== null);

/** English names a phase by its id. The page has words for it. */
const inWords = (form, { phase }) => (has(`table-is.${phase}`) ? form.replace("{phase}", "{phase|table-is}") : "");
