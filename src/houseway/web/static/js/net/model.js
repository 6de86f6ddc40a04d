// The model: the server's last frame. Nothing is merged, patched or guessed ahead of its answer.

/**
 * The state of the page: the last frame, its lines to animate (`fresh`) and to tell, and its time of arrival.
 * @typedef {{ n: number, you: import("../wire.d.ts").You | null, table: import("../wire.d.ts").TableView | null, state: import("../wire.d.ts").PublicState | null,
 *   mine: import("../wire.d.ts").Mine, fresh: import("../wire.d.ts").AnyLine[], told: import("../wire.d.ts").AnyLine[], at: number }} Model
 */

/** Before the first word. @type {Model} */
export const NOTHING = { n: 0, you: null, table: null, state: null, mine: {}, fresh: [], told: [], at: 0 };

/**
 * The model after a frame. A welcome always counts and is not played; a step that was seen changes nothing.
 * @param {import("../wire.d.ts").AnyFrame} frame
 */
export function fold(model, frame, at = 0) {
  if (frame.t === "welcome") {
    const { n, you, table, state, mine, story } = frame;
    return { n, you, table, state, mine, fresh: [], told: model.n ? story.filter((line) => line.n > model.n) : story, at };
  }
  if (frame.t !== "step" || !model.you || frame.n <= model.n) return model; // a step that overtook its welcome is in it
  const fresh = frame.story.filter((line) => line.n > model.n);
  const you = { ...model.you, chips: stackOf(frame.state, model.you.person), places: placesOf(frame, model.you) };
  return { ...model, n: frame.n, table: frame.table ?? model.table, state: frame.state, mine: frame.mine, you, fresh, told: fresh, at };
}

function stackOf(state, person) {
  const row = [...state.seats, ...state.rail].find((each) => each.person === person);
  return row ? row.stack : 0;
}

function placesOf(frame, you) {
  const seats = frame.state.seats.filter((each) => each.person === you.person).map((each) => String(each.seat));
  const behind = [...(frame.mine.bets ?? []), ...(frame.mine.asks ?? [])].map((each) => each.place);
  const cards = you.places.filter((name) => name.includes(".") && frame.state.places.some((each) => each.place === name));
  return [...new Set([...seats, ...behind, ...cards])];
}

/** The one truth of the page, and who is told when it changes. */
export class Store extends EventTarget {
  model = NOTHING;

  /** @param {import("../wire.d.ts").AnyFrame} frame */
  take(frame) {
    const was = this.model;
    this.model = fold(was, frame, performance.now());
    if (this.model !== was) this.dispatchEvent(new Event("change"));
  }
}
