/**
 * Overview screen. Its HTML comes from Python; here it gets sorting, the selection of A and B, and
 * copy buttons for signatures.
 */

import { copying } from "../core/clipboard.js";
import { announce, h, replace } from "../core/elements.js";
import { store } from "../core/state.js";
import { bleu } from "../scoring/bleu.js";
import { pairs } from "../data/pairs.js";
import { axes } from "../charts/axes.js";
import { MatrixChart } from "../charts/matrix.js";
import { differenceSentence, WaterfallChart } from "../charts/waterfall.js";
import { WhiskerChart } from "../charts/whisker.js";

class OverviewScreen {
  static WIDE = 8; // more systems need a compact matrix
  constructor(container, data) {
    this.container = container;
    this.data = data;
    this.table = container.querySelector(".ov-leaderboard");
    this.sort = { key: null, down: true };
    if (this.table) this.enliven();
    this.copies();
    if (data.S > 1) this.why();
    this.pairs();
    this.update();
  }

  // System table

  enliven() {
    this.rows = [...this.table.tBodies[0].rows];
    this.heads = [...this.table.tHead.rows[0].cells].filter((head) => head.dataset.key);
    this.heads.forEach((head) => this.sortable(head));
    if (this.data.S > 1) this.picks = this.rows.map((row) => this.pick(row));
    this.whiskers = new WhiskerChart({ title: "Scores with confidence intervals", name: "scores" });
    const summary = h("summary", {}, "Scores as a chart");
    const folded = h("details", { class: "ov-picture" }, summary, this.whiskers.node);
    this.table.parentElement.after(folded);
  }

  /** Turn a table header into a sort button. Intervals are not sortable on their own. */
  sortable(head) {
    if (/interval/.test(head.dataset.key)) return;
    const on = { click: () => this.by(head) };
    const arrow = h("span", { class: "sort-arrow", "aria-hidden": "true" });
    replace(head, h("button", { class: "sort-button", on }, head.textContent, arrow));
  }

  by(head) {
    const { key } = head.dataset;
    const text = key === "name" || key === "cluster" || /^p(?:-|$)/.test(key);
    this.sort = { key, down: this.sort.key === key ? !this.sort.down : !text };
    const column = head.cellIndex;
    const sign = this.sort.down ? -1 : 1;
    const value = (row) => OverviewScreen.value(row.cells[column]);
    this.rows.sort((first, second) => OverviewScreen.compare(value(first), value(second), sign));
    for (const heading of this.heads) {
      if (heading !== head) heading.removeAttribute("aria-sort");
      else heading.setAttribute("aria-sort", this.sort.down ? "descending" : "ascending");
    }
    replace(this.table.tBodies[0], ...this.rows);
    this.drawWhiskers();
    announce(`sorted by ${head.textContent}`);
  }

  /** Return the sort value of a cell: its number at full precision, a system name, or null. */
  static value(cell) {
    if (cell.dataset.value !== undefined) return Number(cell.dataset.value);
    return cell.querySelector(".ov-name")?.textContent ?? null;
  }

  /** Compare two sort values; missing values come last in both directions. */
  static compare(first, second, sign) {
    if (first === null || second === null) return (first === null) - (second === null);
    if (typeof first === "number") return sign * (first - second);
    return sign * first.localeCompare(second, "en", { numeric: true });
  }

  /** Add buttons that select a system as A or B. */
  pick(row) {
    const system = Number(row.dataset.system);
    const { name } = this.data.meta.systems[system];
    const buttons = ["a", "b"].map((side) => {
      const label = `${axes.named(name)} as ${side.toUpperCase()}`;
      const on = { click: () => store.set({ [side]: system }) };
      const props = { class: `pick pick-${side}`, "aria-label": label, title: label, on };
      return h("button", props, side.toUpperCase());
    });
    row.querySelector("th").append(h("span", { class: "picks" }, ...buttons));
    return { system, row, buttons };
  }

  drawWhiskers() {
    const rows = this.rows.map((row) => {
      const index = Number(row.dataset.system);
      const system = this.data.meta.systems[index];
      const [low, high] = system.interval ?? [NaN, NaN];
      const kind = this.data.S > 1 ? pairs.kind(index) : "b";
      return { name: system.name, value: system.value, low, high, kind };
    });
    this.whiskers.set({ rows, unit: this.data.meta.metric.name });
  }

