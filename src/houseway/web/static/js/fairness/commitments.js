// The commitments of rounds as this browser first saw them, and the words that it gave to them.

const KEPT = "houseway.commits";
const MOST_KEPT = 400;

/** The commitment of a round is kept as it was first seen here, with the words that the room took last from this browser
 * and whose they were; the oldest of four hundred is forgotten. */
export function remember(table, round, commit, words = "", person = "", storage = shelf()) {
  const kept = all(storage), known = kept.find((row) => row.table === table && row.round === round);
  if (known && !words) return;
  if (known) Object.assign(known, { words, person });
  else kept.push({ table, round, commit, words, person });
  try {
    storage?.setItem(KEPT, JSON.stringify(kept.slice(-MOST_KEPT)));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;       // a full store keeps nothing: the claim is then not made
  }
}

/** The stored commitment of a round from before its deal: `{commit, words, person}`, or null. */
export function remembered(table, round, storage = shelf()) {
  return all(storage).find((row) => row.table === table && row.round === round) ?? null;
}

function all(storage) {
  try {
    const kept = JSON.parse(storage?.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** The storage of this browser, or null if it is denied. */
function shelf() {
  try {
    return window.localStorage;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
