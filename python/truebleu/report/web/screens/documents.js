/** Documents screen: document scores, and the difference of each segment. */

import { announce, h, replace } from "../core/elements.js";
import { format } from "../core/format.js";
import { store } from "../core/state.js";
import { deltaBar } from "../core/tables.js";
import { quantile } from "../scoring/statistics.js";
import { bucketing } from "../data/buckets.js";
import { pairs } from "../data/pairs.js";
import { axes } from "../charts/axes.js";
import { strip } from "../charts/strip.js";
import { Grid } from "../widgets/grid.js";
import { Reader } from "./reader.js";

class DocumentsScreen {
  constructor(container, data) {
    this.data = data;
    this.sort = { key: "order", down: false };
    this.members = DocumentsScreen.members(data);
    this.longest = this.members.reduce((most, ids) => Math.max(most, ids.length), 1);
    this.twoSystems = pairs.there(data);
    this.grid = new Grid({
      label: "Documents", columns: (width) => this.columns(width), rowHeight: 40,
      maxHeight: 8_000_000, focus: "row", sorted: () => this.sort, sort: (key) => this.sortBy(key),
      open: (document) => this.open(document),
    });
    this.note = h("p", { class: "explanation" });
    this.overview = h("div", { class: "documents" }, this.note, this.sorter(), this.grid.wrap);
    this.reader = new Reader(data, {
      close: () => this.closeReader(),
      step: (by) => this.step(by),
      members: (row) => this.members[this.order[row]],
    });
    this.reader.node.hidden = true;
    container.append(this.overview, this.reader.node);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.palette = null;
      this.grid.draw();
    });
  }

  /** Return the segments of each document in file order. */
  static members(data) {
    const members = data.documents.map(() => []);
    for (let id = 0; id < data.N; id += 1) members[data.docOf(id)]?.push(id);
    return members;
  }

  // Sorting

  /** Return the sort menu: all columns, file order, and absolute difference. */
  sorter() {
    const on = { change: (event) => this.sortBy(event.target.value, true) };
    const options = [
      ["order", "file order"],
      ["size", "segments"],
      ["delta", "difference"],
      ["absolute", "size of the difference"],
      ["a", "score of A"],
      ["b", "score of B"],
      ["name", "name"],
    ].map(([value, text]) => h("option", { value }, text));
    this.select = h("select", { id: "documents-sort", on }, ...options);
    const label = h("label", { for: "documents-sort" }, "Sort by ");
    return h("div", { class: "controls" }, label, this.select);
  }

  sortBy(key, fresh = false) {
    const again = !fresh && this.sort.key === key;
    this.sort = { key, down: again ? !this.sort.down : key !== "name" && key !== "order" };
    this.arrange();
    announce(`documents sorted by ${key}`);
  }

  arrange() {
    const { key, down } = this.sort;
    const value = this.keys()[key];
    const sign = down ? -1 : 1;
    const compare = (one, other) => {
      const [left, right] = [value(one), value(other)];
      if (typeof left === "string") return sign * left.localeCompare(right, "en", { numeric: true });
      return sign * (left - right) || one - other;
    };
    this.order = this.members.map((_, document) => document).sort(compare);
    this.select.value = key;
    this.grid.node.scrollTop = 0;
    this.grid.set(this.order);
  }

  keys() {
    const number = (value) => (Number.isFinite(value) ? value : -Infinity);
    return {
      order: (document) => document,
      name: (document) => this.data.documents[document],
      size: (document) => this.members[document].length,
      a: (document) => number(this.scores.a[document]),
      b: (document) => number(this.scores.b[document]),
      delta: (document) => number(this.deltas[document]),
      absolute: (document) => Math.abs(this.deltas[document]) || 0,
    };
  }

  // Numbers

  update() {
    const { a, b } = store.get();
    this.twoSystems = pairs.there(this.data);
    this.scores = { a: this.scored(a), b: this.scored(this.twoSystems ? b : a) };
    this.deltas = this.scores.b.map((value, document) => value - this.scores.a[document]);
    const sizes = this.deltas.filter(Number.isFinite).map(Math.abs);
    this.widest = Math.max(1e-9, sizes.reduce((widest, value) => Math.max(widest, value), 0));
    this.palette = null;
    this.strips = this.stripValues(a, b);
    this.note.textContent = this.noteText();
    const { document } = this.reader;
    this.arrange();
    if (!this.reader.node.hidden) this.reader.show(this.grid.rowOf(document));
  }

  /** Return the corpus score of each document. */
  scored(system) {
    const { data } = this;
    const count = data.documents.length;
    this.places ??= Uint32Array.from({ length: data.N }, (_, id) => data.docOf(id));
    const rows = bucketing.sums(data, system, this.places, count, null);
    const sizes = this.members.map((ids) => ids.length);
    return bucketing.scores(rows, sizes, data.meta.metric);
  }

  /**
   * Return the values of the strips. Full height is their 98th percentile; larger ones are clipped.
   */
  stripValues(a, b) {
    const values = this.twoSystems ? this.data.differences(a, b) : this.data.segmentScores(a);
    const sizes = Float64Array.from(values, Math.abs).sort();
    return { values, top: quantile(sizes, 0.98) || 1 };
  }

  noteText() {
    const { data } = this;
    const names = this.twoSystems ? "Each bar is a segment: up and blue where B scores higher, " +
      "down and orange where A does. " : "Each bar shows a segment score. ";
    const count = `${format.many(data.documents.length, "document")}. `;
    return `${count}Scores are corpus scores of whole documents. ${names}Choose one to read it.`;
  }

  // Columns

  /** Return the columns that fit. The strip takes about a third of the width. */
  columns(width) {
    const [isNarrow, isMedium] = [width > 0 && width < 640, width > 0 && width < 1000];
    this.stripWidth = Math.round(Math.max(120, Math.min(520, width * 0.36)));
    const number = (key, title, size, fill) => ({
      key, title, width: `${size}rem`, sortable: true, class: "number", fill,
    });
    const [sizeWidth, scoreWidth] = isMedium ? [6, 5] : [7, 6];
    const score = (key) => number(key, key.toUpperCase(), scoreWidth, (cell, document) =>
      replace(cell, format.score(this.scores[key][document])));
    return [
      {
        key: "name", title: "document", width: `minmax(${isNarrow ? 6 : 8}rem, 1fr)`,
        sortable: true, class: "",
        fill: (cell, document) => replace(cell, this.nameOf(document)),
      },
      isNarrow || number("size", "segments", sizeWidth, (cell, document) =>
        replace(cell, format.integer(this.members[document].length))),
      score("a"),
      this.twoSystems && score("b"),
      this.twoSystems && number("delta", "difference", isNarrow ? 6.5 : isMedium ? 11 : 16,
        (cell, document) => replace(cell, this.differenceOf(document, !isNarrow))),
      isNarrow || {
        key: "strip", title: "per segment", width: `${this.stripWidth + 16}px`,
        sortable: false, class: "", fill: (cell, document) => replace(cell, this.stripOf(document)),
      },
    ].filter((column) => column.key);
  }

  nameOf(document) {
    const name = axes.cut(this.data.documents[document], 200);
    return h("div", { class: "document-name" }, h("bdi", {}, name));
  }

  differenceOf(document, withBar) {
    const gap = this.deltas[document];
    const bar = withBar && deltaBar(gap, this.widest);
    return h("div", { class: "document-delta" }, bar, h("span", {}, format.delta(gap)));
  }

  stripOf(document) {
    const canvas = h("canvas", { class: "strip", "aria-hidden": "true" });
    this.palette ??= strip.palette(this.overview);
    const { palette, stripWidth: width } = this;
    const pixels = strip.pixels(width, this.longest);
    strip.draw(canvas, this.values(document), { width, each: pixels, palette, floor: !this.twoSystems });
    return canvas;
  }

  /** Return a document's strip values, from -1 to 1. */
  values(document) {
    const { values, top } = this.strips;
    return this.members[document].map((id) => Math.max(-1, Math.min(1, values[id] / top)));
  }

  // Reader

  open(document) {
    this.overview.hidden = true;
    this.reader.node.hidden = false;
    this.reader.show(this.grid.rowOf(document));
    this.reader.focus();
  }

  step(by) {
    const row = Math.max(0, Math.min(this.order.length - 1, this.reader.place + by));
    if (row === this.reader.place) return;
    this.reader.show(row);
    this.reader.focus();
  }

  closeReader() {
    this.reader.node.hidden = true;
    this.overview.hidden = false;
    this.grid.resized();
    this.grid.go(this.reader.place);
  }
}

export const documentsScreen = {
  id: "documents",
  title: "Documents",
  key: "d",
  mount(container, data) {
    if (!data.documents.length) {
      const text =
        "This report has no document names. Pass a file with one document name " +
        "per line with --documents.";
      container.append(h("p", { class: "empty-screen" }, text));
      return;
    }
    documentsScreen.it = new DocumentsScreen(container, data);
    documentsScreen.it.update();
  },
  update(changed) {
    if (["a", "b", "theme"].some((key) => changed.has(key))) documentsScreen.it?.update();
  },
};
