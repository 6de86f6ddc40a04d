// One question of the school: its sentence, what it shows, and the controls that answer it.

import { cardsOf, showRun } from "../../board/cards.js";
import { make, write } from "../../dom/dom.js";
import { handName, label, money, word } from "../../text/i18n.js";

/** The question in its parent; `answer` is told what was chosen, and gives the judgement back. */
export class Lesson {
  #answer; #question;
  #node = make("section", { class: "question" });
  #where = make("small");
  #says = make("p", { class: "says" });
  #shows = make("div", { class: "shows" });
  #form = make("form", { class: "answers" });
  #wrong = make("p", { class: "wrong", role: "alert" });

  constructor(parent, answer) {
    this.#answer = answer;
    const head = make("h2", {}, word("the-question"), this.#where);
    this.#node.append(head, this.#says, this.#shows, this.#form, this.#wrong);
    write(this.#form, { "aria-label": word("your-answer") });
    this.#form.addEventListener("submit", (event) => { event.preventDefault(); this.#submit(event.submitter); });
    parent.append(this.#node);
  }

  get sentence() { return this.#says.textContent; }

  /** The question is asked. */
  show(question, { at, all }) {
    this.#question = question;
    write(this.#where, {}, word("question-of", { n: at + 1, all }));
    write(this.#says, {}, sentenceOf(question));
    write(this.#wrong, {}, "");
    this.#shows.replaceChildren(...shown(question));
    this.#form.replaceChildren(...(question.options.length ? question.options.map((option, index) => this.#option(option, index)) : amount()));
    write(this.#form, { "data-kind": question.kind, "aria-busy": null });
  }

  /** Marks the given answer and the right one, and disables the form. */
  judged({ right, answer }, given) {
    for (const node of this.#form.querySelectorAll("button, input")) write(node, { disabled: true });
    for (const node of this.#form.querySelectorAll("[data-answer]")) {
      write(node, { "data-mark": node.dataset.answer === String(answer) ? "right" : node.dataset.answer === String(given) ? "wrong" : null });
    }
    write(this.#form, { "data-right": String(right) });
  }

  /** The option of that number is chosen, if there is one to choose. */
  choose(index) {
    const button = this.#form.querySelectorAll("[data-answer]")[index];
    if (!button || button.disabled) return false;
    this.#form.requestSubmit(button);
    return true;
  }

  /** The name of an option. */
  named(id) {
    const option = this.#question.options.find((each) => each.id === id);
    return option ? optionName(this.#question, option) : id;
  }

  async #submit(button) {
    const given = this.#question.options.length ? button?.dataset.answer : cents(this.#form.querySelector("input").value);
    if (given === undefined || given === null) { write(this.#wrong, {}, word("write-an-amount")); return; }
    write(this.#wrong, {}, "");
    write(this.#form, { "aria-busy": "true" });
    try {
      await this.#answer(given);
    } finally {
      write(this.#form, { "aria-busy": null });
    }
  }

  #option(option, index) {
    const button = make("button", { type: "submit", class: "btn answer", "data-answer": option.id }, make("kbd", { "aria-hidden": "true" }, String(index + 1)));
    if (option.facts?.high) button.append(setting(option.facts));
    else button.append(make("span", {}, optionName(this.#question, option)));
    return button;
  }
}

// -- words -----------------------------------------------------------------------------------------------------------

function sentenceOf({ kind, facts }) {
  const key = kind === "action" ? `school.action-${facts.card ? "card" : "dice"}` : kind === "fee" && facts.payer === "bank" ? "school.fee-bank" : `school.${kind}`;
  return word(key, facts);
}

function optionName({ kind }, { id, facts = {} }) {
  if (facts.high) return word("school.set-answer", { high_says: highName(facts), low_says: lowName(facts) });
  if (facts.half) return word(facts.half === "whole" ? "seat-of" : `school.half-${facts.half}`, facts);
  if (facts.says) return handName(facts.says, facts.says_name);
  if (facts.seat) return facts.name ? word("seat-of", facts) : word("seat-number", facts);
  if (id === "shared") return word("school.shared");
  return kind === "outcome" ? label("outcome", id) : id;
}

// -- what a question shows beside the felt ----------------------------------------------------------------------------

function run(text, key) {
  const node = make("div", { class: "run" });
  showRun(node, key, cardsOf(text));
  return node;
}

const highName = ({ high_says, high_name }) => handName(high_says, high_name);
const lowName = ({ low_says, low_name }) => handName(low_says, low_name);

function setting(facts) {
  const { high, low } = facts, halves = [[high, highName(facts)], [low, lowName(facts)]];
  return make("span", { class: "setting-answer" }, ...halves.map(([cards, says], index) => {
    const row = run(cards, `answer ${high} ${index}`);
    row.classList.add("small", "fan");
    return make("span", {}, row, make("small", {}, says));
  }));
}

function shown({ kind, facts }) {
  if (kind === "set" || kind === "bank") return [run(facts.cards, "asked")];
  if (kind !== "fee") return [];
  const rows = facts.rows.map(([low, high, fee]) => [high === null ? word("money-from", { low }) : word("amount-range", { low, high }), money(fee)]);
  if (facts.above !== null) rows.push([word("above"), money(facts.above)]);
  for (const [per, when, fee] of facts.flat) rows.push([[label("fee-per", per), when === "always" ? "" : label("fee-when", when)].filter(Boolean).join(" "), money(fee)]);
  const table = make("table", { class: "schedule" }, make("caption", {}, `${word("schedule")} ${facts.schedule}`),
    make("tbody", {}, ...rows.map(([name, fee]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, fee)))));
  return facts.rows.length ? [table, make("p", { class: "note" }, word("school.fee-action", facts))] : [table];
}

function amount() {
  const field = make("input", { type: "number", inputmode: "decimal", min: 0, step: "0.01", id: "school-amount", required: true });
  return [make("label", { for: "school-amount" }, word("amount-in-dollars")), make("span", { class: "typed-amount" }, make("i", { "aria-hidden": "true" }, "$"), field), make("button", { type: "submit", class: "btn main big" }, word("say-it"))];
}

/** Cents of typed dollars; null for anything else. */
function cents(text) {
  const value = Math.round(Number(text) * 100);
  return text.trim() && Number.isFinite(value) && value >= 0 ? value : null;
}
