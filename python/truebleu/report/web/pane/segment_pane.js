/** Segment pane: texts with the scorer's marks, and the score calculation. */

import { announce, h, replace } from "../core/elements.js";
import { store } from "../core/state.js";
import { others } from "../scoring/other_metrics.js";
import { filterTo } from "../data/navigation.js";
import { pairs } from "../data/pairs.js";
import { Anatomy } from "./anatomy.js";
import { arithmetic } from "./arithmetic.js";
import { highlight } from "./highlight.js";
import { marking } from "./marking.js";
import { paneFoot, paneHead, paneTools, tokenCard } from "./parts.js";

export class SegmentPane {
  /**
   * @param {HTMLElement} container @param {Data} data
   * @param {(by: number) => void} go moves to the next or previous segment
   */
  constructor(container, data, go) {
    this.data = data;
    this.go = go;
    this.rows = new Map(); // systems shown
    this.ofNode = new WeakMap();
    this.all = false;
    this.only = false;
    this.banner = h("div", {});
    this.head = h("header", { class: "segment-head" });
    this.card = h("div", { class: "token-card", "aria-hidden": "true" }, tokenCard.nothing());
    this.texts = h("div", { class: "segment-texts", on: {
      pointerover: (event) => this.point(event.target),
      pointerleave: () => this.point(null),
      click: (event) => this.choose(event.target),
      keydown: (event) => this.key(event),
      focusin: (event) => this.focused(event.target),
      focusout: () => this.point(null),
    } });
    this.foot = h("footer", { class: "segment-foot" });
    this.tools = paneTools.build(data, this);
    this.body = h("div", { class: "segment-body" }, this.banner, this.head, this.tools.node, this.card, this.texts, this.foot);
    this.empty = h("p", { class: "empty-screen" }, "Choose a segment to see its texts and how they are counted.");
    container.append(this.empty, this.body);
  }

  get view() {
    const { order, mode, invisible: hidden } = store.get();
    return { order, mode, invisible: hidden, orders: this.data.order, only: this.only };
  }

  /** Show the segment in the state, scrolled to the top. */
  async show() {
    const { segment } = store.get();
    this.empty.hidden = segment !== null;
    this.body.hidden = segment === null;
    if (segment === null) return;
    if (this.segment !== segment) this.body.parentElement.scrollTop = 0;
    this.segment = segment;
    paneHead.draw(this.head, this.data, segment, this.go);
    const texts = await this.read(segment);
    if (store.get().segment !== segment) return;
    this.anatomy = texts && new Anatomy(this.data, segment, texts);
    this.build();
  }

  async read(segment) {
    try {
      this.trouble = "";
      return await this.data.text(segment);
    } catch (error) {
      this.trouble = error.message;
      return null;
    }
  }

  /** Return the systems to show: A and B, or all with A and B first. */
  shown() {
    const { a, b } = store.get();
    const first = [...new Set([a, b])];
    if (!this.all) return first;
    return [...first, ...this.data.meta.systems.flatMap((_, s) => (first.includes(s) ? [] : [s]))];
  }

  build() {
    this.rows = new Map();
    this.blocks = new Map();
    const { anatomy } = this;
    this.texts.dataset.segment = this.segment;
    replace(this.texts,
      anatomy ? null : h("p", { class: "note" }, this.trouble || "The text of this segment is not in this file; its numbers are."),
      anatomy?.isLong ? h("p", { class: "note" }, "These texts are too long to be marked.") : null,
      anatomy?.source == null ? null : this.sourceBlock(anatomy.source),
      anatomy?.references.map((row) => row && this.referenceBlock(row)),
      this.shown().map((s) => this.systemBlock(s)),
      this.moreSystems());
    this.redraw();
    replace(this.foot, paneFoot.nodes(this.data, this));
  }

