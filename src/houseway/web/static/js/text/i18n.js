// Every word on the page by its key, in the reader's language; the catalogues are the server's.

import { numberOf, ranksOf, readerOfAll, said, suitOf } from "./english-parser.js";

/** The languages of the house, each called as its own readers call it. */
export const languages = { en: "English", es: "Español", zh: "简体中文" };

const REGIONS = { en: "en-US", es: "es-US", zh: "zh-CN" };
const LISTS = { en: "en-GB", es: "es", zh: "zh-CN" };       // British lists have no comma before the last
const FACT = /\{([\w-]+)(?:\|([\w-]+))?\}/g;
const SEVERAL = /, | or /;                                  // ids that the server has listed in a text
const HIDDEN = "--", JOKER = "Jk";

let book = bookOf("en", {});

function bookOf(lang, entries) {
  const region = regionOf(lang);
  const dollars = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" };
  return {
    lang, region, entries, phrases: null, refusals: null,
    plurals: new Intl.PluralRules(lang),
    list: new Intl.ListFormat(LISTS[lang], { type: "conjunction" }),
    number: new Intl.NumberFormat(region),
    percent: new Intl.NumberFormat(region, { style: "percent", maximumFractionDigits: 3 }),
    money: new Intl.NumberFormat(region, dollars),
    short: new Intl.NumberFormat(region, { ...dollars, trailingZeroDisplay: "stripIfInteger" }),
    signed: new Intl.NumberFormat(region, { ...dollars, signDisplay: "exceptZero" }),
  };
}

/** English is written as the contract says; others write amounts as this browser's reader is used to. */
function regionOf(lang) {
  const own = lang === "en" ? [] : globalThis.navigator?.languages ?? [];
  return own.find((each) => each.startsWith(`${lang}-`)) ?? REGIONS[lang];
}

/** The words of a language are here, with those of the game if there is one; a language nobody knows is English. */
export async function load(lang, game = "") {
  const known = Object.hasOwn(languages, lang) ? lang : "en";
  use(known, await fetched(game ? `/api/games/${encodeURIComponent(game)}/words/${known}` : `/api/words/${known}`));
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

/** Whose way of writing numbers it is. */
export const region = () => book.region;

/** Whether there is a word for the key. */
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
  money, short: moneyShort, signed: moneySigned, card: cardName, cards: cardsName, phrase, percent, odds,
  list: (items) => listed(items.map(plain)),
  lower: (text) => lowered(plain(text)),
  ranks: (name) => word(`ranks.${ranksOf(name)[0]}`),
};

/** A fact in one of the forms above, or by the name of its kind: `{wager|wager}`. */
function formed(form, value) {
  if (FORMS[form]) return FORMS[form](value);
  const ids = Array.isArray(value) ? value : keyFor(form, value) ? [value] : String(value).split(SEVERAL);
  return listed(ids.map((each) => label(form, each)));
}

const lowered = (text) => text.slice(0, 1).toLocaleLowerCase(book.lang) + text.slice(1);

/** An id as a person might read it, where no catalogue knows it. */
function readable(id) {
  const text = id.slice(id.indexOf(".") + 1).replaceAll(/[-_]/g, " ");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** What a wager, a choice, a spot, an outcome, a phase, a pot or an option is called. */
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

/** "ace of spades" of "As"; "face-down card" of "--". */
export function cardName(card) {
  if (card === HIDDEN || !card) return word("face-down-card");
  if (card === JOKER) return word("joker");
  return word("card", { rank: word(`rank.${card[0]}`), suit: word(`suit.${card[1]}`) });
}

/** Several cards in words; those that lie face down are counted. */
export function cardsName(text) {
  const cards = text.split(" ").filter(Boolean);
  const open = cards.filter((card) => card !== HIDDEN).map(cardName), n = cards.length - open.length;
  return listed(n ? [...open, word("face-down-cards", { n })] : open);
}

// -- what the server says in English ----------------------------------------------------------------------------------

const SAYS = "says.";                                       // English templates of hands, beside those of the language

/** A hand as a dealer calls it in this language, made of what the server says of it in English. */
export function phrase(says) {
  if (book.lang === "en") return says;
  book.phrases ??= readerOfAll(Object.fromEntries(
    Object.keys(book.entries).filter((key) => key.startsWith(SAYS)).map((key) => [key.slice(SAYS.length), book.entries[key]])));
  const read = book.phrases(says);
  return read ? word(read.key, Object.fromEntries(Object.entries(read.facts).map(([name, text]) => [name, slot(name, text)]))) : says;
}

const READ = {
  rank: (text) => word(`rank.${ranksOf(text)[0]}`),
  ranks: (text) => word(`ranks.${ranksOf(text)[0]}`),
  list: (text) => listed(ranksOf(text).map((code) => word(`rank.${code}`))),
  suit: (text) => word(`suit.${suitOf(text)}`),
  number: numberOf, n: Number, m: Number, cards: cardsName, hand: phrase,
  row: (text) => label("pays", text),
};

const slot = (name, text) => READ[name.replace(/\d$/, "")](text);

/** How refusals are said in this language is known afterwards, if the server answers; English has nothing to learn. */
export async function loadRefusals() {
  const { lang } = book;
  if (lang === "en" || book.refusals) return;
  const forms = await fetched(`/api/words/${lang}/refusals`).catch(() => null);
  if (book.lang === lang) book.refusals = forms;
}

/** Why something was refused, as one sentence: after `loadRefusals` in this language, or as the server says it. */
export function refusalText({ says, facts = {} }) {
  const forms = book.refusals ?? {};
  const form = Object.keys(forms).find((each) => said(each, facts) === says);
  return form ? fill(forms[form], facts) : inWords(says, facts);
}

/** English names a phase by its id, at the end: the page has words for it. */
function inWords(says, { phase }) {
  const known = book.lang === "en" && has(`table-is.${phase}`) && says.endsWith(` ${phase}`);
  return known ? says.slice(0, -phase.length) + word(`table-is.${phase}`) : says;
}
