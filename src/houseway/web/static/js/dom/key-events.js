// Key events: keys that sleep while somebody types, and one stop of Tab for a row of cards.

/** Arrow keys go along the row; Tab stops at it once. */
export function roving(parent, selector) {
  const nodes = () => Array.from(parent.querySelectorAll(selector));
  const stop = (node) => { for (const each of nodes()) each.tabIndex = each === node ? 0 : -1; };
  parent.addEventListener("focusin", (event) => { if (event.target.matches(selector)) stop(event.target); });
  parent.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const row = nodes(), at = row.indexOf(event.target);
    if (at < 0) return;
    event.preventDefault();
    row[(at + step + row.length) % row.length].focus();
  });
}

/** Enter in a field presses the button that `buttonOf` names for it, or nothing: never whichever button is the form's first. */
export function onEnter(form, buttonOf) {
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !event.target.matches("input, select")) return;
    event.preventDefault();
    const button = event.repeat ? null : buttonOf(event.target);
    if (button && !button.disabled) form.requestSubmit(button);
  });
}

/** True if a key belongs to a field, a dialog or a composition, and not to the table. */
export function sleeping(event) {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector("dialog[open]")) return true;
  const node = event.target;
  return node.matches?.("input:not([type=checkbox]):not([type=range]), textarea, select, [contenteditable]");
}

/** Each key does what its row of the table says: [key, word, deed]. */
export function listen(table) {
  document.addEventListener("keydown", (event) => {
    if (sleeping(event)) return;
    const row = table.find(([key]) => key === event.key.toLowerCase() || (key === "1" && /^[1-9]$/.test(event.key)));
    if (row && row[2](event) !== false) event.preventDefault();
  });
}
