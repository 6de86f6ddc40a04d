// The page of a table that is closed: who played, what each took home, and the rounds to be looked at again.

import { bar } from "../panels/site/top-bar.js";
import { make } from "../dom/dom.js";
import { get } from "../net/http.js";
import { has, language, money, moneySigned, word } from "../text/i18n.js";

/** The page is drawn, once: nothing happens here any more. */
export async function start(main, { table }) {
  const [summary, { rounds }, me] = await Promise.all([get(`/api/tables/${table}/summary`), get(`/api/tables/${table}/rounds`), get("/api/me")]);
  const title = has("name") ? word("name") : document.title;
  bar(document.querySelector(".bar"), { title, where: word("closed-table"), chips: me.cage });
  const when = new Intl.DateTimeFormat(language(), { dateStyle: "long", timeStyle: "short" });
  main.classList.add("closed-page");
  main.append(
    make("h2", {}, word("the-table-is-closed")),
    make("p", { class: "note" }, word("closed-from-to", { from: when.format(summary.opened), to: when.format(summary.closed) })),
    ...peopleTable(summary.people, me.person),
    make("h3", {}, word("rounds-of-the-evening")), roundsList(table, rounds),
    make("a", { class: "btn big main", href: "/" }, word("all-games")));
}

function peopleTable(people, you) {
  if (!people.length) return [make("p", {}, word("nobody-played"))];
  const head = ["column-player", "column-brought", "column-took", "column-net"].map((key) => make("th", { scope: "col" }, word(key)));
  const rows = people.map(({ person, name, brought, took }) => make("tr", { "data-person": person, "data-took": took },
    make("th", { scope: "row" }, person === you ? word("name-and-you", { name }) : name), ...[money(brought), money(took), moneySigned(took - brought)].map((text) => make("td", {}, text))));
  return [make("table", { "aria-label": word("who-left-with-what") }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows))];
}

/** The rounds, newest first; more of them come by the page. */
function roundsList(table, rounds) {
  if (!rounds.length) return make("p", { class: "note" }, word("no-rounds"));
  const list = make("ul", { class: "rounds", "aria-label": word("rounds-of-the-evening") });
  const more = make("button", { type: "button", class: "btn" }, word("older-rounds"));
  const add = (found) => {
    list.append(...found.map((each) => make("li", {}, make("a", { href: `/r/${each.round}` }, word("round-number", { n: each.number }), ...(each.void ? [" ", word("round-was-void")] : [])))));
    more.hidden = found.length < PAGE;
    more.dataset.before = found.at(-1)?.number ?? "";
  };
  add(rounds);
  more.addEventListener("click", async () => add((await get(`/api/tables/${table}/rounds?before=${more.dataset.before}`)).rounds));
  return make("div", {}, list, more);
}

const PAGE = 50; // rounds that the room tells at a time
