// <hw-cage>: whoever has too few chips to be dealt in buys more: what the cage holds, and when it is filled again.

import { centsOf, dollarsOf } from "./amount-input.js";
import { showRefusal } from "../text/clause-tag.js";
import { Wish, make, write } from "../dom/dom.js";
import { onEnter } from "../dom/key-events.js";
import { get } from "../net/http.js";
import { language, word } from "../text/i18n.js";

const WHEN = { weekday: "long", hour: "numeric", minute: "2-digit" };

class Cage extends HTMLElement {
  #says = make("p", { class: "rank" });
  #holds = make("p", { class: "why" });
  #form = make("form", { class: "turn bank buying", novalidate: true });
  #amount = make("label", { class: "staked" });
  #field = make("input", { type: "number", inputmode: "decimal", step: "0.01" });
  #buy = make("button", { type: "submit", class: "btn big main" });
  #wrong = make("p", { class: "wrong", role: "alert" });
  #me = null;
  #view = null;

  connectedCallback() {
    if (this.firstChild) return;
    this.#amount.append(make("span"), this.#field, make("small"));
    this.#form.append(this.#amount, make("div", { class: "acts" }, this.#buy), this.#wrong);
    this.append(this.#says, this.#holds, this.#form);
    onEnter(this.#form, (field) => field.value && this.#buy);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.refused(null);
      this.dispatchEvent(new Wish({ t: "top_up", cents: centsOf(this.#field.value) || 0 }));
    });
  }

  connectedMoveCallback() {}

  /**
   * What is left, and what may be bought: the cage is asked once for each amount that is left.
   * @param {{ chips: number, range: import("../wire.d.ts").BuyInView }} view
   */
  show(view) {
    this.#view = view;
    const key = String(view.chips);
    if (this.dataset.ask !== key) {
      this.dataset.ask = key;
      this.refused(null);
      get("/api/me").then((me) => { this.#me = me; this.#offer(); }, () => { delete this.dataset.ask; }); // the next step asks again
    }
    write(this.#says, {}, view.chips ? word("too-few-chips", { cents: view.chips }) : word("chips-are-gone"));
    write(this.#form, { "aria-label": word("top-up"), "aria-busy": null, hidden: !this.#me?.cage });
    write(this.#buy, {}, word("top-up"));
  }

  /** The cage has answered: what it holds is offered, or it is said when it is filled. */
  #offer() {
    const { cage, daily, daily_at } = this.#me, { low, high, usual } = this.#view.range;
    const when = new Intl.DateTimeFormat(language(), WHEN).format(daily_at);
    const filled = cage < daily ? word("cage-is-filled", { cents: daily, when }) : "";
    write(this.#holds, {}, [cage ? word("cage-holds", { cents: cage }) : word("cage-is-empty"), filled].filter(Boolean).join(" "));
    write(this.#form, { hidden: !cage });
    const least = Math.min(low, cage), most = Math.min(high ?? cage, cage);
    write(this.#amount.firstChild, {}, word("buy-in"));
    write(this.#amount.lastChild, {}, word("amount-range", { low: least, high: most }));
    write(this.#field, { "aria-label": word("buy-in"), min: dollarsOf(least), max: dollarsOf(most), "data-low-cents": least, "data-high-cents": most });
    this.#field.value = dollarsOf(Math.min(Math.max(usual, least), most));
  }

  refused(refusal) {
    showRefusal(this.#wrong, refusal);
    write(this.#form, { "aria-busy": null });
  }

  busy() { write(this.#form, { "aria-busy": "true" }); }
}

customElements.define("hw-cage", Cage);
