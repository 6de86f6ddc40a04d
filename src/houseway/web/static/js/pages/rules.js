// Rules and odds: everything that is printed of a game, its exact odds, and a search over its clauses.

import { bar } from "../panels/site/top-bar.js";
import { make, write } from "../dom/dom.js";
import { get, newKey, post } from "../net/http.js";
import { oddsPart } from "../panels/reading/odds-table.js";
import { clausesPart, feesPart, optionsPart, ownerPart, payTablesPart, ranksPart, roundPart, summaryPart } from "../panels/reading/rulebook-sections.js";
import { has, language, loadRefusals, refusalText, word } from "../text/i18n.js";

const PAUSE = 200, MOST_HITS = 12, COUNTING = 3_000;

/** The page is there; an address with a clause leads to it. */
export async function start(main, { game }) {
  const [page, odds, me] = await Promise.all([get(`/api/games/${game}`), get(`/api/games/${game}/odds`), get("/api/me")]);
  const short = language() !== "en" && has("name") ? word("name") : page.game.short;
  bar(document.querySelector(".bar"), { title: short, where: word("rules-and-odds"), chips: me.cage });
  document.title = `${short}: ${word("rules-and-odds")}`;
  const chapters = chaptersOf(page, odds);
  const sections = chapters.map(([id, title, nodes, closed]) => chapter(id, title, nodes, closed));
  main.append(make("div", { class: "rulebook" }, head(page), contents(chapters, page), make("div", { class: "leaves" }, ...sections)));
  addEventListener("hashchange", () => lead());
  lead();
  if (odds.odds === "counting") awaitCount(game);
}

function chaptersOf(page, odds) {
  const filled = (id, key, nodes, closed = false) => (nodes.length ? [[id, word(key), nodes, closed]] : []);
  return [
    ...filled("in-short", "the-game-in-short", summaryPart(page)),
    ...filled("round", "how-a-round-goes", roundPart(page)),
    ...filled("odds", "exact-odds", oddsPart(odds)),
    ...filled("pays", "wagers-and-pay-tables", payTablesPart(page)),
    ...filled("ranks", "hand-ranks", ranksPart(page)),
    ...filled("clauses", "every-clause", clausesPart(page.clause, page.example)),
    ...filled("shared", "shared-clauses", page.shared.length ? clausesPart(page.shared) : [], true),
    ...filled("options", "what-a-room-may-choose", page.options.length ? optionsPart(page) : []),
    ...filled("fees", "fees", page.schedules.length ? feesPart(page) : []),
    ...filled("owner", "approvals-and-owners", ownerPart(page)),
  ];
}

function chapter(id, title, nodes, closed) {
  const heading = make("h2", { id: `${id}-title` }, title);
  const body = closed ? [make("details", {}, make("summary", {}, word("show-them")), ...nodes)] : nodes;
  return make("section", { class: "leaf", id, "aria-labelledby": heading.id }, heading, ...body);
}

function head(page) {
  const wrong = make("p", { class: "wrong", role: "alert" });
  const sit = make("button", { type: "button", class: "btn main big" }, word("sit-down-now"));
  sit.addEventListener("click", async () => {
    try {
      const { table } = await post("/api/play", { game: page.game.id, key: newKey() });
      location.assign(`/t/${table}`);
    } catch (refused) {
      await loadRefusals();
      write(wrong, {}, refusalText(refused));
    }
  });
  const school = make("a", { class: "btn big", href: `/school/${page.game.id}` }, word("dealer-school"));
  const note = language() === "en" ? [] : [make("p", { class: "note" }, word("clause-language"))];
  return make("header", { class: "leaf book-head" }, make("p", { class: "book-title", lang: "en" }, page.game.title), make("div", { class: "go" }, sit, school), wrong, ...note);
}

// -- the way through it -----------------------------------------------------------------------------------------------

function contents(chapters, page) {
  const links = chapters.map(([id, title]) => make("li", {}, make("a", { href: `#${id}` }, title)));
  return make("nav", { class: "contents", "aria-label": word("contents") }, searchForm(page), make("ul", {}, ...links));
}

function searchForm(page) {
  const field = make("input", { type: "search", id: "rules-search", autocomplete: "off", spellcheck: "false" });
  const found = make("div", { class: "found", "aria-live": "polite" });
  const form = make("form", { role: "search", class: "field" }, make("label", { for: field.id }, word("search-the-rules")), field, found);
  const clauses = new Map([...page.clause, ...page.shared].map((each) => [each.id, each]));
  let timer = 0;
  const look = async () => {
    const words = field.value.trim();
    const answer = words ? await get(`/api/games/${page.game.id}/search?words=${encodeURIComponent(words)}`) : null;
    if (words === field.value.trim()) showFound(found, answer, clauses, field);
  };
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    look();
  });
  return form;
}

function showFound(found, answer, clauses, field) {
  if (!answer) return found.replaceChildren();
  const { hits, near } = answer;
  const told = make("p", { class: "note" }, word(hits.length ? "clauses-found" : "no-clause-found", { n: hits.length }));
  const others = near.map((other) => {
    const button = make("button", { type: "button", class: "btn" }, word("did-you-mean", { word: other }));
    button.addEventListener("click", () => {
      field.value = other;
      field.form.requestSubmit();
    });
    return button;
  });
  const list = hits.slice(0, MOST_HITS).map((id) => make("li", {}, make("a", { href: `#${id}` }, make("b", {}, id), " ", make("span", { lang: "en" }, clauses.get(id)?.rule ?? ""))));
  found.replaceChildren(told, ...others, ...(list.length ? [make("ul", {}, ...list)] : []));
}

/** The address names a part of the page: it is open, in view, and has the focus if it is a clause. */
function lead() {
  const part = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!part) return;
  part.closest("details")?.setAttribute("open", "");
  part.scrollIntoView({ block: "start" });
  if (part.matches("article")) part.focus({ preventScroll: true });
}

/** The odds of a game that nobody had counted are put in when they are there. */
function awaitCount(game) {
  setTimeout(async () => {
    const odds = await get(`/api/games/${game}/odds`);
    const section = document.querySelector(".leaf#odds");
    section.replaceChildren(section.firstChild, ...oddsPart(odds));
    if (odds.odds === "counting") awaitCount(game);
  }, COUNTING);
}
