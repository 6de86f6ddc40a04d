// The cloth: the rail, the felt, and what is printed on it. Drawn once for a table; it never changes while it is played.

import { svg } from "./dom.js";
import { has, label, word } from "./words.js";

const CENTRE = [500, -170];
const RAIL = "M40 -8H960Q994 -8 994 26V317.4A694 694 0 0 1 6 317.4V26Q6 -8 40 -8Z";
const STITCH = "M46 0H954Q986 0 986 32V314.1A686 686 0 0 1 14 314.1V32Q14 0 46 0Z";
const ARC_FELT = "M64 10H936Q962 10 962 36V265.6A635 635 0 0 1 38 265.6V36Q38 10 64 10Z";
const LINE = 19, COLUMN = 236, MOST_ROWS = 7, LONGEST = 26;

/** The drawing of a table's cloth. */
export function clothOf({ layout, pays }, title) {
  const arc = layout.shape === "arc";
  const cloth = svg("svg", { class: "cloth", viewBox: "0 0 1000 540", "aria-hidden": "true" }, definitions());
  cloth.append(...(arc ? ground(RAIL, STITCH, ARC_FELT) : ground(oval(-8), oval(0), oval(38))));
  if (!arc) cloth.append(svg("path", { class: "line thin", d: oval(128) }));
  if (layout.title) cloth.append(...arched(title, layout.title));
  else if (!arc) cloth.append(svg("text", { class: "print ringed", x: 500, y: layout.pots[1] + 76 }, title.toUpperCase()));
  for (const slot of layout.slots) cloth.append(...printedCircles(layout, slot));
  if (arc) cloth.append(...printedPays(pays));
  return cloth;
}

function definitions() {
  return svg("defs", {},
    svg("pattern", { id: "weave", width: 3, height: 3, patternUnits: "userSpaceOnUse" }, svg("path", { d: "M0 3L3 0", class: "weave" })),
    svg("radialGradient", { id: "lamp", cx: 0.5, cy: 0.35, r: 0.75 },
      svg("stop", { offset: 0, class: "lamp-in" }), svg("stop", { offset: 1, class: "lamp-out" })));
}

function ground(rail, stitch, felt) {
  const drops = ["rail-drop", "rail", "rail-hi"].map((name) => svg("path", { class: name, d: rail }));
  const cloth = [{ class: "felt" }, { fill: "url(#weave)" }, { fill: "url(#lamp)" }, { class: "edge e3" }, { class: "edge e2" }, { class: "edge e1" }];
  return [...drops, svg("path", { class: "stitch", d: stitch }), ...cloth.map((kind) => svg("path", { d: felt, ...kind }))];
}

/** The outline of a ring, so far inside the board. */
function oval(inset) {
  const left = 8 + inset, right = 992 - inset, top = 8 + inset, bottom = 532 - inset;
  const across = Math.min(250, (right - left) / 2), down = (bottom - top) / 2;
  return `M${left + across} ${top}H${right - across}C${right - across / 3} ${top} ${right} ${top + down / 3} ${right} ${top + down}`
    + `S${right - across / 3} ${bottom} ${right - across} ${bottom}H${left + across}C${left + across / 3} ${bottom} ${left} ${bottom - down / 3} ${left} ${top + down}`
    + `S${left + across / 3} ${top} ${left + across} ${top}Z`;
}

/** The title on the dealer's arc, and under it the one rule that decides most hands. */
function arched(title, radius) {
  const lines = [["title", title.toUpperCase(), radius, 24]];
  if (has("rule")) lines.push(["rule", word("rule").toUpperCase(), radius + 25, 11.5]);
  return lines.flatMap(([kind, text, r, wide]) => {
    const length = Math.min(text.length * wide, 560);
    const half = Math.min(Math.asin(Math.min(length / 2 / r, 0.9)) + 0.06, 1.1);
    const [x, y] = [r * Math.sin(half), r * Math.cos(half)];
    const d = `M${CENTRE[0] - x} ${CENTRE[1] + y}A${r} ${r} 0 0 0 ${CENTRE[0] + x} ${CENTRE[1] + y}`;
    const along = svg("textPath", { href: `#print-${kind}`, startOffset: "50%", "text-anchor": "middle", textLength: length, lengthAdjust: "spacingAndGlyphs" }, text);
    return [svg("path", { id: `print-${kind}`, d, fill: "none" }), svg("text", { class: `print ${kind}` }, along)];
  });
}

/** The marked spaces of one place, each with its word. */
function printedCircles(layout, slot) {
  return layout.circles.filter((circle) => !circle.paid && !circle.group).map((circle) => {
    const [x, y] = slot.circles[circle.id];
    const shape = { transform: `translate(${x} ${y}) rotate(${slot.turn + (circle.form === "diamond" ? 45 : 0)})` };
    const form = circle.form === "circle" ? () => svg("circle", { r: 23 }) : () => svg("rect", { x: -22, y: -22, width: 44, height: 44, rx: 5 });
    const marks = ["spotfill", "line"].map((name) => { const mark = form(); mark.setAttribute("class", name); return mark; });
    const print = svg("g", { transform: `translate(${x} ${y}) rotate(${slot.turn})` }, ...printedWord(circle));
    return svg("g", { class: "space" }, svg("g", shape, ...marks), print);
  });
}

/** The word of a space stands in it, line by line, and is covered by chips. */
function printedWord(circle) {
  const lines = label("wager", circle.id).toUpperCase().split(/ (?=\S{3})/);
  const longest = Math.max(...lines.map((line) => line.length));
  const size = Math.min(12.5, 44 / (longest * 0.68));
  return lines.map((line, index) =>
    svg("text", { class: "print circ", "font-size": size, y: (index - (lines.length - 1) / 2) * size * 1.1 + size * 0.35 }, line));
}

/** Pay tables left and right of the dealer, where they are short enough to be read there. */
function printedPays(pays) {
  const rowsOf = (table) => table.rows.map(([hand, num, den]) => [label("pays", hand.replace(/\s*\(.*?\)/g, "")), den === 1 ? `${num}` : `${num}:${den}`]);
  const fitting = pays.filter((table) => table.unit === "to 1" && table.rows.length > 2 && table.rows.length <= MOST_ROWS)
    .map((table) => ({ ...table, rows: rowsOf(table) })).filter((table) => table.rows.every(([hand]) => hand.length <= LONGEST)).slice(0, 2);
  return fitting.map((table, index) => {
    const group = svg("g", { transform: index ? `translate(${936 - COLUMN + 40} 34)` : "translate(64 34)" });
    const wide = COLUMN - 40;
    group.append(svg("text", { class: "print head" }, label("wager", table.wager).toUpperCase()), svg("path", { class: "line thin", d: `M0 9H${wide}` }));
    table.rows.forEach(([hand, odds], row) => group.append(
      svg("text", { class: "print small", y: 28 + row * LINE }, hand),
      svg("text", { class: "print small", x: wide, y: 28 + row * LINE, "text-anchor": "end" }, odds)));
    return group;
  });
}
