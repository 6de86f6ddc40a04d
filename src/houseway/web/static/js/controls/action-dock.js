// The dock: your place, close up: your circles, your cards in words, and whatever is asked of you.

import "./bank-form.js";
import "./bet-form.js";
import { decidedBy, highOf, lowOf } from "./result-reasons.js";
import { afterNode, afterOf, showAfter } from "./round-actions.js";
import { hintOf, kindOf } from "./decision-form.js";
import { cardsOf, ordered, showRun } from "../board/cards.js";
import { showClause, showClauses } from "../text/clause-tag.js";
import { showStack, stackNode } from "../board/chips.js";
import { Wish, keyed, make, place as put, write } from "../dom/dom.js";
import { captionOf, turnName } from "../text/names.js";
import { headline, sentenceOf } from "../text/narrate-chips.js";
import { signOf } from "../board/seat-place.js";
import { lacks, ruleOf, seatOf } from "../board/scene.js";
import { has, label, moneyShort, moneySigned, word } from "../text/i18n.js";

const LATELY = 5;

/** The dock in its parent. */
export class Dock {
  #node = make("section", { class: "dock" });
  #own = make("div", { class: "own", "aria-hidden": "true" });
  #mine = make("div", { class: "mine" });
  #lately = make("ol", { class: "lately", "aria-hidden": "true" }, ...Array.from({ length: LATELY }, () => make("li"))); // the log says the same
  #before = make("div", { class: "before" });
  #turns = make("div", { class: "turns" });
  #says = make("div", { class: "says" });
  #banks = make("div");
  #cages = make("div");
  #bets = make("div", { class: "all-bets" });
  #asks = make("div", { class: "asks" });
  #after = make("div", { class: "acts after" });
  #ahead = make("div", { class: "ahead", role: "group" });
  #clock = make("div", { class: "clock", role: "timer" });
  #line = make("i");
  #left = make("p");

  constructor(parent) {
    this.#clock.append(this.#left, this.#line);
    write(this.#clock, { "aria-label": word("time-left") });
    this.#before.append(this.#banks, this.#cages, this.#bets);
    this.#turns.append(this.#asks);
    this.#node.append(this.#own, this.#mine, this.#before, this.#turns);
    parent.append(this.#node);
    this.#after.addEventListener("click", (event) => {
      const { wish } = event.target.closest("[data-wish]")?.dataset ?? {};
      if (wish) this.#after.dispatchEvent(new Wish(JSON.parse(wish)));
    });
  }

