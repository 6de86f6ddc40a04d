// The cloth: the rail, the felt, and what is printed on it. Drawn once for a table; only who sits there changes a mark.

import { svg, write } from "../dom/dom.js";
import { fitted, linesOf } from "./fit-text.js";
import { has, label, listed, word } from "../text/i18n.js";

const CENTRE = [500, -170];
const RAIL = "M40 -8H960Q994 -8 994 26V317.4A694 694 0 0 1 6 317.4V26Q6 -8 40 -8Z";
const STITCH = "M46 0H954Q986 0 986 32V314.1A686 686 0 0 1 14 314.1V32Q14 0 46 0Z";
const ARC_FELT = "M64 10H936Q962 10 962 36V265.6A635 635 0 0 1 38 265.6V36Q38 10 64 10Z";
const LINES = [16, 14.5], HEAD = 28, BETWEEN = 18; // rows stand closer where only that lets all of them in

/** The drawing of a table's cloth. */
export function clothOf({ layout, pays }, title) {
  const arc = layout.shape === "arc";
  const cloth = svg("svg", { class: "cloth", viewBox: "0 0 1000 540", "aria-hidden": "true" }, definitions());
  cloth.append(...(arc ? ground(RAIL, STITCH, ARC_FELT) : ground(oval(0), oval(8), oval(38))));
  if (!arc) cloth.append(svg("path", { class: "line thin", d: layout.hands ? oval(128) : "M410 164H590A114 114 0 0 1 590 392H410A114 114 0 0 1 410 164Z" }));
  cloth.append(...(arc ? arched : straight)(layout, title));
  layout.slots.forEach((slot, index) => cloth.append(svg("g", { class: "spaces", "data-spaces": index + 1 }, ...printedSpaces(layout, slot))));
  cloth.append(...printedPays(layout.tables, pays));
  return cloth;
}

/** Marks of who looks are brass; a word is left out while chips cover it. */
export function showSpaces(cloth, { places, felt }) {
  if (felt.layout.shape !== "arc") return;
  for (const { seat, mine, bets } of places) {
    const group = cloth.querySelector(`[data-spaces="${seat}"]`);
    write(group, { "data-mine": mine });
    for (const space of group.children) write(space, { "data-held": bets.some((bet) => bet.circle === space.dataset.space) });
  }
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

/** The outline of a ring, so far inside its rail. */
function oval(inset) {
  const round = 260 - inset;
  return `M270 ${10 + inset}H730A${round} ${round} 0 0 1 730 ${530 - inset}H270A${round} ${round} 0 0 1 270 ${10 + inset}Z`;
}

// -- words ------------------------------------------------------------------------------------------------------------

/** The title, and under it the one rule that decides most hands: text, size and width of each. */
function headlines(title, widest, [most, least], track = 0.89) {
  const lines = [["title", fitted(title.toUpperCase(), most, track, widest)]];
  if (has("rule")) lines.push(["rule", fitted(word("rule").toUpperCase(), least, 0.82, Math.max(widest * 1.15, 270))]);
  return lines;
}

function arched(layout, title) {
  return headlines(title, 440, [27, 13]).flatMap(([kind, { text, size, wide, adjust }]) => {
    const r = layout[kind], half = Math.asin(Math.min(wide / 2 / r, 0.9)) + 0.08;
    const [x, y] = [r * Math.sin(half), r * Math.cos(half)];
    const d = `M${CENTRE[0] - x} ${CENTRE[1] + y}A${r} ${r} 0 0 0 ${CENTRE[0] + x} ${CENTRE[1] + y}`;
    const along = svg("textPath", { href: `#print-${kind}`, startOffset: "50%", "text-anchor": "middle", textLength: wide, lengthAdjust: adjust }, text);
    return [svg("path", { id: `print-${kind}`, d, fill: "none" }), svg("text", { class: `print ${kind}`, "font-size": size }, along)];
  });
}

function straight(layout, title) {
  return headlines(title, layout.print, [21, 13], 1.2).map(([kind, { text, size, wide, adjust }]) => svg("text", {
    class: `print ${kind}`, "font-size": size, x: 500, y: layout[kind] + size * 0.35, "text-anchor": "middle", textLength: wide, lengthAdjust: adjust,
  }, text));
}

/** The marked spaces of one place, each with its word in it or under it. */
function printedSpaces(layout, slot) {
  return layout.circles.filter((circle) => !circle.paid && !circle.group).map((circle) => {
    const [x, y] = slot.circles[circle.id], diamond = circle.form === "diamond";
    const shape = svg("g", { transform: `translate(${x} ${y}) rotate(${slot.turn + (diamond ? 45 : 0)})` }, ...["spotfill", "line"].map((name) => formOf(circle.form, name)));
    const [left, top] = slot.words[circle.id] ?? [x, y], under = circle.id in slot.words;
    const lines = linesOf(label("wager", circle.id).toUpperCase(), under ? circle.wide : diamond ? 30 : circle.form === "circle" ? 39 : 37, under ? 1 : 3, under || circle.form !== "circle" ? 0 : 21);
    const print = svg("g", { class: under ? "under" : "inside", transform: `translate(${left} ${top}) rotate(${slot.turn})` }, ...lines.map((line) =>
      svg("text", { class: "print circ", "font-size": line.size, y: line.y, textLength: line.wide, lengthAdjust: line.adjust }, line.text)));
    return svg("g", { class: "space", "data-space": circle.id }, shape, ...(circle.word === "none" ? [] : [print]));
  });
}

function formOf(form, name) {
  if (form === "circle") return svg("circle", { class: name, r: 23 });
  const half = form === "diamond" ? 18 : 22;
  return svg("rect", { class: name, x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 5 });
}

// -- pay tables -------------------------------------------------------------------------------------------------------

/** Pay tables left and right of the dealer, as far as they can be read there: complete, or not at all. */
function printedPays(rooms, pays) {
  if (!rooms.length) return [];
  return LINES.map((line) => printedBy(line, rooms, pays)).find((printed) => printed.length) ?? [];
}

/** "Bet 1, Bet 2 and Bet 3": every wager that the table pays. */
const headOf = ({ wager, also = [] }) => listed([wager, ...also].map((each) => label("wager", each)));

function printedBy(line, rooms, pays) {
  const rowsOf = (table) => table.rows.map(([hand, num, den, pool]) => {
    const odds = den === 1 ? `${num}` : `${num}:${den}`;
    return [label("pays", hand.replace(/\s*\(.*?\)/g, "")), pool ? word("and-the-jackpot", { odds }) : odds];
  });
  const tables = pays.filter((table) => table.unit === "to 1" && table.rows.length > 1).map((table) => ({ head: headOf(table), rows: rowsOf(table) }));
  const [, , wide, high] = rooms[0], most = Math.floor((high - HEAD) / line);
  const whole = tables.filter(({ rows }) => columnsFor(rows, wide, most)).slice(0, 2);
  if (whole.length > 1) return whole.map(({ head, rows }, index) => printedTable(rooms[index], line, head, columnsFor(rows, wide, most)));
  const long = tables.find(({ rows }) => rows.length <= 2 * most && rows.every((row) => rowWide(row) <= wide));
  if (!long) return [];
  const half = Math.ceil(long.rows.length / 2);
  return [long.rows.slice(0, half), long.rows.slice(half)].map((rows, index) => printedTable(rooms[index], line, word("pays-to-1", { wager: long.head }), [rows]));
}

const SMALL = 12.5, EM = 0.5;
const textWide = (text) => [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 1 : EM), 0) * SMALL;
const rowWide = ([hand, odds]) => textWide(hand) + textWide(odds) + 8;

