// Going through a round: first, back, play, next, last, and a track with a mark for each step.

import { keyed, make, place, write } from "../../dom/dom.js";
import { icon, showIcon } from "../../dom/icons.js";
import { sleeping } from "../../dom/key-events.js";
import { word } from "../../text/i18n.js";

const PACE = 1600; // a step to look at, in milliseconds

/** The controls in their parent; `go` is told the number of the step that is wanted, from 0. */
export class Transport {
  #go; #at = 0; #count = 0; #timer = 0;
  #node = make("section", { class: "transport" });
  #says = make("p", { class: "says" });
  #tags = make("div", { class: "tags" });
  #track = make("div", { class: "track" });
  #marks = make("div", { class: "marks", "aria-hidden": "true" });
  #range = make("input", { type: "range", min: 1, step: 1 });
  #where = make("span", { class: "left" });
  #counts = make("span", { class: "right" });
  #play = button("play", "replay-play", "iconb main");

  constructor(parent, go) {
    this.#go = go;
    const keys = make("div", { class: "keys" }, this.#where, this.#step("first", "replay-first", () => 0), this.#step("prev", "replay-back", () => this.#at - 1),
      this.#play, this.#step("next", "replay-next", () => this.#at + 1), this.#step("last", "replay-last", () => this.#count - 1), this.#counts);
    write(this.#node, { "aria-label": word("replay") });
    write(this.#range, { "aria-label": word("step") });
    this.#track.append(this.#marks, this.#range);
    this.#node.append(make("div", { class: "sentence" }, this.#says, this.#tags), this.#track, keys);
    this.#play.addEventListener("click", () => (this.playing ? this.pause() : this.play()));
    this.#range.addEventListener("input", () => { this.pause(); this.#want(Number(this.#range.value) - 1); });
    document.addEventListener("keydown", (event) => this.#key(event));
    parent.append(this.#node);
  }

  get playing() { return this.#timer !== 0; }
  get tags() { return this.#tags; }

  /** The track has these marks: the kind of each step. */
  lay(kinds, counted) {
    this.#count = kinds.length;
    write(this.#range, { max: kinds.length });
    write(this.#track, { "data-many": kinds.length > 60 });
    place(this.#track, { "--steps": kinds.length });
    keyed(this.#marks, "i", kinds.map((kind, index) => [index, kind]), (node, kind) => write(node, { "data-kind": kind }));
    write(this.#counts, {}, counted);
  }

  /** The controls stand at this step, which says so much. */
  show(at, text) {
    this.#at = at;
    write(this.#says, {}, text);
    write(this.#where, {}, word("step-of", { n: at + 1, all: this.#count }));
    write(this.#range, { "aria-valuetext": `${word("step-of", { n: at + 1, all: this.#count })}. ${text}` });
    if (Number(this.#range.value) !== at + 1) this.#range.value = String(at + 1);
    place(this.#track, { "--at": at });
    Array.from(this.#marks.children, (node, index) => write(node, { "data-at": index < at ? "behind" : index === at ? "here" : null }));
  }

  /** The steps follow each other by themselves, from the first where it stands at the last. */
  play() {
    if (this.#at >= this.#count - 1) this.#want(0);
    this.#timer = setInterval(() => { this.#want(this.#at + 1); if (this.#at >= this.#count - 1) this.pause(); }, PACE);
    this.#showPlay();
  }

  pause() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#showPlay();
  }

  #showPlay() {
    showIcon(this.#play.firstChild, this.playing ? "pause" : "play");
    write(this.#play, { "aria-label": word(this.playing ? "replay-pause" : "replay-play") });
  }

  #want(at) {
    if (at >= 0 && at < this.#count && at !== this.#at) this.#go(at);
  }

  #step(name, key, wanted) {
    const made = button(name, key);
    made.addEventListener("click", () => { this.pause(); this.#want(wanted()); });
    return made;
  }

  #key(event) {
    if (sleeping(event) || event.target === this.#range) return;
    const to = { ArrowRight: this.#at + 1, ArrowLeft: this.#at - 1, Home: 0, End: this.#count - 1 }[event.key];
    const space = event.key === " " && !event.target.closest("button, a, summary, [tabindex='0']");
    if (to === undefined && !space) return;
    event.preventDefault();
    if (space) this.#play.click();
    else { this.pause(); this.#want(to); }
  }
}

const button = (name, key, kind = "iconb") => make("button", { type: "button", class: kind, "aria-label": word(key) }, icon(name));
