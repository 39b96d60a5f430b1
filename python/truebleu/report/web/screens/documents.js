/** The documents: what each scores, and where in them the two systems part. */

import { announce, h } from "../core/elements.js";
import { format } from "../core/format.js";
import { store } from "../core/state.js";
import { deltaBar } from "../core/tables.js";
import { bins } from "../data/bins.js";
import { bucketing } from "../data/buckets.js";
import { pairs } from "../data/pairs.js";
import { axes } from "../charts/axes.js";
import { strip } from "../charts/strip.js";
import { VirtualList } from "../widgets/virtual.js";
import { Reader } from "./reader.js";

class DocumentsScreen {
  static COLUMNS = [
    { key: "name", name: "document" },
    { key: "size", name: "segments", number: true },
    { key: "a", name: "A", number: true },
    { key: "b", name: "B", number: true },
    { key: "delta", name: "difference", number: true },
    { key: "size", name: "segment by segment", fixed: true },
  ];

  constructor(container, data) {
    this.data = data;
    this.sort = { key: "order", down: false };
    this.members = DocumentsScreen.members(data);
    this.longest = this.members.reduce((most, ids) => Math.max(most, ids.length), 1);
    this.list = new VirtualList({
      height: 40,
      row: (place) => this.row(this.order[place]),
      open: (place) => this.open(place),
    });
    this.heads = DocumentsScreen.COLUMNS.map((column) => this.head(column));
    const heads = h("div", { class: "documents-head", role: "row", "aria-rowindex": "1" });
    heads.append(...this.heads);
    this.grid = h("div", { class: "documents-grid", role: "grid", "aria-label": "Documents" });
    this.grid.append(h("div", { role: "rowgroup" }, heads), this.list.node);
    this.note = h("p", { class: "explanation" });
    this.overview = h("div", { class: "documents" }, this.note, this.sorter(), this.grid);
    this.reader = new Reader(data, {
      close: () => this.closeReader(),
      step: (by) => this.step(by),
      members: (place) => this.members[this.order[place]],
    });
    this.reader.node.hidden = true;
    container.append(this.overview, this.reader.node);
    this.watch();
  }

