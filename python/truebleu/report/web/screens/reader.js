/** Document reader: all segments of a document, with both systems side by side. */

import { h, replace } from "../core/elements.js";
import { format } from "../core/format.js";
import { letterKeys } from "../core/letters.js";
import { store } from "../core/state.js";
import { bleu } from "../scoring/bleu.js";
import { filterTo, showSegment } from "../data/navigation.js";
import { pairs } from "../data/pairs.js";
import { axes } from "../charts/axes.js";
import { Anatomy } from "../pane/anatomy.js";
import { highlight } from "../pane/highlight.js";
import { marking } from "../pane/marking.js";

export class Reader {
  static MOST = 100; // segments per page
  static LONGEST = 4000; // characters per text; the segment pane shows the rest

  /**
   * @param {Data} data
   * @param {{close: () => void, step: (by: number) => void, members: (place: number) => number[]}} given
   */
  constructor(data, given) {
    this.data = data;
    this.given = given;
    this.place = 0;
    this.marked = true;
    this.title = h("h3", { class: "reader-title", tabindex: "-1" });
    this.numbers = h("p", { class: "reader-numbers" });
    this.body = h("div", { class: "reader-body" });
    this.more = h("button", { class: "table-more", on: { click: () => this.showMore() } });
    this.node = h(
      "section",
      { class: "reader", on: { keydown: (event) => this.key(event) } },
      this.bar(),
      this.title,
      this.numbers,
      this.body,
      this.more,
    );
  }

  bar() {
    const button = (text, on) => h("button", { on: { click: on } }, text);
    return h(
      "div",
      { class: "reader-bar" },
      button("\u2190 All documents (Esc)", () => this.given.close()),
      button("Previous (p)", () => this.given.step(-1)),
      button("Next (n)", () => this.given.step(1)),
      button("Select segments", () => filterTo({ documents: [this.document] })),
      this.markSwitch(),
    );
  }

  /** Return the switch for match marks; without marks the text is easier to read. */
  markSwitch() {
    const set = () => {
      this.marked = !this.marked;
      button.setAttribute("aria-pressed", String(this.marked));
      this.show(this.place);
    };
    const props = { class: "toggle", "aria-pressed": "true", on: { click: set } };
    const button = h("button", props, "Mark matches");
    return button;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions = {
      n: () => this.given.step(1),
      p: () => this.given.step(-1),
      Escape: () => this.given.close(),
    };
    const action = actions[event.key];
    // Users of screen readers can switch off single-key shortcuts.
    if (!action || (event.key.length === 1 && !letterKeys.on())) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  focus() {
    this.title.focus();
  }

  /** Show the document at an index of the list. */
  show(place) {
    this.place = place;
    this.ids = this.given.members(place);
    this.document = this.data.docOf(this.ids[0]);
    this.numShown = Reader.MOST;
    replace(this.title, h("bdi", {}, this.data.documents[this.document]));
    this.numbers.textContent = this.summary();
    replace(this.body);
    this.fill(0);
  }

  summary() {
    const { a, b } = store.get();
    const mask = new Uint8Array(this.data.N);
    for (const id of this.ids) mask[id] = 1;
    const score = (system) => bleu.value(this.data.sums(system, mask), this.data.meta.metric);
    const count = format.many(this.ids.length, "segment");
    const name = (system) => axes.named(this.data.meta.systems[system].name);
    const first = `${name(a)} ${format.score(score(a))}`;
    if (!pairs.there(this.data)) return `${count} \u00b7 ${first}`;
    const gap = format.delta(score(b) - score(a));
    const second = `${name(b)} ${format.score(score(b))}`;
    return [count, `A ${first}`, `B ${second}`, `difference ${gap}`].join(" \u00b7 ");
  }

  showMore() {
    const from = this.numShown;
    this.numShown += Reader.MOST;
    this.fill(from);
  }

  /** Append the segments from an index on, as their texts load; then offer the next ones. */
  async fill(from) {
    const fill = (this.latestFill = {});
    this.more.hidden = true;
    for (const id of this.ids.slice(from, this.numShown)) {
      const text = await this.data.text(id);
      if (this.latestFill !== fill) return;
      this.body.append(this.segment(id, text));
    }
    const left = this.ids.length - this.numShown;
    this.more.hidden = left <= 0;
    this.more.textContent = `Show more (${format.integer(Math.max(0, left))} left)`;
  }

  segment(id, text) {
    const { a, b } = store.get();
    const systems = pairs.there(this.data) ? [a, b] : [a];
    const anatomy = text && this.marked ? new Anatomy(this.data, id, text) : null;
    const outputs = systems.map((system) => this.system(system, id, text, anatomy));
    const label = `Show segment ${id + 1}`;
    const props = { class: "link-button", "aria-label": label, on: { click: () => showSegment(id) } };
    return h(
      "article",
      { class: `reader-segment ${this.side(id)}` },
      h("div", { class: "reader-number" }, h("button", props, format.integer(id + 1))),
      h(
        "div",
        { class: "reader-texts" },
        text ? null : h("p", { class: "faint" }, "The text of this segment is not in this file."),
        text?.source ? this.line("source", text.source, "reader-source") : null,
        text ? this.references(text.references) : null,
        h("div", { class: "reader-systems" }, ...outputs),
      ),
    );
  }

  /** Return the color class of a segment: the system that is better there. */
  side(id) {
    if (!pairs.there(this.data)) return "";
    const { a, b } = store.get();
    const gap = this.data.differences(a, b)[id];
    return gap > 0 ? "side-b" : gap < 0 ? "side-a" : "";
  }

  /** Return a segment's references, numbered if there are several. */
  references(all) {
    const several = all.filter((one) => one !== null).length > 1;
    return all.map((text, number) => {
      const name = several ? `reference ${number + 1}` : "reference";
      return text === null ? null : this.line(name, text, "reader-reference");
    });
  }

  line(name, text, kind) {
    const label = h("span", { class: "reader-label" }, name);
    return h("p", { class: kind }, label, h("span", { class: "text", dir: "auto" }, axes.cut(text, Reader.LONGEST)));
  }

  system(system, id, text, anatomy) {
    const score = format.score(this.data.segmentScores(system)[id]);
    const head = [pairs.name(this.data, system), h("span", { class: "reader-score" }, score)];
    const output = text?.systems[system] ?? "";
    const props = { class: output ? "text" : "text faint", dir: "auto" };
    const plain = text ? h("p", props, axes.cut(output, Reader.LONGEST) || "(empty)") : null;
    return h(
      "div",
      { class: "reader-system" },
      h("div", { class: "reader-head" }, ...head),
      anatomy && output ? this.withMarks(anatomy.system(system)) : plain,
    );
  }

  /** Return a system's text with the scorer's marks. Only the segment pane has token navigation. */
  withMarks(row) {
    if (row.marks) row.cover = highlight.cover(row.tokens.length, row.marks);
    const nodes = marking.build(row, "", () => marking.draw(row, this.view));
    for (const name of ["tabindex", "role", "aria-label"]) row.node.removeAttribute(name);
    marking.draw(row, this.view);
    return nodes;
  }

  get view() {
    const orders = this.data.order;
    return { mode: "matches", order: 0, orders, only: false, invisible: false };
  }
}
