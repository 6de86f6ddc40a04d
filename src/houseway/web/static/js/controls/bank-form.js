// <hw-bank>: the bank: taken with a stake, passed on, or released.

import { centsOf, dollarsOf } from "./amount-input.js";
import { showRefusal } from "../text/clause-tag.js";
import { showDiffers } from "../text/rule-differences.js";
import { Wish, keyed, make, write } from "../dom/dom.js";
import { onEnter } from "../dom/key-events.js";
import { money, word } from "../text/i18n.js";

const WORDS = { take: "take-the-bank", pass: "pass", release: "release" };

class Bank extends HTMLElement {
  #form = make("form", { class: "turn bank", novalidate: true });
  #says = make("p", { class: "rank" });
  #why = make("p", { class: "why" });
  #field = make("input", { type: "number", inputmode: "decimal" });
  #stake = make("label", { class: "staked" });
  #terms = make("div", { class: "agree", role: "note", hidden: true }, make("p"), make("ul"));
  #agrees = {};
  #acts = make("div", { class: "acts" });
  #wrong = make("p", { class: "wrong", role: "alert" });
  #again = make("details", { class: "again" }, make("summary"));

  connectedCallback() {
    if (this.firstChild) return;
    this.#stake.append(make("span"), this.#field, make("small"));
    this.#form.append(this.#stake, this.#terms, this.#acts, this.#wrong);
    this.#again.append(this.#form);
    this.append(this.#says, this.#why, this.#again);
    onEnter(this.#form, (field) => field.value && this.#acts.querySelector("[data-do=take]"));
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const what = event.submitter?.dataset.do;
      if (!what) return;
      this.refused(null);
      this.dispatchEvent(new Wish({ t: "bank", do: what, ...(what === "take" ? { posted: centsOf(this.#field.value) || 0, ...this.#agrees } : {}) }));
    });
  }

  connectedMoveCallback() {}

  /**
   * What may be said about the bank. Where it pays otherwise than printed, the form says how: taking it agrees to that.
   * @param {{ bank: import("../wire.d.ts").BankOffer, key: string, says: string, posted: number | null, differs: Array<import("../wire.d.ts").Difference>, terms?: string }} view
   */
  show({ bank, key, says, posted, differs, terms }) {
    this.#agrees = bank.agrees && terms ? { agrees: terms } : {}; // to what is listed here: a sheet changed since then is refused
    write(this.#terms, { hidden: !bank.agrees });
    write(this.#terms.firstChild, {}, word("agree-to-pay"));
    showDiffers(this.#terms.lastChild, differs.filter((each) => each.pays));
    write(this.#form, { "aria-label": word("the-bank"), "aria-busy": null });
    write(this.#says, {}, says);
    write(this.#why, { hidden: posted !== null || Boolean(bank.agrees) }, word("what-a-bank-is"));
    if (posted === null && !this.#again.open) this.#again.open = true; // who holds it opens the form to change the stake
    write(this.#again, { "data-held": posted !== null });
    write(this.#again.firstChild, {}, word("change-the-stake"));
    write(this.#stake.firstChild, {}, word("stake"));
    write(this.#stake.lastChild, {}, word("amount-range", { low: bank.low, high: bank.high }));
    write(this.#field, { "aria-label": word("stake"), min: dollarsOf(bank.low), max: dollarsOf(bank.high), step: "0.01", "data-low-cents": bank.low, "data-high-cents": bank.high });
    write(this.#stake, { hidden: !bank.may.includes("take") });
    if (this.dataset.ask !== key) {
      this.dataset.ask = key;
      this.#again.open = posted === null;
      const half = Math.floor(bank.high / 200) * 100;
      this.#field.value = dollarsOf(posted ?? Math.max(bank.low, Math.min(bank.high, half)));
      this.refused(null);
    }
    keyed(this.#acts, () => make("button", { type: "submit" }), bank.may.map((what) => [what, what]), (node, what, index) =>
      write(node, { class: what === "pass" || (index === 0 && !posted && !bank.may.includes("pass")) ? "btn big main" : "btn big quiet", "data-do": what, title: what === "take" ? money(bank.low) : null }, word(WORDS[what])));
  }

  refused(refusal) {
    showRefusal(this.#wrong, refusal);
    write(this.#form, { "aria-busy": null });
  }

  busy() { write(this.#form, { "aria-busy": "true" }); }
}

customElements.define("hw-bank", Bank);
