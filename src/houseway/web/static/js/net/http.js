// Asking the house over HTTP.

/** A refusal of the server, with the fields of its answer. */
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

/** Fetches the JSON of a path. */
export const get = (path) => ask(path, {});

/** Posts a body to a path and returns the JSON of the answer. */
export const post = (path, body = {}) =>
  ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** Opens the session: of the person in the cookie, or of a new guest. */
export const session = (name) => post("/api/session", name ? { name } : {});
