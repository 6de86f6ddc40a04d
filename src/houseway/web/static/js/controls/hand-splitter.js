// <hw-setting>: a hand split in two rows, both named as the cards move. It is a pick whose every answer is known.

import { cardsOf } from "../board/cards.js";
import { make, place as put, write } from "../dom/dom.js";
import { handName, word } from "../text/i18n.js";

const DRAGGED = 18;

/**
 * The setting with these cards in front, among these.
 * @param {import("../wire.d.ts").SettingOffer[]} settings
 */
export function settingOf(settings, chosen) {
  const wanted = [...chosen].sort().join(" ");
  return settings.find((each) => cardsOf(each.pick).sort().join(" ") === wanted) ?? null;
}

class Setting extends HTMLElement {
  #front = make("p", { class: "live front" });
  #back = make("p", { class: "live back" });
  foul = make("p", { class: "foul", role: "status", hidden: true }); // the form has room for it

  connectedCallback() {
    if (!this.firstChild) this.append(this.#front, this.#back);
  }

  connectedMoveCallback() {}

  /** Names both rows of the cards that are chosen, or says that they are foul. */
  show(view) {
    const { settings, fouls, chosen, most, count, clause } = view;
    const whole = chosen.length === most;
    const found = whole ? settingOf(settings, chosen) : null, named = found ?? (whole ? settingOf(fouls, chosen) : null);
    put(this, { "--most": most });
    row(this.#front, word("front"), chosen.length, named && handName(named.low, named.low_name));
    row(this.#back, word("back-hand"), count - chosen.length, named && handName(named.high, named.high_name), chosen.length ? "" : word("how-to-set"));
    write(this.foul, { hidden: !whole || Boolean(found), "data-clauses": clause }, whole && !found ? `${word("foul")} ${word("foul-line")}` : "");
    return Boolean(found);
  }
}

function row(node, name, count, says, hint = "") {
  if (!node.firstChild) node.append(make("b"), make("span"));
  write(node.firstChild, {}, `${name}, ${word("cards-in-hand", { n: count })}`);
  write(node.lastChild, { class: hint ? "why" : null }, says || hint);
}

/** The row in which a card is let go: true for the front, null where there are no rows. It need not lie on another card: the front is empty at first. */
function rowAt(cards, label, x, y) {
  const others = Array.from(cards.querySelectorAll("label.pickable")).filter((node) => node !== label);
  const over = document.elementsFromPoint(x, y).map((node) => node.closest("label.pickable")).find((node) => others.includes(node));
  if (over) return over.querySelector("input").checked;
  const back = others.filter((node) => !node.querySelector("input").checked).map((node) => node.getBoundingClientRect());
  if (!cards.closest("[data-kind=setting]") || !back.length) return null;
  return y < Math.min(...back.map((box) => box.top)) || x < Math.min(...back.map((box) => box.left));
}

/** A card that is dragged over the line goes to the other row, as if it had been tapped. */
export function draggable(cards) {
  let held = null, from = null;
  cards.addEventListener("pointerdown", (event) => {
    const label = event.target.closest("label");
    if (label && event.button === 0) [held, from] = [label, [event.clientX, event.clientY]];
  });
  cards.addEventListener("pointermove", (event) => {
    if (!held) return;
    const [x, y] = [event.clientX - from[0], event.clientY - from[1]];
    if (Math.hypot(x, y) < DRAGGED && !held.hasAttribute("data-dragged")) return;
    if (!held.hasAttribute("data-dragged")) held.setPointerCapture?.(event.pointerId);
    write(held, { "data-dragged": true });
    held.style.setProperty("translate", `${x}px ${y}px`);
  });
  const drop = (event) => {
    if (!held) return;
    const label = held, dragged = label.hasAttribute("data-dragged");
    [held, from] = [null, null];
    label.style.removeProperty("translate");
    write(label, { "data-dragged": null });
    if (!dragged) return;
    const box = label.querySelector("input");
    const eaten = (click) => { click.preventDefault(); click.stopPropagation(); }; // the click that ends a drag picks nothing
    cards.addEventListener("click", eaten, { capture: true });
    setTimeout(() => cards.removeEventListener("click", eaten, { capture: true }), 0);
    const wanted = rowAt(cards, label, event.clientX, event.clientY);
    if (wanted === null || wanted === box.checked) return;
    box.checked = wanted;
    box.dispatchEvent(new Event("change", { bubbles: true }));
  };
  cards.addEventListener("pointerup", drop);
  cards.addEventListener("pointercancel", drop);
}

customElements.define("hw-setting", Setting);
