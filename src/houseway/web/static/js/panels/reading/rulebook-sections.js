// Sections of the rule book of a game. Its text stays in its own language, and is marked so.

import { clauseTag } from "../../text/clause-tag.js";
import { make, write } from "../../dom/dom.js";
import { choiceText } from "../../text/names.js";
import { label, listed, money, moneyShort, percent, word } from "../../text/i18n.js";

/** The steps of a round in their order, by the topics of the rule book; a game has those that it has. */
const STEPS = ["bank", "shuffle", "wagers", "blinds", "fees", "deal", "betting", "draw", "meld", "decisions", "setting", "action-button",
  "qualify", "showdown", "compare", "settle", "payout", "going-out", "rotation"];

const english = (tag, attributes, ...children) => make(tag, { lang: "en", ...attributes }, ...children);
/** The source of a rule: the place in the document, without the file name. */
const sourceOf = ({ source }) => source.replaceAll(/\S+\.txt(?: \/ )?/g, "").trim();
const tags = (ids) => make("span", { class: "tags" }, ...ids.map(clauseTag));
/** A table that may be wider than its leaf: then it can be scrolled, by keys too. */
export function wide(name, table) {
  const box = make("div", { class: "wide" }, table);
  new ResizeObserver(() => {
    const scrolls = box.scrollWidth > box.clientWidth;
    write(box, { tabindex: scrolls ? 0 : null, role: scrolls ? "region" : null, "aria-label": scrolls ? name : null });
  }).observe(box);
  return box;
}

function table(kind, caption, columns, rows) {
  const head = columns.length ? [make("thead", {}, make("tr", {}, ...columns.map((column) => make("th", { scope: "col" }, column))))] : [];
  return make("table", { class: kind }, ...(caption ? [make("caption", {}, caption)] : []), ...head, make("tbody", {}, ...rows.map((cells) =>
    make("tr", {}, ...cells.map((cell, index) => (index ? make("td", {}, cell) : make("th", { scope: "row" }, cell)))))));
}

// -- the game in short ------------------------------------------------------------------------------------------------

/** The summary of a game: seats, bankers and cards. */
export function summaryPart({ game }) {
  const { deck, seats, bankers } = game;
  const banks = bankers.length > 1 ? "house-or-player-banks" : bankers[0] === "house" ? "house-banks" : bankers.length ? "players-bank" : "nobody-banks";
  const facts = [
    [word("seats"), word(seats.includes_banker ? "seats-with-banker" : "seats-range", { low: seats.min, high: seats.max })],
    [word("the-bank"), word(banks)],
    [word("deck"), word("deck-line", { n: deck.packs, cards: deck.cards, jokers: deck.jokers })],
    ...(sourceOf(game) ? [[word("source"), make("span", { lang: "en" }, sourceOf(game))]] : []),
  ];
  return [english("p", { class: "summary" }, game.summary),
    make("dl", { class: "figures" }, ...facts.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))))];
}

/** The course of a round: the first clause of each step. */
export function roundPart({ clause: clauses }) {
  const steps = STEPS.map((topic) => clauses.find((each) => each.topic === topic)).filter(Boolean);
  return [make("ol", { class: "steps" }, ...steps.map((each) => make("li", {},
    make("b", {}, label("topic", each.topic)), english("p", {}, each.rule), clauseTag(each.id))))];
}

// -- wagers and what they pay -----------------------------------------------------------------------------------------

/** The circles of the game, and the tables by which they are paid: first those in use as printed. */
export function payTablesPart(page) {
  const paying = page.paytables.filter((each) => each.wager);
  const used = paying.filter((each) => each.in_use), others = paying.filter((each) => !each.in_use);
  return [
    ...(page.wager?.length ? [wagersTable(page.wager)] : []),
    make("div", { class: "paytables" }, ...used.map(payTable)),
    ...(others.length ? [make("details", {}, make("summary", {}, word("pay-tables-not-in-use", { n: others.length })),
      make("div", { class: "paytables" }, ...others.map(payTable)))] : []),
  ];
}

function wagersTable(wagers) {
  const columns = ["column-circle", "column-when", "column-least", "column-most"].map((key) => word(key));
  const rows = wagers.map((each) => [make("span", {}, english("b", {}, each.title), " ", make("small", {}, word(each.required ? "required" : "optional"))),
    english("span", {}, each.when), english("span", {}, each.min_rule), english("span", {}, each.max_rule)]);
  return wide(word("wagers"), table("wager-table", word("wagers"), columns, rows));
}

function payTable(each) {
  const rows = each.rows.map((row) => [english("span", {}, row.label), oddsText(row.odds, each.unit)]);
  const node = table("pay-table", english("span", {}, each.title), [], rows);
  const needs = Object.entries(each.needs).map(([option, value]) => `${label("option", option)}: ${choiceText(value)}`);
  const note = [each.in_use ? "" : word("in-use-with", { options: listed(needs) })].filter(Boolean);
  return make("div", {}, node, ...note.map((text) => make("p", { class: "note" }, text)), ...(each.note ? [english("p", { class: "note" }, each.note)] : []));
}

