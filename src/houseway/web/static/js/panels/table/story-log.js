// The story for eyes and ears: the log, the live regions, the title of the page.

import { showClauses } from "../../text/clause-tag.js";
import { keyed, make, write } from "../../dom/dom.js";
import { tellAll } from "../../text/narrate.js";
import { word } from "../../text/i18n.js";

const MOST = 200;

/** The log in its parent, newest line last. */
export class Story {
  #rows = [];
  #count = 0;
  #atEnd = true;
  #top = 0;
  #list = make("ol");
  #log = make("div", { role: "log", "aria-live": "off", tabindex: "0" }, this.#list);
  #head = make("small");
  #node = make("section", { class: "story" });

  constructor(parent) {
    write(this.#log, { "aria-label": word("what-happened") });
    this.#node.append(make("h2", {}, word("what-happened"), this.#head), this.#log);
    parent.append(this.#node);
    this.#log.addEventListener("scroll", () => this.#scrolled());
    new ResizeObserver(() => this.#follow()).observe(this.#log);
  }

  /** Only whoever goes back has left the end: a paper with less room for the lines has not. */
  #scrolled() {
    const { scrollTop, clientHeight, scrollHeight } = this.#log;
    if (scrollTop + clientHeight >= scrollHeight - 40) this.#atEnd = true;
    else if (scrollTop < this.#top) this.#atEnd = false;
    this.#top = scrollTop;
  }

  /** Keeps the newest line in sight unless the reader has scrolled back, also when the log shrinks. */
  #follow() { if (this.#atEnd) this.#log.scrollTop = this.#log.scrollHeight; }

  get node() { return this.#node; }

  /**
   * The lines are told: kept in the log, and what may be spoken is given back.
   * @param {import("../../wire.d.ts").AnyLine[]} lines
   */
  tell(lines, scene, head) {
    const told = tellAll(lines, scene);
    for (const line of told) this.#rows.push({ ...line, id: this.#count++ });
    this.#rows = this.#rows.slice(-MOST);
    write(this.#head, {}, head);
    keyed(this.#list, lineNode, this.#rows.map((row) => [row.id, row]), showLine);
    this.#follow();
    return told;
  }
}

const lineNode = () => make("li", {}, make("span"), make("p"), make("div", { class: "tags" }));

function showLine(node, row) {
  const [who, text, tags] = node.children;
  write(node, { "data-k": row.k, "data-clauses": row.clauses.join(" ") || null, "data-urgent": row.urgent, "data-talk": row.talk });
  write(who, {}, row.who);
  write(text, {}, row.text.replaceAll("\u2212$", "\u2212\u2060$")); // a sum keeps its sign
  showClauses(tags, row.clauses, 2);
}

/** Says a sentence in a live region; the same sentence again is heard again. */
export function speak(kind, text) {
  const region = document.querySelector(`[data-live="${kind}"]`);
  if (!region || !text) return;
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
