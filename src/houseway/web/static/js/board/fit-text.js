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

/** The words of a space, line by line: text, size, how far down, how wide. No line is wider than its room. */
export function linesOf(text, room, most) {
  const lines = broken(text, most);
  const longest = Math.max(...lines.map((line) => lettersOf(line, LETTER)));
  const size = Math.max(SMALLEST, Math.min(LARGEST, room / (longest * LETTER), TALLEST / (lines.length * HIGH)));
  return lines.map((line, index) => ({
    text: line, size, wide: Math.min(lettersOf(line, LETTER) * size * LETTER, room), adjust: size > SMALLEST ? "spacing" : "spacingAndGlyphs", y: (index - (lines.length - 1) / 2) * size * HIGH + size * 0.36,
  }));
}
