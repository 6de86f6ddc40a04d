// <hw-ask>: one question to one place, as a form: a control for each kind of choice, told apart by its shape alone.

import "./amount-input.js";
import "./card-picker.js";
import "./pile-editor.js";
import "./hand-splitter.js";
import { cardsOf, cornersOf } from "../board/cards.js";
import { showRefusal } from "../text/clause-tag.js";
import { Wish, keyed, make, write } from "../dom/dom.js";
import { onEnter } from "../dom/key-events.js";
import { draggable } from "./hand-splitter.js";
import { has, label, word } from "../text/i18n.js";
import { decisionName } from "../text/names.js";

/**
 * The kind of a choice, by the shape of its answer.
 * @param {import("../wire.d.ts").ChoiceOffer} choice
 */
export function kindOf(choice) {
  if (choice.piles) return "piles";
  if (choice.pick !== undefined) return "cards";
  if ((choice.low ?? 0) < (choice.high ?? 0)) return "amount";
  return choice.low ? "fixed" : "plain";
}

/**
 * The name of the choice that a decision makes.
 * @param {import("../wire.d.ts").Decision} decision
 */
export const choiceOf = (decision) => (typeof decision === "string" ? decision : Object.keys(decision)[0]);

/**
 * The hint of a question, by the choices that it offers; "" if the catalogue has none.
 * @param {import("../wire.d.ts").AskView} ask
 */
export function hintOf(ask) {
  const key = `hint.${ask.choices.map((each) => each.name).join("-")}`;
  return has(key) ? word(key) : "";
}

class Question extends HTMLElement {
  #form = make("form", { class: "turn", novalidate: true });
  #picker = make("hw-pick");
  #setting = make("hw-setting");
  #piles = make("hw-piles");
  #amounts = make("div", { class: "amounts" });
  #buttons = make("div", { class: "acts" });
  #ideas = make("div", { class: "ideas" });
  #list = make("select", { size: "2" });
  #idea = make("button", { type: "submit", class: "btn quiet", "data-idea": true });
  #wrong = make("p", { class: "wrong", role: "alert" });
  #ask = null;
  #view = null;

