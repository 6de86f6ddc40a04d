// The board: the cloth, the places round it, and what lies between them. One draw for one scene, at once.

import "./seat-place.js";
import { showRun } from "./cards.js";
import { showStack, stackNode } from "./chips.js";
import { clothOf, showSpaces, squeeze } from "./table-cloth.js";
import { keyed, make, place as put, svg, write } from "../dom/dom.js";
import { captionOf } from "../text/names.js";
import { has, label, moneyShort, word } from "../text/i18n.js";

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** The board of a table in its parent; `show(scene)` is complete, and drawn twice it changes nothing. */
export class Board {
  #ground = make("div", { class: "ground" });
  #board = make("div", { class: "board" });
  #places = make("div", { class: "places" });
  #spots = make("div", { class: "spots" });
  #pots = make("div", { class: "pots", role: "group" });
  #dice = make("div", { class: "dice", role: "group" });
  #stock = make("div", { class: "spot stock", role: "group", "data-key": "shoe" }, make("div", { class: "run small" }), make("p"));
  #cloth;
  #columns;

  constructor(parent, felt, title) {
    const { layout } = felt;
    const middle = make("div", { class: "middle" }, this.#stock, this.#spots, this.#dice, this.#pots);
    if (has("rule")) middle.append(...["deciding", "deciding alone"].map((name) => make("p", { class: name }, word("rule")))); // beside cards, or by itself
    write(this.#board, { "data-shape": layout.shape, "data-held": !layout.hands });
    put(this.#board, { "--chips": layout.chip });
    this.#cloth = clothOf(felt, title);
    this.#board.append(this.#cloth, middle, this.#places);
    this.#ground.append(this.#board);
    parent.append(this.#ground);
    new ResizeObserver(() => { this.#reached(title); squeeze(this.#cloth); }).observe(this.#board);
    const count = layout.count ?? [0, 0], dice = layout.dice ?? layout.pots;
    put(this.#pots, { "--x": layout.pots[0], "--y": layout.pots[1] });
    put(this.#dice, { "--x": dice[0], "--y": dice[1] });
    const columns = columnsBetween(layout);
    put(this.#board, { "--columns-between": columns.length });
    put(this.#pots, { "--column": columns.indexOf(layout.pots[0]) + 1 });
    put(this.#stock, { "--x": count[0], "--y": count[1], "--size": 60, "--column": columns.indexOf(count[0]) + 1 });
    this.#columns = columns;
    write(this.#stock, { hidden: !layout.count });
  }

  get node() { return this.#board; }

  /** The ground scrolls, by keys too, if the places need more height than there is. */
  #reached(title) {
    const { scrollHeight, clientHeight } = this.#ground;
    const scrolls = scrollHeight > clientHeight + 1 && getComputedStyle(this.#ground).overflowY === "auto";
    write(this.#ground, { tabindex: scrolls ? "0" : null, role: scrolls ? "group" : null, "aria-label": scrolls ? title : null });
  }

  show(scene) {
    keyed(this.#places, "hw-place", scene.places.map((view) => [`seat ${view.seat}`, view]), (node, view) => node.show(view));
    const seats = scene.places.filter((view) => view.row || view.maySit).length;
    put(this.#places, { "--columns": columnsFor(seats) });
    write(this.#board, { "data-rows": seats <= MOST_ROWS });
    const dealt = scene.spots.filter((spot) => spot.cards.length).map((spot) => spot.name);
    keyed(this.#spots, spotNode, scene.spots.map((spot) => [spot.name, spot]), (node, spot) => {
      showSpot(node, spot, captionOf(spot.name, dealt));
      put(node, { "--column": this.#columns.indexOf(spot.at[0]) + 1 });
    });
    keyed(this.#pots, potNode, scene.pots.map((pot) => [`pot ${pot.name}`, pot]), showPot);
    write(this.#pots, { "aria-label": scene.pots.length ? word("pots") : null, role: scene.pots.length ? "group" : null });
    keyed(this.#dice, dieNode, scene.dice.map((face, index) => [index, face]), showDie);
    write(this.#dice, { "aria-label": scene.dice.length ? word("dice") : null, role: scene.dice.length ? "group" : null });
    this.#showStock(scene);
    showSpaces(this.#cloth, scene);
  }

  /** The stock, if the layout has a place for it. A card of it that lies open is drawn instead. */
  #showStock({ counts, felt, spots }) {
    const { count } = felt.layout;
    const taken = spots.some((spot) => spot.at[0] === count?.[0] && spot.at[1] === count[1]);
    const left = count && counts?.stock > 0 && !taken ? counts.stock : 0;
    write(this.#stock, { hidden: !left, "aria-label": left ? word("cards-left", { n: left }) : null });
    if (!left) return;
    showRun(this.#stock.firstChild, "stock", ["--"]);
    write(this.#stock.lastChild, {}, word("stock-count", { n: left }));
  }
}

const MOST_ROWS = 5; // seats that have a row each for what they put down, on a phone

/** The columns between the places, from the left. On a phone each thing keeps its column while it is away. */
function columnsBetween({ count, pots, spots }) {
  const across = spots.filter((rule) => rule.zone === "middle" && !rule.swing).map((rule) => rule.at[0]);
  return [...new Set([...across, pots[0], ...(count ? [count[0]] : [])])].sort((a, b) => a - b);
}

/** In how many columns so many seats stand on a phone: in as few rows as can be read, filled evenly. */
const columnsFor = (seats) => Math.ceil(seats / Math.ceil(seats / 5)) || 1;

const spotNode = () => make("div", { class: "spot", role: "group" }, make("div", { class: "blanks" }), make("div"), make("p"));

function showSpot(node, spot, title) {
  const [blanks, cards, caption] = node.children;
  keyed(blanks, "i", Array.from({ length: spot.empty }, (_, index) => [index, index]), () => undefined);
  write(node, { "data-spot": spot.name, "data-zone": spot.zone, "aria-label": title });
  put(node, { "--x": spot.at[0], "--y": spot.at[1], "--size": spot.size });
  write(cards, { class: `run ${spot.run}${spot.size < 60 ? " small" : ""}` });
  write(caption, { hidden: !spot.named });
  showRun(cards, spot.name, spot.run === "pile" ? spot.cards.slice(-2) : spot.cards);
  write(caption, {}, spot.run === "pile" ? `${title} ${spot.cards.length}` : title);
}

const potNode = () => make("div", { class: "pot", role: "group" }, stackNode(), make("p", {}, make("span"), make("b")));

function showPot(node, { name, cents }) {
  write(node, { "aria-label": word("pot-named", { pot: label("pot", name), cents }), "data-pot": name, "data-cents": cents });
  showStack(node.firstChild, cents);
  const [title, sum] = node.lastChild.children;
  write(title, {}, label("pot", name));
  write(sum, {}, moneyShort(cents));
}

function dieNode() {
  const dots = Array.from({ length: 9 }, (_, at) => svg("circle", { cx: 10 + (at % 3) * 10, cy: 10 + Math.floor(at / 3) * 10, r: 3 }));
  return svg("svg", { class: "die", role: "img", viewBox: "0 0 40 40" }, svg("rect", { x: 1, y: 1, width: 38, height: 38, rx: 7 }), ...dots);
}

function showDie(node, face) {
  write(node, { "aria-label": String(face), "data-die": face });
  Array.from(node.querySelectorAll("circle"), (dot, at) => write(dot, { visibility: PIPS[face].includes(at) ? null : "hidden" }));
}
