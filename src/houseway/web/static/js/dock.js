// The dock: your place, close up: your circles, your cards in words, and whatever is asked of you.

import "./bank.js";
import "./bets.js";
import { kindOf } from "./choices.js";
import { lacks } from "./cage.js";
import { cardsOf, ordered, showRun } from "./cards.js";
import { showClause } from "./clauses.js";
import { showStack, stackNode } from "./chips.js";
import { Wish, keyed, make, place as put, write } from "./dom.js";
import { signOf } from "./place.js";
import { ruleOf, seatOf } from "./scene.js";
import { has, label, moneyShort, moneySigned, phrase, word } from "./words.js";

/** The dock in its parent. */
export class Dock {
  #node = make("section", { class: "dock" });
  #own = make("div", { class: "own", "aria-hidden": "true" });
  #mine = make("div", { class: "mine" });
  #turns = make("div", { class: "turns" });
  #says = make("div", { class: "says" });
  #headline = make("p", { class: "rank" });
  #why = make("p", { class: "why" });
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
    this.#says.append(this.#headline, this.#why);
    this.#clock.append(this.#left, this.#line);
    write(this.#clock, { "aria-label": word("time-left") });
    this.#turns.append(this.#says, this.#banks, this.#cages, this.#bets, this.#asks, this.#ahead, this.#after, this.#clock);
    this.#node.append(this.#own, this.#mine, this.#turns);
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

  /** @param {import("./model.js").Model} model */
  show(model, scene, words) {
    const { state, mine, you } = model;
    const asks = mine.asks ?? [], short = lacks(model, scene.mySeats), offers = short ? [] : ownBets(mine);
    const settled = state.phase === "settled";
    write(this.#node, {
      "aria-label": scene.mySeats.length ? word("your-place", { seat: scene.mySeats[0] }) : word("watching"),
      "data-asked": asks.length > 0 || Boolean(mine.bank) || short || offers.length > 0, "data-settled": settled, "data-watching": !scene.mySeats.length,
    });
    this.#showCircles(model, scene, short || offers.length > 0);
    this.#showCards(model, scene, asks);
    this.#showSays(model, scene, asks);
    if (short) write(this.#says, { hidden: true }); // the cage speaks
    keyed(this.#banks, "hw-bank", mine.bank ? [["bank", mine.bank]] : [], (node, bank) => node.show({
      bank, key: `${state.round}/${state.bank?.turn ?? 0}/${state.phase}`, says: bankSays(state, you), posted: state.bank?.person === you.person ? state.bank.posted : null,
    }));
    keyed(this.#cages, "hw-cage", short ? [["cage", { chips: you.chips, range: model.table.buy_in }]] : [], (node, view) => node.show(view));
    const forms = Object.fromEntries(scene.felt.layout.circles.map((each) => [each.id, each.form]));
    keyed(this.#bets, "hw-bets", offers.map((offer) => [offer.place, offer]), (node, offer) => node.show({
      offer, round: state.round, ready: Boolean(mine.ready) && offer === offers[0], forms, words: words(state.round),
      title: offer === offers[0] ? word("your-bets") : word("your-bets-seat", { seat: offer.place }),
    }));
    keyed(this.#asks, "hw-ask", asks.map((ask) => [`ask ${ask.place}`, ask]), (node, ask) => node.show({ ask, round: state.round, title: titleOf(ask) }));
    keyed(this.#after, afterNode, afterOf(model, scene, short || offers.length > 0), showAfter);
  }

  /** Your circles with what lies on them, and what became of it. */
  #showCircles(model, scene, betting) {
    const { state } = model;
    const seats = new Set(scene.mySeats.map(String));
    const paid = state.phase === "settled" ? state.payments.filter((each) => seats.has(each.place)) : [];
    const wagers = Object.assign({}, ...scene.places.filter((each) => each.mine).map((each) => state.places.find((one) => one.place === String(each.seat))?.wagers ?? state.bets[String(each.seat)] ?? {}));
    const shown = scene.felt.layout.circles.filter((circle) => !circle.group && (wagers[circle.id] || paid.some((each) => each.wager === circle.id) || !circle.paid));
    const idle = betting || !scene.mySeats.length || scene.places.some((each) => each.mine && each.banks) || (model.mine.bank && !Object.keys(wagers).length);
    const rows = idle ? [] : shown.map((circle) =>
      [circle.id, { ...circle, cents: wagers[circle.id] ?? 0, paid: paid.find((each) => each.wager === circle.id) }]);
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
      .map((name) => [name, { name, cards: ordered(cardsOf(model.mine.cards?.[name] ?? model.state.cards[name])), says: model.mine.hands?.[name] }])
      .filter(([, spot]) => spot.cards.length && !(picked && own.has(spot.name) && ruleOf(scene.felt.layout, spot.name).rule.zone === "hand"));
    const folded = scene.places.some((each) => each.mine && each.folded);
    const count = rows.reduce((sum, [, spot]) => sum + spot.cards.length, 0);
    const wideOf = (cards) => (cards.length > 5 || count > 9 ? "fan" : "row");
    const widths = rows.map(([, { cards }]) => (wideOf(cards) === "fan" ? 1 + (cards.length - 1) * 0.46 : cards.length * 1.07));
    write(this.#mine, { "data-folded": folded, "data-spots": rows.length > 2 ? "many" : null, "data-captioned": rows.length > 1 });
    put(this.#mine, { "--n": widths.reduce((sum, each) => sum + each + 0.2, 0).toFixed(2), "--widest": Math.max(0, ...widths).toFixed(2) });
    keyed(this.#mine, mineNode, rows, (node, spot, index) => {
      const wide = wideOf(spot.cards);
      write(node, { "data-spot": spot.name, role: "group", "aria-label": rows.length > 1 ? label("spot", spot.name) : word("your-cards"), "data-first": index === 0 });
      write(node.firstChild, { class: `run ${wide}${wide === "fan" ? " small" : ""}` });
      showRun(node.firstChild, `dock ${spot.name}`, spot.cards);
      write(node.lastChild, {}, rows.length < 2 ? "" : spot.says ? word("hand-said", { spot: spot.name, says: spot.says }) : label("spot", spot.name));
    });
  }

  #showSays(model, scene, asks) {
    const { state, mine } = model;
    const [headline, why] = said(model, scene);
    const first = Object.keys(mine.hands ?? {})[0];
    const setting = asks.some((ask) => ask.settings?.length); // its form names both parts by itself
    const settled = state.phase === "settled" && Object.keys(mine.hands ?? {}).length === 1; // more than one are named under their cards
    const hand = !headline && first && asks.length && !setting ? phrase(mine.hands[first]) : "";
    const plain = asks.length > 0 && asks.every((ask) => ask.choices.every((each) => SIMPLE.has(kindOf(each)))); // cards and amounts need the room
    const text = headline || hand.slice(0, 1).toUpperCase() + hand.slice(1) || (plain ? word("your-turn") : "");
    write(this.#headline, {}, text);
    write(this.#why, {}, why || (settled ? sentenceOf(phrase(mine.hands[first])) : plain && has("rule") ? sentenceOf(word("rule")) : ""));
    write(this.#says, { hidden: !text && !why, "data-void": Boolean(state.void) });
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
  if (!scene.mySeats.length) return [word("watching"), model.table.seats > state.seats.length ? word("choose-a-seat") : ""];
  const row = state.seats.find((each) => each.person === you.person);
  if (row?.out) return [word("you-sit-out"), ""];
  if (state.phase === "settled") {
    const net = scene.mySeats.reduce((sum, seat) => sum + (state.nets?.[String(seat)] ?? 0), 0);
    const played = scene.mySeats.some((seat) => state.nets?.[String(seat)] !== undefined);
    if (!played) return [word("round-over"), ""];
    return [net > 0 ? word("you-win", { cents: net }) : net < 0 ? word("you-lose", { cents: -net }) : word("you-are-even"), ""];
  }
  const asked = (model.mine.asks ?? []).length || (model.mine.bets ?? []).length || model.mine.bank;
  if (asked) return ["", ""];
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

const SIMPLE = new Set(["plain", "fixed"]);

const sentenceOf = (text) => word("sentence", { text: text.slice(0, 1).toUpperCase() + text.slice(1) });

function titleOf(ask) {
  const hand = /\/(\d+)$/.exec(ask.about ?? "")?.[1];
  if (hand) return word("your-turn-hand", { hand });
  return word("your-turn");
}

const ownNode = () => make("div", { class: "own-circle" }, make("div", { class: "ring" }, stackNode()), make("span", { class: "caption" }), make("b", { class: "sum" }), make("div", { class: "tags" }));

function showOwn(node, circle) {
  const [ring, caption, sum, tags] = node.children;
  const { paid } = circle;
  write(node, { "data-form": circle.form, "data-filled": circle.cents > 0, "data-result": paid ? signOf(paid.net) : null });
  showStack(ring.firstChild, circle.cents || (paid && paid.net > 0 ? paid.returned + paid.net : 0));
  write(caption, {}, label("wager", circle.id));
  write(sum, {}, paid ? moneySigned(paid.net) : circle.cents ? moneyShort(circle.cents) : "");
  keyed(tags, () => make("button"), (paid?.clauses ?? []).slice(0, 1).map((id) => [id, id]), (tag, id) => { showClause(tag, id); write(tag, { tabindex: "-1" }); });
}

const mineNode = () => make("div", { class: "hand-close" }, make("div"), make("p"));

/** What goes on from here: the next round, its replay, its proof, and answers taken back. */
function afterOf(model, scene, betting) {
  const { state, mine } = model;
  const rows = [];
  if (mine.ready && !betting) rows.push(["ready", { main: true, text: word(state.phase === "settled" ? "next-round" : "deal"), wish: { t: "ready", round: state.round }, round: state.round }]);
  for (const place of mine.take_back ?? []) rows.push([`back ${place}`, { text: word("take-back"), wish: { t: "take_back", round: state.round, place } }]);
  const row = state.seats.find((each) => each.person === model.you.person);
  if (row?.out) rows.push(["come", { main: true, text: word("come-back"), wish: { t: "come_back", post: false } }]);
  if (row?.out && row.missed) rows.push(["post", { text: word("come-back-and-post"), wish: { t: "come_back", post: true } }]);
  if (state.phase === "settled" && state.round_id) {
    rows.push(["replay", { text: word("replay"), href: `/r/${state.round_id}`, round: state.round }]);
    rows.push(["verify", { text: word("verify"), verify: state.round_id, round: state.round }]);
  }
  return rows;
}

function afterNode() { return make("span"); }

function showAfter(node, row) {
  const tag = row.href ? "a" : "button";
  if (node.firstChild?.localName !== tag) node.replaceChildren(make(tag, tag === "button" ? { type: "button" } : {}));
  write(node.firstChild, {
    class: row.main ? "btn big main" : "btn big quiet", href: row.href, "data-wish": row.wish ? JSON.stringify(row.wish) : null, "data-verify": row.verify, "data-round": row.round,
  }, row.text);
}

