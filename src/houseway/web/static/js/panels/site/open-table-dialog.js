// A table to one's own taste: every option that the rule book offers, with plain defaults, so that one click opens.

import { showRefusal } from "../../text/clause-tag.js";
import { make, write } from "../../dom/dom.js";
import { get, newKey, post } from "../../net/http.js";
import { optionFields, payFields } from "./table-options-form.js";
import { linkNode } from "./share-link.js";
import { label, loadRefusals, moneyShort, word } from "../../text/i18n.js";

const PACES = ["normal", "fast", "solo"];
const COMPANY = 3; // bots that are asked along, unless somebody says otherwise

/** The dialog for a table of that game is open. */
export const openTable = ({ id, short }) => showSheet(id, word("open-a-table-of", { game: short }), word("open-it"), async (wish, body, key) => {
  const { table } = await post("/api/tables", { ...wish, game: id, key });
  body.replaceChildren(openedPart({ table, ...await get(`/api/tables/${table}/qr`) }));
});

/** The dialog in which the host changes what is posted at a table: it opens with that, and only what was changed is sent. */
export async function changeTable({ id, short, table }) {
  await showSheet(id, word("change-the-sheet-of", { game: short }), word("save"), async (wish, body, key) => {
    const changed = Object.keys(wish).length > 0;
    const { from_round: round } = changed ? await post(`/api/tables/${table}/configure`, { ...wish, key }) : {};
    const text = !changed ? word("nothing-was-changed") : round ? word("from-round", { n: round }) : word("from-now-on");
    body.replaceChildren(make("p", { role: "status" }, text));
  }, () => get(`/api/tables/${table}/sheet`));
}

/** Nothing is posted yet. */
const unposted = () => null;

async function showSheet(id, title, go, send, posting = unposted) {
  const dialog = make("dialog", { class: "open-table", "aria-labelledby": "open-title" });
  const close = make("button", { type: "button", class: "iconb close", "aria-label": word("close") }, "✕");
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  const body = make("div", { class: "sheet", "aria-busy": "true" });
  dialog.append(make("h2", { id: "open-title" }, title, close), body);
  document.body.append(dialog);
  dialog.showModal();
  const [page, posted] = await Promise.all([get(`/api/games/${id}`), posting()]);
  write(body, { "aria-busy": null });
  if (posted?.from_round) body.append(make("p", { class: "note" }, word("sheet-that-waits", { n: posted.from_round })));
  body.append(formOf(page, go, (wish, key) => send(wish, body, key), posted));
}

function formOf(page, go, send, posted) {
  const form = make("form", { novalidate: true });
  const wrong = make("p", { class: "wrong", role: "alert" });
  const submit = make("button", { class: "btn main big" }, go);
  form.append(...(posted ? postedFields(page, posted) : mainFields(page)), optionFields(page, posted ?? undefined), payFields(page, posted ?? undefined), make("div", { class: "foot" }, wrong, submit));
  const key = newKey();
  let tries = 0;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    calm(form);
    write(form, { "aria-busy": "true" });
    try {
      await send(posted ? changesIn(form) : wishOf(form), `${key}-${tries += 1}`);
    } catch (refused) {
      await loadRefusals();
      complain(form, wrong, refused);
    } finally {
      write(form, { "aria-busy": null });
    }
  });
  return form;
}

// -- the fields -------------------------------------------------------------------------------------------------------

function mainFields(page) {
  const least = Math.max(page.game.seats.min, 1);
  return [
    ...limitFields(page),
    make("div", { class: "pair" },
      field("seats", word("seats"), numberInput(least, page.positions, page.positions)),
      field("bots", word("bots"), numberInput(0, page.positions, Math.min(COMPANY, page.positions - 1)))),
    make("div", { class: "pair" },
      field("pace", word("pace-of-play"), select([["", word("as-the-house")], ...PACES.map((pace) => [pace, label("pace", pace)])], "")),
      field("time", word("time-to-decide"), numberInput(1, 3600, "", word("as-the-house")))),
    make("div", { class: "pair" },
      field("watch_delay", word("watch-delay"), numberInput(0, 3600, 0)),
      field("hold", word("minutes-held"), numberInput(1, 1440, 10))),
    tick("private", word("private-table"), word("private-table-line")),
  ];
}

