// <hw-amount>: an amount between two bounds: typed, stepped, slid or taken from presets. Its value is in cents.

import { make, write, keyed } from "../dom/dom.js";
import { money, moneyShort, word } from "../text/i18n.js";

/** Cents out of what somebody typed in dollars; NaN where it is none. */
export const centsOf = (text) => Math.round(Number.parseFloat(String(text).replace(",", ".")) * 100);

/** Dollars as a field holds them. */
export const dollarsOf = (cents) => (cents / 100).toFixed(2);

/** The nearest amount that may be said. */
export function snapped(cents, { low, high, step = 1 }) {
  if (!Number.isFinite(cents) || cents <= low) return low;
  if (cents >= high) return high;
  return Math.min(low + Math.round((cents - low) / step) * step, high);
}

/** A few amounts that people like to say, the bounds first: what has no room is left out at the end. */
export function presetsOf({ low, high, step = 1, usual = 0 }) {
  const wanted = [["least", low], ["most", high], ["", usual], ["", low * 2], ["", low * 3]];
  const seen = new Set();
  return wanted.map(([name, cents]) => [name, cents && snapped(cents, { low, high, step })])
    .filter(([, cents]) => cents && !seen.has(cents) && seen.add(cents));
}

class Amount extends HTMLElement {
  #less = make("button", { type: "button", class: "step", tabindex: "-1" }, "−");
  #more = make("button", { type: "button", class: "step", tabindex: "-1" }, "+");
  #field = make("input", { type: "number", inputmode: "decimal" });
  #slider = make("input", { type: "range", class: "slider", tabindex: "-1", "aria-hidden": "true" });
  #for = make("span", { class: "for", "aria-hidden": "true" });
  #presets = make("div", { class: "presets" });
  #bounds = { low: 0, high: 0, step: 1 };

  connectedCallback() {
    if (this.firstChild) return;
    this.append(make("div", { class: "typed" }, this.#for, this.#less, this.#field, this.#more), this.#presets, this.#slider);
    this.#less.addEventListener("click", () => this.#set(this.value - this.#stride()));
    this.#more.addEventListener("click", () => this.#set(this.value + this.#stride()));
    this.#slider.addEventListener("input", () => this.#set(Number(this.#slider.value)));
    this.#field.addEventListener("input", () => this.#told());
    this.#field.addEventListener("change", () => this.#set(this.value));
    this.#presets.addEventListener("click", (event) => { if (event.target.dataset.cents) this.#set(Number(event.target.dataset.cents)); });
  }

  connectedMoveCallback() {}

  /** Buttons step by what can be seen: a small bet's worth, and never less than the smallest step. */
  #stride() {
    const { low, high, step = 1 } = this.#bounds;
    const wanted = Math.max(step, Math.min(low || 100, 100 * Math.ceil((high - low) / 2000)));
    return Math.max(step, Math.round(wanted / step) * step);
  }

  get value() { return centsOf(this.#field.value); }

  get field() { return this.#field; }

  #set(cents) {
    this.#field.value = dollarsOf(snapped(cents, this.#bounds));
    this.#told();
  }

  /** True if the field holds an amount that may be said; otherwise the nearest one stands there now, to be looked at. */
  settle() {
    const cents = this.value;
    this.#set(cents);
    return this.value === cents;
  }

  #told() {
    const cents = this.value;
    if (Number.isFinite(cents)) this.#slider.value = String(cents);
    for (const preset of this.#presets.children) write(preset, { "aria-pressed": String(Number(preset.dataset.cents) === cents) });
    this.dispatchEvent(new Event("amount", { bubbles: true }));
  }

  /** The amount of a choice: its name, its bounds, and the key of the question, with which a typed amount goes. */
  show({ name, choice, key, low, high, step = 1, usual = 0 }) {
    this.#bounds = { low, high, step };
    write(this.#field, { "aria-label": name, min: dollarsOf(low), max: dollarsOf(high), step: dollarsOf(step), "data-low-cents": low, "data-high-cents": high });
    write(this.#for, {}, choice);
    write(this.#less, { "aria-label": word("less") });
    write(this.#more, { "aria-label": word("more") });
    write(this.#slider, { min: low, max: high, step });
    const presets = presetsOf(this.#bounds), words = presets.length > 2 ? { least: word("least"), most: word("most") } : {}; // two sums name themselves
    keyed(this.#presets, () => make("button", { type: "button", class: "btn quiet preset" }), presets.map(([kind, cents]) => [cents, { kind: kind in words ? kind : "", cents }]),
      (node, { kind, cents }) => write(node, { "data-cents": cents, "aria-label": kind ? `${words[kind]} ${money(cents)}` : money(cents) }, kind ? `${words[kind]} ${moneyShort(cents)}` : moneyShort(cents)));
    if (this.dataset.ask !== key) {
      this.dataset.ask = key;
      this.#set(usual || low);
    }
  }
}

customElements.define("hw-amount", Amount);
