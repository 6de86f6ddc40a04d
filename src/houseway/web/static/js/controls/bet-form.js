// <hw-bets>: chips onto circles before the deal: typed, or chip by chip, with repeat, double, clear and undo.

import { centsOf, dollarsOf } from "./amount-input.js";
import { CHIPS, chipHref, showStack, stackNode } from "../board/chips.js";
import { showRefusal } from "../text/clause-tag.js";
import { Wish, drawn, keyed, make, write } from "../dom/dom.js";
import { onEnter } from "../dom/key-events.js";
import { label, word } from "../text/i18n.js";

/**
 * The amount that a circle takes beside the others: within its bounds, equal to another, or a share of it.
 * @param {import("../wire.d.ts").CircleOffer} circle
 */
export function fitted(circle, cents, wagers) {
  if (circle.equal && circle.needs) return wagers[circle.needs] ?? 0;
  if (!cents) return 0;
  const most = circle.share && circle.needs ? Math.floor(((wagers[circle.needs] ?? 0) * circle.share[0]) / circle.share[1]) : circle.high;
  return Math.max(circle.low, Math.min(cents, circle.high, most));
}

/** Nothing lies here, and nothing did: whoever comes for the first time finds the least in the fields. */
const isNew = ({ on, last, place }) => !Object.keys(on).length && !Object.keys(last).length && !place.includes(".");

/** Wagers as often as these, as far as the circles take them. */
function fittedAll({ circles }, base, times = 1) {
  const wagers = {};
  for (const circle of circles) {
    const cents = fitted(circle, (base[circle.circle] ?? 0) * times, wagers);
    if (cents) wagers[circle.circle] = cents;
  }
  return wagers;
}

/** The first values of the fields: the wagers on the circles, those of the last round, or the minimum. */
function proposed(offer) {
  if (isNew(offer)) return least(offer);
  return Object.keys(offer.on).length || offer.place.includes(".") ? offer.on : fittedAll(offer, offer.last);
}

const least = ({ circles }) => Object.fromEntries(circles.filter((each) => each.required).map((each) => [each.circle, each.low]));

class Bets extends HTMLElement {
  #form = make("form", { class: "turn wager", novalidate: true });
  #title = make("h3");
  #circles = make("div", { class: "wagers" });
  #tray = make("div", { class: "tray", role: "radiogroup" });
  #hint = make("p", { class: "why hint" });
  #acts = make("div", { class: "acts" });
  #wrong = make("p", { class: "wrong", role: "alert" });
  #view = null;
  #before = [];
  #chip = 0;

  connectedCallback() {
    if (this.firstChild) return;
    const button = (name, kind, type = "button") => make("button", { type, class: kind, "data-do": name });
    this.#acts.append(button("repeat", "btn quiet"), button("double", "btn quiet"), button("clear", "btn quiet"), button("undo", "btn quiet"),
      button("bet", "btn big main", "submit"), button("deal", "btn big quiet"));
    this.#form.append(this.#title, this.#circles, make("div", { class: "chips" }, this.#tray, this.#hint), this.#acts, this.#wrong);
    this.append(this.#form);
    this.#form.addEventListener("submit", (event) => { event.preventDefault(); this.#bet(); });
    onEnter(this.#form, (field) => field.dataset.circle && this.#changed() && this.#button("bet"));
    this.#acts.addEventListener("click", (event) => this.#act(event.target.closest("button")?.dataset.do));
    this.#tray.addEventListener("change", (event) => { this.#chip = Number(event.target.value); });
    this.#circles.addEventListener("click", (event) => this.#drop(event.target.closest("[data-drop]")?.dataset.drop));
    this.#circles.addEventListener("input", (event) => this.#typed(event.target.dataset.circle));
  }

  connectedMoveCallback() {}

  #button(name) { return this.#acts.querySelector(`[data-do=${name}]`); }

  #field(circle) { return this.#circles.querySelector(`input[data-circle="${CSS.escape(circle)}"]`); }

  /** The values of the fields now. */
  get wagers() {
    const said = this.#view.offer.circles.map((each) => [each.circle, centsOf(this.#field(each.circle).value) || 0]);
    return Object.fromEntries(said.filter(([, cents]) => cents > 0));
  }

  #set(wagers) {
    for (const circle of this.#view.offer.circles) {
      const cents = wagers[circle.circle] ?? 0;
      this.#field(circle.circle).value = cents ? dollarsOf(cents) : "";
    }
    this.#told();
  }