/** The fields that a host may change at an open table, with the posted values. Seats, privacy and delay stay. */
function postedFields(page, posted) {
  return [
    ...limitFields({ ...page, schedule: posted.schedule, limits: posted.limits }),
    make("div", { class: "pair" },
      field("bots", word("bots"), numberInput(0, posted.seats, posted.bots)),
      field("pace", word("pace-of-play"), select(PACES.map((pace) => [pace, label("pace", pace)]), posted.pace))),
    make("div", { class: "pair" },
      field("time", word("time-to-decide"), numberInput(1, 3600, posted.time)),
      field("hold", word("minutes-held"), numberInput(1, 1440, posted.hold))),
  ];
}

/** The schedules that are posted, with their limits; and where the game takes them, limits of one's own without any. */
function limitFields(page) {
  const blindsOf = ({ text, blinds }) => (blinds && !text.includes("$") ? ` ${blinds.map(moneyShort).join("/")}` : "");
  const known = page.schedules.map((each) => [each.id, `${each.text}${blindsOf(each)} · ${feeOf(each)}`]);
  const own = page.free_limits ? [["", word(known.length ? "own-limits" : "own-limits-only")]] : [];
  if (!known.length && !own.length) return [];
  const [low, high] = page.limits;
  const parts = [];
  const chosen = select([...known, ...own], page.schedule ?? "");
  if (known.length) parts.push(field("schedule", word("schedule"), chosen));
  if (own.length) {
    const pair = make("div", { class: "pair limits", hidden: chosen.value !== "" },
      field("low", word("lowest-bet"), numberInput(1, 1_000_000, low / 100)),
      field("high", word("highest-bet"), numberInput(1, 1_000_000, high === null ? "" : high / 100)));
    chosen.addEventListener("change", () => write(pair, { hidden: chosen.value !== "" }));
    parts.push(pair);
  }
  return parts;
}

function feeOf({ brackets, flat, above }) {
  const fees = [...brackets.map((each) => each.fee), ...flat.map((each) => each.fee_cents), ...(above === null ? [] : [above])];
  const [low, high] = [Math.min(...fees), Math.max(...fees)];
  return word("fees-from-to", { low: moneyShort(low), high: moneyShort(high), n: low === high ? 1 : 2 });
}

function numberInput(min, max, value, placeholder = null) {
  return make("input", { type: "number", inputmode: "decimal", min, max, step: "any", value, placeholder });
}

function select(choices, chosen) {
  const node = make("select");
  for (const [value, text] of choices) {
    const option = make("option", { value }, text);
    option.selected = value === chosen;
    node.append(option);
  }
  return node;
}

function field(name, text, control) {
  write(control, { name, id: `open-${name}`, "data-default": control.value });
  return make("div", { class: "field" }, make("label", { for: control.id }, text), control);
}

function tick(name, text, line) {
  const box = make("input", { type: "checkbox", name, id: `open-${name}` });
  return make("div", { class: "field tick" }, make("label", { for: box.id }, box, " ", text), make("small", {}, line));
}

// -- what is asked, and what is refused -------------------------------------------------------------------------------

/** The fields that differ from the posted values. The server keeps the rest. */
function changesIn(form) {
  const changed = (name) => form.elements[name] && form.elements[name].value !== form.elements[name].dataset.default;
  const { schedule, limits, options, pay, bonuses, ...plain } = wishOf(form);
  const wish = Object.fromEntries(Object.entries(plain).filter(([name]) => changed(name)));
  if (schedule && changed("schedule")) wish.schedule = schedule;
  if (limits && (changed("schedule") || changed("low") || changed("high"))) wish.limits = limits;
  const terms = [...form.querySelectorAll("fieldset.terms:not([hidden]) input")];
  const fresh = new Set(terms.filter((input) => input.value !== input.dataset.default).map((input) => input.dataset.bonus));
  const news = Object.fromEntries(Object.entries(bonuses).filter(([name]) => fresh.has(name)));
  for (const [name, some] of Object.entries({ options, pay, bonuses: news })) if (Object.keys(some).length) wish[name] = some;
  return wish;
}

