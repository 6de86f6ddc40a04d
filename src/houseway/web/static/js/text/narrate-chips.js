// Chips in words: what went where, what was paid, and what the round was to you.

import { isYou } from "./names.js";
import { about, deciderOf, nameOrYou, once, sentence } from "./narrate-line.js";
import { has, keyFor, label, word } from "./i18n.js";

const PLURAL = 3;                                           // from so many alike on, they are told as one

const accountOf = (text) => { const [kind, ...rest] = text.split(" "); return [kind, rest.join(" ")]; };

/**
 * Chips that moved: what nothing else tells, a bet, a blind, a bank that goes home.
 * @param {import("../wire.d.ts").ChipsMoved} line
 */
export function chips(line, step) {
  const [from, payer] = accountOf(line.from), [to, payee] = accountOf(line.to);
  const route = ROUTES[`${from} ${to}`];
  return route ? route(line, step, payer, payee) : null;
}

const ROUTES = {
  "cage player": (line, step, payer) => about(line, payer, line.later ? "story.brings-later" : "story.brings", { cents: line.cents }, step),
  "player cage": (line, step, payer) => (step.lines.some((each) => each.k === "left" && each.person === payer) || step.kinds.has("closed") ? null // told by name
    : about(line, payer, "story.takes-away", { cents: line.cents }, step)),
  "player circle": betOn,
  "circle player": (line, step, payer, payee) => (step.kinds.has("paid") || step.kinds.has("void") ? null
    : about(line, payee, "story.takes-bet-back", { cents: line.cents, wager: circleOf(payer) }, step)),
  "player player": handedOver,
  "bank player": bankBack, "bank's player": bankBack,
  "box player": (line, step, payer, payee) => (step.kinds.has("void") ? null
    : about(line, payee, "story.fee-back", { cents: line.cents }, step)),
  "house jackpot": (line, step, payer, payee) =>
    sentence(line, word("the-house"), word("story.raises-jackpot", { pool: payee, cents: line.cents })),
};

const circleOf = (account) => account.slice(account.indexOf(" ") + 1);

/** Chips onto circles without a decision: bets before the deal, blinds, tops. With the deal, what was bet is not told again. */
function betOn(line, step, payer, payee) {
  if (deciderOf(step) || (step.kinds.has("phase") && step.scene.state?.bank)) return null;
  const same = step.lines.filter((each) => each.k === "chips" && each.cents === line.cents && accountOf(each.to)[0] === "circle"
    && circleOf(accountOf(each.to)[1]) === circleOf(payee));
  const players = new Set(same.map((each) => each.from)), wager = circleOf(payee);
  const facts = { cents: line.cents, wager, n: players.size };
  if (players.size >= PLURAL) {
    return once(step, `bets ${wager} ${line.cents}`) ? sentence(line, "", word("story.everybody-bets", facts)) : null;
  }
  const posted = step.kinds.has("dealt") || !keyFor("wager", wager);
  return about(line, payer, posted ? "story.posts" : "story.bets", facts, step);
}

/** Payments between players: one sentence for a person whom several pay alike. */
function handedOver(line, step, payer, payee) {
  const same = step.lines.filter((each) =>
    each.k === "chips" && each.to === line.to && each.cents === line.cents && each.from.startsWith("player "));
  if (same.length < 2) return about(line, payer, "story.pays", { cents: line.cents, name: nameOrYou(payee, step) }, step);
  return once(step, `${line.to} ${line.cents}`) ? about(line, payee, "story.is-paid", { cents: line.cents, n: same.length }, step) : null;
}

/** The rest of a bank goes back to its holder. */
function bankBack(line, step, payer, payee) {
  if (step.scene.state?.bank?.person !== payee || step.kinds.has("void") || !once(step, "bank back")) return null;
  return about(line, payee, "story.bank-back", { cents: bankReturned(step, payee) }, step);
}

const bankReturned = (step, person) => step.lines
  .filter((each) => each.k === "chips" && each.from.startsWith("bank") && each.to === `player ${person}`)
  .reduce((sum, each) => sum + each.cents, 0);

/**
 * A fee, or all that are alike.
 * @param {import("../wire.d.ts").FeeTaken} line
 */
