// Your seat at this table: sitting down, betting behind others, more chips, a pause, leaving; and what people say.

import "../../controls/bet-form.js";
import { centsOf, dollarsOf } from "../../controls/amount-input.js";
import { showRefusal } from "../../text/clause-tag.js";
import { Wish, keyed, make, write } from "../../dom/dom.js";
import { get } from "../../net/http.js";
import { requestsNode, showRequests } from "../../controls/deal-requests.js";
import { mayPlayMore, seatOf } from "../../board/scene.js";
import { word } from "../../text/i18n.js";

/** True if the reader stands at the rail, and only bets behind others. */
export const isAtTheRail = ({ state, you }) => state.rail.some((each) => each.person === you.person);

/** The chips of whoever looks; null of somebody who brought none here. */
export const chipsOf = ({ state, you }) => (!you || [...state.seats, ...state.rail].some((each) => each.person === you.person) ? you?.chips ?? 0 : null);

/** The free seats at which whoever sits may play one more hand. */
function freeSeats(model, mySeats) {
  const taken = new Set(model.state.seats.map((each) => each.seat));
  return Array.from({ length: model.table.seats }, (_, index) => index + 1).filter((seat) => !taken.has(seat) && mayPlayMore(model, seat, mySeats));
}

/** The panel of your seat, and the chat, in their parent. */
export class Seat {
  #node = make("section", { class: "seat-panel" });
  #acts = make("div", { class: "acts" });
  #dialog = make("dialog", {});
  #more = make("div", { class: "acts more" });
  #behind = make("details", { class: "behind" }, make("summary"), make("div"));
  #squares = make("section", { hidden: true }, this.#behind);
  #requests = requestsNode();

  constructor(parent) {
    const button = (name, key) => make("button", { type: "button", class: "btn", "data-do": name }, word(key));
    this.#acts.append(button("top_up", "top-up"), button("sit_out", "sit-out"), button("stand_up", "stand-up"), this.#more);
    this.#node.append(this.#requests, this.#acts);
    this.chat = new Chat(this.#node);
    this.#node.append(this.#dialog);
    parent.append(this.#squares, this.#node);
    this.#acts.addEventListener("click", (event) => this.#act(event.target.closest("button")?.dataset.do));
  }

  show(model, scene) {
    this.#showBehind(model);
    showRequests(this.#requests, model);
    this.chat.show(model);
    const row = model.state.seats.find((each) => each.person === model.you.person);
    const atTheRail = isAtTheRail(model);
    write(this.#acts, { hidden: !scene.mySeats.length && !atTheRail });
    write(this.#acts.querySelector("[data-do=sit_out]"), { hidden: Boolean(row?.out) || atTheRail });
    this.#free = freeSeats(model, scene.mySeats);
    const more = [...(this.#free.length ? [["second_hand", word("play-second-hand")]] : []),
      ...(scene.mySeats.length > 1 ? scene.mySeats.map((seat) => [`give_up ${seat}`, word("give-up-seat", { seat })]) : [])];
    keyed(this.#more, () => make("button", { type: "button", class: "btn" }), more, (node, text, index) => write(node, { "data-do": more[index][0] }, text));
  }

  #free = [];

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
    else if (what === "second_hand") this.#chooseSeat();
    else if (what?.startsWith("give_up ")) this.#node.dispatchEvent(new Wish({ t: "stand_up", seat: Number(what.slice(8)) }));
    else if (what) this.#node.dispatchEvent(new Wish({ t: what }));
  }

  /** A second hand: at which of the free seats, and with more chips if wanted. */
  #chooseSeat() {
    const select = make("select", { id: "second-seat" }, ...this.#free.map((seat) => make("option", { value: seat }, word("seat-number", { seat }))));
    const field = make("div", { class: "field" }, make("label", { for: select.id }, word("seat-choice")), select);
    this.#amount(word("play-second-hand"), 0, null, 0, (cents) => ({ t: "sit", seat: Number(select.value), buy_in: cents }), word("play-second-hand-here"), [field]);
  }

  /** A free seat: how many chips are brought to it. The usual amount is suggested, or what the cage holds of it. */
  async offer(seat, model) {
    const { low, high, usual } = model.table.buy_in, command = (cents) => ({ t: "sit", seat, buy_in: cents });
    if (model.state.seats.some((each) => each.person === model.you.person)) this.#amount(word("second-hand-at", { seat }), 0, null, 0, command, word("play-second-hand-here"));
    else if (isAtTheRail(model)) this.#amount(word("seat-number", { seat }), 0, null, 0, command);
    else {
      const { cage } = await get("/api/me").catch(() => ({ cage: usual })); // the room counts what there is in any case
      this.#amount(seat ? word("seat-number", { seat }) : word("the-rail"), low, high, Math.min(usual, cage), command, seat ? word("sit-down") : word("stand-there"));
    }
  }

  /** Chips that are brought: `low` 0 where none have to be, for whoever has some here. */
  #amount(title, low, high, usual, command, deed = word("sit-down"), more = []) {
    const field = make("input", { type: "number", inputmode: "decimal", "aria-label": word(low ? "buy-in" : "more-chips"), min: dollarsOf(low), "data-low-cents": low, step: "0.01" });
    if (high) write(field, { max: dollarsOf(high) });
    field.value = dollarsOf(high ? Math.min(Math.max(usual, low), high) : Math.max(usual, low));
    const range = high ? word("buy-in-range", { low, high }) : low ? word("buy-in-from", { low }) : "";
    const form = make("form", { method: "dialog" }, make("h2", {}, title), ...more,
      make("div", { class: "field" }, make("label", {}, word(low ? "buy-in" : "more-chips")), field, make("small", {}, range)),
      make("div", { class: "acts" }, make("button", { type: "submit", class: "btn main", value: "yes" }, deed), make("button", { type: "submit", class: "btn", value: "", formnovalidate: true }, word("cancel"))));
    this.#dialog.replaceChildren(form);
    form.addEventListener("submit", (event) => {
      if (event.submitter?.value === "yes") this.#node.dispatchEvent(new Wish(command(centsOf(field.value) || 0)));
    });
    this.#dialog.showModal();
    field.focus();
  }
}

/** The chat: a line to type, which stays until the server has acknowledged it. */
class Chat {
  #field = make("input", { type: "text", maxlength: "200", autocomplete: "off" });
  #wrong = make("p", { class: "wrong", role: "alert" });
  #node = make("form", { class: "chat" });

  constructor(parent) {
    write(this.#field, { "aria-label": word("say-something"), placeholder: word("say-something") });
    this.#node.append(this.#field, make("button", { type: "submit", class: "btn" }, word("say")), this.#wrong);
    parent.append(this.#node);
    this.#node.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#field.value.trim();
      if (text && !this.#node.hasAttribute("aria-busy")) this.#node.dispatchEvent(new Wish({ t: "say", text }));
    });
  }

  /** @param {import("../../net/model.js").Model} model */
  show({ state }) { write(this.#node, { hidden: Boolean(state.quiet) || state.phase === "closed" }); }

  busy() {
    write(this.#node, { "aria-busy": "true" });
    showRefusal(this.#wrong, null);
  }

  /** The room has heard it; what was typed meanwhile stays. */
  done({ text }) {
    write(this.#node, { "aria-busy": null });
    if (this.#field.value.trim() === text) this.#field.value = "";
  }

  /** Nobody has heard it, and nobody has to type it again. */
  refused(refusal) {
    write(this.#node, { "aria-busy": null });
    showRefusal(this.#wrong, refusal);
  }
}
