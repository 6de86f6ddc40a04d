// Motion: the picture is right before anything moves, so all of this may be skipped or cut.

const LONGEST = 1500;

/** The trips of a story line, by keys of nodes on the felt: the node, its origin and the kind of motion. */
const ROUTES = {
  dealt: (line, counts) => line.cards.split(" ").map(() => [`${line.spot}#${next(counts, line.spot)}`, "shoe", "deal"]),
  moved: (line, counts) => line.cards.split(" ").map((_, index) => {
    const at = line.into?.[index] ?? next(counts, line.to);
    return [`${line.to}#${at}`, `${line.from}#${line.at?.[index] ?? index}`, "deal"];
  }),
  chips: (line) => [[line.to, line.from, line.to.startsWith("circle") ? "push" : "collect"]],
  turned: (line) => line.at.map((index) => [`${line.spot}#${index}`, "", "turn"]),
};

const next = (counts, spot) => { const at = counts.get(spot) ?? 0; counts.set(spot, at + 1); return at; };

/**
 * Pure: [what travels, from where, how], in the order it happened.
 * @param {import("../wire.d.ts").AnyLine[]} lines
 */
export function trips(lines) {
  const counts = new Map();
  return lines.flatMap((line) => ROUTES[line.k]?.(line, counts) ?? []);
}

/** The boxes of these keys on the felt, without those that are absent. A seat's chips are at its plate. */
function boxes(felt, keys) {
  const found = new Map();
  for (const node of felt.querySelectorAll("[data-key]")) {
    if (!keys.has(node.dataset.key)) continue;
    const box = (node.querySelector(":scope > .plate:not([hidden])") ?? node).getBoundingClientRect();
    if (box.width) found.set(node.dataset.key, [node, box]);
  }
  return found;
}

/** The keys that the trips are about. */
const ends = (all, people) => new Set(["shoe", ...all.flatMap(([to, from]) => [resolved(to, people), resolved(from, people)])]);

/** Nothing moves in a hidden tab, with the switch off, or for who asked for less motion. */
export const still = () =>
  document.hidden || document.documentElement.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

function times() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => Number.parseFloat(style.getPropertyValue(name));
  const ease = (name) => style.getPropertyValue(name).trim();
  return {
    deal: [read("--d-deal"), ease("--ease-deal")], push: [read("--d-push"), ease("--ease-push")],
    collect: [read("--d-collect"), ease("--ease-push")], turn: [read("--d-turn"), ease("--ease-turn")], stagger: read("--stagger"),
  };
}

/** Chips are named by who they go to: a seat's plate, a circle, the bank, a pot. */
function resolved(name, people) {
  const [kind, who] = [name.split(" ")[0], name.slice(name.indexOf(" ") + 1)];
  if (kind === "player") return people.get(who) ?? name;
  if (kind === "bank") return people.get("bank") ?? "shoe";
  if (kind === "forfeits") return "pot forfeits";
  return name;
}

/** The boxes before a draw, if its lines move something; otherwise null. */
export function boxesBefore(felt, lines, people) {
  const all = still() ? [] : trips(lines);
  return all.length ? boxes(felt, ends(all, people)) : null;
}

/** Plays the lines from where things were to where they are; `was` null: nothing travels. */
export function play(felt, lines, was, people) {
  for (const running of felt.getAnimations({ subtree: true })) if (running.id === "trip") running.cancel();
  if (!was) return;
  const all = trips(lines), now = boxes(felt, ends(all, people)), timing = times();
  const shoe = now.get("shoe")?.[1] ?? centre(felt);
  const pairs = all.map(([key, from, how]) => [now.get(resolved(key, people)), from === "shoe" ? shoe : (was.get(resolved(from, people)) ?? now.get(resolved(from, people)))?.[1], how])
    .filter(([to, from, how]) => to && to[0].localName !== "hw-place" && (from || how === "turn")); // a seat itself stays
  const gap = Math.min(timing.stagger, LONGEST / 2 / Math.max(pairs.length, 1));
  const ways = pairs.map(([[node, to], from, how]) => (how === "turn" ? "scaleX(0)" : shift(node, from, to))); // read all, then write
  pairs.forEach(([[node], , how], index) => {
    const [duration, easing] = timing[how];
    node.animate({ transform: [ways[index], "none"] }, // it slides and never fades: what it says can be read on its way
      { id: "trip", duration, easing, delay: Math.min(index * gap, LONGEST - duration), fill: "backwards" });
  });
}

/** The way from there to here, in the axes of whatever the node is turned with. */
function shift(node, from, to) {
  const degrees = Number.parseFloat(getComputedStyle(node.parentElement).rotate) || 0;
  const angle = (-degrees * Math.PI) / 180;
  const x = from.x + from.width / 2 - to.x - to.width / 2, y = from.y + from.height / 2 - to.y - to.height / 2;
  return `translate(${x * Math.cos(angle) - y * Math.sin(angle)}px, ${x * Math.sin(angle) + y * Math.cos(angle)}px)`;
}

function centre(felt) {
  const box = felt.getBoundingClientRect();
  return new DOMRect(box.x + box.width / 2, box.y, 0, 0);
}

/** A click or a key finishes what still moves. */
export function finish(felt) {
  for (const running of felt.getAnimations({ subtree: true })) if (running.id === "trip") running.finish();
}
