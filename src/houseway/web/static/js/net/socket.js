// The line to a table: connecting, open, waiting, gone. Unanswered commands are kept by key and sent again.

import { Heartbeat } from "./heartbeat.js";
import { newKey } from "./http.js";

const FIRST = 500, LONGEST = 30_000;
/** The most messages within so many milliseconds: a little below the server's rate limit. */
const MANY = 90, WHILE = 20_000;
/** An answer that takes longer is late: the command is sent again under its key, and again after twice that time. */
const CONFIRMED = 6_000;
/** Commands that nobody waits for, and the one that may take its time and is asked once a line. */
const QUIETLY = ["words", "coach"], ONCE = "coach";
/** Codes after which nobody comes back by itself. */
const FINAL = { 4403: "removed", 4404: "no-table", 4409: "replaced", 4423: "failed", 1008: "rude" };
/** A removed person may be admitted again: the page asks at this interval, for this long. */
const REMOVED = 4403, ASKED_EVERY = 10_000, ASKED_FOR = 600_000;

/** The delay before the k-th try: exponential backoff with jitter. */
export const pause = (tries, chance = Math.random()) => Math.round(chance * Math.min(LONGEST, FIRST * 2 ** tries)) + 50;

/** A line to a socket path. It says `frame` for each frame, `line` when it opens, waits or ends, and `late` with how many commands
 * wait for an answer that is overdue. */
export class Line extends EventTarget {
  #home; #path; #socket = null; #tries = 0; #timer = 0; #open = new Map(); #after = () => 0; #over = false;
  #said = []; #later = []; #pouring = 0; #removed = 0;
  #heart = new Heartbeat(() => this.#ping(), () => this.#died());

  constructor(path, after = () => 0) {
    super();
    this.#home = this.#path = path;
    this.#after = after;
  }

  state = "connecting";

  /** Opens the line, and keeps it open until `stop`. */
  start() {
    const soon = () => { if (this.state === "waiting") this.#connect(); else this.#heart.probe(); };
    addEventListener("online", soon);
    addEventListener("offline", () => this.#heart.probe()); // a room on this machine is still there
    document.addEventListener("visibilitychange", () => { if (!document.hidden) soon(); });
    addEventListener("pagehide", () => this.stop());
    addEventListener("pageshow", (event) => { if (event.persisted) { this.#over = false; this.#connect(); } });
    this.#connect();
  }

  stop() {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#heart.stop();
    this.#socket?.close(1000);
  }

  /**
   * Sends a command; what is promised is its `ok`, or refused with the fields of the refusal.
   * @param {import("../wire.d.ts").Message} command
   * @returns {Promise<import("../wire.d.ts").Ok>}
   */
  tell(command) {
    const key = newKey();
    const frame = JSON.stringify({ ...command, key });
    return new Promise((resolve, reject) => {
      const waiting = { frame, resolve, reject, kind: command.t, late: false, timer: 0 };
      this.#open.set(key, waiting);
      this.#await(waiting, CONFIRMED);
      if (this.state === "open") this.#say(frame);
    });
  }

  /** The answer has so long; then the command is late, is sent again, and has twice as long. */
  #await(waiting, within) {
    waiting.timer = setTimeout(() => {
      waiting.late = true;
      const said = this.state === "open" && !this.#later.includes(waiting.frame);
      if (said && waiting.kind !== ONCE) {
        this.#say(waiting.frame);
        this.#heart.probe();
      }
      this.#tellLate();
      this.#await(waiting, Math.min(within * 2, LONGEST));
    }, within);
  }

  #tellLate() {
    const late = [...this.#open.values()].filter((each) => each.late && !QUIETLY.includes(each.kind)).length;
    this.dispatchEvent(Object.assign(new Event("late"), { late }));
  }

  /** Sends messages in order, at once or as soon as the rate limit allows. */
  #say(frame) {
    this.#later.push(frame);
    this.#pour();
  }

  #pour() {
    clearTimeout(this.#pouring);
    const now = performance.now();
    this.#said = this.#said.filter((at) => now - at < WHILE);
    while (this.#later.length && this.#said.length < MANY) {
      this.#said.push(now);
      this.#socket.send(this.#later.shift());
    }
    if (this.#later.length) this.#pouring = setTimeout(() => this.#pour(), WHILE - (now - this.#said[0]));
  }

  #connect() {
    clearTimeout(this.#timer);
    if (this.#over || this.#socket?.readyState < 2) return;
    this.#set("connecting");
    const url = new URL(this.#path, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = this.#socket = new WebSocket(url, ["houseway.1"]);
    [this.#said, this.#later] = [[], []]; // a new line: what was not answered is said again after the welcome
    clearTimeout(this.#pouring);
    this.#heart.start();
    const mine = (deed) => (event) => { if (socket === this.#socket) deed(event); }; // of a line that was given up nothing counts
    socket.addEventListener("open", mine(() => {
      this.#heart.heard();
      this.#say(JSON.stringify({ t: "hello", after: this.#after() }));
    }));
    socket.addEventListener("message", mine((event) => this.#hear(JSON.parse(event.data))));
    socket.addEventListener("close", mine((event) => this.#lost(event.code)));
  }

  #ping() { if (this.#socket?.readyState === WebSocket.OPEN) this.#say(JSON.stringify({ t: "ping" })); }

  /** Nothing answers: the line is given up, and another is dialled. */
  #died() {
    const socket = this.#socket;
    this.#socket = null;
    socket.close();
    this.#lost(0);
  }

  #hear(frame) {
    this.#heart.heard();
    if (frame.t === "pong") return;
    if (frame.t === "welcome" || frame.t === "lobby") {
      this.#tries = this.#removed = 0;
      if (this.state !== "open") {
        this.#set("open");
        for (const { frame: unanswered } of this.#open.values()) this.#say(unanswered);
      }
    }
    if (frame.t === "moved") this.#path = frame.url;
    if (frame.t === "closing") this.dispatchEvent(Object.assign(new Event("closing"), { back: frame.back_in }));
    const waiting = frame.t === "ok" || frame.t === "refused" ? this.#open.get(frame.key) : undefined;
    if (waiting) {
      this.#open.delete(frame.key);
      clearTimeout(waiting.timer);
      if (waiting.late) this.#tellLate();
      if (frame.t === "ok") waiting.resolve(frame);
      else waiting.reject(frame);
    }
    this.dispatchEvent(Object.assign(new Event("frame"), { frame }));
  }

  #lost(code) {
    clearTimeout(this.#pouring);
    this.#heart.stop();
    if (this.#over) return;
    if (code === 4401) { // the session is over: a new one, then the same line again
      this.#set("waiting", "session");
      this.dispatchEvent(new Event("session"));
      return;
    }
    if (FINAL[code]) {
      this.#over = true;
      this.#set("gone", FINAL[code]);
      if (code === REMOVED) this.#askInAgain();
      return;
    }
    this.#set("waiting", this.#tries > 1 ? "away" : "");
    if (code !== 4301) this.#path = this.#home; // the machine it moved to may be gone
    this.#timer = setTimeout(() => this.#connect(), code === 4301 ? 0 : pause(this.#tries));
    this.#tries += 1;
  }

  #askInAgain() {
    this.#removed ||= performance.now();
    if (performance.now() - this.#removed < ASKED_FOR) this.#timer = setTimeout(() => this.again(), ASKED_EVERY);
  }

  /** Tries again at once. */
  again() {
    this.#over = false;
    this.#connect();
  }

  #set(state, why = "") {
    this.state = state;
    this.dispatchEvent(Object.assign(new Event("line"), { state, why }));
  }
}
