// Lettering: how large words stand in the room they have. What any serif needs is estimated, and drawn to exactly that width.

const WIDE = /[\u2e80-\uffef]/; // a letter of these is as wide as high
const LARGEST = 12.5, SMALLEST = 9, HIGH = 1.08, LETTER = 0.76, TALLEST = 34;

/** The length of a text in letters of ordinary width. */
const lettersOf = (text, letter) => [...text].reduce((sum, each) => sum + (WIDE.test(each) ? 1.15 / letter : 1), 0);

/** A line of so large letters, smaller where it would be too wide. */
export function fitted(text, size, letter, widest) {
  const natural = lettersOf(text, letter) * size * letter;
  const scale = Math.min(1, widest / natural);
  return { text, size: size * scale, wide: natural * scale, adjust: "spacing" };
}

/** The words in at most so many lines, the longest as short as can be. */
function broken(text, most) {
  const words = text.includes(" ") ? text.split(" ") : WIDE.test(text) && text.length > 3 ? [text.slice(0, Math.ceil(text.length / 2)), text.slice(Math.ceil(text.length / 2))] : [text];
  const glue = text.includes(" ") ? " " : "";
  let best = [words.join(glue)];
  const longest = (lines) => Math.max(...lines.map((line) => lettersOf(line, LETTER)));
  const cut = (lines, rest) => {
    if (!rest.length) { if (longest(lines) < longest(best) - 0.5) best = lines; return; }
    if (lines.length === most) return;
    for (let n = 1; n <= rest.length; n++) cut([...lines, rest.slice(0, n).join(glue)], rest.slice(n));
  };
  cut([], words);
  return best;
}

/** The lines in a room so wide, or in a circle; `tight`: how much a line is squeezed. */
function set(lines, room, round) {
  const longest = Math.max(...lines.map((line) => lettersOf(line, LETTER)));
  const size = Math.max(SMALLEST, Math.min(LARGEST, room / (longest * LETTER), TALLEST / (lines.length * HIGH)));
  return lines.map((text, index) => {
    const off = (index - (lines.length - 1) / 2) * size * HIGH, natural = lettersOf(text, LETTER) * size * LETTER;
    const wide = Math.min(natural, room, round ? 2 * Math.sqrt(round ** 2 - (Math.abs(off) + size * 0.36) ** 2) : room);
    return { text, size, wide, tight: wide / natural, adjust: size > SMALLEST ? "spacing" : "spacingAndGlyphs", y: off + size * 0.36 };
  });
}

const tightest = (lines) => Math.min(...lines.map((line) => line.tight));

/** The words of a space, line by line: text, size, how far down, how wide. No line is wider than its room, nor than the circle of that radius. */
export function linesOf(text, room, most, round = 0) {
  const [whole, ...others] = (round ? [most, most - 1] : [most]).map((count) => set(broken(text, count), room, round));
  return others.reduce((best, each) => (tightest(each) > tightest(best) ? each : best), whole);
}
