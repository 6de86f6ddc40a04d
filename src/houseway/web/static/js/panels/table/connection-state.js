// The state of the line, where everybody sees and hears it: lost, not answered, over, and there again.

import { make, write } from "../../dom/dom.js";
import { word } from "../../text/i18n.js";

const OVER = { "removed": "removed-by-the-host", "no-table": "no-such-table", "replaced": "opened-elsewhere", "failed": "table-failed-here" };

/** The notice of a line in its parent; `speak` says a sentence to those who hear the page. */
export class Connection {
  #speak; #state = "connecting"; #why = ""; #late = 0; #says = "";
  #text = make("span");
  #again = make("button", { type: "button", class: "btn" });
  #node = make("div", { class: "notice line", role: "status", "data-connection": "", hidden: true }, this.#text, this.#again);

  constructor(parent, line, speak = () => undefined) {
    this.#speak = speak;
    parent.append(this.#node);
    this.#again.addEventListener("click", () => line.again());
    line.addEventListener("line", ({ state, why }) => this.#lineIs(state, why));
    line.addEventListener("late", ({ late }) => { this.#late = late; this.#show(); });
  }

  #lineIs(state, why) {
    const lost = this.#state === "waiting" || this.#state === "gone";
    if (state === "connecting" && lost) return; // it is lost until it is there again
    [this.#state, this.#why] = [state, why];
    write(document.body, { "data-line": state });
    this.#show();
    if (state === "open" && lost) this.#speak("assertive", word("line-is-back"));
  }

  /** A lost line goes before an answer that is late: that one waits for the line. */
  #show() {
    const [state, why] = [this.#state, this.#why];
    if (state === "waiting") this.#say(word(why === "away" ? "server-away" : "line-lost"), why === "away");
    else if (state === "gone") this.#say(word(OVER[why] ?? "line-over"), true);
    else this.#say(this.#late ? word("not-confirmed") : "");
  }

  #say(text, again = false) {
    const news = text && text !== this.#says;
    this.#says = text;
    write(this.#node, { hidden: !text });
    write(this.#text, {}, text);
    write(this.#again, { hidden: !again || ["no-table", "failed"].includes(this.#why) }, word("try-again"));
    if (news) this.#speak("assertive", text);
  }
}
