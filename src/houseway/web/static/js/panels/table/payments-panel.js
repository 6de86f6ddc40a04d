// Payments on paper: yours in full with their clauses, then the table's; and the pay tables that hold here.

import { showClauses } from "../../text/clause-tag.js";
import { keyed, make, write } from "../../dom/dom.js";
import { icon, showIcon } from "../../dom/icons.js";
import { signOf } from "../../board/seat-place.js";
import { why } from "../../text/narrate-chips.js";
import { label, money, moneySigned, word } from "../../text/i18n.js";

/** The table of payments in its parent. */
export class Payments {
  #node = make("section", { class: "payments", hidden: true });
  #round = make("small");
  #table = make("table", { class: "pays" });
  #body = make("tbody");
  #none = make("p", { class: "note" });
  #total = make("p", { class: "total" }, make("span"), make("b"));

  constructor(parent) {
    const heads = ["column-place", "column-wager", "column-outcome", "column-amount", "column-clause"];
    this.#table.append(make("thead", {}, make("tr", {}, ...heads.map((key) => make("th", { scope: "col" }, word(key))))), this.#body);
    write(this.#table, { "aria-label": word("payments") });
    this.#node.append(make("h2", {}, word("payments"), this.#round), this.#total, this.#table, this.#none);
    parent.append(this.#node);
  }

  /** @param {import("../../net/model.js").Model} model */
  show(model) {
    const { state } = model;
    const settled = state.phase === "settled";
    write(this.#node, { hidden: !settled });
    if (!settled) return;
    write(this.#round, {}, word("round-number", { n: state.round }));
    const { result } = model.mine, { person } = model.you;
    const own = (result?.rows ?? []).map((row) => ({ ...row, mine: true, name: "" }));
    const others = state.payments.filter((paid) => !result || paid.person !== person).map((paid) => ({ ...paid, kind: "wager", cents: paid.net, name: nameOf(state, paid) }));
    const rows = [...own, ...others].map((row, index, all) => [`${row.kind} ${row.place} ${row.wager} ${index}`, { ...row, again: index > 0 && all[index - 1].name === row.name }]);
    keyed(this.#body, rowNode, rows, showRow);
    write(this.#none, { hidden: rows.length > 0 }, word("no-payments"));
    const net = result?.net ?? 0;
    write(this.#total, { hidden: !result });
    write(this.#total.firstChild, {}, word(net > 0 ? "you-are-up" : net < 0 ? "you-are-down" : "you-are-even"));
    write(this.#total.lastChild, {}, moneySigned(net));
  }
}

/** Who had the wager, also where somebody else sits now. */
const nameOf = ({ seats, rail }, { person, place }) => [...seats, ...rail].find((each) => each.person === person)?.name ?? label("place", place);

const rowNode = () => make("tr", {}, make("th", { scope: "row" }), make("td"), make("td", {}, make("span", { class: "out" }, icon("push"), make("span"))), make("td"), make("td", { class: "tags" }));

function showRow(node, row) {
  const [place, wager, outcome, amount, tags] = node.children, [out] = outcome.children;
  write(node, { "data-net": row.kind === "wager" ? row.cents : null, "data-cents": row.cents, "data-clauses": row.clauses.join(" "), "data-mine": Boolean(row.mine), "data-again": row.again });
  write(place, {}, row.mine ? word("you") : row.name);
  write(wager, {}, titleOf(row));
  const sign = signOf(row.cents);
  write(out, { class: `out ${sign}` });
  showIcon(out.firstChild, sign);
  write(out.lastChild, {}, row.odds ? word("wins-at", { odds: row.odds }) : row.outcome ? label("outcome", row.outcome) : row.n && !row.place ? why(row) : "");
  write(amount, {}, moneySigned(row.cents));
  showClauses(tags, row.clauses, 3);
}

function titleOf({ kind, wager, staked = 0, cents, n = 1 }) {
  if (kind === "wager") return `${label("wager", wager)} ${money(staked)}`;
  return wager ? label("jackpot", wager) : word(`row.${kind}`, { n, cents: Math.abs(cents) / n });
}

const oddsOf = (num, den) => (den === 1 ? `${num}` : `${num}:${den}`);

/** The pay tables, complete, one below the other behind a word: nothing where there are none. */
export function printed(pays) {
  if (!pays.length) return [];
  const details = make("details", { class: "printed" }, make("summary", {}, word("pay-table")));
  for (const table of pays) {
    const rows = table.rows.map(([hand, num, den, pool]) => make("tr", {}, make("th", { scope: "row", lang: "en" }, hand), make("td", {}, pool ? word("and-the-jackpot", { odds: oddsOf(num, den) }) : oddsOf(num, den))));
    details.append(make("table", {}, make("caption", { lang: "en" }, table.title, " ", make("small", {}, table.unit)), make("tbody", {}, ...rows)));
  }
  return [make("section", {}, details)];
}
