// The floor: what the host may do at a table. Nobody else is shown it, and the room refuses it to anybody else.

import { centsOf } from "../../controls/amount-input.js";
import { CompanyList } from "./company-list.js";
import { confirmed } from "../site/confirm-dialog.js";
import { Wish, keyed, make, write } from "../../dom/dom.js";
import { callsNode, showCalls } from "./floor-calls.js";
import { label, listed, money, word } from "../../text/i18n.js";

/** The host's panel in its parent. */
export class Floor {
  #node = make("section", { class: "floor" });
  #reason = make("input", { type: "text", maxlength: "120", autocomplete: "off" });
  #irregularity = make("select");
  #place = make("select");
  #misplay = make("input", { type: "text", maxlength: "60", autocomplete: "off" });
  #pool = make("select");
  #cents = make("input", { type: "number", min: "0.01", step: "0.01", inputmode: "decimal" });
  #company;
  #state = null;
  #you = "";
  #phases = make("div", { class: "acts" });
  #chat = button("mute", "");
  #calls = callsNode();
  #jackpot;

  constructor(parent, { table, game, short, irregularities }) {
    parent.append(this.#node);
    this.#phases.append(button("pause", word("pause")), button("resume", word("resume")), this.#chat, button("close", word("close-the-table")));
    const sheet = make("button", { type: "button", class: "btn" }, word("change-the-sheet"));
    sheet.addEventListener("click", async () => (await import("../site/open-table-dialog.js")).changeTable({ id: game, short, table })); // the host's alone
    this.#phases.append(sheet);
    keyed(this.#irregularity, "option", irregularities.map((each) => [each.id, each]), (node, each) => write(node, { value: each.id }, `${each.says} (${each.clause})`));
    this.#jackpot = row(word("add-to-a-jackpot"), [this.#pool, this.#cents], button("jackpot", word("add")));
    this.#node.append(make("h2", {}, word("the-floor")), this.#calls, this.#phases,
      row(word("reason"), [this.#reason], button("void", word("void-the-round"))),
      row(word("call-an-irregularity"), [this.#irregularity], button("call", word("call-it"))),
      row(word("enter-a-misplay"), [this.#place, this.#misplay], button("rule", word("rule-on-it"))), this.#jackpot);
    this.#company = new CompanyList(this.#node, table);
    this.#company.look();
    this.#node.addEventListener("click", (event) => {
      const { floor, person } = event.target.closest("[data-floor]")?.dataset ?? {};
      if (floor) this.#act(floor, person);
    });
  }

  /** A deed that takes something from somebody asks for confirmation; others are sent at once. */
  async #act(what, person) {
    const ask = GRAVE[what];
    if (ask) {
      await this.#company.look();
      if (!(await confirmed(ask(this.#facts(person))))) return;
    }
    this.#node.dispatchEvent(new Wish(this.#command(what, person)));
  }

  /** The room has answered the host: what it changed may be seen by nobody else. */
  done({ do: what }) { if (what !== "close") this.#company?.look(); }

  #facts(person) {
    const { playing } = this.#company, found = playing.find((each) => each.person === person);
    const inPlay = this.#state.phase === "playing" || this.#state.phase === "closing";
    const places = new Set(this.#state.places.map((each) => each.seat)), rows = this.#state.seats.filter((each) => places.has(each.seat));
    const mustAgree = rows.some((each) => each.person === this.#you) && rows.some((each) => each.person !== this.#you && !each.bot);
    return { inPlay, mustAgree, name: person ? this.#company.nameOf(person) : "", cents: found?.cents, chips: playing.map((each) => `${each.name} ${money(each.cents)}`) };
  }

  #command(what, person) {
    const said = {
      void: () => ({ reason: this.#reason.value.trim() }),
      call: () => ({ irregularity: this.#irregularity.value }),
      rule: () => ({ place: this.#place.value, decision: this.#misplay.value.trim() }),
      jackpot: () => ({ pool: this.#pool.value, cents: centsOf(this.#cents.value) || 0 }),
    }[what]?.() ?? (person ? { person } : {});
    return { t: "floor", do: what, ...said };
  }

  show(model) {
    const { state, you } = model;
    showCalls(this.#calls, model);
    write(this.#node, { hidden: state.phase === "closed" }); // there is nothing left to be done
    write(this.#phases.querySelector("[data-floor=pause]"), { hidden: state.phase === "paused" });
    write(this.#phases.querySelector("[data-floor=resume]"), { hidden: state.phase !== "paused" });
    write(this.#node.querySelector("[data-floor=void]"), { disabled: state.phase !== "playing" && state.phase !== "closing" });
    write(this.#chat, {}, word(state.quiet ? "chat-on" : "chat-off"));
    keyed(this.#place, "option", state.places.map((each) => [each.place, each.place]), (node, place) => write(node, { value: place }, label("place", place)));
    const pools = Object.entries(state.pools);
    write(this.#jackpot, { hidden: !pools.length });
    keyed(this.#pool, "option", pools.map(([name]) => [name, name]), (node, name) => write(node, { value: name }, label("jackpot", name)));
    [this.#state, this.#you] = [state, you.person];
    this.#company.show(state, you);
  }
}

/** The deeds that ask once more, each with its consequence in one sentence. */
const GRAVE = {
  close: ({ inPlay, chips }) => ({ title: word("close-the-table-question"), deed: word("close-the-table"),
    text: inPlay ? word("close-after-the-round") : chips.length ? word("chips-go-back", { chips: listed(chips) }) : word("nobody-has-chips") }),
  void: ({ mustAgree }) => ({ title: word("void-the-round-question"), text: word(mustAgree ? "others-must-agree" : "bets-go-back"), deed: word("void-the-round") }),
  remove: ({ inPlay, name, cents }) => ({ title: word("remove-player-question", { name }), deed: word("remove-player", { name }),
    text: cents === undefined ? word("watcher-is-removed", { name }) : word(inPlay ? "player-is-removed-later" : "player-is-removed", { name, cents }) }),
};

function button(what, text) {
  return make("button", { type: "button", class: "btn", "data-floor": what }, text);
}

/** A deed with what it needs to know. */
function row(title, controls, deed) {
  for (const control of controls) write(control, { "aria-label": title });
  return make("div", { class: "field deed" }, make("span", { class: "name" }, title), make("div", { class: "said" }, ...controls, deed));
}
