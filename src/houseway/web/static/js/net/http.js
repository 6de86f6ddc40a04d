// Asking the house over HTTP.

/** What the house refused: the fields of its answer. */
export class Refused extends Error {
  constructor(fields) {
    super(fields.says);
    Object.assign(this, fields);
  }
}

/** A key that nobody has used: one for each command. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function ask(path, options) {
  const answer = await fetch(path, { credentials: "same-origin", ...options });
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(body.error ?? { code: "http", says: `${answer.status}`, clause: "", where: "", facts: {}, form: "" });
  return body;
}

/** What stands at a path. */
export const get = (path) => ask(path, {});

/** What a path answers to this body. */
export const post = (path, body = {}) =>
  ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** Whoever this browser belongs to: the person of its cookie, or a new guest. */
export const session = (name) => post("/api/session", name ? { name } : {});
