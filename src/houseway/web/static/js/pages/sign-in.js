// Signing in by a link where somebody is signed in already, or where another site led here: the page asks first.

import { bar } from "../panels/site/top-bar.js";
import { make, write } from "../dom/dom.js";
import { post } from "../net/http.js";
import { loadRefusals, refusalText, word } from "../text/i18n.js";

export async function start(main) {
  const { owner, now } = document.body.dataset;
  bar(document.querySelector(".bar"), { title: "", where: "" });
  const told = make("p", { class: "wrong", role: "alert" });
  const go = make("button", { type: "button", class: "btn big main" }, word("sign-in-as", { name: owner }));
  go.addEventListener("click", async () => {
    write(go, { disabled: true });
    try {
      await post(location.pathname);
      location.assign("/");
    } catch (refused) {
      await loadRefusals();
      write(told, {}, refusalText(refused));
      write(go, { disabled: false });
    }
  });
  const stay = make("a", { class: "btn big", href: "/" }, now ? word("stay-as", { name: now }) : word("not-me"));
  main.append(make("div", { class: "lost" },
    make("h1", {}, word("sign-in-question", { name: owner })),
    make("p", {}, now ? word("sign-in-replaces", { name: now }) : word("sign-in-from-elsewhere")),
    go, stay, told));
}