/** The fields that differ from their first values. The server fills in the rest. */
function wishOf(form) {
  const said = (name) => form.elements[name]?.value ?? "";
  const wish = { options: {}, pay: {}, bonuses: {}, bots: Number(said("bots")), private: Boolean(form.elements.private?.checked) };
  if (said("pace")) wish.pace = said("pace");
  for (const name of ["seats", "time", "watch_delay", "hold"]) if (said(name)) wish[name] = Number(said(name));
  if (said("schedule")) wish.schedule = said("schedule");
  else if (form.elements.low) wish.limits = [cents(said("low")) ?? 0, cents(said("high"))];
  for (const control of form.querySelectorAll("[data-option]")) {
    if (control.value !== control.dataset.default) wish.options[control.dataset.option] = control.value;
  }
  for (const control of form.querySelectorAll("[data-pay]")) {
    if (control.value === control.dataset.default) continue;
    (wish.pay[control.dataset.pay] ??= {})[control.dataset.row] = control.value;
  }
  for (const group of form.querySelectorAll("fieldset.terms:not([hidden])")) Object.assign(wish.bonuses, termsIn(group));
  return wish;
}

/** The terms of a bonus as they are written: dollars, several awards for the steps of a run, a share in percent. */
function termsIn(group) {
  const [fee, award, share] = Array.from(group.querySelectorAll("input"), (input) => input.value.trim());
  const terms = { fee: cents(fee) ?? 0, award: award.split(/[\s,;]+/).filter(Boolean).map(cents), share: Number(share) };
  return { [group.querySelector("input").dataset.bonus]: terms };
}

const cents = (text) => (text === "" ? null : Math.round(Number(text) * 100));

/** The refusal stands beside the control that caused it, which has the focus; or at the foot, where nobody did. */
function complain(form, wrong, refused) {
  const control = culprit(form, refused);
  const note = control ? make("p", { class: "wrong beside", role: "alert", id: "open-wrong" }) : wrong;
  showRefusal(note, refused);
  if (!control) return wrong.scrollIntoView({ block: "nearest" });
  control.closest("details")?.setAttribute("open", "");
  control.closest(".field, td").append(note);
  write(control, { "aria-describedby": note.id, "aria-invalid": "true" });
  control.focus();
}

function culprit(form, { where = "", facts = {}, code }) {
  const quoted = (name) => CSS.escape(String(name));
  if (facts.option) return form.querySelector(`[data-option="${quoted(facts.option)}"]`);
  if (facts.table) {
    const rows = [...form.querySelectorAll(`[data-pay="${quoted(facts.table)}"]`)];
    return rows.find((row) => row.dataset.row === facts.row) ?? rows.find((row) => row.value !== row.dataset.default);
  }
  const [part, inner] = where.split(/[.[]/);
  if (part === "options" && inner) return form.querySelector(`[data-option="${quoted(inner)}"]`);
  if (part === "pay" && inner) return form.querySelector(`[data-pay="${quoted(inner)}"]`);
  if (part === "bonuses" && inner) return form.querySelector(`[data-bonus="${quoted(inner)}"]`);
  const name = part === "limits" || code === "limit" ? "low" : part;
  return name ? form.elements[name] : null;
}

function calm(form) {
  for (const note of form.querySelectorAll(".wrong.beside")) note.remove();
  for (const control of form.querySelectorAll("[aria-invalid]")) write(control, { "aria-invalid": null, "aria-describedby": null });
  write(form.querySelector(".foot .wrong"), {}, "");
}

// -- the table is open ------------------------------------------------------------------------------------------------

function openedPart({ table, url, qr }) {
  const go = make("a", { class: "btn main big", href: `/t/${table}` }, word("go-to-the-table"));
  const part = make("div", { class: "opened" }, make("p", { role: "status" }, word("table-is-open")), linkNode({ url, qr }), make("div", { class: "foot" }, go));
  queueMicrotask(() => go.focus());
  return part;
}
