// <hw-place>: one seat round the table: its plate, its cards, its circles, and the marks before it.

import { cardNode, showCard, showRun } from "./cards.js";
import { chipHref, chipsOf, showStack, stackNode } from "./chips.js";
import { drawn, keyed, make, place as put, write } from "../dom/dom.js";
import { icon, showIcon } from "../dom/icons.js";
import { label, listed, moneyShort, word } from "../text/i18n.js";

/** The sign of a result: three shapes, before any colour. */
export const signOf = (cents) => (cents > 0 ? "win" : cents < 0 ? "lose" : "push");

class Place extends HTMLElement {
  #cards = make("div", { class: "hands" });
  #bets = make("div", { class: "bets" });
  #plate = make("p", { class: "plate" });
  #name = make("b");
  #line = make("small");
  #marks = make("div", { class: "pucks" });
  #sit = make("button", { type: "button", class: "plate seatless" });

  connectedCallback() {
    if (this.firstChild) return; // built once: a move is no birth
    this.#plate.append(this.#name, this.#line);
    this.append(this.#cards, this.#bets, this.#marks, this.#plate, this.#sit);
  }

  connectedMoveCallback() {}

  /** The seat as it is now. */
  show(view) {
    const { seat, slot, row } = view;
    const called = row ? word("seat-named", { seat, name: row.name, cents: row.stack }) : word("seat-empty", { seat });
    const name = row?.lost && !view.mine ? listed([called, word("state-line-lost")]) : called;
    write(this, {
      role: "region", "aria-label": name, "data-seat": seat, "data-cents": row ? row.stack : null,
      "aria-current": view.turn && "true", "data-state": stateOf(view), "data-mine": view.mine, "data-lost": Boolean(row?.lost) && !view.mine, "data-bank": view.banks, class: row || view.maySit ? null : "gone",
    });
    put(this, { "--px": slot.plate[0], "--py": slot.plate[1], "--turn": `${slot.turn}deg` });
    this.#showPlate(view);
    keyed(this.#cards, "div", view.hands.map((hand) => [hand.name, hand]), (node, hand) => showHand(node, hand, view.mine));
    keyed(this.#bets, betNode, [...view.bets, ...view.behind].map((bet) => [`circle ${bet.place ?? seat} ${bet.circle ?? "main"}`, bet]), showBet);
    keyed(this.#marks, markNode, marksOf(view), showMark);
  }

  #showPlate(view) {
    const { row, seat, maySit, mayAdd } = view, free = maySit || mayAdd;
    write(this.#plate, { hidden: !row });
    write(this.#sit, { hidden: Boolean(row), disabled: !free, "data-sit": seat });
    keyed(this.#sit, "span", row ? [] : [["seat", word("seat-number", { seat })], ["sit", word(maySit ? "sit-here" : mayAdd ? "second-hand" : "empty")]],
      (node, text) => write(node, {}, text));
    write(this.#sit, { "aria-hidden": free ? null : "true", "aria-label": free ? word(maySit ? "sit-here" : "play-second-hand-here") : null });
    if (!row) return;
    write(this.#name, {}, view.mine ? word("you") : row.name);
    const [sign, text] = lineOf(view);
    keyed(this.#line, lineNode, [[`${sign} ${text}`, [sign, text]]], showLine);
  }
}

function stateOf(view) {
  if (!view.row) return "empty";
  if (view.turn) return "turn";
  if (view.folded) return "folded";
  return view.row.away || view.row.out ? "away" : "seated";
}

/** The second line of a plate: a sign, and what matters most about the seat now. */
function lineOf(view) {
  const { row } = view;
  if (view.result && view.net !== null) return [signOf(view.net), `${view.net > 0 ? "+" : ""}${moneyShort(view.net)}`];
  if (row.lost && !view.mine) return ["offline", word("state-line-lost")]; // of whoever has to act it matters most
  if (view.turn) return ["turn", view.mine ? word("state-your-turn") : word("state-to-act")];
  if (view.folded) return ["", word("state-folded")];
  if (row.out) return ["clock", word("state-sits-out")];
  if (row.away) return ["clock", word("state-away")];
  if (row.missed) return ["clock", word("state-owes-blinds")];
  if (view.banks && view.posted) return ["", word("bank-stake", { cents: view.posted })];
  if (!row.stack && view.bets.length) return ["", word("state-all-in")];
  if (row.coming) return ["clock", word("stack-and-coming", { cents: row.stack - row.coming, more: row.coming })];
  return ["", row.bot ? word("state-bot", { cents: row.stack }) : moneyShort(row.stack)];
}

const lineNode = () => make("span", {}, icon("turn", "mini"), make("span"));

function showLine(node, [sign, text]) {
  write(node.firstChild, { hidden: !sign });
  if (sign) showIcon(node.firstChild, sign);
  write(node.lastChild, {}, text);
}

function showHand(node, hand, mine) {
  write(node, { class: "hand run small", "data-spot": hand.name, "data-folded": hand.folded, "data-open": hand.open, "aria-hidden": mine && "true" });
  put(node, { "--x": hand.at[0], "--y": hand.at[1], "--turn": `${hand.turn}deg`, "--size": hand.size, "--step": hand.step });
  showRun(node, mine ? `seat ${hand.name}` : hand.name, hand.cards);
}

const UPRIGHT = 3; // letters of a sum that stands upright in its circle; a longer one leans with its seat

function betNode() {
  return make("div", { class: "bet", role: "group" }, stackNode(), make("i", { class: "earned", hidden: true }), make("b", { class: "sum" }));
}

function showBet(node, bet) {
  const name = bet.place ? word("place-backline", { place: bet.place }) : label("wager", bet.circle);
  const said = word("circle-named", { circle: name, cents: bet.cents }), earned = bet.button ? label("button", bet.button) : "";
  write(node.children[1], { hidden: !earned }, earned);
  write(node, { "aria-label": earned ? `${said}, ${earned}` : said, "data-circle": bet.circle ?? "backline", "data-cents": bet.cents,
    class: bet.place ? "bet behind" : "bet", "data-more": bet.more || null });
  const sum = `${bet.more ? "+" : ""}${moneyShort(bet.cents)}`;
  put(node, { "--x": bet.at[0], "--y": bet.at[1], "--turn": `${bet.turn}deg`, "--lean": `${sum.length > UPRIGHT ? bet.turn : 0}deg` });
  showStack(node.firstChild, bet.place ? chipsOf(bet.cents)[0] : bet.cents);
  write(node.lastChild, {}, sum);
}

function marksOf({ slot, action, button, banks, posted, held, bankTurn }) {
  const marks = [];
  if (button) marks.push(["button", { sign: "button", at: slot.marks.button, name: word("dealer-button") }]);
  if (action) marks.push(["action", { sign: "action", at: slot.marks.action, name: word("action-button") }]);
  if (banks) marks.push(["bank", { sign: "bank", at: slot.marks.bank, hand: bankTurn, name: bankTurn ? word("bank-plaque-hand", { hand: label("bank-hand", bankTurn) }) : word("bank-plaque") }]);
  if (banks && posted) marks.push(["stake", { cents: posted, at: slot.marks.stake, name: word("bank-stake", { cents: posted }) }]);
  if (held) marks.push(["count", { held, at: slot.marks.count, name: word("cards-in-hand", { n: held }) }]);
  return marks;
}

const markNode = () => make("div", { class: "puck", role: "img" });

function showMark(node, mark) {
  write(node, { "aria-label": mark.name, "data-mark": mark.sign ?? (mark.held ? "count" : "stake") });
  put(node, { "--x": mark.at[0], "--y": mark.at[1] });
  if (!node.firstChild) node.append(...(mark.sign ? [drawn(chipHref(mark.sign))] : mark.held ? [cardNode(), make("b")] : [stackNode()]));
  if (mark.sign === "bank") {
    if (node.childElementCount < 2) node.append(make("b"));
    write(node.lastChild, { hidden: !mark.hand }, mark.hand ? String(mark.hand) : "");
  }
  if (mark.cents) showStack(node.firstChild, mark.cents);
  if (mark.held) {
    showCard(node.firstChild, "--");
    write(node.lastChild, {}, String(mark.held));
  }
}

customElements.define("hw-place", Place);
