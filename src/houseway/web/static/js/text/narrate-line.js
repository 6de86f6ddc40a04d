// The parts of a told line, and helpers that lines of one step share.

import { isYou, nameOf } from "./names.js";
import { word } from "./i18n.js";

/** A told line; `says` is all of it, as it is spoken. */
export function sentence(line, who, text, { clauses, urgent = false } = {}) {
  const found = clauses ?? line.clauses ?? (line.clause ? [line.clause] : []);
  return { k: line.k, n: line.n, who, text, says: who ? word("story.says", { who, text }) : text, clauses: found, urgent };
}

/** A sentence about somebody: in the second person where that is you. */
export function about(line, one, key, facts, step, more) {
  const you = isYou(one, step.scene);
  const who = you ? word("you-who") : nameOf(one, step.scene);
  return sentence(line, who, word(key, { ...facts, you }), more);
}

/** The first of those that are alike tells all of them; the others are silent. */
export function once(step, key) {
  if (step.done.has(key)) return false;
  step.done.add(key);
  return true;
}

/** The place of the last decision of the step, or "". */
export const deciderOf = (step) => step.lines.findLast((line) => line.k === "decided")?.place ?? "";

/** A person within a sentence: by name, or "you". */
export const nameOrYou = (one, step) => (isYou(one, step.scene) ? word("you-whom") : nameOf(one, step.scene));
