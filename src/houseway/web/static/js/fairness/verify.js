// Verification of a round from its document, in this browser and offline (docs/fairness.md).

import { commitOf, dealt, hex, keyOf, leafOf, linkOf, sha256, unhex } from "./scheme.js";

const SCHEME = "houseway-fair-1";
const HIDDEN = "--";
const CARDS = ["cards", "openings"]; // a round is verified when one of these is proved and nothing disproved

// -- claims ---------------------------------------------------------------------------------------------------------

const claim = (name, proved, why, facts = {}) => ({ claim: name, proved, why, facts });

/**
 * Verifies a document. Beside it may stand the `order` of its deals, the fairness part of the round `before` it,
 * and what this browser `saw` of it. Each claim is proved, disproved, or null where it could not be tried; `why` names
 * the reason, to be said in any language with its `facts`.
 */
export async function verify(document, { order = null, before = null, saw = null } = {}) {
  const fair = document.fair;
  if (!fair) return { ok: false, claims: [claim("commit", null, "no-proof")] };
  if (fair.scheme !== SCHEME) return { ok: false, claims: [claim("commit", null, "scheme", { scheme: fair.scheme })] };
  const places = ofNoPlayer(document), unless = (each) => (each.proved && places.length ? claim(each.claim, null, "words-of-no-player", { places }) : each);
  const claims = [await committed(fair), sawFirst(fair, saw), unless(await byChance(document, order)), unless(await opened(fair))];
  claims.push(gaveWords(document, saw), await chained(fair, before));
  const ok = claims.every((each) => each.proved !== false) && claims.some((each) => each.proved && CARDS.includes(each.claim));
  return { ok, claims };
}

async function committed(fair) {
  if (fair.seed === null || fair.seed === undefined) return claim("commit", null, "not-out");
  const seed = unhex(fair.seed);
  const fits = seed?.length === 32 && (await commitOf(seed)) === fair.commit;
  return claim("commit", fits, fits ? "seed-fits" : "seed-differs");
}

function sawFirst(fair, saw) {
  if (!saw) return claim("first", null, "not-seen");
  return claim("first", saw.commit === fair.commit, saw.commit === fair.commit ? "seen-before" : "seen-other");
}

async function byChance(document, order) {
  const fair = document.fair;
  if (fair.laid) return claim("cards", null, "laid");
  if ((await committed(fair)).proved !== true) return claim("cards", null, fair.seed ? "seed-differs" : "not-out");
  if (!order) return claim("cards", null, "no-order");
  const again = await dealt(await keyOf(fair), order, document.dice ?? []);
  if (again.roots[0] !== fair.root) return claim("cards", false, "root-differs");
  if (String(again.roots.slice(1)) !== String(fair.reshuffled)) return claim("cards", false, "reshuffled-differs");
  const facts = { n: 0, hidden: 0, dice: again.dice.length };
  for (const [spot, text] of Object.entries(document.cards ?? {})) {
    const told = text.split(" "), mine = again.cards[spot] ?? [];
    if (told.length !== mine.length) return claim("cards", false, "cards-differ", { spot, dealt: mine.join(" "), told: text });
    for (const [i, card] of told.entries()) {
      if (card === HIDDEN) facts.hidden++;
      else if (card === mine[i]) facts.n++;
      else return claim("cards", false, "cards-differ", { spot, dealt: mine[i], told: card });
    }
  }
  if (String(again.dice) !== String(document.dice ?? [])) return claim("cards", false, "dice-differ");
  return claim("cards", true, facts.hidden ? "dealt-again-hidden" : "dealt-again", facts);
}

async function opened(fair) {
  if (!fair.openings?.length) return claim("openings", null, "none-opened");
  const leaves = (fair.leaves ?? []).map(unhex);
  if (!leaves.length || leaves.includes(null)) return claim("openings", null, "no-leaves");
  const roots = await Promise.all(leaves.map(async (each) => hex(await sha256(each))));
  if (String(roots) !== String([fair.root, ...(fair.reshuffled ?? [])])) return claim("openings", false, "root-differs");
  const places = new Set();
  for (const { epoch = 0, i, card, salt } of fair.openings) {
    const bytes = unhex(salt), leaf = leaves[epoch]?.slice(32 * i, 32 * i + 32);
    const fits = bytes && leaf?.length === 32 && hex(await leafOf(bytes, card)) === hex(leaf);
    if (!fits || places.has(`${epoch}/${i}`)) return claim("openings", false, "opening-differs", { card, place: i + 1 });
    places.add(`${epoch}/${i}`);
  }
  return claim("openings", true, "opened", { n: places.size });
}

/** The persons of the round by place: a seat, the bank, or a place behind a seat (`3.2`). */
function personsOf({ seats = [], bank = null }) {
  const rows = seats.flatMap(({ backline = [], ...seat }) => [[`${seat.seat}`, seat], ...backline.map((behind) => [`${seat.seat}.${behind.circle}`, behind])]);
  if (bank?.seat) rows.push([`${bank.seat}`, bank]);
  return new Map(rows.map(([place, { person, player }]) => [place, person || player || ""]));
}

/** Places with words where nobody played but a bot of the house's: it may have tried them until it liked the cards. */
function ofNoPlayer(document) {
  const persons = personsOf(document), { words, table } = document.fair;
  return Object.keys(words).filter((place) => persons.get(place)?.startsWith(`bot-${table}-`) ?? true).sort();
}

function gaveWords(document, saw) {
  const said = Object.values(document.fair.words), n = said.length;
  if (!saw?.words) return claim("words", null, n ? "words-of-others" : "words-of-nobody", { n });
  if (said.includes(saw.words)) return claim("words", true, "words-in", { n });
  if (saw.person && ![...personsOf(document).values()].includes(saw.person)) return claim("words", null, "words-not-dealt-in");
  return claim("words", false, "words-missing", { n });
}

async function chained(fair, before) {
  if (fair.prev === null && fair.round === 1) return claim("chain", true, "first-round");
  if (!before || before.round !== fair.round - 1 || before.table !== fair.table) return claim("chain", null, "no-round-before");
  const fits = (await linkOf(before)) === fair.prev && (before.next ?? fair.commit) === fair.commit;
  if (fits && !before.next) return claim("chain", null, "not-bound");
  return claim("chain", fits, fits ? "linked" : "link-differs");
}