export function fee(line, step) {
  if (step.lines.some((each) => each.k === "paid" && each.place === line.from && each.commission === line.cents)) return null;
  const alike = step.lines.filter((each) => each.k === "fee" && each.cents === line.cents && each.pool === line.pool);
  const facts = { cents: Math.abs(line.cents), n: alike.length, pool: line.pool };
  const key = line.pool ? "story.pays-jackpot" : line.cents < 0 ? "story.fee-back" : "story.pays-fee";
  if (alike.length >= PLURAL && line.cents > 0) {
    return once(step, `fee ${line.cents} ${line.pool}`) ? sentence(line, word("the-table-who"), word("story.pays-fees", facts)) : null;
  }
  return about(line, line.from.replace(/^player /, ""), key, facts, step);
}

/**
 * A jackpot fell.
 * @param {import("../wire.d.ts").PrizeWon} line
 */
export const prize = (line, step) =>
  about(line, line.place, "story.wins-jackpot", { cents: line.cents, pool: line.pool }, step, { urgent: isYou(line.place, step.scene) });

// -- results ---------------------------------------------------------------------------------------------------------

/**
 * The result of a wager.
 * @param {import("../wire.d.ts").WagerPaid} line
 */
export function paid(line, step) {
  const pot = keyFor("pot", line.wager) !== "", { wager, odds, net, commission = 0 } = line;
  const key = `paid.${pot ? "pot-" : ""}${line.outcome}${odds ? "-odds" : ""}`;
  const facts = { wager, pot: label("pot", wager), odds, net, cents: line.returned ?? 0, commission };
  const own = keyFor("paid", `${wager}-${line.outcome}`);
  const told = about(line, line.place, own || key, facts, step);
  return commission ? sentence(line, told.who, word("paid.commission", { text: told.text, commission })) : told;
}

/**
 * The shares of a pot and their winners.
 * @param {import("../wire.d.ts").PotPushed} line
 */
export function pot(line, step) {
  return line.shares.filter(({ half }) => half !== "own").map(({ seat, half, cents, clauses }) =>
    about(line, seat, `story.pot-${half}`, { pot: label("pot", line.pot), cents }, step, { clauses }));
}

/** Your result of a finished round, with what decided it. */
export function result(step) {
  const own = step.scene.mine?.result;
  if (!own) return [];
  const text = [headline(own), ...reasons(own)].map(sentenceOf).join(word("between-sentences"));
  return [{ ...sentence({ k: "result", n: step.lines[0].n }, "", text, { urgent: true }), net: own.net }];
}

export const sentenceOf = (text) => word("sentence", { text: text.slice(0, 1).toUpperCase() + text.slice(1) });

const HEADS = { win: "you-win", lose: "you-lose", even: "you-are-even" };

/**
 * The verdict of your round.
 * @param {import("../wire.d.ts").OwnResult} own
 */
export const headline = ({ verdict, net, fees = 0 }) =>
  (HEADS[verdict] ? word(HEADS[verdict], { cents: Math.abs(net) }) : word(fees > 0 ? `you-${verdict}-fee` : `you-${verdict}`, { cents: fees }));

/**
 * Why it went so: the clause of the row that decided, and what is said beside it of any row.
 * @param {import("../wire.d.ts").OwnResult} own
 */
export function reasons({ rows = [], decides = -1, folded }) {
  const row = rows[decides];
  if (folded && (!row || row.outcome === "lose")) return [word("why.folded")];
  return row ? [...new Set([why(row, rows), ...rows.flatMap((each) => said("why-also", each))])].filter(Boolean) : [];
}

/** What a row is for, by the clauses that its script claimed. */
export function why(row, rows = [row]) {
  const cents = (kind) => Math.abs(rows.find((each) => each.kind === kind)?.cents ?? 0);
  if (row.kind.startsWith("bank")) return word("why.bank", { took: cents("bank-takes"), paid: cents("bank-pays") });
  return said("why", row)[0] ?? (has(`why.${row.kind}`) ? word(`why.${row.kind}`) : "");
}

/** A wager that went back without a decision is explained by nothing but that. */
const said = (kind, { clauses, outcome = "" }) => clauses
  .map((clause) => keyFor(kind, `${clause} ${outcome}`) || (outcome === "void" ? "" : keyFor(kind, clause))).filter(Boolean).map((key) => word(key));