  // Signatures

  copies() {
    for (const cell of this.container.querySelectorAll(".ov-signatures dd")) {
      const text = cell.textContent;
      cell.append(" ", copying.button(() => text));
    }
  }

  // Waterfall

  why() {
    this.words = this.container.querySelector(".ov-why .ov-words");
    const still = this.container.querySelector(".ov-why .ov-waterfall");
    if (!this.words || !still) return;
    this.waterfall = new WaterfallChart({ title: "Waterfall from A to B", name: "waterfall" });
    still.replaceWith(this.waterfall.node);
  }

  drawWaterfall() {
    const { meta } = this.data;
    const { a, b } = store.get();
    const [first, second] = [a, b].map((system) => bleu.ofSystem(meta.systems[system], meta.metric));
    const from = { name: meta.systems[a].name, value: first.value };
    const to = { name: meta.systems[b].name, value: second.value };
    const parts = bleu.decompose(second, first);
    this.waterfall.set({ from, to, parts, unit: meta.metric.name });
    this.words.textContent =
      a === b ? "A and B are the same system." : differenceSentence(from, to, parts);
  }

  // All pairs

  pairs() {
    const still = this.container.querySelector(".ov-matrix");
    if (!still || !this.data.meta.comparison) return;
    if (this.data.S > OverviewScreen.WIDE) {
      this.matrix = new MatrixChart({ title: "All pairs of systems", name: "pairs" });
      still.parentElement.replaceWith(this.matrix.node);
      const about = this.container.querySelector(".ov-pairs .ov-about");
      if (about) about.textContent = this.about();
      return;
    }
    [...still.tBodies[0].rows].forEach((row, index) => {
      [...row.cells].slice(1).forEach((cell, column) => this.openable(cell, index, column));
    });
  }

  /** Describe the matrix of all pairs. */
  about() {
    const { meta } = this.data;
    return (
      "\u25b2 and rising lines: the row is significantly better (alpha = " +
      `${pairs.level(meta)}). \u25bc and falling lines: it is significantly worse. Plain cell: no ` +
      "significant difference. The numbers are Holm-adjusted p-values " +
      `(${meta.comparison.pairs.length} tests). Choose a cell to compare the two systems.`
    );
  }

  /** Turn a cell of the static table into a link to its pair. */
  openable(cell, row, column) {
    const number = cell.querySelector(".ov-difference");
    if (!number || row === column) return;
    const names = [row, column].map((system) => axes.named(this.data.meta.systems[system].name));
    const label = `Compare ${names[0]} with ${names[1]}`;
    const on = { click: () => OverviewScreen.open(row, column) };
    const button = h("button", { class: "pair-button", title: label, on }, number.textContent);
    button.append(h("span", { class: "sr-only" }, ` ${label}`));
    replace(number, button);
  }

  static open(row, column) {
    store.set({ a: column, b: row, screen: "compare" });
  }

  drawMatrix() {
    const { meta } = this.data;
    const { a, b } = store.get();
    const values = meta.systems.map((system) => system.value);
    this.matrix.set({
      names: meta.systems.map((system) => system.name),
      p: meta.comparison.p_matrix,
      differences: values.map((x) => values.map((y) => x - y)),
      level: pairs.level(meta),
      a,
      b,
      choose: OverviewScreen.open,
    });
  }

  update() {
    for (const { system, row, buttons } of this.picks ?? []) {
      const kind = pairs.kind(system);
      row.classList.toggle("row-a", kind === "a");
      row.classList.toggle("row-b", kind === "b");
      const { a, b } = store.get();
      buttons[0].setAttribute("aria-pressed", String(system === a));
      buttons[1].setAttribute("aria-pressed", String(system === b));
    }
    if (this.table) this.drawWhiskers();
    if (this.waterfall) this.drawWaterfall();
    if (this.matrix) this.drawMatrix();
  }
}

export const overviewScreen = {
  id: "overview",
  title: "Overview",
  key: "o",
  mount(container, data) {
    overviewScreen.it = new OverviewScreen(container, data);
  },
  update(changed) {
    if (["a", "b", "theme"].some((key) => changed.has(key))) overviewScreen.it.update();
  },
};
