// What a room may choose: the options and the pay tables of a game, as controls of a form.

import { clauseTag } from "./clauses.js";
import { make } from "./dom.js";
import { choiceText as choiceName } from "./names.js";
import { label, percent, word } from "./words.js";

/** Every option with its choices, what it means and the clauses that leave it open. The game's own come first. */
export function optionsPart({ options }) {
  const parts = [...options].sort((a, b) => Number(b.own) - Number(a.own)).map(optionField);
  return make("details", { class: "options" }, make("summary", {}, word("options-so-many", { n: options.length })), ...parts);
}

function optionField(option) {
  const control = option.also ? freeChoice(option) : fixedChoice(option);
  control.dataset.option = option.id;
  control.dataset.default = option.default;
  control.id = `option-${option.id}`;
  const said = [option.also, option.note].filter(Boolean).join(". ");
  const note = make("small", { id: `${control.id}-note` }, make("span", { lang: "en" }, said), ...favoursOf(option));
  control.setAttribute("aria-describedby", note.id);
  return make("div", { class: "field" },
    make("label", { for: control.id }, label("option", option.id)), control,
    make("div", { class: "meant" }, note, make("span", { class: "tags" }, ...option.clauses.map(clauseTag))),
    ...Object.entries(option.terms).flatMap(([choice, names]) => names.map((name) => termsField(control, choice, name))));
}

/** What the room posts for a bonus that the rules leave to it, there while the choice that offers it is made. */
function termsField(control, choice, name) {
  const fields = [["fee", "0"], ["award", ""], ["share", "100"]].map(([term, usual]) => {
    const input = make("input", { type: "text", inputmode: "decimal", autocomplete: "off", value: usual, id: `terms-${name}-${term}` });
    Object.assign(input.dataset, { bonus: name, term });
    return make("div", { class: "field" }, make("label", { for: input.id }, word(`bonus-${term}`)), input);
  });
  const group = make("fieldset", { class: "terms" }, make("legend", { class: "unseen" }, label("option", control.dataset.option)), ...fields);
  const show = () => { group.hidden = control.value !== choice; };
  control.addEventListener("change", show);
  show();
  return group;
}

function fixedChoice({ choices, default: usual }) {
  const select = make("select");
  for (const value of choices) {
    const option = make("option", { value }, value === usual ? word("choice-printed", { choice: choiceName(value) }) : choiceName(value));
    option.selected = value === usual;
    select.append(option);
  }
  return select;
}

/** A number or a span that nobody lists: typed, with what is admitted beside it. */
const freeChoice = ({ default: usual }) => make("input", { type: "text", autocomplete: "off", value: usual });

function favoursOf({ favours }) {
  return favours.map((each) => make("b", { class: "favours" },
    word("favours-the-player", { choice: choiceName(each.choice), share: percent(each.gain), wager: label("wager", each.wager) })));
}

/** The pay tables in use, each row to be changed; what was not touched stays as printed. */
export function paysPart({ paytables }) {
  const tables = paytables.filter((each) => each.pays);
  if (!tables.length) return "";
  return make("details", { class: "pay-sheet" }, make("summary", {}, word("pay-tables-so-many", { n: tables.length })),
    make("p", { class: "note" }, word("pay-tables-line")), ...tables.map(payTable));
}

function payTable(table) {
  const rows = table.rows.map((row) => {
    const odds = row.odds.endsWith(":1") ? row.odds.slice(0, -2) : row.odds;
    const input = make("input", { type: "text", inputmode: "decimal", autocomplete: "off", value: odds, "aria-label": `${table.title}, ${row.label}` });
    Object.assign(input.dataset, { pay: table.id, row: row.key, default: odds });
    return make("tr", {}, make("th", { scope: "row", lang: "en" }, row.label), make("td", {}, input));
  });
  const use = table.in_use ? [] : [" ", make("small", {}, word("not-in-use"))];
  return make("table", {}, make("caption", {}, make("span", { lang: "en" }, table.title), ...use), make("tbody", {}, ...rows));
}
