// Tables that failed, for the host: what went wrong in each, and the return of its chips.

import { make, write } from "../../dom/dom.js";
import { post } from "../../net/http.js";
import { loadRefusals, refusalText, word } from "../../text/i18n.js";

/** The section of the lobby; nothing where no table failed. */
export function failedTables(failed, names) {
  if (!failed.length) return [];
  return [make("section", { class: "running failed", "aria-labelledby": "failed-title" },
    make("h2", { id: "failed-title" }, word("failed-tables")), make("ul", {}, ...failed.map((mark) => rowOf(mark, names))))];
}

function rowOf(mark, names) {
  const button = make("button", { type: "button", class: "btn", hidden: Boolean(mark.closed) }, word("return-the-chips"));
  const row = make("li", { "data-table": mark.table, "data-stage": mark.stage },
    make("b", {}, names.get(mark.game) ?? mark.game),
    make("span", { lang: "en" }, mark.error), // as the house wrote it down
    make("span", {}, new Date(mark.at).toLocaleString(document.documentElement.lang)),
    make("span", { class: "now", role: "status" }, mark.closed ? wentBack(mark) : word("table-failed")), button);
  button.addEventListener("click", () => giveBack(row, button, mark.table));
  return row;
}

const wentBack = ({ returned }) => word("chips-went-back", { cents: returned });

async function giveBack(row, button, table) {
  write(button, { disabled: true });
  const says = row.querySelector(".now");
  try {
    write(says, {}, wentBack(await post(`/api/tables/${table}/quarantine`, {})));
    write(button, { hidden: true });
  } catch (refused) {
    await loadRefusals();
    write(says, {}, refusalText(refused));
    write(button, { disabled: null });
  }
}