function oddsText(odds, unit) {
  const [num, den] = odds.split(":").map(Number);
  if (unit.includes("$")) return moneyShort((num * 100) / den);
  if (!unit.startsWith("to 1")) return den === 1 ? String(num) : `${num}/${den}`;
  return word("odds", { num, den });
}

/** The kinds of hands, best first. */
export function ranksPart({ hand_rank: ranks = [] }) {
  return ranks.map((rank) => make("div", {},
    table("rank-table", english("span", {}, rank.title), [word("column-hand"), word("column-between-two")],
      rank.order.map((each) => [english("span", {}, each.hand ?? each[0]), english("span", {}, each.ties ?? each[1])])),
    ...(rank.note ? [english("p", { class: "note" }, rank.note)] : [])));
}

// -- the clauses ------------------------------------------------------------------------------------------------------

/** Clauses by topic, each under its id. */
export function clausesPart(clauses, examples = []) {
  const topics = Map.groupBy(clauses, (each) => each.topic);
  return [...topics].map(([topic, found]) => make("section", { class: "topic" },
    make("h3", {}, label("topic", topic)), ...found.map((each) => clauseNode(each, examples.filter((one) => one.clauses.includes(each.id))))));
}

function clauseNode(clause, examples) {
  const part = (key, text) => (text ? [make("p", { class: "more" }, make("b", {}, word(key)), " ", english("span", {}, text))] : []);
  return make("article", { class: "rule-text", id: clause.id, tabindex: -1, "aria-labelledby": `${clause.id}-id` },
    make("a", { class: "clause-id", id: `${clause.id}-id`, href: `#${clause.id}` }, clause.id),
    make("div", { class: "rule-body" }, english("p", { class: "rule" }, clause.rule), ...part("clause-ruling", clause.ruling), ...part("example", clause.example), ...part("physical", clause.physical),
    ...examples.map((each) => make("p", { class: "more" }, make("b", {}, word("example")), " ", english("span", {}, `${each.setup} `), english("i", {}, each.expected))),
    ...(sourceOf(clause) ? [make("p", { class: "source" }, word("clause-source"), " ", english("span", {}, sourceOf(clause)))] : [])));
}

// -- what a room may choose and charge --------------------------------------------------------------------------------

/** Every option with its choices; which of them give the player the edge is said. */
export function optionsPart({ options }) {
  return [make("dl", { class: "choices" }, ...options.map((option) => make("div", {},
    make("dt", {}, label("option", option.id), " ", tags(option.clauses)),
    make("dd", {}, ...choicesOf(option), ...(option.note ? [english("p", { class: "note" }, option.note)] : []),
      ...option.favours.map((each) => make("p", { class: "favours" },
        word("favours-the-player", { choice: choiceText(each.choice), share: percent(each.gain), wager: label("wager", each.wager) })))))))];
}

function choicesOf({ choices, also, default: usual }) {
  if (also) return [make("p", {}, make("b", {}, choiceText(usual)), " ", english("span", {}, `(${also})`))];
  return [make("ul", {}, ...choices.map((value) => make("li", {}, value === usual ? make("b", {}, word("choice-printed", { choice: choiceText(value) })) : choiceText(value))))];
}

/** The collection schedules: limits, and what is taken from whom. */
export function feesPart({ schedules }) {
  const posted = schedules.some((each) => each.blinds);
  const rows = schedules.map((each) => [each.id, english("span", { class: "whole" }, each.text),
    ...(posted ? [each.blinds ? each.blinds.map(moneyShort).join(" / ") : ""] : []), label("payer", each.payer), feesOf(each)]);
  const columns = ["column-schedule", "column-limits", ...(posted ? ["column-blinds"] : []), "column-paid-by", "column-fee"].map((key) => word(key));
  return [wide(word("schedule"), table("fee-table", "", columns, rows))];
}

function feesOf({ brackets, flat, above }) {
  const parts = brackets.map(({ low, high, fee }) => (high === null
    ? word("fee-from", { low: moneyShort(low), fee: money(fee) }) : word("fee-up-to", { high: moneyShort(high), fee: money(fee) })));
  if (above !== null) parts.push(word("fee-above", { fee: money(above) }));
  return [...parts, ...flat.map((each) => word("fee-flat", { fee: money(each.fee_cents), per: label("fee-per", each.per), when: each.when === "always" ? "" : label("fee-when", each.when) }).trim())].join("; ");
}

/** The owner of the game, and the approval of the regulator. */
export function ownerPart({ approvals, owner }) {
  const parts = approvals.map((each) => english("p", {}, `${each.authority}, ${each.bgc_id} (${each.bgc_date}): ${each.covers}.`));
  if (owner) {
    const marks = [...(owner.marks ?? []), owner.edition, owner.contact].filter(Boolean).join("; ");
    parts.push(make("p", {}, make("b", {}, owner.name), " ", english("span", {}, `${marks ? `(${marks}) ` : ""}${owner.notice} ${owner.request ?? ""}`), " ", tags(owner.clauses ?? [])));
  }
  return parts;
}
