// The settings: how the room looks and sounds here, the reader's language and name, and the way to another device.

import { make, write } from "../../dom/dom.js";
import { get, post } from "../../net/http.js";
import { linkNode } from "./share-link.js";
import { language, languages, loadRefusals, refusalText, word } from "../../text/i18n.js";

const KEPT = "houseway-settings", YEAR = 31_536_000;
/** Each switch: its word, its attribute, the value that is written, and whether that means on. */
const SWITCHES = [
  ["motion", "motion", "off", false],
  ["four-colours", "deck", "four", true],
  ["large-index", "index", "large", true],
  ["sound", "sound", "on", true],
];
const NAMES = ["room", "deck", "index", "motion", "sound"];

/** The chosen value of a setting: an attribute of the root, or "". */
export const setting = (name) => document.documentElement.dataset[name] ?? "";

/** The attributes of the root are those that this browser keeps. */
export function applySettings() {
  const kept = recalled();
  for (const name of NAMES) write(document.documentElement, { [`data-${name}`]: kept[name] ?? null });
}

/** The setting holds at once, and in this browser from now on; an empty value is the house's own choice. */
export function changeSetting(name, value) {
  write(document.documentElement, { [`data-${name}`]: value || null });
  const kept = Object.fromEntries(NAMES.map((each) => [each, setting(each)]).filter(([, chosen]) => chosen));
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch (error) {
    console.info("settings hold for this page only", error); // a browser that keeps nothing
  }
}

function recalled() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {}; // nothing is kept, or nothing that can be read
  }
}

/** The dialog is open, with what holds now. */
export async function openSettings() {
  const dialog = make("dialog", { class: "settings", "aria-labelledby": "settings-title" });
  const close = make("button", { type: "button", class: "iconb close", "aria-label": word("close") }, "✕");
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  const person = make("div", { class: "person" });
  dialog.append(make("h2", { id: "settings-title" }, word("settings"), close), looks(), person);
  document.body.append(dialog);
  dialog.showModal();
  const me = await get("/api/me");
  person.append(nameForm(me), chipsNote(me), linkPart(), await devicesPart(), leaving());
}

// -- how it looks and sounds ------------------------------------------------------------------------------------------

function looks() {
  return make("div", { class: "looks" }, rooms(), ...SWITCHES.map((each) => switchNode(...each)), languageField());
}

function switchNode(key, name, value, on) {
  const node = make("button", { type: "button", role: "switch", class: "switch" }, make("span", {}, word(key)), make("i", { "aria-hidden": "true" }));
  const show = () => write(node, { "aria-checked": String((setting(name) === value) === on) });
  node.addEventListener("click", () => {
    changeSetting(name, setting(name) === value ? "" : value);
    show();
  });
  show();
  return node;
}

function rooms() {
  const group = make("div", { class: "rooms" });
  for (const [value, key] of [["", "room-auto"], ["light", "room-light"], ["dark", "room-dark"]]) {
    const radio = make("input", { type: "radio", name: "room", value });
    radio.checked = setting("room") === value;
    radio.addEventListener("change", () => changeSetting("room", value));
    group.append(make("label", {}, radio, make("span", {}, word(key))));
  }
  return make("fieldset", {}, make("legend", { class: "name" }, word("room")), group);
}

function languageField() {
  const select = make("select", { id: "settings-language" });
  for (const [lang, name] of Object.entries(languages())) {
    const option = make("option", { value: lang, lang }, name);
    option.selected = lang === language();
    select.append(option);
  }
  select.addEventListener("change", () => {
    document.cookie = `houseway_lang=${select.value}; path=/; max-age=${YEAR}; samesite=lax`;
    location.reload(); // every word of the page is another one
  });
  return make("div", { class: "field" }, make("label", { for: select.id }, word("language")), select);
}

// -- the person -------------------------------------------------------------------------------------------------------

function nameForm(me) {
  const field = make("input", { id: "settings-name", type: "text", autocomplete: "nickname", maxlength: 32, required: true, value: me.name });
  const save = make("button", { class: "btn" }, word("save"));
  const told = make("p", { class: "told", role: "status" });
  const form = make("form", { class: "field" },
    make("label", { for: field.id }, word("your-name")), make("div", { class: "beside" }, field, save), told);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      field.value = (await post("/api/me", { name: field.value })).name;
      write(told, { class: "told" }, word("saved"));
    } catch (refused) {
      await loadRefusals();
      write(told, { class: "wrong" }, refusalText(refused));
    }
  });
  return form;
}

function chipsNote(me) {
  const key = me.daily ? "daily-chips" : "play-money";
  return make("p", { class: "note" }, word(key, { cents: me.daily, cage: me.cage }));
}

function linkPart() {
  const made = make("div", { class: "made" });
  const button = make("button", { type: "button", class: "btn" }, word("make-a-link"));
  button.addEventListener("click", async () => {
    made.replaceChildren(linkNode(await post("/api/me/link"), word("sign-in-link")));
  });
  const line = make("p", { class: "note" }, word("sign-in-link-line"));
  return make("section", { class: "sign-in" }, make("h3", {}, word("sign-in-link")), line, button, made);
}

async function devicesPart() {
  const list = make("ul", { class: "devices" });
  const { devices } = await get("/api/me/devices");
  list.append(...devices.map(deviceNode));
  return make("section", { class: "devices" }, make("h3", {}, word("devices")), list);
}

function deviceNode({ device, name, used, here }) {
  const title = name || word("device-unnamed"), date = new Date(used).toLocaleDateString(language());
  const node = make("li", { "data-device": device },
    make("span", {}, title), make("small", {}, here ? word("device-here") : word("device-used", { date })));
  if (here) return node; // this one is signed out below
  const end = make("button", { type: "button", class: "btn", "aria-label": word("device-end-named", { device: title }) }, word("device-end"));
  end.addEventListener("click", async () => {
    await post("/api/me/devices/end", { device });
    node.remove();
  });
  node.append(end);
  return node;
}

function leaving() {
  const ways = [["sign-out", {}], ["leave-every-device", { all: true }]].map(([name, body]) => {
    const button = make("button", { type: "button", class: "btn" }, word(name));
    button.addEventListener("click", async () => {
      await post("/api/session/end", body);
      location.assign("/");
    });
    return button;
  });
  return make("section", { class: "leaving" }, make("p", { class: "note" }, word("sign-out-line")), ...ways);
}
