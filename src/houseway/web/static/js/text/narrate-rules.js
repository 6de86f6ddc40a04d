// Changes of the posted rules in words: each value before and after.

import { choiceText, limitsName } from "./names.js";
import { sentence } from "./narrate-line.js";
import { label, listed, money, moneyShort, word } from "./i18n.js";

const NAMES = { limits: "story.sheet-limits", fee: "story.sheet-fee", bots: "bots", pace: "pace-of-play", time: "time-to-decide", hold: "minutes-held" };

/**
 * The host has posted another sheet.
 * @param {import("../wire.d.ts").SheetPosted} line
 */
export function posted(line) {
  const text = listed(line.changes.map((each) => word("story.sheet-change", { what: nameOf(each), ...valuesOf(each) })));
  return sentence(line, word("the-floor-who"), word("story.sheet", { round: line.round, text }));
}

/** @param {import("../wire.d.ts").SheetChange} change */
function nameOf({ what, name }) {
  if (what === "option") return label("option", name);
  if (what === "bonus") return label("jackpot", name);
  return what === "pay" ? name : word(NAMES[what] ?? what);
}

/** Both values in words; of two fees that read alike, as the middle of a schedule may differ, the schedules too. */
function valuesOf({ what, was, now }) {
  const said = { was: valueOf(what, was), now: valueOf(what, now) };
  if (what !== "fee" || said.was !== said.now) return said;
  return { was: `${said.was}, ${was.schedule}`, now: `${said.now}, ${now.schedule}` };
}

function valueOf(what, value) {
  if (value === null || value === undefined || value === "") return word("story.sheet-nothing");
  if (what === "option") return choiceText(value);
  if (what === "pace") return label("pace", value);
  if (what === "limits" && typeof value !== "string") return limitsName(value);
  if (what === "bonus") return termsOf(value);
  if (what === "fee") return word(value.low === value.high ? "story.sheet-fee-one" : "story.sheet-fee-range", { low: moneyShort(value.low), high: moneyShort(value.high), payer: label("payer-short", value.payer) });
  return String(value);
}

const termsOf = ({ fee = 0, award = [], share = 100 }) =>
  word("story.sheet-bonus", { fee: money(fee), award: award.length ? award.map(money).join(" / ") : word("story.sheet-nothing"), share });
