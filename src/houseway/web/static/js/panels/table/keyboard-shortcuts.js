// Keyboard shortcuts of the table page, in one table: what each key does, and the list of them that `?` opens.

import { make } from "../../dom/dom.js";
import { listen } from "../../dom/key-events.js";
import { word } from "../../text/i18n.js";

/** The keys of the table are listened to. */
export function keyTable({ dock, tellTable }) {
  const press = (button) => {
    button?.click();
    return Boolean(button);
  };
  const acts = () => dock.questions.flatMap((each) => each.buttons);
  const rows = [
    ["1", "key-choices", (event) => press(acts()[Number(event.key) - 1])],
    ["enter", "key-enter", (event) => (event.target === document.body || event.target.localName === "main" ? press(dock.node.querySelector(":is(.before, .turns):not([hidden]) .btn.main:not([hidden]):not(:disabled)")) : false)],
    ["b", "key-bets", () => { const field = dock.node.querySelector("hw-bets input[type=number], hw-bank input"); field?.focus(); return Boolean(field); }],
    ["r", "key-repeat", () => { dock.bets?.repeat(); return Boolean(dock.bets); }],
    ["h", "key-house-way", () => press(acts().find((button) => "default" in button.dataset))],
    ["t", "key-table", () => { tellTable(); return true; }],
    ["?", "key-help", () => { open(rows); return true; }],
  ];
  listen(rows);
}

function open(rows) {
  const names = { 1: "1–9", enter: "Enter" };
  const list = rows.map(([key, text]) => [make("dt", {}, make("kbd", { class: "key" }, names[key] ?? key.toUpperCase())), make("dd", {}, word(text))]).flat();
  const dialog = make("dialog", { class: "keys-help", "aria-labelledby": "keys-title" });
  const close = make("button", { type: "button", class: "btn" }, word("close"));
  close.addEventListener("click", () => dialog.close());
  dialog.append(make("h2", { id: "keys-title" }, word("keys")), make("dl", {}, ...list), close);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}