  moreSystems() {
    const others = this.data.S - new Set([store.get().a, store.get().b]).size;
    if (others <= 0) return null;
    const name = this.all ? "Show A and B only" : `Show all ${this.data.S} systems`;
    return h("button", { type: "button", class: "small-button more-systems", on: { click: () => {
      this.all = !this.all;
      this.build();
    } } }, name);
  }

  sourceBlock(text) {
    const row = { kind: "source", text, tokens: null };
    this.source = row;
    return h("section", { class: "segment-block" }, h("h4", {}, "Source"), marking.build(row, "Source", () => this.draw(row)));
  }

  referenceBlock(row) {
    const name = this.data.meta.reference_names?.[row.number] ?? `reference ${row.number + 1}`;
    const several = this.anatomy.references.length > 1;
    const title = h("h4", {},
      several ? h("span", { class: "letter" }, `r${row.number + 1}`) : null,
      several ? h("bdi", {}, name) : "Reference",
      h("span", { class: "length-note" }));
    const nodes = marking.build(row, `${name}: arrow keys move between tokens`, () => this.draw(row));
    this.ofNode.set(row.node, row);
    row.title = title;
    return h("section", { class: "segment-block" }, title, nodes);
  }

  systemBlock(s) {
    const node = h("section", { class: "segment-block block-system", data: { system: s } });
    this.blocks.set(s, node);
    this.fillSystem(s);
    return node;
  }

  /** Return the row of a system. */
  rowOf(s) {
    return this.anatomy && this.anatomy.system(s);
  }

  /** Return the heading of a system's text. */
  headOf(s) {
    return [h("h4", {}, pairs.name(this.data, s))];
  }

  fillSystem(s) {
    const row = this.rowOf(s);
    const text = row ? marking.build(row, `${this.data.meta.systems[s].name}: arrow keys move between tokens`, () => this.draw(row)) : null;
    const sums = h("div", { class: "system-sums" });
    replace(this.blocks.get(s), this.headOf(s), text, this.disagreement(row), sums, others.line(this.data, s, this.segment));
    if (row) {
      this.rows.set(s, row);
      this.ofNode.set(row.node, row);
      row.side = pairs.kind(s);
      row.sums = sums;
    }
    replace(sums, arithmetic.line(this.numbers(s), this.data.meta.metric));
  }

  disagreement(row) {
    if (!row || row.agrees !== false) return null;
    return h("p", { class: "note" }, "The page cannot follow how this text was tokenized, so nothing is marked in it; the counts are the scorer's.");
  }

  /** Return the numbers of a system. */
  numbers(s) {
    return arithmetic.of(this.data.row(s, this.segment), this.data.sums(s, null), this.data.meta.metric);
  }

  /** Return the segment of one system as an object: its text and numbers. */
  plainly(s) {
    const text = this.anatomy?.systems[s].text ?? "";
    return arithmetic.plainly(this.data.meta.systems[s].name, this.numbers(s), text);
  }

  // Marks

  /** Redraw all marks after a change of order, mode or text. */
  redraw() {
    const { view } = this;
    this.tools.update(view);
    if (!this.anatomy) return;
    for (const [s, row] of this.rows) {
      row.cover = row.marks ? highlight.cover(row.tokens.length, row.marks, view.order) : null;
      row.only = this.onlyOf(s, row, view);
      this.anatomy.compare(row, view.mode === "matches" ? null : this.anatomy.opposite(s, view.mode, this.rows), view.mode);
    }
    for (const row of [this.source, ...this.anatomy.references, ...this.rows.values()]) {
      if (row?.node) marking.draw(row, view);
    }
    this.markLengths();
  }

  draw(row) {
    marking.draw(row, this.view);
  }

  /** Return the matches of A that B does not have, or the reverse. */
  onlyOf(s, row, view) {
    const { a, b } = store.get();
    const counterpart = this.rows.get(s === a ? b : a);
    if (!view.only || a === b || !row.marks || !counterpart?.marks) return null;
    return highlight.onlyOurs(row, counterpart, view.order);
  }

