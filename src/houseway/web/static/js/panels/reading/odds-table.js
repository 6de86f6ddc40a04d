// The odds of a game as printed: every wager's edge as an exact fraction, and how the game is best played.

import { make } from "../../dom/dom.js";
import { decimalOf, fractionOf, fractionText, percentOf } from "../../text/fractions.js";
import { wide } from "./rulebook-sections.js";
import { label, number, word } from "../../text/i18n.js";

/** All that is known of the odds, or an honest word that nothing is. */
export function oddsPart({ odds, answer }) {
  if (odds !== "exact") {
    const key = { counting: "odds-are-counted", unsolved: "odds-unsolved", "nobody-banks": "odds-nobody-banks" }[odds];
    return [make("p", { role: "status", "data-odds": odds }, word(key))];
  }
  const stakes = Object.entries(answer.wagers).filter(([, wager]) => !wager.unit);
  return [
    make("p", { class: "note" }, word("odds-line")),
    edges(stakes.filter(([, wager]) => !wager.brief), word("every-wager")),
    ...edgesApart(stakes.filter(([, wager]) => wager.brief)),
    ...(answer.base ? bestPlay(answer.base) : []),
    ...notesOf(answer),
  ];
}

function edges(wagers, caption) {
  const heads = ["column-wager", "column-edge", "column-wins"].map((key) => make("th", { scope: "col" }, word(key)));
  const rows = wagers.map(([name, wager]) => make("tr", { "data-wager": name },
    make("th", { scope: "row" }, wagerName(name, wager)),
    make("td", {}, make("b", { class: wager.player_has_the_edge ? "players" : null }, edgeText(wager)), exactly(wager.expectation)),
    make("td", {}, percentOf(winning(wager)))));
  return wide(caption, make("table", { class: "odds-table" },
    make("caption", {}, caption), make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows)));
}

/** The same as the fraction that it is; a long one may break at its stroke. */
function exactly(expectation) {
  const [num, den] = fractionText(expectation, true).split("/");
  return make("small", { class: "fraction" }, num, ...(den ? ["/", make("wbr"), den] : []));
}

const edgesApart = (wagers) => wagers.length ? [make("details", {}, make("summary", {}, word("more-wagers")), edges(wagers, word("more-wagers")))] : [];

function wagerName(name, wager) {
  const [own, ...rest] = name.split(": ");
  const said = [label("wager", own), ...rest].join(": ");
  return wager.part_of ? word("part-of", { wager: said, of: label("wager", wager.part_of) }) : said;
}

const edgeText = (wager) => (wager.player_has_the_edge ? word("players-edge", { share: percentOf(wager.expectation) }) : percentOf(wager.expectation, true));

/** The part of the deals that wins anything. */
function winning({ total, outcomes, pays }) {
  const won = Object.entries(outcomes).filter(([name]) => fractionOf(pays[name])[0] > 0n).reduce((sum, [, count]) => sum + BigInt(count), 0n);
  return `${won}/${total}`;
}

// -- how to play it ---------------------------------------------------------------------------------------------------

function bestPlay(base) {
  const { strategy } = base;
  const facts = [
    [word("element-of-risk"), percentOf(riskOf(base), true)],
    [word("average-wager", { wager: label("wager", base.wager) }), decimalOf(base.average_wager, 3)],
    [word("standard-deviation"), number(Math.round(base.sd * 1000) / 1000)],
    ...Object.entries(base.decisions).map(([name, each]) => [name, percentOf(`${each.count}/${each.total}`)]),
  ];
  return [
    make("h3", {}, word("best-play")),
    make("p", { lang: "en" }, `${strategy.says.slice(0, 1).toUpperCase()}${strategy.says.slice(1)}`),
    chart(strategy),
    make("p", { class: "note" }, costOf(strategy)),
    ...(strategy.note ? [make("p", { class: "note", lang: "en" }, forReaders(strategy.note))] : []),
    make("dl", { class: "figures" }, ...facts.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value)))),
  ];
}

/** The edge of all that is staked: the expectation divided by the average wager. */
function riskOf({ expectation, average_wager: average }) {
  const [num, den] = fractionOf(expectation), [staked, of] = fractionOf(average);
  return `${num * of}/${den * staked}`;
}

function chart({ columns, rows }) {
  const short = rows.every((row) => row.slice(1).every((cell) => cell.length <= 3));
  const kinds = short ? [...new Set(rows.flatMap((row) => row.slice(1)))] : []; // each has a tint, and its letters beside it
  return wide(word("best-play"), make("table", { class: short ? "chart-table" : "plan-table", lang: "en" },
    make("thead", {}, make("tr", {}, ...columns.map((column) => (column ? make("th", { scope: "col" }, column) : make("td"))))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell, index) =>
      (index ? make("td", { "data-tint": short ? kinds.indexOf(cell) % 6 : null }, cell) : make("th", { scope: "row" }, cell))))))));
}

function costOf({ cost }) {
  if (cost === null) return "";
  return fractionOf(cost)[0] === 0n ? word("chart-costs-nothing") : word("chart-costs", { share: percentOf(cost) });
}

/** A note of the lab without its pointers for programs and to documents. */
const forReaders = (note) => note.replaceAll(/ \((?:--json|docs\/[^)]*)\)/g, "");

function notesOf({ notes, method, wagers }) {
  const told = [...notes.filter((note) => !note.includes("--json")), ...Object.entries(wagers).filter(([, wager]) => wager.note).map(([name, wager]) => `${name}: ${wager.note}`)];
  return [
    ...(told.length ? [make("ul", { class: "notes", lang: "en" }, ...told.map((note) => make("li", {}, forReaders(note))))] : []),
    make("p", { class: "note" }, word("odds-method"), " ", make("span", { lang: "en" }, `${method}.`)),
  ];
}
