// Differences between posted and printed rules: a sign in the bar, and lines for a person who is offered the bank.

import { clauseTag } from "./clause-tag.js";
import { keyed, make, write } from "../dom/dom.js";
import { choiceText } from "./names.js";
import { has, label, word } from "./i18n.js";

/** A difference in words: its name, the posted value and the printed one. */
function wordsOf({ kind, name, printed, posted }) {
  if (kind === "option") return { what: label("option", name), posted: choiceText(posted), printed: choiceText(printed) };
  if (kind === "pay") return { what: name, posted: oddsText(posted), printed: oddsText(printed) };
  if (kind === "limits") return { what: word("column-limits"), posted, printed };
  const [bonus, term] = name.split(".");
  const option = `bonus_${bonus.replaceAll("-", "_")}`;
  const none = (text) => (has(`value.${text}`) ? word(`value.${text}`) : text);
  return { what: `${label("option", option)}: ${word(`bonus-${term}`)}`, posted: none(posted), printed: none(printed) };
}

function oddsText(text) {
  const [num, den] = text.split(" to ");
  return word("odds", { num: Number(num), den: Number(den) });
}

/**
 * The list says what differs; nothing where nothing does.
 * @param {Array<import("../wire.d.ts").Difference>} found
 */
export function showDiffers(list, found) {
  keyed(list, () => make("li", {}, make("span"), " ", make("span")), found.map((each) => [`${each.kind} ${each.name}`, each]), (node, each) => {
    write(node.firstChild, { lang: each.kind === "pay" ? "en" : null }, word("differs-line", wordsOf(each)));
    if (node.dataset.tag !== each.clause) {
      node.dataset.tag = each.clause;
      node.lastChild.replaceChildren(...(each.clause ? [clauseTag(each.clause)] : []));
    }
  });
}

/**
 * The sign stands in the bar beside the posted limits as long as something differs; it opens to what that is, and to
 * the sentence that bots stay out for it.
 */
export function showSign(header, found, botsStayOut) {
  let sign = header.querySelector(".differs");
  if (!found.length) return sign?.remove();
  if (!sign) {
    sign = make("details", { class: "differs" }, make("summary"), make("div", {}, make("p"), make("ul"), make("p")));
    header.querySelector(".where").after(sign);
  }
  const pays = found.some((each) => each.pays);
  write(sign, { "data-pays": pays });
  write(sign.firstChild, {}, word(pays ? "differs-pays" : "differs-sheet", { n: found.length }));
  write(sign.lastChild.firstChild, {}, word("differs-heading"));
  write(sign.lastChild.lastChild, { hidden: !botsStayOut }, word("differs-bots"));
  return showDiffers(sign.lastChild.children[1], found);
}