  get node() { return this.#node; }

  get questions() { return Array.from(this.#asks.children); }

  get bets() { return this.#bets.querySelector("hw-bets"); }

  /** The form that sent a command, for what is answered to it. */
  formOf(command) {
    if (command.t === "decide") return this.questions.find((each) => each.ask?.place === command.place);
    if (command.t === "bank") return this.#banks.firstChild;
    if (command.t === "top_up") return this.#cages.firstChild;
    if (command.t !== "bet" && command.t !== "ready") return null;
    return document.querySelector(`hw-bets[data-key="${command.place}"]`) ?? this.bets;
  }

  /** @param {import("../net/model.js").Model} model */
  show(model, scene, words) {
    const { state, mine, you } = model;
    const asks = mine.asks ?? [], short = lacks(model, scene.mySeats), offers = short ? [] : ownBets(mine);
    const settled = state.phase === "settled";
    write(this.#node, {
      "aria-label": scene.mySeats.length ? word("your-place", { seat: scene.mySeats[0] }) : word("watching"),
      "data-asked": asks.length > 0 || Boolean(mine.bank) || short || offers.length > 0, "data-settled": settled, "data-watching": !scene.mySeats.length,
    });
    this.#showBlock(asks.length > 0 || (inRound(scene) && !short && !offers.length && !mine.bank));
    this.#showCircles(model, scene, short || offers.length > 0);
    this.#showCards(model, scene, asks);
    this.#showSays(model, scene, asks);
    if (short && !(settled && mine.result)) write(this.#says, { hidden: true }); // the cage speaks
    keyed(this.#banks, "hw-bank", mine.bank ? [["bank", mine.bank]] : [], (node, bank) => node.show({
      bank, key: `${state.round}/${state.bank?.turn ?? 0}/${state.phase}`, says: bankSays(state, you), posted: state.bank?.person === you.person ? state.bank.posted : null,
      differs: bank.agrees ? model.table.differs ?? [] : [], terms: model.table.terms,
    }));
    keyed(this.#cages, "hw-cage", short ? [["cage", { chips: you.chips, range: model.table.buy_in }]] : [], async (node, view) => { await import("./buy-in-form.js"); node.show(view); }); // comes when it is needed
    const forms = Object.fromEntries(scene.felt.layout.circles.map((each) => [each.id, each.form]));
    keyed(this.#bets, "hw-bets", offers.map((offer) => [offer.place, offer]), (node, offer) => node.show({
      offer, round: state.round, ready: Boolean(mine.ready) && offer === offers[0], forms, words: words(state.round),
      title: offer === offers[0] ? word("your-bets") : word("your-bets-seat", { seat: offer.place }),
    }));
    keyed(this.#asks, "hw-ask", asks.map((ask) => [`ask ${ask.place}`, ask]), (node, ask) => node.show({ ask, round: state.round, title: turnName(ask) }));
    keyed(this.#after, afterNode, afterOf(model, short || offers.length > 0), showAfter);
  }

  /** Before the deal the text has the whole dock, in a round a part of its own: neither pushes the other. */
  #showBlock(playing) {
    const block = playing ? this.#turns : this.#before;
    write(this.#turns, { hidden: !playing });
    write(this.#before, { hidden: playing });
    if (this.#says.parentElement === block) return;
    block.prepend(this.#says, this.#lately);
    block.append(this.#ahead, this.#after, this.#clock);
  }

  /** Your circles with what lies on them, and what became of it. */
  #showCircles(model, scene, betting) {
    const { state } = model;
    const seats = new Set(scene.mySeats.map(String));
    const paid = state.phase === "settled" ? state.payments.filter((each) => seats.has(each.place) && each.person === model.you.person) : [];
    const wagers = Object.assign({}, ...scene.places.filter((each) => each.mine).map((each) => state.places.find((one) => one.place === String(each.seat))?.wagers ?? state.bets[String(each.seat)] ?? {}));
    const shown = scene.felt.layout.circles.filter((circle) => !circle.group && (wagers[circle.id] || paid.some((each) => each.wager === circle.id) || !circle.paid));
    const idle = betting || !scene.mySeats.length || (!inRound(scene) && !Object.keys(wagers).length) || scene.places.some((each) => each.mine && each.banks);
    const rows = idle ? [] : shown.map((circle) =>
      [circle.id, { ...circle, cents: wagers[circle.id] ?? 0, button: scene.mySeats.map((seat) => state.buttons?.[String(seat)]?.[circle.id]).find(Boolean), paid: paid.find((each) => each.wager === circle.id) }]);
    write(this.#own, { "data-many": rows.length > 3 });
    keyed(this.#own, ownNode, rows, showOwn);
  }

  /** Your cards, large; those that a question lets you pick lie in its form instead. */
  #showCards(model, scene, asks) {
    const picked = asks.some((ask) => ask.choices.some((each) => each.pick !== undefined));
    const own = new Set(Object.keys(model.mine.cards ?? {}));
    const banks = scene.places.some((each) => each.mine && each.banks);
    const spots = Object.keys(model.state.cards).filter((name) =>
      own.has(name) || (banks && /^bank\b/.test(name)) || scene.mySeats.includes(ruleOf(scene.felt.layout, name).seat));
    const rows = spots.filter((name) => ruleOf(scene.felt.layout, name).rule.zone !== "unseen")
      .map((name) => [name, { name, cards: ordered(cardsOf(model.mine.cards?.[name] ?? model.state.cards[name])), says: highOf(model.mine, name) }])
      .sort(([a], [b]) => Number(b.endsWith(" low")) - Number(a.endsWith(" low"))) // as it was set, and as it lies on the felt
      .filter(([, spot]) => spot.cards.length && !(picked && own.has(spot.name) && ruleOf(scene.felt.layout, spot.name).rule.zone === "hand"));
    put(this.#turns, { "--kept": picked ? Math.max(1, ...[...own].map((name) => cardsOf(model.mine.cards[name]).length)) : null }); // so many lay there
    const folded = scene.places.some((each) => each.mine && each.folded);
    const count = rows.reduce((sum, [, spot]) => sum + spot.cards.length, 0);
    const wideOf = (cards) => (cards.length > 5 || count > 9 ? "fan" : "row");
    const widths = rows.map(([, { cards }]) => (wideOf(cards) === "fan" ? 1 + (cards.length - 1) * 0.46 : cards.length * 1.07));
    write(this.#mine, { "data-folded": folded, "data-spots": rows.length > 2 ? "many" : null, "data-captioned": rows.length > 1 });
    put(this.#mine, { "--n": widths.reduce((sum, each) => sum + each + 0.2, 0).toFixed(2), "--widest": Math.max(0, ...widths).toFixed(2) });
    const forms = rows.map(([name, spot]) => [`${name} ${wideOf(spot.cards)}`, spot]); // a hand that lies otherwise is another picture
    keyed(this.#mine, mineNode, forms, (node, spot, index) => {
      const wide = wideOf(spot.cards), title = captionOf(spot.name, spots);
      write(node, { "data-spot": spot.name, role: "group", "aria-label": rows.length > 1 ? title : word("your-cards"), "data-first": index === 0 });
      write(node.firstChild, { class: `run ${wide}${wide === "fan" ? " small" : ""}` });
      showRun(node.firstChild, `dock ${spot.name}`, spot.cards);
      write(node.lastChild, {}, rows.length < 2 ? "" : spot.says ? word("hand-said", { spot: title, says: spot.says }) : title);
    });
  }

  #showSays(model, scene, asks) {
    const { state, mine } = model;
    const [head, why] = said(model, scene);
    const own = Object.keys(mine.hands ?? {}).filter((name) => name in (mine.cards ?? {})), [first] = own;
    const setting = asks.some((ask) => ask.settings?.length); // its form names both parts by itself
    const hand = !head && first && asks.length && !setting ? highOf(mine, first) : "";
    const low = hand && lowOf(mine, first), lower = low && sentenceOf(low);
    const plain = asks.length > 0 && asks.every((ask) => ask.choices.every((each) => SIMPLE.has(kindOf(each)))); // cards and amounts need the room
    const text = head || hand.slice(0, 1).toUpperCase() + hand.slice(1) || (plain ? word("your-turn") : "");
    const more = why || decidedBy(model, scene).filter(Boolean).join(word("between-sentences")) || lower || (plain ? hintOf(asks[0]) || (has("rule") ? sentenceOf(word("rule")) : "") : "");
    const coming = model.state.seats.find((each) => each.person === model.you.person)?.coming;
    const later = coming ? [["why coming", word("chips-coming", { cents: coming })]] : [];
    keyed(this.#says, "p", [["rank", text], ["why", more], ...later].map(([kind, said]) => [`${kind} ${said}`, { kind, said }]), (node, { kind, said }) => write(node, { class: kind }, said)); // other words are another line
    write(this.#says, { hidden: !text && !why && !later.length, "data-void": Boolean(state.void) });
  }

  /** The clock of your place: the line shortens, and near the end it says so in words. */
  tick(model, now) {
    const places = model.you?.places ?? [];
    const due = places.map((place) => [place, model.state?.due_ms[place]]).find(([, ms]) => ms !== undefined);
    write(this.#clock, { hidden: !due });
    if (!due) return;
    const left = Math.max(0, due[1] - (now - model.at));
    const bank = model.state.bank_ms[due[0]] ?? 0, whole = Math.max(due[1], model.table.time * 1000 + bank);
    const ask = (model.mine.asks ?? []).find((each) => each.place === due[0]);
    const seconds = Math.ceil(left / 1000);
    this.#line.style.setProperty("--part", (left / whole).toFixed(3));
    write(this.#clock, { "data-near": seconds <= 5 });
    const name = ask ? word("plays-by-itself", { choice: label("choice", typeof ask.default === "string" ? ask.default : Object.keys(ask.default)[0]) }) : word("time-left");
    write(this.#left, {}, `${name} ${word("seconds", { n: seconds })}${bank && left > bank ? ` · ${word("time-bank", { n: Math.round(bank / 1000) })}` : ""}`);
  }

  /** Shows the last lines, the newest first, where the log is out of sight. */
  tell(told) {
    const said = [...told.map((line) => line.says).reverse(), ...Array.from(this.#lately.children, (node) => node.textContent)];
    if (told.length) Array.from(this.#lately.children).forEach((node, at) => write(node, {}, said[at] ?? ""));
  }

  /** Buttons for what to answer before it is asked. */
  showAhead(choices, chosen) {
    write(this.#ahead, { hidden: !choices.length, "aria-label": word("pre-select") });
    keyed(this.#ahead, () => make("button", { type: "button", class: "btn quiet" }), choices.map((each) => [each, each]), (node, each) =>
      write(node, { "data-ahead": each, "aria-pressed": String(each === chosen) }, word({ default: "check-or-fold", first: "call-any" }[each])));
  }
}

/** The places of your own where you may bet; those behind others are a matter of their own, but for who has no seat. */
function ownBets(mine) {
  const bets = mine.bets ?? [], own = bets.filter((each) => !each.place.includes("."));
  return own.length ? own : bets.slice(0, 1);
}

/** The headline of the dock, and the line under it. */
function said(model, scene) {
  const { state, you } = model;
  if (state.void && state.phase === "settled") return [word("round-void"), state.void];
  if (state.phase === "closed") return [word("the-table-is-closed"), ""];
  if (state.phase === "settled" && model.mine.result) return [headline(model.mine.result), ""];
  if (state.rail.some((each) => each.person === you.person)) return [word("at-the-rail"), word((model.mine.bets ?? []).length ? "bet-behind-now" : "bets-behind-later")];
  if (!scene.mySeats.length) return [word("watching"), model.table.seats > state.seats.length ? word("choose-a-seat") : ""];
  const row = state.seats.find((each) => each.person === you.person);
  if (row?.out) return [word("you-sit-out"), ""];
  if (state.phase === "settled") return [word("round-over"), ""];
  const asked = (model.mine.asks ?? []).length || (model.mine.bets ?? []).length || model.mine.bank;
  if (asked) return ["", ""];
  if (model.mine.ready && state.phase === "waiting") return [word("ready-to-deal"), has("line") ? word("line") : ""];
  if (model.mine.bank_barred) return [word("bank-passes-you"), word("bank-barred", { n: model.mine.bank_barred })];
  return [label("phase", state.phase), waitingFor(model)];
}

function waitingFor({ state, you }) {
  const names = state.waiting.map((place) => state.seats.find((each) => each.seat === (place === "bank" ? state.bank?.seat : seatOf(place))))
    .filter((row) => row && row.person !== you.person).map((row) => row.name);
  return names.length ? word("waiting-for", { names: [...new Set(names)] }) : "";
}

function bankSays(state, you) {
  if (state.phase === "broken") return word("bank-broken");
  return state.bank?.person === you.person ? word("bank-is-yours", { cents: state.bank.posted ?? 0 }) : word("bank-offered-to-you");
}

const inRound = ({ phase }) => phase === "playing" || phase === "settled";

const SIMPLE = new Set(["plain", "fixed"]);

const ownNode = () => make("div", { class: "own-circle" }, make("div", { class: "ring" }, stackNode()), make("span", { class: "caption" }), make("b", { class: "sum" }), make("div", { class: "tags" }));

function showOwn(node, circle) {
  const [ring, caption, sum, tags] = node.children;
  const { paid } = circle;
  write(node, { "data-form": circle.form, "data-filled": circle.cents > 0, "data-result": paid ? signOf(paid.net) : null });
  showStack(ring.firstChild, circle.cents || (paid && paid.net > 0 ? paid.returned + paid.net : 0));
  write(caption, {}, circle.button ? `${label("wager", circle.id)} · ${label("button", circle.button)}` : label("wager", circle.id));
  write(sum, {}, paid ? moneySigned(paid.net) : circle.cents ? moneyShort(circle.cents) : "");
  showClauses(tags, paid?.clauses ?? [], 1, (tag, id) => { showClause(tag, id); write(tag, { tabindex: "-1" }); });
}

const mineNode = () => make("div", { class: "hand-close" }, make("div"), make("p"));
