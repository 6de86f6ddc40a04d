// The bar at the top of every page: the house, where this is, the reader's chips, and the settings.

import { chipHref } from "../../board/chips.js";
import { showSign } from "../../text/rule-differences.js";
import { drawn, make, write } from "../../dom/dom.js";
import { icon } from "../../dom/icons.js";
import { money, word } from "../../text/i18n.js";

const CHIP = 2_500; // the chip that stands for chips

/**
 * The bar says this, and what its `show` is given later. Drawn again it only changes what is another.
 * `title` is the heading of the page, `where` a lesser word beside it, `chips` cents or null; `coach` says whether that
 * switch is on, at a table that has one, and `onCoach` is told when somebody turns it. `differs` is what a table posts
 * otherwise than it is printed, `botsStayOut` whether its bots take no part for that.
 */
export function bar(header, said = {}) {
  if (!header.firstChild) build(header);
  let now = { title: "", where: "", chips: null, coach: null, differs: [], botsStayOut: false, onCoach: () => {}, ...said };
  const show = (changes = {}) => {
    now = { ...now, ...changes };
    draw(header, now);
  };
  show();
  return { show };
}

function draw(header, { title, where, chips, coach, differs, botsStayOut, onCoach }) {
  write(header.querySelector("h1"), { hidden: !title }, title);
  write(header.querySelector(".where"), { hidden: !where }, where);
  const purse = header.querySelector(".purse");
  write(purse, { hidden: chips === null, "data-cents": chips });
  if (chips !== null) write(purse.lastChild, {}, money(chips));
  showSign(header, differs, botsStayOut);
  showCoach(header, coach, onCoach);
}

function build(header) {
  const brand = make("a", { class: "brand", href: "/", "aria-label": word("houseway") }, icon("mark"), make("span", {}, word("houseway")));
  const purse = make("p", { class: "purse", role: "status", "aria-label": word("your-chips") },
    drawn(chipHref(`chip-${CHIP}`)), make("span", {}, word("your-chips")), make("b"));
  const settings = make("button", { type: "button", class: "iconb", "aria-label": word("settings"), title: word("settings"), "aria-haspopup": "dialog" }, icon("gear"));
  settings.addEventListener("click", async () => (await import("./settings-dialog.js")).openSettings()); // they come when they are asked for
  header.append(brand, make("i", { class: "sep", "aria-hidden": "true" }), make("h1"), make("span", { class: "where" }),
    make("span", { class: "push" }), purse, settings);
}

function showCoach(header, on, change) {
  let node = header.querySelector(".coach-switch");
  if (on === null) return node?.remove();
  if (!node) {
    node = make("button", { type: "button", role: "switch", class: "switch coach-switch" }, word("coach"), make("i", { "aria-hidden": "true" }));
    node.addEventListener("click", () => node.wanted(node.getAttribute("aria-checked") !== "true"));
    header.insertBefore(node, header.querySelector(".purse"));
  }
  node.wanted = (turned) => {
    write(node, { "aria-checked": String(turned) });
    change(turned);
  };
  return write(node, { "aria-checked": String(on) });
}
