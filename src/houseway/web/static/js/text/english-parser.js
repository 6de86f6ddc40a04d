// What the server says, it says in English. Here its sentences are taken apart, so that i18n.js can say
// the same in another language.

const NAMES = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
const CODES = "23456789TJQKA";
const CODE_OF = Object.fromEntries(NAMES.flatMap((name, at) => [[name, CODES[at]], [pluralOf(name), CODES[at]]]));
const NAME = NAMES.join("|");
const NUMBERS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"];
const SUITS = ["clubs", "diamonds", "hearts", "spades"];
const CARD = "(?:[2-9TJQKA][cdhs]|Jk)";
const SLOTS = {
  rank: `(${NAME})`,
  ranks: `(${NAMES.map(pluralOf).join("|")})`,
  list: `(an? (?:${NAME})|(?:${NAME})(?:, (?:${NAME}))* and (?:${NAME}))`,
  suit: `(${SUITS.join("|")})`,
  number: `(${NUMBERS.join("|")})`,
  cards: `(${CARD}(?: ${CARD})*)`,
  n: "([0-9]+)",
  m: "([0-9]+)",
  row: "(.+)",
  hand: "(an? .+?)",
};
const SLOT = /\{(([a-z]+)[0-9]?)\}/g;

function pluralOf(name) { return name === "six" ? "sixes" : `${name}s`; }

const escaped = (text) => text.replaceAll(/[.*+?^$()[\]|\\]/g, "\\$&");

/** A reader of one template, such as "a pair of {ranks}": the facts of a sentence that it makes, or null. */
function readerOf(template) {
  const names = [];
  const pattern = template.split(SLOT).map((part, at) => {
    if (at % 3 === 0) return escaped(part);
    if (at % 3 === 1) { names.push(part); return ""; }
    return SLOTS[part];
  });
  const whole = new RegExp(`^${pattern.join("")}$`);
  return (says) => {
    const found = whole.exec(says);
    return found && Object.fromEntries(names.map((name, at) => [name, found[at + 1]]));
  };
}

/** A reader of several templates by key: the key of the one that fits, with its facts, or null. */
export function readerOfAll(templates) {
  const readers = Object.entries(templates).map(([key, template]) => [key, readerOf(template)]);
  return (says) => {
    for (const [key, read] of readers) {
      const facts = read(says);
      if (facts) return { key, facts };
    }
    return null;
  };
}

/** The number of "three", and the suit of "spades" as a card has it: "s". */
export const numberOf = (name) => NUMBERS.indexOf(name) + 2;
export const suitOf = (name) => name[0];

/** The ranks of "a king" or "king, nine and four", each as a card has it: "K". */
export const ranksOf = (list) => list.split(/, | and | /).filter((name) => name in CODE_OF).map((name) => CODE_OF[name]);

// -- refusals ----------------------------------------------------------------------------------------------------------

const FACT = /\{(\w+)(?:\|(\w+))?\}/g;
const PLACES = [
  [/^(\d+)$/, "seat $1"], [/^(\d+)\.(\d+)$/, "seat $1 backline $2"], [/^(\w+)\/(\d+)$/, "seat $1, hand $2"], [/^(bank|house)$/, "the $1"],
];

function dollars(cents) {
  const whole = Math.trunc(Math.abs(cents) / 100), left = Math.abs(cents) % 100;
  return `${cents < 0 ? "-" : ""}${whole.toLocaleString("en-US")}.${String(left).padStart(2, "0")}`;
}

function titleOf(name) {
  if (name.endsWith(" low")) return `${titleOf(name.slice(0, -4))}, low`;
  const [pattern, title] = PLACES.find(([each]) => each.test(name)) ?? [/^.*$/, name];
  return name.replace(pattern, title);
}

function quoted(value) {
  if (Array.isArray(value)) return `[${value.map(quoted).join(", ")}]`;
  if (typeof value !== "string") return plain(value);
  if (value.includes("'") && !value.includes('"')) return `"${value}"`;
  return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function plain(value) {
  if (Array.isArray(value)) return value.join(", ");
  return value === true ? "True" : value === false ? "False" : String(value);
}

const FORMS = {
  money: dollars, quoted,
  place: (name) => titleOf(String(name)),
  cards: (count) => (count === 1 ? "1 card" : `${count} cards`),
};

/** The English sentence that the facts make of a form; null where a fact is missing. */
export function said(form, facts) {
  let whole = true;
  const text = form.replace(FACT, (_, name, how) => {
    const value = facts[name];
    if (value === undefined || value === null) whole = false;
    else return how ? FORMS[how](value) : plain(value);
    return "";
  });
  return whole ? text : null;
}
