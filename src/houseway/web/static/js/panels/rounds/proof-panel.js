// The seal: what this browser has proved of a round, claim by claim, and what it could not prove.

import { keyed, make, svg, write } from "../../dom/dom.js";
import { icon, showIcon } from "../../dom/icons.js";
import { plainNote } from "./plain-http-note.js";
import { prove } from "../../fairness/verify-round.js";
import { word } from "../../text/i18n.js";

const SIGNS = { true: "tick", false: "warn", null: "push" };

/** A panel of paper that says what a round proves; `show(round)` works it out. */
export class Seal {
  #node = make("section", { class: "seal" });
  #ring = svg("svg", { viewBox: "0 0 56 56", class: "ring-mark", "aria-hidden": "true" },
    svg("circle", { cx: 28, cy: 28, r: 26.5, class: "dots" }), svg("circle", { cx: 28, cy: 28, r: 21.5, class: "disc" }), svg("path", { class: "tick" }));
  #head = make("span", { role: "status" });
  #line = make("p", { class: "note" });
  #claims = make("ul", { class: "claims" });
  #hash = make("p", { class: "hash", lang: "en" });

  constructor(parent) {
    this.#node.append(make("div", { class: "sealed" }, this.#ring, make("div", {}, make("h2", {}, this.#head), this.#line)), this.#claims, this.#hash);
    write(this.#head, {}, word("proving"));
    parent.append(this.#node);
  }

  /** Shows the proof of the round and returns its document. */
  async show(round) {
    const { document, ok, claims: all } = await prove(round);
    const claims = all.filter((each) => !beside(each, all));
    const proved = claims.filter((each) => each.proved).length, wrong = claims.some((each) => each.proved === false);
    const state = ok ? "yes" : wrong ? "no" : "open";
    write(this.#node, { "data-seal": state });
    write(this.#head, {}, word({ yes: "verified", no: "not-verified", open: "proof-open" }[state]));
    write(this.#line, {}, word("proofs-of", { n: claims.length, proved }));
    write(this.#ring.lastChild, { d: { yes: "M18 28.5L25 35.5 38.5 21", no: "M20 20L36 36M36 20L20 36", open: "M19 28H37" }[state] });
    keyed(this.#claims, claimNode, claims.map((each) => [each.claim, each]), showClaim);
    if (!isSecureContext && !this.#node.querySelector("[data-plain]")) this.#hash.before(make("p", {}, plainNote(round)));
    write(this.#hash, { hidden: !document.fair }, document.fair ? `sha256 ${document.fair.commit}` : "");
    return document;
  }
}

/** Cards are proved by the seed or one by one: where one way has proved them, the other is not missed. */
function beside({ claim, proved }, all) {
  const other = { cards: "openings", openings: "cards" }[claim];
  return proved === null && all.some((each) => each.claim === other && each.proved);
}

const claimNode = () => make("li", {}, icon("tick"), make("span"));

function showClaim(node, { claim, proved, why, facts }) {
  write(node, { "data-claim": claim, "data-proved": String(proved) });
  showIcon(node.firstChild, SIGNS[proved]);
  write(node.firstChild, { "aria-hidden": null, role: "img", "aria-label": word({ true: "proved", false: "disproved", null: "not-proved" }[proved]) });
  write(node.lastChild, {}, word(`proof.${why}`, facts));
}
