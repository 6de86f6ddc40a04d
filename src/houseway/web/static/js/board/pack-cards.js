// Runs of cards in the room that a place has for them: side by side, in rows, smaller where they are many.

const GAP = 5, HIGH = 1.4, LEAST = 0.4, SHRINK = 0.96;

/** The visible part of a card under the next one: of an open card its index, of a back less. */
export const stepOf = ({ count, hidden }) => (hidden ? (count > 3 ? 0.2 : 0.34) : 0.46);

/** The width of a run of cards. */
export const wideOf = (run, size) => size * (1 + stepOf(run) * (run.count - 1));

function rowsOf(runs, size, wide) {
  const rows = [];
  let left = -1;
  for (const run of runs) {
    const needs = wideOf(run, size);
    if (left < needs + GAP) { rows.push([]); left = wide + GAP; }
    rows.at(-1).push(run);
    left -= needs + GAP;
  }
  return rows;
}

/** Pure: where each run lies, from the middle of the room, and how wide its cards are. `lean` is the side of the first row. */
export function packed(runs, { wide, high, lean = 0 }, card) {
  let size = card, rows = [];
  for (;; size *= SHRINK) {
    rows = rowsOf(runs, size, wide);
    const fits = rows.length * (HIGH * size + GAP) - GAP <= high && runs.every((run) => wideOf(run, size) <= wide);
    if (fits || size < card * LEAST) break;
  }
  const down = HIGH * size + GAP, whole = rows.length * down - GAP;
  const first = lean ? lean * (HIGH * size - high) / 2 : (HIGH * size - whole) / 2;
  return rows.flatMap((row, line) => {
    const y = first + line * down * (lean || 1);
    let x = -(row.reduce((sum, run) => sum + wideOf(run, size) + GAP, -GAP)) / 2;
    return row.map((run) => {
      const needs = wideOf(run, size), at = [x + needs / 2, y];
      x += needs + GAP;
      return { run, at, size, step: stepOf(run) };
    });
  });
}

/** A point that is turned with its place, and lies so far from another. */
export function turned([x, y], degrees, [left, top]) {
  const angle = (degrees * Math.PI) / 180;
  return [left + x * Math.cos(angle) - y * Math.sin(angle), top + x * Math.sin(angle) + y * Math.cos(angle)];
}
