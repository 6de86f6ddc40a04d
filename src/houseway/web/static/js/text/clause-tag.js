// The clause tag: a small ticket beside every fact that money hangs on. It opens the clause it names.

import { keyed, make, write } from "../dom/dom.js";
import { get } from "../net/http.js";
import { language, refusalText, word } from "./i18n.js";

/** A tag for a clause. */
export const clauseTag = (id) => make("button", { type: "button", class: "clause", "data-clause": id, "aria-label": word("clause-named", { clause: id }) }, id);

/** The node is the tag of that clause: for lists that are drawn again. */
export function showClause(node, id) {
  write(node, { type: "button", class: "clause", "data-clause": id, "aria-label": word("clause-named", { clause: id }) }, id);
}

/** The node shows tags of the first clauses of a payment or a line, at most so many: the first one decides. */
export function showClauses(node, ids, most, draw = showClause) {
  keyed(node, "button", ids.slice(0, most).map((id) => [id, id]), draw);
}

/**
 * The node says what was refused and by which clauses; null: nothing was.
 * @param {import("../wire.d.ts").Refused | null} refusal
 */
export function showRefusal(node, refusal) {
  node.replaceChildren(...(refusal ? [refusalText(refusal), ...(refusal.clause ?? "").split(", ").filter(Boolean).map(clauseTag)] : []));
}

/** Every tag of the page opens its clause; one listener for all of them. */
export function listenForClauses() {
  document.addEventListener("click", (event) => {
    const tag = event.target.closest("[data-clause]");
    if (tag) open(tag.dataset.clause);
  });
}

async function open(id) {
  const dialog = make("dialog", { class: "clause-text", "aria-labelledby": "clause-title" });
  const title = make("h2", { id: "clause-title" }, id, closer(dialog));
  const body = make("div", { lang: "en" });
  dialog.append(title, body);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.showModal();
  try {
    body.append(...paragraphs(await get(`/api/clauses/${id}`)));
  } catch {
    body.append(make("p", {}, word("not-found")));
  }
}

function paragraphs(clause) {
  const parts = [make("p", { class: "rule" }, clause.rule)];
  if (language() !== "en") parts.push(make("p", { class: "note", lang: language() }, word("clause-language")));
  if (clause.example) parts.push(make("h3", { lang: language() }, word("clause-example")), make("p", {}, clause.example));
  if (clause.ruling) parts.push(make("h3", { lang: language() }, word("clause-ruling")), make("p", {}, clause.ruling));
  if (clause.source) parts.push(make("p", { class: "source" }, clause.source.replace(/^\S+\.txt \/ /, "")));
  return parts;
}

function closer(dialog) {
  const button = make("button", { type: "button", class: "iconb close", "aria-label": word("close") }, "✕");
  button.addEventListener("click", () => dialog.close());
  return button;
}
