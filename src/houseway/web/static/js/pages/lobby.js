// The lobby: every game with its edge, the tables that are running, and the way back to one's seat.

import { bar } from "../panels/site/top-bar.js";
import { cardsOf, showRun } from "../board/cards.js";
import { Connection } from "../panels/table/connection-state.js";
import { keyed, make, write } from "../dom/dom.js";
import { failedTables } from "../panels/host/failed-tables.js";
import { percentOf } from "../text/fractions.js";
import { get, newKey, post } from "../net/http.js";
import { icon } from "../dom/icons.js";
import { limitsName } from "../text/names.js";
import { openTable } from "../panels/site/open-table-dialog.js";
import { Line } from "../net/socket.js";
import { has, language, listed, loadRefusals, money, refusalText, word } from "../text/i18n.js";

/** The shelves in their order: which games stand there, and the words above them. */
const SHELVES = [
  { name: "pai-gow", of: ["split"] },
  { name: "banked", of: ["bank"] },
  { name: "poker", of: ["poker", "rummy"] },
];
const CLOTHS = { split: "green", bank: "blue", poker: "claret", rummy: "plum" };
const COUNTING = 3_000; // how long until the list is asked for again while something is being counted

/** The page is there, and follows what happens in the room. */
export async function start(main) {
  const [{ games }, { tables, failed }, me] = await Promise.all([get("/api/games"), get("/api/tables"), get("/api/me")]);
  bar(document.querySelector(".bar"), { title: word("tagline"), chips: me.cage });
  document.title = word("houseway");
  const names = new Map(games.map((game) => [game.id, nameOf(game)]));
  const running = make("section", { class: "running", id: "running", "aria-labelledby": "running-title" },
    make("h2", { id: "running-title" }, word("running-tables")), make("p", { class: "none" }, word("no-tables")), make("ul"));
  const shelves = make("div", { class: "shelves" });
  main.append(make("p", { class: "stakes" }, word("play-money")), ...seatsHeld(me, names), shelves);
  for (const count of SHELVES.keys()) {
    showShelves(shelves, games, count + 1);
    await painted(); // one after another: all at once would hold the page up for longer than an eye blinks
  }
  main.append(running, ...failedTables(failed ?? [], names));
  const room = { names, own: new Set(me.tables.map((each) => each.table)), host: Boolean(me.host) };
  showTables(running, tables, room);
  const line = new Line("/ws/lobby");
  new Connection(main, line);
  line.addEventListener("frame", ({ frame }) => { if (frame.t === "lobby") showTables(running, frame.tables, room); });
  line.start();
  awaitCounts(shelves, games);
}

/** A game that was still being counted is shown again when its number is there. */
function awaitCounts(shelves, games) {
  if (!games.some((game) => game.odds === "counting" || !game.fan.length)) return;
  setTimeout(async () => {
    const again = (await get("/api/games")).games;
    showShelves(shelves, again);
    awaitCounts(shelves, again);
  }, COUNTING);
}

// -- one's own seats --------------------------------------------------------------------------------------------------

function seatsHeld(me, names) {
  if (!me.tables.length) return [];
  const cards = me.tables.map(({ table, seat, game, stack }, index) => make("li", {},
    make("p", {}, word(seat ? "where-you-were" : "where-you-stood", { game: names.get(game) ?? game, seat }), " ",
      make("span", {}, money(stack))),
    make("a", { class: index ? "btn" : "btn main", href: `/t/${table}` }, word("back-to-your-seat")))); // brass once
  return [make("section", { class: "held", "aria-labelledby": "held-title" },
    make("h2", { id: "held-title" }, word("go-on-where-you-were")), make("ul", {}, ...cards))];
}

// -- the games --------------------------------------------------------------------------------------------------------

/** Waits until the page is painted; a hidden page is not painted, and the wait ends at once. */
const painted = () => new Promise((done) => {
  if (document.hidden) done();
  else requestAnimationFrame(() => setTimeout(done));
});

function showShelves(parent, games, first = SHELVES.length) {
  const filled = SHELVES.slice(0, first).map((shelf) => [shelf.name, { ...shelf, games: games.filter((game) => shelf.of.includes(game.shelf)) }]);
  keyed(parent, newShelf, filled.filter(([, shelf]) => shelf.games.length), showShelf);
}

function newShelf() {
  return make("section", {}, make("h2", {}, make("span"), " ", make("small")), make("div", { class: "shelf" }));
}

function showShelf(node, { name, games }) {
  write(node.firstChild, { id: `shelf-${name}` });
  write(node, { "aria-labelledby": `shelf-${name}` });
  write(node.querySelector("span"), {}, word(`family-${name}`));
  write(node.querySelector("small"), {}, word(`family-${name}-line`));
  keyed(node.lastChild, newGame, games.map((game) => [game.id, game]), showGame);
}

