// A proposal: what a host who is in the round wants to do, and the players' word on it.

import { decisionName, isYou } from "./names.js";
import { sentence } from "./narrate-line.js";
import { has, label, word } from "./i18n.js";

/** A proposal as a part of a sentence: "void the round: wrong count". */
export function deedName({ do: deed, place = "", decision = "", irregularity = "", reason = "" }) {
  const why = irregularity && has(`irregularity.${irregularity}`) ? word(`irregularity.${irregularity}`) : irregularity || reason;
  if (deed === "rule") return word("deed.rule", { place: label("place", place), decision: decision ? decisionName(decision) : "" });
  return word(why ? `deed.${deed}-for` : `deed.${deed}`, { reason: why });
}

/** The story's line about it. */
export function proposed(line, step) {
  const you = isYou(line.person, step.scene), deed = deedName(line);
  if (line.word === "done") return sentence(line, word("the-floor-who"), word("story.floor-done", { deed }));
  const who = you ? word("you-who") : line.name;
  return sentence(line, who, word(`story.floor-${line.word}`, { deed, you }), { urgent: line.word === "proposed" && !you });
}

/** What stands before the buttons, which are too small for it: who wants to do what; empty for everybody else. */
export function proposalSays({ state: { proposal }, mine, you }) {
  if (!proposal || !(mine.agree || proposal.person === you.person)) return "";
  const deed = deedName(proposal);
  return mine.agree ? word("proposal-asks", { name: proposal.name, deed }) : word("proposal-waits", { deed });
}

/** The buttons that it asks for: of those whose word is missing, and of the host who may take it back. */
export function proposalRows({ state, mine, you }) {
  const { proposal, round } = state;
  if (!proposal) return [];
  const deed = deedName(proposal), vote = (yes) => ({ t: "agree", round, yes });
  if (mine.agree) return [["agree", { main: true, text: word("agree"), name: word("agree-to", { deed }), wish: vote(true) }], ["decline", { text: word("decline"), wish: vote(false) }]];
  return proposal.person === you.person ? [["decline", { text: word("withdraw-proposal"), name: word("withdraw-proposal-to", { deed }), wish: vote(false) }]] : [];
}
