// The entry point of every page: the words of its language, the settings of this browser, then the page itself.

import { listenForClauses } from "./text/clause-tag.js";
import { session } from "./net/http.js";
import { load, word } from "./text/i18n.js";

const PAGES = {
  lobby: () => import("./pages/lobby.js"),
  table: () => import("./pages/table.js"),
  replay: () => import("./pages/replay.js"),
  rules: () => import("./pages/rules.js"),
  school: () => import("./pages/school.js"),
  closed: () => import("./pages/closed.js"),
  lost: () => import("./pages/not-found.js"),
  "sign-in": () => import("./pages/sign-in.js"),
};
/** Pages that ask who somebody is before they make a guest. */
const ASKING = ["sign-in"];

async function begin() {
  const { page, game = "", table = "", round = "" } = document.body.dataset;
  const lang = document.documentElement.lang;
  const [module] = await Promise.all([PAGES[page](), load(lang, game), ASKING.includes(page) ? null : session()]);
  document.querySelector(".skip").textContent = word("skip-to-the-table");
  for (const node of document.querySelectorAll("[data-word]")) node.textContent = word(node.dataset.word);
  for (const node of document.querySelectorAll("[data-named]")) node.setAttribute("aria-label", word(node.dataset.named));
  listenForClauses();
  await module.start(document.querySelector("main"), { game, table, round, lang });
}

function broken(error) {
  console.error(error);
  const main = document.querySelector("main");
  if (main.dataset.broken) return; // told once
  main.dataset.broken = "true";
  const note = document.createElement("p");
  note.className = "wrong";
  note.setAttribute("role", "alert");
  note.textContent = word("something-went-wrong");
  const again = document.createElement("button");
  again.className = "btn";
  again.textContent = word("reload");
  again.addEventListener("click", () => location.reload());
  note.append(again);
  main.prepend(note);
}

addEventListener("error", (event) => { if (event.error) broken(event.error); });
addEventListener("unhandledrejection", (event) => broken(event.reason));
begin();