/** The width left for a long name. Fonts differ by a fifth, and the font is known only when it is drawn. */
const roomFor = (hand, odds, column) => (1.2 * (textWide(hand) + textWide(odds)) + 8 > column ? { "data-room": column - 1.2 * textWide(odds) - 8 } : {});

/** Names that are wider than their room, in the face that is drawn, are set narrower. */
export function squeeze(cloth) {
  for (const text of cloth.querySelectorAll("[data-room]:not([textLength])")) {
    if (text.getComputedTextLength() > text.dataset.room) write(text, { textLength: text.dataset.room, lengthAdjust: "spacingAndGlyphs" });
  }
}

/** The rows in one column or two, or null where they do not fit. */
function columnsFor(rows, wide, most) {
  if (rows.length <= most && rows.every((row) => rowWide(row) <= wide)) return [rows];
  const half = Math.ceil(rows.length / 2);
  return half <= most && rows.every((row) => rowWide(row) <= (wide - BETWEEN) / 2) ? [rows.slice(0, half), rows.slice(half)] : null;
}

function printedTable([x, y, wide], line, head, columns) {
  const group = svg("g", { class: "paytable", transform: `translate(${x} ${y})` });
  group.append(svg("text", { class: "print head", y: 12 }, head.toUpperCase()), svg("path", { class: "line thin", d: `M0 19H${wide}` }));
  const column = (wide - (columns.length - 1) * BETWEEN) / columns.length;
  columns.forEach((rows, index) => rows.forEach(([hand, odds], row) => group.append(
    svg("text", { class: "print small", x: index * (column + BETWEEN), y: HEAD + 10 + row * line, ...roomFor(hand, odds, column) }, hand),
    svg("text", { class: "print small", x: index * (column + BETWEEN) + column, y: HEAD + 10 + row * line, "text-anchor": "end" }, odds))));
  return group;
}
