// Nothing is here: what the house says about it, and the way back.

import { bar } from "../panels/site/top-bar.js";
import { make } from "../dom/dom.js";
import { loadRefusals, refusalText, word } from "../text/i18n.js";

export async function start(main) {
  const { says, form, facts } = document.body.dataset;
  await loadRefusals();
  bar(document.querySelector(".bar"), { title: "", where: "" });
  main.append(make("div", { class: "lost" },
    make("h1", {}, word("nothing-is-here")),
    make("p", {}, refusalText({ says, form, facts: JSON.parse(facts) })),
    make("a", { class: "btn big main", href: "/" }, word("all-games"))));
}
