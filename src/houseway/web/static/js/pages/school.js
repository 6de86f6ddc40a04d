// Dealer school: the felt of a real round before a chip was paid, a question about it, and the clause that decides.

import { bar } from "../panels/site/top-bar.js";
import { showClause } from "../text/clause-tag.js";
import { keyed, make, write } from "../dom/dom.js";
import { Board } from "../board/board.js";
import { get, post } from "../net/http.js";
import { icon, showIcon } from "../dom/icons.js";
import { listen } from "../dom/key-events.js";
import { Lesson } from "../panels/reading/school-question.js";
import { sceneOf } from "../board/scene.js";
import { speak } from "../panels/table/story-log.js";
import { money, word } from "../text/i18n.js";

const ASKED = 8;
const NOBODY = { person: "", name: "", places: [], chips: 0 };

/** The first question of the page's game is asked. */
export async function start(main, page) {
  const seed = new URLSearchParams(location.search).get("seed");
  const school = new SchoolPage(main, page);
  await school.begin(seed !== null && /^\d{1,14}$/.test(seed) ? Number(seed) : null);
}

class SchoolPage {
  #main; #game; #title; #board; #lesson; #told; #bar;
  #at = 0;
  #marks = [];
  #score = make("ol", { class: "score" });
  #after = make("section", { class: "judged", hidden: true, tabindex: "-1" });
  #next = make("button", { type: "button", class: "btn main big" });

  constructor(main, page) {
    [this.#main, this.#game, this.#title] = [main, page.game, document.title];
    document.body.classList.add("table-page", "school-page");
    document.title = `${word("dealer-school")}: ${this.#title}`;
    write(main, { class: "stage", "aria-label": word("dealer-school") });
    this.#bar = bar(document.querySelector(".bar"), { title: word("dealer-school"), where: this.#title });
    this.#next.addEventListener("click", () => this.#goOn());
    listen([["1", "key-choices", (event) => this.#lesson?.choose(Number(event.key) - 1) ?? false]]);
  }

  /** A class of questions: those of a seed, or of any. */
  async begin(seed = null) {
    this.#told = await get(`/api/school/${this.#game}?questions=${ASKED}${seed === null ? "" : `&seed=${seed}`}`);
    [this.#at, this.#marks] = [0, []];
    history.replaceState(null, "", `?seed=${this.#told.seed}`);
    if (!this.#board) this.#build();
    this.#ask();
  }

  #build() {
    const { felt } = this.#told;
    write(document.body, { "data-felt": felt.layout.felt, "data-shape": felt.layout.shape });
    this.#board = new Board(this.#main, felt, this.#title);
    const paper = document.querySelector(".paper");
    write(paper, { hidden: false, "aria-label": word("the-question") });
    this.#lesson = new Lesson(paper, (answer) => this.#judge(answer));
    write(this.#score, { "aria-label": word("your-answers") });
    paper.append(this.#after, make("section", {}, make("h2", {}, word("your-answers")), this.#score));
  }

  // -- one question ----------------------------------------------------------------------------------------------------

  #ask() {
    const { questions, felt, seats } = this.#told, question = questions[this.#at];
    const model = { n: this.#at, you: NOBODY, table: { seats, game: this.#game }, state: question.state, mine: {}, fresh: [], told: [] };
    const scene = sceneOf(model, felt);
    for (const place of scene.places) place.maySit = false;
    write(this.#main, { "data-n": this.#at, "data-kind": question.kind });
    this.#board.show(scene);
    for (const node of this.#board.node.querySelectorAll("hw-place")) write(node, { "data-told": node.dataset.seat === String(question.facts.seat ?? question.facts.to ?? "") });
    write(this.#after, { hidden: true });
    this.#lesson.show(question, { at: this.#at, all: questions.length });
    this.#showScore();
    speak("polite", this.#lesson.sentence);
  }

  async #judge(answer) {
    const { seed } = this.#told;
    const judged = await post(`/api/school/${this.#game}`, { seed, n: this.#at, answer });
    this.#marks[this.#at] = judged.right;
    this.#lesson.judged(judged, answer);
    this.#showJudgement(judged);
    this.#showScore();
    return judged;
  }

  #showJudgement({ right, answer, clauses }) {
    const said = typeof answer === "number" ? money(answer) : this.#lesson.named(answer);
    const head = make("h2", { class: right ? "right" : "wrong-answer" }, icon(right ? "win" : "lose"), make("span", {}, word(right ? "answer-right" : "answer-is", { answer: said })));
    const told = clauses.map((each) => make("div", { class: "because" }, tag(each.id), make("p", { lang: "en" }, each.rule)));
    this.#after.replaceChildren(head, ...told, this.#next);
    write(this.#next, {}, word(this.#at + 1 < this.#told.questions.length ? "next-question" : "another-class"));
    write(this.#after, { hidden: false });
    this.#next.focus({ preventScroll: true });
    this.#after.scrollIntoView({ block: "nearest" });
    speak("assertive", `${word(right ? "answer-right" : "answer-is", { answer: said })} ${clauses[0]?.id ?? ""}`);
  }

  #goOn() {
    if (this.#at + 1 < this.#told.questions.length) { this.#at += 1; this.#ask(); }
    else this.begin();
    scrollTo({ top: 0 });
    this.#main.focus({ preventScroll: true });
  }

  #showScore() {
    const marks = this.#told.questions.map((_, at) => [at, this.#marks[at]]);
    keyed(this.#score, () => make("li", {}, icon("win")), marks, (node, right, at) => {
      write(node, { "data-right": right === undefined ? null : String(right), "aria-current": at === this.#at ? "step" : null });
      showIcon(node.firstChild, right ? "win" : "lose");
      write(node.firstChild, { "aria-hidden": null, role: "img", "aria-label": word(right === undefined ? "not-answered" : right ? "right" : "wrong") });
    });
    const right = this.#marks.filter(Boolean).length, answered = this.#marks.filter((each) => each !== undefined).length;
    this.#bar.show({ where: [this.#title, word("score", { n: right, all: answered })].join(", ") });
  }
}

function tag(id) {
  const node = make("button", { type: "button" });
  showClause(node, id);
  return node;
}
