// The company as the host sees it: who plays and who watches, each to be muted or removed, and who was removed.

import { keyed, make, write } from "../../dom/dom.js";
import { get } from "../../net/http.js";
import { word } from "../../text/i18n.js";

const EVERY_MS = 5_000; // watchers come and go without a step that would tell of it

/** The lists of people in the host's panel. */
export class CompanyList {
  #table;
  #known = { playing: [], watching: [], removed: [], muted: [] };
  #players = make("ul", { class: "people" });
  #watchers = make("ul", { class: "people" });
  #removed = make("ul", { class: "people" });
  #nobody = make("p", { class: "note" });
  #gone = make("h3");
  #node = make("div", { class: "company" });

  constructor(parent, table) {
    this.#table = table;
    write(this.#nobody, {}, word("nobody-watches"));
    write(this.#gone, {}, word("removed"));
    for (const [list, name] of [[this.#players, "at-the-table"], [this.#watchers, "watching-now"], [this.#removed, "removed"]]) write(list, { "aria-label": word(name) });
    this.#node.append(make("h3", {}, word("at-the-table")), this.#players, make("h3", {}, word("watching-now")), this.#watchers, this.#nobody, this.#gone, this.#removed);
    parent.append(this.#node);
    this.#show();
    this.#timer = setInterval(() => { if (!document.hidden) this.look(); }, EVERY_MS);
  }

  /** Everybody with all their chips, as the room last said. */
  get playing() { return this.#known.playing; }

  nameOf(person) { return [...this.#known.playing, ...this.#known.watching].find((each) => each.person === person)?.name ?? word("somebody"); }

  /** The room is asked again; where it does not answer, what was known stays. */
  async look() {
    this.#known = await get(`/api/tables/${this.#table}/company`).catch(() => this.#known);
    this.#show();
  }

  /** The table tells who is seated; the rest is from the last request. */
  show(state, you) {
    const rows = [...new Map([...state.seats.filter((each) => !each.bot), ...state.rail].map((each) => [each.person, each])).values()];
    const known = rows.map(({ person, name, stack }) => ({ person, name, cents: this.#known.playing.find((each) => each.person === person)?.cents ?? stack }));
    this.#known = { ...this.#known, playing: known, watching: this.#known.watching.filter((each) => !known.some((one) => one.person === each.person)) };
    this.#you = you.person;
    if (state.phase === "closed") clearInterval(this.#timer); // there is nobody to be asked about
    this.#show();
  }

  #you = "";
  #timer = 0;

  #show() {
    const { playing, watching, removed, muted } = this.#known;
    const rows = (people) => people.filter((each) => each.person !== this.#you).map((each) => [each.person, { ...each, muted: muted.includes(each.person) }]);
    keyed(this.#players, personNode, rows(playing), showPerson);
    keyed(this.#watchers, personNode, rows(watching), showPerson);
    keyed(this.#removed, removedNode, removed.map((each) => [each.person, each]), showRemoved);
    write(this.#nobody, { hidden: rows(watching).length > 0 });
    write(this.#gone, { hidden: !removed.length });
    write(this.#removed, { hidden: !removed.length });
  }
}

const button = (what) => make("button", { type: "button", class: "btn", "data-floor": what });

const personNode = () => make("li", {}, make("span", {}, make("b"), make("i", { class: "mark" })), button("mute"), button("remove"));

function showPerson(node, { person, name, muted }) {
  const [title, mute, remove] = node.children;
  write(node, { "data-person": person, "data-muted": muted });
  write(title.firstChild, {}, name);
  write(title.lastChild, { hidden: !muted }, muted ? word("muted") : "");
  write(mute, { "data-person": person, "aria-pressed": String(muted) }, word(muted ? "unmute-player" : "mute-player", { name }));
  write(remove, { "data-person": person }, word("remove-player", { name }));
}

const removedNode = () => make("li", {}, make("span"), button("admit"));

function showRemoved(node, { person, name }) {
  write(node.firstChild, {}, name);
  write(node.lastChild, { "data-person": person, "aria-label": word("let-back-in-player", { name }) }, word("let-back-in"));
}
