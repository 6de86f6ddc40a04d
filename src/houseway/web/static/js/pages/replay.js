// The page of a round that is over: every step of it again, as whoever looks may see it, and what proves it.

import { bar } from "../panels/site/top-bar.js";
import { showClauses } from "../text/clause-tag.js";
import { CloseUp } from "../board/seat-closeup.js";
import { keyed, make, write } from "../dom/dom.js";
import { Board } from "../board/board.js";
import { get } from "../net/http.js";
import { boxesBefore, finish, play } from "../dom/motion.js";
import { Payments } from "../panels/table/payments-panel.js";
import { peopleOf, sceneOf, seatOf } from "../board/scene.js";
import { Seal } from "../panels/rounds/proof-panel.js";
import { share } from "../panels/rounds/share-round.js";
import { speak } from "../panels/table/story-log.js";
import { tellAll } from "../text/narrate.js";
import { Transport } from "../panels/rounds/replay-controls.js";
import { language, word } from "../text/i18n.js";

const KINDS = { decided: "decision", paid: "settlement", pot: "settlement", prize: "settlement", turned: "settlement", void: "settlement" };
const FIRST = ["decided", "void", "paid", "pot", "prize", "turned", "rolled", "dealt", "moved", "bank", "button", "fee", "chips"];
const DAY = { day: "numeric", month: "long", year: "numeric" };

/** The round of the page is shown at its first step. */
export async function start(main, page) {
  const round = await get(`/api/rounds/${page.round}/steps`);
  new ReplayPage(main, page, round).start();
}

class ReplayPage {
  #main; #round; #felt; #board; #close; #transport; #payments; #seal; #rows; #title; #id;
  #open = true;
  #at = -1;
  #list = make("ol", { class: "steps" });
  #switch = make("button", { type: "button", role: "switch", class: "switch", "aria-checked": "true" });

