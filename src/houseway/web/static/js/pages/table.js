// The page of a table: a frame becomes a picture, a wish becomes a command. Only this file knows the socket.

import { Ahead, OVER } from "../controls/early-answers.js";
import { bar } from "../panels/site/top-bar.js";
import { Coach } from "../panels/table/coach-panel.js";
import { remember, remembered } from "../fairness/commitments.js";
import { Connection } from "../panels/table/connection-state.js";
import { Dock } from "../controls/action-dock.js";
import { make, replaced, write } from "../dom/dom.js";
import { Board } from "../board/board.js";
import { get, newKey, session } from "../net/http.js";
import { keyTable } from "../panels/table/keyboard-shortcuts.js";
import { Store } from "../net/model.js";
import { boxesBefore, finish, play } from "../dom/motion.js";
import { limitsName } from "../text/names.js";
import { Notice } from "../panels/table/notice-line.js";
import { Payments, printed } from "../panels/table/payments-panel.js";
import { Posted } from "../panels/table/posted-bar.js";
import { Primer } from "../panels/table/how-to-play.js";
import { peopleOf, sceneOf } from "../board/scene.js";
import { Seat, chipsOf } from "../panels/table/seat-panel.js";
import { Line } from "../net/socket.js";
import { Story, speak } from "../panels/table/story-log.js";
import { has, label, loadRefusals, refusalText, word } from "../text/i18n.js";

/** The table of the page is drawn, and stays so. */
export async function start(main, page) {
  const felt = await get(`/api/tables/${page.table}/felt`);
  const me = await get("/api/me");
  new TablePage(main, page, felt, me).start();
}

/** A sound by its name, which comes when sounds are wanted. */
const sound = async (name) => { if (document.documentElement.dataset.sound === "on") (await import("../dom/sound.js")).sound(name); };

class TablePage {
  #store = new Store();
  #felt; #main; #board; #dock; #story; #coach; #payments; #primer; #seat; #floor; #host; #line; #title; #bar; #ahead;
  #notice; #proposal; #posted; #drawn;
  #printed = [];
  #words = new Map();
  #committed = new Set();
  #asked = "";
  #mayLook = false;
  #coachOn = localStorage.getItem("coach") === "on";

