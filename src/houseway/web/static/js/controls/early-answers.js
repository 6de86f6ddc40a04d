// Answers chosen early: while others play. The page sends one a moment after the turn comes.

const MOMENT = 300, MORE = 600; // milliseconds: so that it does not tell how sure somebody was

/** Codes that only say that the ask is over: of an answer that came by itself nobody has to read them. */
export const OVER = ["stale", "not-asked", "late", "phase"];

/** The answers that may be chosen ahead, as buttons of the dock; `say` sends the one that was chosen. */
export class Ahead {
  #dock; #say;
  #chosen = "";
  #asked = ""; // the ask that the chosen answer is for, while it waits for its moment
  #timer = 0;

  constructor(dock, say) { [this.#dock, this.#say] = [dock, say]; }

  /** That answer is chosen; chosen again it is not. */
  choose(answer) { this.#chosen = this.#chosen === answer ? "" : answer; }

  /** The ask is answered, or gone: what was chosen for it is not said any more. */
  drop() {
    clearTimeout(this.#timer);
    this.#asked = "";
  }

  /** @param {import("../net/model.js").Model} model */
  show({ state, mine }, scene) {
    const asks = mine.asks ?? [];
    const inHand = state.phase === "playing" && scene.places.some((each) => each.mine && each.hands.some((hand) => hand.own) && !each.folded);
    if (this.#asked && !asks.some((ask) => keyOf(state, ask) === this.#asked)) this.drop();
    if (asks.length && this.#chosen) this.#arm(state, asks[0]);
    if (!inHand) this.#chosen = "";
    this.#dock.showAhead((inHand && !asks.length ? scene.felt.layout.ahead : null) ?? [], this.#chosen);
  }

  #arm(state, ask) {
    if (ask.choices.some((each) => each.pick !== undefined || each.piles !== undefined)) { // cards are asked for: no bet was
      this.#chosen = "";
      return;
    }
    const first = ask.choices.find((each) => (each.low ?? 0) === (each.high ?? 0) && each.pick === undefined);
    const decision = this.#chosen === "default" || !first ? ask.default : first.low ? { [first.name]: first.low } : first.name;
    this.drop();
    [this.#chosen, this.#asked] = ["", keyOf(state, ask)];
    this.#timer = setTimeout(() => {
      this.drop();
      this.#say({ t: "decide", round: state.round, step: ask.step, place: ask.place, decision });
    }, MOMENT + Math.random() * MORE);
  }
}

const keyOf = ({ round }, { step, place }) => `${round}/${step}/${place}`;