  constructor(main, page, round) {
    [this.#main, this.#round, this.#felt, this.#id] = [main, round, round.felt, page.round];
    this.#title = document.title;
    document.body.classList.add("table-page", "replay-page");
    write(document.body, { "data-felt": this.#felt.layout.felt, "data-shape": this.#felt.layout.shape });
    write(main, { class: "stage", "aria-label": word("replay-of", { n: this.#number }) });
    const paper = document.querySelector(".paper");
    write(paper, { hidden: false, "aria-label": word("the-round") });
    this.#board = new Board(main, this.#felt, this.#title);
    this.#close = new CloseUp(main);
    this.#transport = new Transport(main, (at) => this.#go(at));
    this.#seal = new Seal(paper);
    this.#payments = new Payments(paper);
    this.#rows = this.#steps.map((step, at) => this.#rowOf(step, at));
    this.#layList(paper);
  }

  get #steps() { return this.#round.steps; }
  get #number() { return this.#steps[0].state.round; }

  async start() {
    const { at, table, you } = this.#round;
    const where = [this.#title, new Intl.DateTimeFormat(language(), DAY).format(at)].join(", ");
    bar(document.querySelector(".bar"), { title: word("replay-of", { n: this.#number }), where, chips: you.places.length ? you.chips : null });
    document.title = `${word("replay-of", { n: this.#number })}: ${this.#title}`;
    const kinds = this.#rows.map((row) => row.kind);
    this.#transport.lay(kinds, word("steps-counted", { n: kinds.length, decisions: kinds.filter((kind) => kind === "decision").length }));
    document.addEventListener("pointerdown", () => finish(this.#board.node));
    const wanted = Number(new URLSearchParams(location.hash.slice(1)).get("step"));
    this.#go(wanted >= 1 && wanted <= kinds.length ? wanted - 1 : 0);
    const found = await this.#seal.show(this.#id);
    share(document.querySelector(".paper"), this.#id, found, table.table);
  }

  // -- what a step is --------------------------------------------------------------------------------------------------

  #modelAt(at) {
    const { table, you } = this.#round, step = this.#steps[at];
    const cards = this.#open ? { ...step.state.cards, ...step.open } : step.state.cards;
    return { n: step.n, you, table, state: { ...step.state, cards }, mine: step.mine, fresh: step.story, told: step.story };
  }

  /** The row of a step: the line that tells most, and everything else that happened. */
  #rowOf(step, at) {
    const told = tellAll(step.story, this.#modelAt(at));
    const rank = (line) => { const found = FIRST.indexOf(line.k); return found < 0 ? FIRST.length : found; };
    const head = told.toSorted((one, two) => rank(one) - rank(two))[0] ?? { k: "", who: "", text: word("nothing-more"), says: word("nothing-more"), clauses: [] };
    const clauses = [...new Set([...step.clauses, ...head.clauses, ...told.flatMap((line) => line.clauses)])];
    const kind = step.story.map((line) => KINDS[line.k]).find(Boolean) ?? "deal";
    return { ...head, kind, clauses, all: told, actor: actorOf(step) };
  }

  // -- the picture -----------------------------------------------------------------------------------------------------

  #go(at) {
    const forward = at === this.#at + 1;
    const people = peopleOf(this.#steps[at].state), was = forward ? boxesBefore(this.#board.node, this.#steps[at].story, people) : null;
    this.#at = at;
    this.#draw();
    if (forward) play(this.#board.node, this.#steps[at].story, was, people);
    speak("polite", sayAll(this.#rows[at]));
    history.replaceState(null, "", `#step=${at + 1}`);
  }

  #draw() {
    const at = this.#at, row = this.#rows[at], model = this.#modelAt(at), scene = sceneOf(model, this.#felt);
    for (const place of scene.places) place.maySit = false; // nobody sits down in the past
    write(this.#main, { "data-phase": model.state.phase, "data-round": this.#number, "data-n": model.n, "data-pack": model.state.pack || null });
    this.#board.show(scene);
    for (const node of this.#board.node.querySelectorAll("hw-place")) write(node, { "data-told": node.dataset.seat === String(row.actor) });
    this.#close.show(model, scene, row.actor);
    this.#payments.show(model);
    this.#transport.show(at, sayAll(row));
    showClauses(this.#transport.tags, row.clauses, 2);
    this.#showList();
  }

  #layList(paper) {
    this.#switch.append(word("open-hands"), make("i", { "aria-hidden": "true" }));
    this.#switch.addEventListener("click", () => { this.#open = !this.#open; write(this.#switch, { "aria-checked": String(this.#open) }); this.#draw(); });
    const head = make("h2", {}, word("the-round"), make("small", {}, word("steps-in-all", { n: this.#steps.length })));
    paper.append(make("section", { class: "retold" }, head, this.#list, make("div", { class: "open-hands" }, this.#switch, make("p", { class: "note" }, word("open-hands-line")))));
    this.#list.addEventListener("click", (event) => {
      const chosen = event.target.closest("[data-step]");
      if (chosen) { this.#transport.pause(); this.#go(Number(chosen.dataset.step)); }
    });
  }

  #showList() {
    keyed(this.#list, rowNode, this.#rows.map((row, at) => [at, row]), (node, row, at) => showRow(node, row, at, at === this.#at));
    const here = this.#list.children[this.#at];
    const { top, bottom } = here.getBoundingClientRect(), box = this.#list.getBoundingClientRect();
    if (this.#list.scrollHeight > this.#list.clientHeight && (top < box.top || bottom > box.bottom)) {
      this.#list.scrollTop += top - box.top - box.height / 2;
    }
  }
}

/** The seat that a step is about; 0 where it is about nobody. */
function actorOf({ story, state }) {
  const line = story.find((each) => each.k === "decided") ?? story.find((each) => each.k === "paid");
  return line ? (line.place === "bank" ? state.bank?.seat ?? 0 : seatOf(line.place)) : 0;
}

/** Everything that a step says, in a few sentences. */
function sayAll({ all, says }) {
  const told = all.length ? all.slice(0, 4).map((line) => (line.k === "paid" && line.who ? word("said-of", line) : line.says)) : [says];
  return told.map((text) => word("sentence", { text: text.slice(0, 1).toLocaleUpperCase(language()) + text.slice(1).replace(/\.$/, "") })).join(word("between-sentences"));
}

const rowNode = () => make("li", {}, make("button", { type: "button" }, make("b"), make("span"), make("p")), make("div", { class: "tags" }));

function showRow(node, row, at, here) {
  const [chosen, tags] = node.children, [number, who, text] = chosen.children;
  write(node, { "data-k": row.k, "data-clauses": row.clauses.join(" ") || null, "data-here": here });
  write(chosen, { "data-step": at, "aria-current": here ? "step" : null });
  write(number, {}, String(at + 1));
  write(who, {}, row.who);
  write(text, {}, row.text);
  showClauses(tags, row.clauses, 1);
}
