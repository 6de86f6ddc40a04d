// The posted card, all of it: a row for each thing that the table displays, with the clause that says so.

import { clauseTag } from "../../text/clause-tag.js";
import { make } from "../../dom/dom.js";
import { choiceText, limitsName } from "../../text/names.js";
import { has, label, listed, moneyShort, word } from "../../text/i18n.js";

/**
 * The card is open over the table.
 * @param {import("../../net/model.js").Model} model
 */
export function openPlacard(model) {
  const dialog = make("dialog", { class: "placard", "aria-labelledby": "placard-title" });
  const close = make("button", { type: "button", class: "iconb close", "aria-label": word("close") }, "✕");
  close.addEventListener("click", () => dialog.close());
  dialog.append(make("h2", { id: "placard-title" }, word("posted-at-this-table"), close), make("ul", {}, ...rowsOf(model).map(rowNode)));
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const rowNode = ([text, clause]) => make("li", {}, make("p", {}, text), ...(clause ? [clauseTag(clause)] : []));

/** The posted rules as sentences, each with its clause. Differences from print come last. */
export function rowsOf({ table, state }) {
  const differs = "differs" in table ? table.differs : null;
  const rows = table.posted.filter((row) => differs === null || row.key !== "option").flatMap((row) => textsOf(row, state).map((text) => [text, row.clause]));
  return [...rows, ...(differs ?? []).map((each) => [differsText(each), each.clause])];
}

function textsOf({ key, facts = {} }, state) {
  if (!has(`posted.${key}`)) return []; // of a newer room
  return [word(`posted.${key}`, { ...facts, ...wordsOf(facts) }), ...(NOW[key]?.(facts, state) ?? [])].filter(Boolean);
}

/** Facts as they are said: sums as money, ids by their names. */
function wordsOf(facts) {
  const said = { limits: "low" in facts ? limitsName([facts.low, facts.high], facts.structure) : "" };
  for (const name of ["fee", "least", "small", "big", "seed", "low", "high"]) if (typeof facts[name] === "number") said[name] = moneyShort(facts[name]);
  for (const [name, kind] of [["wager", "wager"], ["pool", "jackpot"], ["payer", "payer"], ["button", "button"], ["option", "option"], ["row", "pays"], ["per", "fee-per"]]) {
    if (facts[name]) said[name] = label(kind, facts[name]);
  }
  if (facts.when) said.when = facts.when === "always" ? "" : label("fee-when", facts.when);
  if (facts.packs) said.packs = listed(facts.packs.map((each) => label("pack", each)));
  for (const name of ["posted", "printed"]) if (name in facts) said[name] = choiceText(facts[name]);
  return said;
}

/** The part of a row that is the table's present state. */
const NOW = {
  collection: ({ basis }) => (has(`fee-basis.${basis}`) ? [label("fee-basis", basis)] : []),
  "bank-hands": (_, { bank }) => (bank?.seat ? [word("posted.bank-hand", { n: bank.turn, hand: label("bank-hand", bank.turn) })] : []),
  jackpot: ({ pool, least, wager, row, fee }, { pools }) => [
    fee === undefined ? "" : word("posted.pool-fee", { fee: moneyShort(fee) }),
    pools[pool] === undefined ? "" : word("posted.meter", { pool: label("jackpot", pool), cents: moneyShort(pools[pool]) }),
    least === undefined ? "" : word("posted.qualifier", { least: moneyShort(least), wager: label("wager", wager), row: label("pays", row) })],
  packs: (_, { pack }) => (pack ? [word("posted.pack", { pack: label("pack", pack) })] : []),
};

function differsText({ kind, name, printed, posted }) {
  return word("posted.option", { option: label(kind === "option" ? "option" : "pays", name), posted: choiceText(String(posted)), printed: choiceText(String(printed)) });
}
