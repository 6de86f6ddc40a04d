// Options and pay tables of a game as controls of a form.

import { clauseTag } from "../../text/clause-tag.js";
import { make } from "../../dom/dom.js";
import { choiceText } from "../../text/names.js";
import { label, percent, word } from "../../text/i18n.js";

/** Every option with its choices, what it means and the clauses that leave it open. The game's own come first. Each stands as
 * it is `posted`, or where nothing is posted as printed. */
export function optionFields({ options }, posted = { options: {}, bonuses: {} }) {
  const parts = [...options].sort((a, b) => Number(b.own) - Number(a.own)).map((option) => optionField(option, posted));
  return make("details", { class: "options" }, make("summary", {}, word("options-so-many", { n: options.length })), ...parts);
}

function optionField(option, posted) {
  const now = posted.options[option.id] ?? option.default;
  const control = option.also ? freeChoice(now) : fixedChoice(option, now);
  control.dataset.option = option.id;
  control.dataset.default = now;
  control.id = `option-${option.id}`;
  const said = [option.also, option.note].filter(Boolean).join(". ");
  const note = make("small", { id: `${control.id}-note` }, make("span", { lang: "en" }, said), ...favoursOf(option));
  control.setAttribute("aria-describedby", note.id);
  return make("div", { class: "field" },
    make("label", { for: control.id }, label("option", option.id)), control,
    make("div", { class: "meant" }, note, make("span", { class: "tags" }, ...option.clauses.map(clauseTag))),
    ...Object.entries(option.terms).flatMap(([choice, names]) => names.map((name) => termsField(control, choice, name, posted.bonuses[name]))));
}

/** The terms of a bonus that the rules leave to the room, shown while the option offers the bonus. */
function termsField(control, choice, name, posted = {}) {
  const { fee = 0, award = [], share = 100 } = posted;
  const fields = [["fee", fee / 100], ["award", award.map((cents) => cents / 100).join(" ")], ["share", share]].map(([term, now]) => {
    const input = make("input", { type: "text", inputmode: "decimal", autocomplete: "off", value: now, id: `terms-${name}-${term}` });
    Object.assign(input.dataset, { bonus: name, term, default: String(now) });
    return make("div", { class: "field" }, make("label", { for: input.id }, word(`bonus-${term}`)), input);
  });
  const group = make("fieldset", { class: "terms" }, make("legend", { class: "unseen" }, label("option", control.dataset.option)), ...fields);
  const show = () => { group.hidden = control.value !== choice; };
  control.addEventListener("change", show);
  show();
  return group;
}

function fixedChoice({ choices, default: usual }, now) {
  const select = make("select");
  for (const value of choices) {
    const option = make("option", { value }, value === usual ? word("choice-printed", { choice: choiceText(value) }) : choiceText(value));
    option.selected = value === now;
    select.append(option);
  }
  return select;
}

/** A number or a span that nobody lists: typed, with what is admitted beside it. */
const freeChoice = (now) => make("input", { type: "text", autocomplete: "off", value: now });

function favoursOf({ favours }) {
  return favours.map((each) => make("b", { class: "favours" },
    word("favours-the-player", { choice: choiceText(each.choice), share: percent(each.gain), wager: label("wager", each.wager) })));
}

/** The pay tables in use, each row to be changed; what was not touched stays as it is posted, or printed. */
export function payFields({ paytables }, posted = { pay: {} }) {
  const tables = paytables.filter((each) => each.pays);
  if (!tables.length) return "";
  return make("details", { class: "pay-sheet" }, make("summary", {}, word("pay-tables-so-many", { n: tables.length })),
    make("p", { class: "note" }, word("pay-tables-line")), ...tables.map((table) => payTable(table, posted.pay[table.id] ?? {})));
}

function payTable(table, posted) {
  const rows = table.rows.map((row) => {
    const now = posted[row.key] ?? row.odds, odds = now.endsWith(":1") ? now.slice(0, -2) : now;
    const input = make("input", { type: "text", inputmode: "decimal", autocomplete: "off", value: odds, "aria-label": `${table.title}, ${row.label}` });
    Object.assign(input.dataset, { pay: table.id, row: row.key, default: odds });
    return make("tr", {}, make("th", { scope: "row", lang: "en" }, row.label), make("td", {}, input));
  });
  const use = table.in_use ? [] : [" ", make("small", {}, word("not-in-use"))];
  return make("table", {}, make("caption", {}, make("span", { lang: "en" }, table.title), ...use), make("tbody", {}, ...rows));
}