  /** Strips are as wide as a third of the list: drawn again when that changes. */
  watch() {
    this.width = 260;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.palette = null;
      this.list.draw();
    });
    if (typeof ResizeObserver !== "function") return;
    new ResizeObserver(() => {
      const width = Math.round(Math.max(120, Math.min(520, this.grid.clientWidth * 0.36)));
      if (!this.grid.clientWidth || width === this.width) return;
      this.width = width;
      this.grid.style.setProperty("--strip", `${width}px`);
      this.list.draw();
    }).observe(this.grid);
  }

  /** The segments of each document, in their order. */
  static members(data) {
    const found = data.documents.map(() => []);
    for (let id = 0; id < data.N; id += 1) found[data.docOf(id)]?.push(id);
    return found;
  }

  // Sorting

  head(column) {
    const kind = column.number ? "number" : "";
    if (column.fixed) return h("div", { role: "columnheader", class: kind }, column.name);
    const on = { click: () => this.by(column.key) };
    const arrow = h("span", { class: "sort-arrow", "aria-hidden": "true" });
    const button = h("button", { class: "sort-button", on }, column.name, arrow);
    return h("div", { role: "columnheader", class: kind, data: { key: column.key } }, button);
  }

  /** What no column is: the size of the difference, and the order of the files. */
  sorter() {
    const on = { change: (event) => this.by(event.target.value, true) };
    const options = [
      ["order", "their order"],
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

  by(key, fresh = false) {
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
    this.order = this.members.map((_, place) => place).sort(compare);
    this.select.value = key;
    for (const head of this.heads) {
      const here = head.dataset.key === key;
      if (here) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
    this.grid.setAttribute("aria-rowcount", String(this.order.length + 1));
    this.list.node.scrollTop = 0;
    this.list.set(this.order.length);
  }

  keys() {
    const number = (value) => (Number.isFinite(value) ? value : -Infinity);
    return {
      order: (place) => place,
      name: (place) => this.data.documents[place],
      size: (place) => this.members[place].length,
      a: (place) => number(this.scores.a[place]),
      b: (place) => number(this.scores.b[place]),
      delta: (place) => number(this.deltas[place]),
      absolute: (place) => Math.abs(this.deltas[place]) || 0,
    };
  }

  // Numbers

  update() {
    const { a, b } = store.get();
    this.two = pairs.there(this.data);
    this.grid.classList.toggle("single", !this.two);
    this.scores = { a: this.scored(a), b: this.scored(this.two ? b : a) };
    this.deltas = this.scores.b.map((value, place) => value - this.scores.a[place]);
    const known = this.deltas.filter(Number.isFinite).map(Math.abs);
    this.widest = Math.max(1e-9, known.reduce((most, value) => Math.max(most, value), 0));
    this.palette = null;
    this.strips = this.stripValues(a, b);
    this.note.textContent = this.noteText();
    this.arrange();
    if (!this.reader.node.hidden) this.reader.show(this.reader.place);
  }

  /** The corpus score of each document. */
  scored(system) {
    const { data } = this;
    const count = data.documents.length;
    this.places ??= Uint32Array.from({ length: data.N }, (_, id) => data.docOf(id));
    const rows = bucketing.sums(data, system, this.places, count, null);
    const sizes = this.members.map((ids) => ids.length);
    return bucketing.scores(rows, sizes, data.meta.metric);
  }

  /** What strips show, and the value that fills their height: a few are beyond it. */
  stripValues(a, b) {
    const values = this.two ? this.data.differences(a, b) : this.data.segmentScores(a);
    const sizes = Float64Array.from(values, Math.abs).sort();
    return { values, top: bins.quantile(sizes, 0.98) || 1 };
  }

  noteText() {
    const { data } = this;
    const names = this.two ? "The strip shows each segment: up and blue where B is better, " +
      "down and orange where A is. " : "The strip shows each segment's score. ";
    const count = `${format.many(data.documents.length, "document")}. `;
    return `${count}Scores are corpus scores of whole documents. ${names}Choose one to read it.`;
  }

  // Rows

  row(document) {
    const cell = (kind, ...children) => h("div", { role: "gridcell", class: kind }, ...children);
    const { a, b } = this.scores;
    const gap = this.deltas[document];
    return h(
      "div",
      { class: "documents-row", role: "row" },
      cell("document-name", h("bdi", {}, axes.cut(this.data.documents[document], 200))),
      cell("number", format.integer(this.members[document].length)),
      cell("number", format.score(a[document])),
      cell("number document-b", format.score(b[document])),
      cell(
        "number document-delta with-bar",
        deltaBar(gap, this.widest),
        h("span", {}, format.delta(gap)),
      ),
      cell("document-strip", this.stripOf(document)),
    );
  }

  stripOf(document) {
    const canvas = h("canvas", { class: "strip", "aria-hidden": "true" });
    this.palette ??= strip.palette(this.overview);
    const { width } = this;
    const each = strip.pixels(width, this.longest);
    strip.draw(canvas, this.values(document), { width, each, palette: this.palette, floor: !this.two });
    return canvas;
  }

  /** What the strip shows of each segment, from -1 to 1. */
  values(document) {
    const { values, top } = this.strips;
    return this.members[document].map((id) => Math.max(-1, Math.min(1, values[id] / top)));
  }

  // The reader

  open(place) {
    this.overview.hidden = true;
    this.reader.node.hidden = false;
    this.reader.show(place);
    this.reader.focus();
  }

  step(by) {
    const place = Math.max(0, Math.min(this.order.length - 1, this.reader.place + by));
    if (place === this.reader.place) return;
    this.reader.show(place);
    this.reader.focus();
  }

  closeReader() {
    this.reader.node.hidden = true;
    this.overview.hidden = false;
    this.list.choose(this.reader.place);
  }
}

export const documentsScreen = {
  id: "documents",
  title: "Documents",
  key: "d",
  mount(container, data) {
    if (!data.documents.length) {
      const text =
        "This report does not know which document a segment belongs to: give a file with one " +
        "document per line, as --documents.";
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