  connectedCallback() {
    if (this.firstChild) return;
    this.#ideas.append(this.#setting.foul, this.#list, this.#idea);
    this.#form.append(this.#piles, this.#picker, this.#setting, this.#amounts, this.#ideas, this.#buttons, this.#wrong);
    this.append(this.#form);
    this.#form.addEventListener("submit", (event) => this.#submit(event));
    this.#form.addEventListener("picked", () => this.#picked());
    onEnter(this.#form, (field) => this.#buttonFor(field));
    draggable(this.#picker);
  }

  connectedMoveCallback() {}

  get ask() { return this.#ask; }

  /** The buttons in their order, for the number keys. */
  get buttons() { return Array.from(this.#buttons.children).filter((node) => !node.disabled); }

  #button(name) { return this.#buttons.querySelector(`[data-choice="${CSS.escape(name)}"]`); }

  /** The button of what a field holds: the suggestion, the amount, or the one choice that takes the chosen cards and no more chips. */
  #buttonFor(field) {
    if (field === this.#list) return this.#idea;
    const amount = field.closest("hw-amount");
    if (amount) return amount.settle() ? this.#button(amount.dataset.key) : null;
    const [first, second] = this.#ask.choices.filter((each) => (each.piles || (each.pick !== undefined && field.type !== "radio")) && !each.low && !this.#button(each.name).disabled);
    return first && !second && this.#button(first.name);
  }

  #submit(event) {
    event.preventDefault();
    const { submitter } = event;
    if (!submitter) return;
    const { round } = this.#view;
    const { place, step } = this.#ask;
    const decision = submitter === this.#idea ? this.#ask.offers[Number(this.#list.value)] : this.#decision(submitter.dataset.choice);
    this.refused(null);
    this.dispatchEvent(new Wish({ t: "decide", round, step, place, decision }));
  }

  #decision(name) {
    const choice = this.#ask.choices.find((each) => each.name === name);
    const kind = kindOf(choice);
    if (kind === "plain") return name;
    if (kind === "fixed") return { [name]: choice.low };
    if (kind === "amount") return { [name]: this.#amounts.querySelector(`[data-key="${CSS.escape(name)}"]`).value };
    if (kind === "piles") return { [name]: this.#piles.with(this.#picker.chosen) };
    return { [name]: this.#picker.chosen.join(" ") };
  }

  /**
   * The question, whole: drawn twice it changes nothing.
   * @param {{ ask: import("../wire.d.ts").AskView, round: number, title: string }} view
   */
  show(view) {
    const { ask, title } = this.#view = view;
    const key = `${view.round}/${ask.step}/${ask.place}`;
    if (this.dataset.ask !== key) { this.dataset.ask = key; this.refused(null); }
    this.#ask = ask;
    write(this.#form, { "aria-label": title, "aria-busy": null });
    const composed = ask.choices.filter((each) => each.pick !== undefined || each.piles);
    const first = composed[0];
    const piles = composed.find((each) => each.piles);
    write(this.#picker, { hidden: !first });
    write(this.#setting, { hidden: !ask.settings });
    if (!ask.settings) write(this.#setting.foul, { hidden: true });
    write(this.#piles, { hidden: !piles?.piles.length }); // where nothing lies yet there is only a new one
    write(this, { "data-kind": ask.settings ? "setting" : piles ? "piles" : first ? "cards" : "plain" });
    if (piles) this.#piles.show({ key, piles: piles.piles });
    const amounts = ask.choices.filter((each) => kindOf(each) === "amount");
    keyed(this.#amounts, "hw-amount", amounts.map((each) => [each.name, each]), (node, choice) =>
      node.show({ ...choice, key, choice: label("choice", choice.name), name: word("amount-of", { choice: label("choice", choice.name) }) }));
    this.#showIdeas(ask, Boolean(first));
    keyed(this.#buttons, () => make("button", { type: "submit" }), ask.choices.map((each) => [each.name, each]), (node, choice) => this.#showButton(node, choice));
    if (first) this.#picker.show({ key, pick: first.pick ?? "", least: first.least ?? 0, most: first.most ?? cardsOf(first.pick).length, hint: hintOf(ask) });
    this.#picked();
  }

  #showButton(node, choice) {
    const kind = kindOf(choice);
    const name = kind === "fixed" ? word("choice-amount", { choice: label("choice", choice.name), cents: choice.low }) : label("choice", choice.name);
    const full = choice.pick !== undefined && choice.low ? word("choice-amount", { choice: label("choice", choice.name), cents: choice.low }) : name;
    write(node, {
      "data-choice": choice.name, "data-kind": kind,
      "data-default": choiceOf(this.#ask.default) === choice.name, title: choice.clause || null,
    }, full);
  }

  #showIdeas(ask, composed) {
    const offers = composed ? ask.offers ?? [] : [];
    write(this.#ideas, { hidden: !offers.length });
    write(this.#list, { "aria-label": word("suggestions"), size: Math.min(3, Math.max(2, offers.length)) });
    write(this.#idea, {}, word("play-the-suggestion"));
    const had = this.#list.value;
    keyed(this.#list, "option", offers.map((offer, index) => [JSON.stringify(offer), { offer, index }]), (node, { offer, index }) => {
      const says = decisionName(offer);
      write(node, { value: index, title: says, "aria-label": says }, decisionName(offer, cornersOf)); // whole for ears, and short enough for eyes
    });
    this.#list.value = offers[Number(had)] ? had || "0" : "0";
  }

  /** Names the chosen cards and enables the buttons that take them. */
  #picked() {
    const composed = this.#ask.choices.filter((each) => each.pick !== undefined);
    const { chosen } = this.#picker, [first] = composed;
    const right = first && this.#ask.settings
      ? this.#setting.show({ settings: this.#ask.settings, fouls: this.#ask.fouls ?? [], chosen, most: first.most, count: cardsOf(first.pick).length, clause: first.clause })
      : null;
    for (const choice of composed) {
      const button = this.#button(choice.name);
      const fits = chosen.length >= (choice.least ?? 0) && chosen.length <= (choice.most ?? chosen.length) && (chosen.length > 0 || !choice.most);
      write(button, { disabled: !fits || right === false });
    }
    const open = Array.from(this.#buttons.children);
    const main = open.find((node) => !node.disabled) ?? open[0];
    for (const node of open) write(node, { class: node === main ? "btn big main" : "btn big quiet" });
  }

  /** A refusal stands beside the form that asked; null takes it away. */
  refused(refusal) {
    showRefusal(this.#wrong, refusal);
    write(this.#form, { "aria-busy": null });
  }

  /** Sent, and not answered yet. */
  busy() { write(this.#form, { "aria-busy": "true" }); }
}

customElements.define("hw-ask", Question);
