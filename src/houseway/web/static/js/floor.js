// The floor: what the host may do at a table. Nobody else is shown it, and the room refuses it to anybody else.

import { Wish, keyed, make, write } from "./dom.js";
import { word } from "./words.js";

/** The host's panel in its parent. */
export class Floor {
  #node = make("section", { class: "floor", hidden: true });
  #reason = make("input", { type: "text", maxlength: "120", autocomplete: "off" });
  #people = make("ul", { class: "people" });
  #acts = make("div", { class: "acts" });
  #phase = "";

  constructor(parent, table, isHost) {
    write(this.#node, { hidden: !isHost });
    parent.append(this.#node);
    if (!isHost) return;
    const button = (what, key) => make("button", { type: "button", class: "btn", "data-floor": what }, word(key));
    this.#acts.append(button("pause", "pause"), button("resume", "resume"), button("void", "void-the-round"), button("call", "call-an-irregularity"), button("close", "close-the-table"));
    write(this.#reason, { "aria-label": word("reason"), placeholder: word("reason") });
    this.#node.append(make("h2", {}, word("the-floor")), make("div", { class: "field" }, this.#reason), this.#acts, this.#people);
    this.#node.addEventListener("click", (event) => {
      const { floor, person } = event.target.closest("[data-floor]")?.dataset ?? {};
      if (floor) this.#node.dispatchEvent(new Wish(commandOf(floor, this.#reason.value.trim(), person)));
    });
  }

  show({ state, you }) {
    this.#phase = state.phase;
    for (const button of this.#acts.children) {
      const what = button.dataset.floor;
      write(button, { hidden: (what === "resume") !== (state.phase === "paused") && (what === "pause" || what === "resume") });
    }
    const others = [...state.seats, ...state.rail].filter((each) => !each.bot && each.person !== you.person);
    keyed(this.#people, personNode, others.map((each) => [each.person, each]), (node, each) => {
      const [name, mute, remove] = node.children;
      write(name, {}, each.name);
      write(mute, { "data-floor": "mute", "data-person": each.person, class: "btn", type: "button" }, word("mute-player", { name: each.name }));
      write(remove, { "data-floor": "remove", "data-person": each.person, class: "btn", type: "button" }, word("remove-player", { name: each.name }));
    });
  }
}

const personNode = () => make("li", {}, make("span"), make("button"), make("button"));

function commandOf(what, reason, person) {
  const command = { t: "floor", do: what };
  if (what === "call") return { ...command, kind: reason };
  if (person) return { ...command, person };
  return what === "void" ? { ...command, reason } : command;
}
