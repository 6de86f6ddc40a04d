// A page that came without encryption: the check ran, but whoever sits on the wire could have changed it; the other way is offered.

import { make } from "../../dom/dom.js";
import { word } from "../../text/i18n.js";

/** Says so, with the round to take along and the command that checks it on a machine of one's own. */
export const plainNote = (round) => make("span", { class: "note", "data-plain": "" }, word("checked-on-plain-http"), " ",
  make("a", { href: `/api/rounds/${round}`, download: `${round}.json` }, word("download-the-round")), " ",
  make("code", { lang: "en" }, `houseway verify ${round}.json`));