  constructor(main, page, felt, me) {
    [this.#main, this.#title, this.#felt] = [main, has("name") ? word("name") : main.getAttribute("aria-label"), felt];
    const title = this.#title;
    document.body.classList.add("table-page");
    write(document.body, { "data-waiting": true, "data-felt": felt.layout.felt, "data-shape": felt.layout.shape, "data-dock": felt.layout.dock, "data-coach": this.#coachOn ? "on" : null });
    write(main, { class: "stage", "aria-label": title });
    const paper = document.querySelector(".paper");
    write(paper, { hidden: false, "aria-label": word("beside-the-table") });
    this.#showBar();
    const notices = make("div", { class: "notices" }); // a strip of its own: it covers no card and no button
    main.before(notices);
    this.#notice = new Notice(notices);
    this.#posted = new Posted(document.querySelector(".bar"));
    this.#board = new Board(main, felt, title);
    this.#dock = new Dock(main);
    this.#ahead = new Ahead(this.#dock, (command) => this.#tell(command, null, OVER));
    this.#printed = replaced([], printed(felt.pays), paper);
    this.#primer = new Primer(paper, page.game, this.#coachOn);
    this.#story = new Story(paper);
    this.#coach = new Coach(paper, (on) => this.#switchCoach(on));
    this.#coach.on = this.#coachOn;
    this.#payments = new Payments(paper);
    this.#seat = new Seat(paper);
    this.#host = Boolean(me.host);
    const floor = { table: page.table, game: page.game, short: title, irregularities: felt.irregularities };
    if (this.#host) import("../panels/host/host-panel.js").then(({ Floor }) => { this.#floor = new Floor(paper, floor); if (this.#store.model.state) this.#floor.show(this.#store.model); }); // the host's alone
    this.#line = new Line(`/ws/tables/${page.table}`, () => this.#store.model.n);
    new Connection(notices, this.#line, speak);
  }

  start() {
    this.#store.addEventListener("change", () => this.#draw());
    this.#line.addEventListener("frame", ({ frame }) => this.#hear(frame));
    this.#line.addEventListener("session", async () => { await session(); this.#line.again(); });
    document.addEventListener("hw-wish", (event) => this.#tell(event.command, event.target));
    this.#main.addEventListener("click", (event) => this.#clicked(event));
    document.addEventListener("pointerdown", () => finish(this.#board.node));
    keyTable({ dock: this.#dock, tellTable: async () => speak("assertive", (await import("../text/table-summary.js")).tellTable(this.#store.model, this.#scene())) });
    setInterval(() => { if (this.#store.model.state) this.#dock.tick(this.#store.model, performance.now()); }, 250);
    this.#line.start();
  }

  #scene() { return sceneOf(this.#store.model, this.#felt); }

  // -- what the room says ---------------------------------------------------------------------------------------------

  #hear(frame) {
    if (frame.t === "welcome" || frame.t === "step") this.#store.take(frame);
    if (frame.t === "step" && frame.table) this.#layAgain();
    if (frame.t === "advice") this.#coach.show(frame);
    if (frame.t === "refused" && frame.key === null) loadRefusals().then(() => this.#notice.refuse(refusalText(frame)));
  }

  /** Another sheet is posted: the cloth and its pay tables are those of that sheet. */
  async #layAgain() {
    const felt = await get(`/api/tables/${this.#store.model.table.table}/felt`);
    if (JSON.stringify(felt) === JSON.stringify(this.#felt)) return;
    const ground = document.createDocumentFragment(), old = this.#board.node.parentElement;
    [this.#felt, this.#board] = [felt, new Board(ground, felt, this.#title)];
    old.replaceWith(ground);
    this.#printed = replaced(this.#printed, printed(felt.pays), document.querySelector(".paper"));
    this.#draw();
  }

  #showBar() {
    const { model } = this.#store;
    this.#bar ??= bar(document.querySelector(".bar"), { title: this.#title, onCoach: (on) => this.#switchCoach(on) });
    this.#bar.show({ where: model.table ? whereOf(model) : "", chips: chipsOf(model), coach: model.state?.phase === "closed" ? null : this.#coachOn, differs: model.table?.differs ?? [], botsStayOut: model.table?.bots_stay_out ?? false });
  }

  // -- the picture ----------------------------------------------------------------------------------------------------

  #draw() {
    const { model } = this.#store, isNews = model !== this.#drawn; // a redraw tells nothing twice
    this.#drawn = model;
    const scene = this.#scene(), people = peopleOf(model.state), was = boxesBefore(this.#board.node, model.fresh, people), held = document.activeElement;
    write(document.body, { "data-waiting": null });
    write(this.#main, { "data-phase": model.state.phase, "data-round": model.state.round, "data-n": model.n, "data-pack": model.state.pack || null });
    this.#showBar();
    this.#board.show(scene);
    this.#dock.show(model, scene, (round) => this.#wordsFor(round));
    this.#dock.tick(model, performance.now());
    this.#payments.show(model);
    this.#primer.show(model.state);
    this.#seat.show(model, scene);
    this.#floor?.show(model);
    this.#posted.show(model);
    if (model.state.proposal) this.#proposal ??= import("../panels/table/proposal-bar.js").then(({ ProposalBar }) => new ProposalBar(document.querySelector(".notices"))); // comes when it is needed
    this.#proposal?.then((strip) => strip.show(this.#store.model));
    if (model.state.phase === "closed") this.#showClosed(model);
    this.#ahead.show(model, scene);
    const stays = held?.isConnected && held.checkVisibility() && !held.disabled; // what is folded away keeps the focus until it is painted, and then nothing has it
    if (held && held !== document.body && !(stays && document.activeElement === held)) (stays ? held : this.#main).focus({ preventScroll: true });
    if (isNews) { this.#narrate(model, scene); play(this.#board.node, model.fresh, was, people); }
    this.#askCoach(model);
    this.#giveWords(model);
  }

  /** The table is closed: nothing here can be used any more, and those who may see how it ended find the way. */
  #showClosed({ table, you, told }) {
    const evening = told.find((line) => line.k === "closed");
    this.#mayLook ||= this.#host || Boolean(evening?.people[you.person]) || !(table.private || table.watch_delay);
    this.#notice.say(word("story.phase-closed"), this.#mayLook ? { href: `/t/${table.table}`, link: word("how-it-ended") } : { href: "/", link: word("lobby") });
  }

  /** The same lines for ears: one sentence a step and region. */
  #narrate(model, scene) {
    const told = this.#story.tell(model.told, { ...model, scene, host: this.#host }, model.state.round ? word("round-number", { n: model.state.round }) : "");
    this.#dock.tell(told);
    const asks = model.mine.asks ?? [];
    const asked = asks.length || model.mine.bank || (model.mine.bets ?? []).length ? `${model.state.round}/${asks.map((each) => `${each.place}.${each.step}`)}/${model.state.phase}` : "";
    const turn = asked && asked !== this.#asked;
    this.#asked = asked;
    if (!model.fresh.length && !turn) return;
    const urgent = told.filter((line) => line.urgent).map((line) => line.says);
    const calm = told.filter((line) => !line.urgent).sort((a, b) => Number(a.talk ?? 0) - Number(b.talk ?? 0)).map((line) => line.says); // talk last: nothing follows it
    if (calm.length) speak("polite", calm.slice(-6).join(". "));
    if (asks.length && turn) urgent.push(word("your-turn"));
    if (urgent.length) speak("assertive", urgent.join(". "));
    const short = document.title.replace(/^[▶●] .*? · /, "");
    document.title = asks.length ? `▶ ${word("your-turn")} · ${short}` : short;
    if (turn && asks.length) sound("turn");
    else if (model.fresh.some((line) => line.k === "dealt")) sound("card");
    else if (model.fresh.some((line) => line.k === "chips")) sound("chips");
  }

  // -- what the person says -------------------------------------------------------------------------------------------

  async #tell(command, asker = null, unsaid = []) {
    if (command.t === "decide") this.#ahead.drop();
    const form = command.t === "say" ? this.#seat.chat : this.#dock.formOf(command), { table, state, you } = this.#store.model, waits = form?.busy ? null : asker;
    form?.busy?.();
    if (waits) write(waits, { "aria-busy": "true" });
    this.#notice.clear();
    try {
      const ok = await this.#line.tell(command);
      form?.done?.(command);
      if (command.t === "floor") this.#floor?.done(command);
      if (command.words) remember(table.table, command.round, state.commit, command.words, you.person);
      return ok;
    } catch (refusal) {
      if (unsaid.includes(refusal.code)) return null;
      await loadRefusals();
      if (form?.refused) form.refused(refusal);
      else this.#notice.refuse(refusalText(refusal));
      speak("assertive", refusalText(refusal));
      return null;
    } finally {
      if (waits) write(waits, { "aria-busy": null });
    }
  }

  #clicked(event) {
    const { sit } = event.target.closest("[data-sit]")?.dataset ?? {};
    if (sit) this.#seat.offer(Number(sit), this.#store.model);
    if (event.target.closest("[data-rail]")) this.#seat.offer(0, this.#store.model);
    this.#dock.bets?.focusOn(event.target.closest("[data-mine] :is(.space, .bet)")?.dataset ?? {});
    const verify = event.target.closest("[data-verify]");
    if (verify) import("../panels/rounds/verify-button.js").then(({ showVerified }) => showVerified(verify, verify.dataset.verify)); // comes when it is asked for
    const ahead = event.target.closest("[data-ahead]")?.dataset.ahead;
    if (ahead) { this.#ahead.choose(ahead); this.#draw(); }
  }

  // -- the coach, and words for the shuffle ----------------------------------------------------------------------------

  #switchCoach(on) {
    this.#coachOn = on;
    localStorage.setItem("coach", on ? "on" : "off");
    this.#coach.hide();
    this.#coach.on = on;
    write(document.body, { "data-coach": on ? "on" : null });
    this.#showBar();
    if (on) { this.#primer.close(); this.#askCoach(this.#store.model); }
  }

  async #askCoach(model) {
    const [ask] = model.mine?.asks ?? [];
    const key = ask ? `${model.state.round}/${ask.step}/${ask.place}` : "";
    if (!this.#coachOn || !key) { if (this.#coach.asked) this.#coach.hide(); return; }
    if (this.#coach.asked === key) return;
    this.#coach.ask(key);
    try {
      await this.#line.tell({ t: "coach", round: model.state.round, place: ask.place });
    } catch (refusal) {
      if (this.#coach.asked !== key) return;
      this.#coach.refused(refusal);
      if (refusal.code === "busy") setTimeout(() => { if (this.#coach.asked === key) { this.#coach.asked = ""; this.#askCoach(this.#store.model); } }, 2500);
    }
  }

  #wordsFor(round) {
    const given = () => remembered(this.#store.model.table.table, round)?.words; // before a reload, or in another tab
    if (!this.#words.has(round)) this.#words.set(round, given() || newKey() + newKey().slice(0, 8));
    return this.#words.get(round);
  }

  /** Fresh words for a round whose commitment was shown: this browser's part of the shuffle. Both are kept, for the proof. */
  #giveWords({ state, you, table }) {
    const wanted = state.next ?? (state.phase === "betting" || state.phase === "offering" ? { round: state.round, commit: state.commit } : null);
    if (!wanted?.commit || this.#committed.has(`${wanted.round}/${you.places.length > 0}`)) return;
    this.#committed.add(`${wanted.round}/${you.places.length > 0}`);
    remember(table.table, wanted.round, wanted.commit);
    if (!you.places.length) return;
    const words = this.#wordsFor(wanted.round);
    this.#line.tell({ t: "words", round: wanted.round, words }).then(() => remember(table.table, wanted.round, wanted.commit, words, you.person), unheard);
  }
}

/** Words are never required: a round that began without them is dealt all the same. */
const unheard = () => undefined;

function whereOf({ table, state }) {
  return [limitsName(table.limits), ["paused", "closed"].includes(state.phase) ? label("phase", state.phase) : ""].filter(Boolean).join(" · ");
}
