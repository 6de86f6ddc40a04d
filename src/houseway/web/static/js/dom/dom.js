// The one file that makes, orders, writes and removes nodes. Whatever is written is compared first.

const SVG = "http://www.w3.org/2000/svg";

/** A wish of the person at the screen: one wire command without its key. It bubbles up to the page. */
export class Wish extends Event {
  /** @param {import("../wire.d.ts").Message} command */
  constructor(command) {
    super("hw-wish", { bubbles: true });
    this.command = command;
  }
}

/** The node has these attributes and, where one is given, this text; null takes an attribute away. */
export function write(node, attributes, text) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) {
      if (node.hasAttribute(name)) node.removeAttribute(name);
    } else {
      const wanted = value === true ? "" : String(value);
      if (node.getAttribute(name) !== wanted) node.setAttribute(name, wanted);
    }
  }
  if (text !== undefined && node.textContent !== text) node.textContent = text;
  return node;
}

/** Numbers that a sheet gives their meaning, such as `--x`. */
export function place(node, numbers) {
  for (const [name, value] of Object.entries(numbers)) {
    const wanted = value === null ? "" : String(value);
    if (node.style.getPropertyValue(name) !== wanted) node.style.setProperty(name, wanted);
  }
}

/** A new element with attributes and children: nodes, or text. */
export function make(tag, attributes = {}, ...children) {
  const node = write(document.createElement(tag), attributes);
  node.append(...children);
  return node;
}

/** A new element of a drawing. */
export function svg(tag, attributes = {}, ...children) {
  const node = write(document.createElementNS(SVG, tag), attributes);
  node.append(...children);
  return node;
}

/** An icon or a picture of a sheet, drawn by reference. */
export function drawn(href, attributes = {}) {
  return svg("svg", { "aria-hidden": "true", ...attributes }, svg("use", { href }));
}

/** The children of a parent are these items, in this order: [key, item]. A node lives exactly as long as its key. */
export function keyed(parent, tag, items, show) {
  const old = new Map(Array.from(parent.children, (node) => [node.dataset.key, node]));
  const nodes = items.map(([key]) => old.get(String(key)) ?? born(tag));
  const kept = new Set(nodes);
  for (const node of old.values()) if (!kept.has(node)) node.remove(); // first: then the rest need not move
  nodes.forEach((node, index) => {
    const there = parent.children[index] ?? null;
    if (node !== there) put(parent, node, there);
    write(node, { "data-key": items[index][0] });
    show(node, items[index][1], index);
  });
}

function born(tag) {
  return typeof tag === "function" ? tag() : document.createElement(tag);
}

function put(parent, node, before) {
  // moveBefore keeps focus and running animations; not every browser has it
  if (node.isConnected && parent.moveBefore) parent.moveBefore(node, before);
  else parent.insertBefore(node, before);
}

/** The new nodes stand where the old ones stood, or first in their parent where there were none. */
export function replaced(old, nodes, parent) {
  if (old.length) old[0].before(...nodes);
  else parent.prepend(...nodes);
  for (const each of old) each.remove();
  return nodes;
}