  #keep() { this.#before.push(this.wagers); if (this.#before.length > 50) this.#before.shift(); }

  #typed(name) {
    const wagers = this.wagers;
    for (const circle of this.#view.offer.circles) {
      if (circle.equal && circle.needs === name) this.#field(circle.circle).value = wagers[name] ? dollarsOf(wagers[name]) : "";
    }
    this.#told();
  }

  /** One chip more on a circle; the first one brings it to its minimum. */
  #drop(name) {
    if (!name || !this.#chip) return;
    this.#keep();
    const wagers = this.wagers;
    const circle = this.#view.offer.circles.find((each) => each.circle === name);
    wagers[name] = fitted(circle, (wagers[name] ?? 0) + this.#chip, wagers);
    for (const each of this.#view.offer.circles) if (each.equal && each.needs === name) wagers[each.circle] = wagers[name];
    this.#set(wagers);
  }

  #act(what) {
    const { offer } = this.#view;
    if (what === "repeat" || what === "double") {
      this.#keep();
      const base = what === "repeat" ? (Object.keys(offer.last).length ? offer.last : offer.on) : this.wagers;
      this.#set(fittedAll(offer, base, what === "double" ? 2 : 1));
    } else if (what === "clear") {
      this.#keep();
      this.#set({});
      if (Object.keys(offer.on).length) this.#wish({ t: "bet", round: this.#view.round, place: offer.place, wagers: {} });
    } else if (what === "undo" && this.#before.length) {
      this.#set(this.#before.pop());
    } else if (what === "deal") {
      this.#deal();
    }
  }

  #changed() {
    const { on } = this.#view.offer, said = this.wagers;
    return Object.keys({ ...on, ...said }).some((each) => (on[each] ?? 0) !== (said[each] ?? 0));
  }

  #bet() {
    const { round, offer, words } = this.#view;
    this.#wish({ t: "bet", round, place: offer.place, wagers: this.wagers, ...(words ? { words } : {}) });
  }

  /** Bets the values of the fields and is ready for the deal. */
  #deal() {
    if (this.#changed()) this.#bet();
    this.#wish({ t: "ready", round: this.#view.round });
  }

  #wish(command) {
    this.refused(null);
    this.dispatchEvent(new Wish(command));
  }

  #told() {
    const wagers = this.wagers;
    for (const box of this.#circles.children) {
      const cents = wagers[box.dataset.key] ?? 0;
      write(box, { "data-filled": cents > 0 });
      showStack(box.querySelector(".stack"), cents);
    }
    if (!this.#before.length && document.activeElement === this.#button("undo")) this.#button("clear").focus(); // a button that can no longer be pressed holds no focus
    write(this.#button("undo"), { disabled: !this.#before.length });
    const changed = this.#changed(), total = Object.values(wagers).reduce((sum, cents) => sum + cents, 0), placed = total > 0 && !changed;
    write(this.#button("bet"), { class: placed ? "btn big quiet" : "btn big main", disabled: !total && !changed });
    write(this.#button("deal"), { class: placed ? "btn big main" : "btn big quiet" });
    write(this.#hint, {}, placed ? word(this.#view.ready ? "your-bets-lie" : "your-bets-wait", { cents: total }) : total ? word("bets-in-all", { cents: total }) : word("how-to-bet"));
  }

  /**
   * The circles of a place that take chips now.
   * @param {{ offer: import("../wire.d.ts").BetOffer, round: number, ready: boolean, title: string, forms: Record<string, string>, words: string }} view
   */
  show(view) {
    this.#view = view;
    const { offer, round, ready, title } = view;
    const key = `${round}/${offer.place}/${JSON.stringify(offer.on)}`;
    const fresh = this.dataset.ask !== key;
    write(this.#form, { "aria-label": title, "aria-busy": null });
    write(this.#title, { hidden: !offer.place.includes(".") }, title);
    keyed(this.#circles, circleNode, asPrinted(offer.circles, Object.keys(view.forms)).map((each) => [each.circle, each]), (node, circle) => this.#showCircle(node, circle, view));
    this.#showTray(offer);
    for (const node of this.#acts.children) write(node, {}, word({ bet: "place-bets" }[node.dataset.do] ?? node.dataset.do));
    write(this.#button("repeat"), { disabled: !Object.keys(offer.last).length && !Object.keys(offer.on).length });
    write(this.#button("deal"), { hidden: !ready });
    if (fresh) {
      const first = !this.dataset.ask?.startsWith(`${round}/${offer.place}/`);
      if (first) this.#before = [];
      this.dataset.ask = key;
      this.#set(first ? proposed(offer) : offer.on);
      this.refused(null);
    } else {
      this.#told();
    }
  }

  #showCircle(node, circle, { forms }) {
    const [drop, caption, field] = node.children;
    const name = label("wager", circle.circle);
    write(node, { "data-form": forms[circle.circle] ?? "circle" });
    write(drop, { "data-drop": circle.circle, "aria-label": word("add-a-chip", { circle: name }), disabled: circle.equal });
    write(caption, {}, name);
    write(field, {
      "data-circle": circle.circle, "aria-label": name, min: dollarsOf(circle.low), max: dollarsOf(circle.high), step: dollarsOf(circle.step),
      "data-low-cents": circle.low, "data-high-cents": circle.high, required: circle.required, placeholder: circle.required ? dollarsOf(circle.low) : word("optional"), title: [mostOf(circle), circle.clause].filter(Boolean).join(" · ") || null,
    });
  }

  #showTray(offer) {
    const most = Math.max(...offer.circles.map((each) => each.high)), step = Math.min(...offer.circles.map((each) => each.step));
    const least = Math.min(...offer.circles.map((each) => each.low));
    const chips = CHIPS.filter((worth) => worth <= most && worth % step === 0 && worth * 10 >= least).slice(-5).reverse();
    if (!chips.includes(this.#chip)) this.#chip = chips.find((worth) => worth >= least) ?? chips.at(-1) ?? 0;
    write(this.#tray, { "aria-label": word("chips-to-bet-with") });
    keyed(this.#tray, chipNode, chips.map((worth) => [worth, worth]), (node, worth) => {
      write(node.firstChild, { name: `chip ${offer.place}`, value: worth, "aria-label": word("chip-named", { cents: worth }) });
      node.firstChild.checked = worth === this.#chip;
      if (!node.children[1]) node.append(drawn(chipHref(`chip-${worth}`)));
    });
  }

  refused(refusal) {
    showRefusal(this.#wrong, refusal);
    write(this.#form, { "aria-busy": null });
  }

  busy() { write(this.#form, { "aria-busy": "true" }); }

  /** A circle on the felt was pressed: its field has the focus. */
  focusOn({ space, circle = space }) { if (circle) this.#field(circle)?.focus(); }

  /** Repeats the last bets, for the keyboard. */
  repeat() { this.#act("repeat"); }
}

/** Circles in the order in which they are printed before a place. */
const asPrinted = (circles, printed) => [...circles].sort((a, b) => printed.indexOf(a.circle) - printed.indexOf(b.circle));

/** The limit of a circle that depends on another, in words. */
function mostOf({ share, needs }) {
  return share && needs ? word("at-most-of", { num: share[0], den: share[1], circle: label("wager", needs) }) : "";
}

function circleNode() {
  return make("div", { class: "wager-circle" },
    make("button", { type: "button", class: "ring", tabindex: "-1" }, stackNode()), make("span", { class: "caption", "aria-hidden": "true" }),
    make("input", { type: "number", inputmode: "decimal" }));
}

const chipNode = () => make("label", { class: "chip" }, make("input", { type: "radio" }));

customElements.define("hw-bets", Bets);