function newGame() {
  const sit = make("button", { type: "button", class: "btn sit" }, word("sit-down-now"));
  const open = make("button", { type: "button", class: "iconb", "aria-label": word("open-a-table"), title: word("open-a-table"), "aria-haspopup": "dialog" }, icon("plus"), make("small", {}, word("open-short")));
  const rules = make("a", { class: "iconb", "aria-label": word("rules-and-odds"), title: word("rules-and-odds") }, icon("book"), make("small", {}, word("rules-short")));
  const node = make("article", { class: "game" },
    make("div", { class: "swatch small", "aria-hidden": "true" }),
    make("div", { class: "txt" }, make("h3"), make("p", { class: "about" }), make("p", { class: "facts" }), make("p", { class: "house-edge" })),
    make("p", { class: "wrong", role: "alert" }), make("div", { class: "go" }, sit, open, rules));
  sit.addEventListener("click", () => sitDown(node));
  open.addEventListener("click", () => openTable({ id: node.dataset.game, short: node.querySelector("h3").textContent }));
  return node;
}

function showGame(node, game) {
  write(node, { "data-game": game.id, "data-felt": CLOTHS[game.shelf], "aria-label": nameOf(game) });
  write(node.querySelector("h3"), {}, nameOf(game));
  const known = has(`about.${game.id}`);
  write(node.querySelector(".about"), { lang: known ? null : language() === "en" ? null : "en" }, known ? word(`about.${game.id}`) : game.about);
  write(node.querySelector(".facts"), {}, [seatsOf(game), bankOf(game)].join(" · "));
  write(node.querySelector(".house-edge"), { "data-edge": game.edge, title: game.exact }, edgeOf(game));
  write(node.querySelector("a"), { href: `/rules/${game.id}` });
  const runs = game.fan.length ? game.fan : ["-- --"];
  keyed(node.firstChild, () => make("div", { class: "run fan" }), runs.map((run, index) => [index, run]),
    (run, cards, index) => showRun(run, `${game.id} ${index}`, cardsOf(cards)));
}

/** The name of the game at a table, in this language if the catalogue has one. */
const nameOf = ({ id, short }) => (language() !== "en" && has(`game.${id}`) ? word(`game.${id}`) : short);

const seatsOf = ({ seats: [low, high] }) => word("seats-range", { low, high });

function bankOf({ bankers }) {
  if (!bankers.length) return word("nobody-banks");
  if (bankers.length > 1) return word("house-or-player-banks");
  return word(bankers[0] === "house" ? "house-banks" : "players-bank");
}

function edgeOf({ odds, exact }) {
  if (odds === "exact") return word("house-edge", { edge: percentOf(exact, false, 3) });
  return word({ counting: "edge-is-counted", unsolved: "no-exact-edge", "nobody-banks": "you-play-each-other" }[odds]);
}

/** A seat at a table with bots, and the page of that table. */
async function sitDown(node) {
  if (node.getAttribute("aria-busy") === "true") return;
  write(node, { "aria-busy": "true" });
  try {
    const { table } = await post("/api/play", { game: node.dataset.game, key: newKey() });
    location.assign(`/t/${table}`);
  } catch (refused) {
    await loadRefusals();
    write(node.querySelector(".wrong"), {}, refusalText(refused));
  } finally {
    write(node, { "aria-busy": null });
  }
}

// -- the tables -------------------------------------------------------------------------------------------------------

function showTables(section, tables, room) {
  write(section.querySelector(".none"), { hidden: tables.length > 0 });
  keyed(section.querySelector("ul"), newRow, tables.map((table) => [table.table, table]), (row, table) => showRow(row, table, room));
}

function newRow() {
  return make("li", {}, make("b"), make("span", { class: "company" }), make("span", { class: "limits" }), make("span", { class: "now" }), make("a", { class: "btn" }));
}

function showRow(row, line, { names, own, host }) {
  const [title, company, limits, now, link] = row.children;
  const free = line.seats - line.people - line.bots;
  const short = names.get(line.game) ?? line.game;
  write(row, { "data-table": line.table, "data-game": line.game });
  write(title, {}, short);
  const failed = line.phase === "quarantined";
  write(row, { "data-phase": line.phase });
  write(company, {}, failed ? word("table-failed") : companyOf(line));
  write(limits, {}, limitsName(line.limits));
  write(now, {}, failed ? "" : [word("seats-free", { n: free }), line.round ? word("round-number", { n: line.round }) : "", host && line.calls ? word("floor-is-called") : ""].filter(Boolean).join(" · "));
  const [text, said] = own.has(line.table) ? ["back", "back-to-table"] : free ? ["join", "join-table"] : ["watch", "watch-table"];
  write(link, { hidden: failed, href: `/t/${line.table}`, "aria-label": word(said, { game: short }) }, word(text));
}

function companyOf({ names, bots }) {
  const company = [...names, ...(bots ? [word("so-many-bots", { n: bots })] : [])];
  return company.length ? listed(company) : word("nobody-yet");
}
