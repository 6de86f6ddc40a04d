// Notices a line that died without a word: asks when nothing was heard for a while, and counts the time of the answer.

/** Milliseconds: between two looks, of silence before the room is asked, for its answer, and for it after a scare. */
const LOOK = 1_000, QUIET = 15_000, ANSWER = 10_000, HURRY = 4_000;
/** A look that comes so late was held up: the machine slept, or the tab was put aside. */
const SLEPT = 5_000;

/** Watches one line. `ask` sends a ping if it can, `dead` is told that nothing answers. It reads the clock by itself. */
export class Heartbeat {
  #ask; #dead; #timer = 0; #heard = 0; #due = Infinity; #looked = 0; #doubted = false;

  constructor(ask, dead) {
    [this.#ask, this.#dead] = [ask, dead];
  }

  /** Begins with a line that is being dialled: it answers within the time of an answer. */
  start() {
    this.stop();
    this.heard();
    this.#looked = Date.now();
    this.#due = this.#looked + ANSWER;
    this.#timer = setInterval(() => this.#look(), LOOK);
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
  }

  /** Something came: the line is alive. */
  heard() {
    this.#heard = Date.now();
    this.#due = Infinity;
    this.#doubted = false;
  }

  /** Asks now, because something happened that often ends a line; the answer has less time than usual. */
  probe(within = HURRY) {
    if (!this.#timer) return;
    this.#due = Math.min(this.#due, Date.now() + within);
    this.#ask();
  }

  #look() {
    const now = Date.now(), slept = now - this.#looked > SLEPT || now < this.#looked;
    this.#looked = now;
    if (slept && !this.#doubted) { // an answer may lie unread: whatever was due before the sleep counts for nothing
      this.heard();
      this.#doubted = true;
      this.probe();
    } else if (now >= this.#due) {
      this.stop();
      this.#dead();
    } else if (this.#due === Infinity && now - this.#heard >= QUIET) {
      this.probe(ANSWER);
    }
  }
}
