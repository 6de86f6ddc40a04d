// The verify button: the round is dealt again here, in this browser, and what that proves is said.

import { make, write } from "../../dom/dom.js";
import { plainNote } from "./plain-http-note.js";
import { word } from "../../text/i18n.js";

/** Verifies a round that is over, and shows the outcome beside the button that asked. */
export async function showVerified(button, round) {
  let status = button.parentElement.querySelector("[data-verified]");
  if (!status) {
    status = make("span", { role: "status", "data-verified": "" });
    button.after(status);
  }
  write(button, { disabled: true });
  try {
    const { prove } = await import("../../fairness/verify-round.js");
    const { ok } = await prove(round);
    if (!isSecureContext && !status.nextElementSibling?.matches("[data-plain]")) status.after(plainNote(round));
    write(status, { "data-verified": ok ? "yes" : "no", "aria-label": word(ok ? "verified" : "not-verified") }, word(ok ? "verified" : "not-verified"));
  } finally {
    write(button, { disabled: false });
  }
}
