// Your seat at this table: sitting down, betting behind others, more chips, a pause, leaving; and what people say.

import "./bets.js";
import { centsOf, dollarsOf } from "./amount.js";
import { Wish, keyed, make, write } from "./dom.js";
import { requestsNode, showRequests } from "./requests.js";
import { seatOf } from "./scene.js";
import { word } from "./words.js";

/** The panel of your seat, and the chat, in their parent. */
export class Seat {
  #node = make("section", { class: "seat-panel" });
  #acts = make("div", { class: "acts" });
  #chat = make("form", { class: "chat" });
  #field = make("input", { type: "text", maxlength: "200", autocomplete: "off" });
  #dialog = make("dialog", {});
  #behind = make("details", { class: "behind" }, make("summary"), make("div"));
  #squares = make("section", { hidden: true }, this.#behind);
  #requests = requestsNode();

  constructor(parent) {
    const button = (name, key) => make("button", { type: "button", class: "btn", "data-do": name }, word(key));
    this.#acts.append(button("top_up", "top-up"), button("sit_out", "sit-out"), button("stand_up", "stand-up"));
    write(this.#field, { "aria-label": word("say-something"), placeholder: word("say-something") });
    this.#chat.append(this.#field, make("button", { type: "submit", class: "btn" }, word("say")));
    this.#node.append(this.#requests, this.#acts, this.#chat, this.#dialog);
    parent.append(this.#squares, this.#node);
    this.#acts.addEventListener("click", (event) => this.#act(event.target.closest("button")?.dataset.do));
    this.#chat.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#field.value.trim();
      if (text) this.#node.dispatchEvent(new Wish({ t: "say", text }));
      this.#field.value = "";
    });
  }

  show(model, scene) {
    this.#showBehind(model);
    showRequests(this.#requests, model);
    write(this.#chat, { hidden: Boolean(model.state.quiet) });
    const row = model.state.seats.find((each) => each.person === model.you.person);
    write(this.#acts, { hidden: !scene.mySeats.length });
    write(this.#acts.querySelector("[data-do=sit_out]"), { hidden: Boolean(row?.out) });
  }

  /** Squares behind other people's seats that take a bet now. */
  #showBehind({ state, mine }) {
    const offers = (mine.bets ?? []).filter((each) => each.place.includes("."));
    write(this.#squares, { hidden: !offers.length });
    write(this.#behind.firstChild, {}, word("bet-behind-others"));
    keyed(this.#behind.lastChild, "hw-bets", offers.map((offer) => [offer.place, offer]), (node, offer) =>
      node.show({ offer, round: state.round, ready: false, forms: {}, words: "", title: word("bet-behind", { seat: seatOf(offer.place) }) }));
  }

  #act(what) {
    if (what === "top_up") this.#amount(word("top-up"), 0, null, 0, (cents) => ({ t: "top_up", cents }), word("top-up"));
    else if (what) this.#node.dispatchEvent(new Wish({ t: what }));
  }

  /** A free seat: how many chips are brought to it. */
  offer(seat, model) {
    const { low, high } = model.table.buy_in;
    this.#amount(word("seat-number", { seat }), low, high, low * 2, (cents) => ({ t: "sit", seat, buy_in: cents }));
  }

  #amount(title, low, high, usual, command, deed = word("sit-down")) {
    const field = make("input", { type: "number", inputmode: "decimal", "aria-label": word("buy-in"), min: dollarsOf(low), "data-low-cents": low, step: "0.01" });
    if (high) write(field, { max: dollarsOf(high) });
    field.value = dollarsOf(high ? Math.min(Math.max(usual, low), high) : Math.max(usual, low));
    const range = high ? word("buy-in-range", { low, high }) : low ? word("buy-in-from", { low }) : "";
    const form = make("form", { method: "dialog" }, make("h2", {}, title),
      make("div", { class: "field" }, make("label", {}, word("buy-in")), field, make("small", {}, range)),
      make("div", { class: "acts" }, make("button", { type: "submit", class: "btn main", value: "yes" }, deed), make("button", { type: "submit", class: "btn", value: "", formnovalidate: true }, word("cancel"))));
    this.#dialog.replaceChildren(form);
    form.addEventListener("submit", (event) => {
      if (event.submitter?.value === "yes") this.#node.dispatchEvent(new Wish(command(centsOf(field.value) || 0)));
    });
    this.#dialog.showModal();
    field.focus();
  }
}