  /** Mark the references whose length counts for A and for B. */
  markLengths() {
    const { a, b } = store.get();
    for (const row of this.anatomy.references) {
      const note = row?.title?.querySelector(".length-note");
      if (!note) continue;
      const letters = [["A", a], ["B", b]].filter(
        ([, s]) => this.anatomy.closest(this.data.row(s, this.segment)) === row.number,
      );
      const names = this.data.S > 1 ? ` for ${letters.map(([letter]) => letter).join(" and ")}` : "";
      note.textContent = letters.length ? `reference length${names}` : "";
    }
  }

  // Single tokens

  /** Return the row and index of the token that an element shows. */
  tokenAt(target) {
    const element = target?.closest?.(".tok");
    const row = element && this.ofNode.get(element.closest(".segment-text"));
    return row ? { row, i: Number(element.dataset.i), element } : null;
  }

  /** Highlight an n-gram in every row and describe its match. */
  point(target) {
    const token = this.tokenAt(target);
    for (const element of this.texts.querySelectorAll(".same, .here")) element.classList.remove("same", "here");
    replace(this.card, token ? tokenCard.nodes(this, token) : tokenCard.nothing());
    if (!token) return;
    token.element.classList.add("here");
    const gram = this.gramOf(token);
    for (const row of [...this.anatomy.references, ...this.rows.values()]) if (row?.tokens) this.outline(row, gram);
  }

  gramOf({ row, i }) {
    return highlight.gramAt(row.tokens, row.cover, i, store.get().order);
  }

  outline(row, gram) {
    const places = highlight.places(row.tokens, gram);
    if (!places.size) return;
    for (const element of row.node.querySelectorAll(".tok")) {
      if (places.has(Number(element.dataset.i))) element.classList.add("same");
    }
  }

  choose(target) {
    const token = this.tokenAt(target);
    if (token) this.move(token.row, token.element);
  }

  focused(target) {
    const row = this.ofNode.get(target);
    if (row) this.move(row, row.node.querySelector(".active") ?? row.node.querySelector(".tok"), true);
  }

  /** Move to a token of a row. */
  move(row, element, quietly = false) {
    if (!element) return;
    for (const element of this.texts.querySelectorAll(".active")) element.classList.remove("active");
    element.classList.add("active");
    if (!quietly) element.scrollIntoView({ block: "nearest" });
    this.point(element);
    if (row.node === document.activeElement) announce(tokenCard.tokenText(this, this.tokenAt(element)));
  }

  key(event) {
    const row = this.ofNode.get(event.target);
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const tokens = [...row.node.querySelectorAll(".tok")];
    const index = tokens.findIndex((element) => element.classList.contains("active"));
    const forward = getComputedStyle(row.node).direction === "rtl" ? -1 : 1;
    const to = { ArrowRight: index + forward, ArrowLeft: index - forward, Home: 0, End: tokens.length - 1 }[event.key];
    if (event.key === "Enter" && index >= 0) this.filter(this.tokenAt(tokens[index]));
    else if (to === undefined) return;
    else this.move(row, tokens[Math.max(0, Math.min(tokens.length - 1, to))]);
    event.preventDefault();
    event.stopPropagation();
  }

  /** Select the segments that contain the text of an n-gram. */
  filter(token) {
    const words = highlight.words(token.row, this.gramOf(token));
    filterTo({ query: `"${words.replace(/["\\]/g, "\\$&")}"` });
  }
}

/** Class of the segment pane. The served page replaces it with an editable one. */
export const panes = { Kind: SegmentPane };

/**
 * Mount the pane for the segment in the state.
 * @param {HTMLElement} container @param {Data} data
 * @param {(by: number) => void} go moves to the next or previous segment
 */
export function mountDetail(container, data, go) {
  const pane = new panes.Kind(container, data, go);
  store.on("segment", () => pane.show());
  store.on(["a", "b"], () => pane.anatomy !== undefined && pane.show());
  store.on(["order", "mode", "invisible"], () => pane.segment !== undefined && pane.redraw());
  pane.show();
}
