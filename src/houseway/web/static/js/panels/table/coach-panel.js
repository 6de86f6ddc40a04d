// The coach: what each choice costs, on tinted paper beside the decision. It delays nothing.

import { decisionName } from "../../text/names.js";
import { keyed, make, write } from "../../dom/dom.js";
import { icon } from "../../dom/icons.js";
import { money, moneySigned, refusalText, word } from "../../text/i18n.js";

const MOST = 6;

/** The panel of the coach in its parent. */
export class Coach {
  #node = make("section", { class: "coach", hidden: true });
  #how = make("small");
  #says = make("p", { class: "says" });
  #note = make("p", { class: "note" });
  #table = make("table", { class: "costs" });
  #body = make("tbody");
  #switch = make("button", { type: "button", role: "switch", class: "switch" }, word("coach"), make("i", { "aria-hidden": "true" }));
  asked = "";

  /** On a phone the switch stands here: the bar has no room for it. */
  constructor(parent, change) {
    this.#switch.addEventListener("click", () => change(this.#switch.getAttribute("aria-checked") !== "true"));
    parent.append(make("section", { class: "coach-row" }, this.#switch));
    const heads = ["column-choice", "column-expects", "column-costs-you"].map((key) => make("th", { scope: "col" }, word(key)));
    this.#table.append(make("caption", { class: "unseen" }, word("what-each-choice-costs")), make("thead", {}, make("tr", {}, ...heads)), this.#body);
    write(this.#table, { "aria-label": word("what-each-choice-costs") });
    this.#node.append(make("h2", {}, word("coach"), this.#how), this.#says, this.#note, this.#table);
    parent.append(this.#node);
  }

  set on(value) { write(this.#switch, { "aria-checked": String(value) }); }

  /** Nothing is asked, or the coach is off. */
  hide() {
    this.asked = "";
    write(this.#node, { hidden: true });
  }

  /** A question went to the coach. */
  ask(key) {
    this.asked = key;
    write(this.#node, { hidden: false });
    write(this.#says, {}, "");
    write(this.#how, {}, "");
    write(this.#note, {}, word("loading"));
    write(this.#table, { hidden: true });
  }

  /**
   * What the coach answered.
   * @param {import("../../wire.d.ts").AdviceFrame} advice
   */
  show(advice) {
    const best = JSON.stringify(advice.best);
    write(this.#how, {}, word(advice.exact ? "coach-exact" : "coach-estimated"));
    write(this.#says, {}, word("coach-best", { choice: decisionName(advice.best) }));
    write(this.#note, {}, "");
    write(this.#table, { hidden: false });
    const rows = advice.options.map((each) => [JSON.stringify(each.decision), { ...each, isBest: JSON.stringify(each.decision) === best }]);
    keyed(this.#body, rowNode, rows.slice(0, MOST), showRow);
  }

  /** The coach has nothing to say, and says why. */
  refused(refusal) {
    write(this.#note, {}, refusal.code === "busy" ? word("coach-busy") : refusalText(refusal));
    write(this.#table, { hidden: true });
  }
}

const rowNode = () => make("tr", {}, make("td"), make("td"), make("td"));

function showRow(node, row) {
  const [choice, expects, costs] = node.children;
  write(node, { class: row.isBest ? "best" : null, "data-cost-cents": row.cost });
  if (!choice.firstChild) choice.append(icon("tick"), make("span"));
  write(choice.firstChild, { hidden: !row.isBest });
  write(choice.lastChild, {}, decisionName(row.decision));
  write(expects, {}, row.expects === undefined || row.expects === null ? "" : moneySigned(row.expects));
  write(costs, {}, row.cost === null ? "" : row.cost ? money(row.cost) : row.share > 0 ? word("under-a-cent") : word("costs-nothing"));
}
