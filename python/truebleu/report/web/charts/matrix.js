/**
 * Matrix of p-values of all pairs. A mark and the direction of the hatching show whether the row's
 * system is better or worse, so that color is not needed.
 *
 * Data: {names, p: number[][], differences: number[][], level, a, b, choose?: (row, column) => void}
 *   differences[row][column]: score of the row's system minus score of the column's system
 */

import { h, replace, svg } from "../core/elements.js";
import { format } from "../core/format.js";
import { axes } from "./axes.js";
import { Chart } from "./chart.js";
import { vegaLite } from "./vega.js";

export class MatrixChart extends Chart {
  constructor(given) {
    super(given);
    const label = "Pairs of systems: move with the arrow keys";
    const on = { keydown: (event) => this.key(event) };
    this.hits = h("div", { class: "chart-hits", role: "group", "aria-label": label, on });
    this.body.append(this.hits);
  }

  redraw() {
    if (this.data) this.height = this.layout(Math.floor(this.body.clientWidth)).height;
    super.redraw();
    if (this.data && this.width) this.widen();
  }

  /** Widen the chart for many systems; its container scrolls. */
  widen() {
    const layout = this.layout(this.width);
    const needed = Math.max(this.width, Math.ceil(layout.left + layout.cell * this.data.names.length + 8));
    this.svg.setAttribute("viewBox", `0 0 ${needed} ${this.height}`);
    this.svg.setAttribute("width", String(needed));
  }

  /** Return the layout: cells as large as possible, names at most about a third of the width. */
  layout(width) {
    const count = this.data.names.length;
    const longest = Math.max(...this.data.names.map((name) => name.length)) * 7 + 34;
    const left = Math.min(longest, width * 0.36);
    const cell = Math.max(20, Math.min(82, Math.floor((width - left - 8) / count)));
    const tall = Math.min(cell, 40);
    return { left, cell, tall, top: 26, height: 26 + count * tall + 8 };
  }

  paint(width) {
    const layout = this.layout(width);
    const { names } = this.data;
    return [
      MatrixChart.patterns(),
      ...names.flatMap((name, row) => this.heads(name, row, layout)),
      ...names.flatMap((_, row) => names.map((_name, column) => this.cell(row, column, layout))),
    ];
  }

  /** Return the hatching: rising lines where the row is better, falling lines where it is worse. */
  static patterns() {
    const lines = (id, d, kind) =>
      svg(
        "pattern",
        { id, width: 6, height: 6, patternUnits: "userSpaceOnUse" },
        svg("path", { class: `hatch ${kind}`, d }),
      );
    return svg(
      "defs",
      {},
      lines("hatch-better", "M0,6 l6,-6", "plus"),
      lines("hatch-worse", "M0,0 l6,6", "minus"),
    );
  }

  heads(name, row, layout) {
    const y = layout.top + row * layout.tall + layout.tall / 2 + 4;
    const number = `${row + 1}`;
    const x = layout.left + row * layout.cell + layout.cell / 2;
    const kind = row === this.data.a ? " name-a" : row === this.data.b ? " name-b" : "";
    const side = { class: `axis-text matrix-name${kind}`, x: layout.left - 8, y, "text-anchor": "end" };
    const text = `${axes.fit(name, layout.left - 34)}  ${number}`;
    const head = layout.cell >= 24 || row % 5 === 0 ? number : "";
    return [
      svg("text", side, svg("title", {}, name), text),
      svg("text", { class: `axis-text${kind}`, x, y: 18, "text-anchor": "middle" }, head),
    ];
  }

  cell(row, column, layout) {
    const x = layout.left + column * layout.cell;
    const y = layout.top + row * layout.tall;
    const size = { x: x + 0.5, y: y + 0.5, width: layout.cell - 1, height: layout.tall - 1 };
    if (row === column) return svg("rect", { class: "cell cell-self", ...size });
    const side = this.side(row, column);
    const middle = { x: x + layout.cell / 2, "text-anchor": "middle" };
    const wide = layout.cell >= 44;
    const full = layout.cell >= 64;
    const mark = { better: "\u25b2", worse: "\u25bc", open: "" }[side];
    const number = format.p(this.data.p[row][column]);
    const fill = side === "open" ? [] : [svg("rect", { fill: `url(#hatch-${side})`, ...size })];
    const parts = [
      svg("title", {}, this.pairText(row, column)),
      svg("rect", { class: `cell cell-${side}`, ...size }),
      ...fill,
    ];
    if (wide) {
      const below = mark || full ? 12 : 4;
      const text = { class: "cell-text", y: y + layout.tall / 2 + below, ...middle };
      parts.push(svg("text", text, number));
    }
    const head = { class: "cell-mark", y: y + layout.tall / 2 + (wide ? -2 : 4), ...middle };
    const gap = format.delta(this.data.differences[row][column]);
    const text = full ? `${mark} ${gap}` : mark;
    if (text) parts.push(svg("text", head, text));
    return svg("g", {}, ...parts);
  }

  /** Return "better" or "worse" if the difference is significant, otherwise "open". */
  side(row, column) {
    const difference = this.data.differences[row][column];
    if (!(this.data.p[row][column] <= this.data.level) || !difference) return "open";
    return difference > 0 ? "better" : "worse";
  }

  pairText(row, column) {
    const [first, second] = [row, column].map((index) => axes.named(this.data.names[index]));
    const difference = format.delta(this.data.differences[row][column]);
    const verdicts = {
      better: "significantly better than",
      worse: "significantly worse than",
      open: "not significantly different from",
    };
    const p = format.p(this.data.p[row][column]);
    return `${first} is ${verdicts[this.side(row, column)]} ${second}: ${difference}, p ${p}`;
  }

  painted(width) {
    const { names, choose } = this.data;
    if (!choose) return;
    const layout = this.layout(width);
    const pairs = names.flatMap((_, row) => names.map((_name, column) => [row, column]));
    const buttons = pairs
      .filter(([row, column]) => row !== column)
      .map(([row, column]) => {
        const text = this.pairText(row, column);
        const on = { click: () => choose(row, column) };
        const data = { row: String(row), column: String(column) };
        const props = { class: "chart-hit", "aria-label": text, title: text, data, on };
        const button = h("button", props);
        // The matrix is a single tab stop; arrow keys move between cells.
        button.tabIndex = row === 0 && column === 1 ? 0 : -1;
        button.style.left = `${layout.left + column * layout.cell}px`;
        button.style.top = `${layout.top + row * layout.tall}px`;
        button.style.width = `${layout.cell}px`;
        button.style.height = `${layout.tall}px`;
        return button;
      });
    replace(this.hits, ...buttons);
  }

  /** Move to the next pair with the arrow keys. */
  key(event) {
    const ways = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] };
    const step = ways[event.key];
    if (!step || event.target.dataset.row === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    let [row, column] = [event.target.dataset.row, event.target.dataset.column].map(Number);
    do {
      row += step[0];
      column += step[1];
    } while (row === column);
    this.hits.querySelector(`[data-row="${row}"][data-column="${column}"]`)?.focus();
  }

  sentence() {
    const { names, p, level } = this.data;
    let apart = 0;
    for (let row = 0; row < names.length; row += 1) {
      for (let column = row + 1; column < names.length; column += 1) {
        if (p[row][column] <= level) apart += 1;
      }
    }
    const pairs = (names.length * (names.length - 1)) / 2;
    return `Of ${format.many(pairs, "pair")} of systems, p is at most ${level} for ${format.integer(apart)}.`;
  }

  spec(color) {
    const { names, p, differences } = this.data;
    const labels = { better: "row better", worse: "row worse", open: "not significant" };
    const marks = { better: "\u25b2 ", worse: "\u25bc ", open: "" };
    const cell = (row, column) => {
      const side = this.side(row, column);
      return {
        row: names[row],
        column: names[column],
        difference: differences[row][column],
        p: p[row][column],
        side: labels[side],
        text: `${marks[side]}${format.p(p[row][column])}`,
      };
    };
    const values = names.flatMap((_, row) =>
      names.flatMap((_name, column) => (row === column ? [] : [cell(row, column)])));
    const colorsByLabel = [
      [labels.better, color("plus-faint")],
      [labels.worse, color("minus-faint")],
      [labels.open, color("paper")],
    ];
    const axis = (more) => ({ scale: { domain: names }, axis: { domain: false, ticks: false, ...more } });
    const position = {
      x: vegaLite.band("column", "column", axis({ orient: "top", labelAngle: -40 })),
      y: vegaLite.band("row", "row", axis({})),
    };
    const mark = { type: "rect", stroke: color("line"), ...vegaLite.told };
    return {
      width: { step: 64 },
      height: { step: 28 },
      data: { values },
      layer: [
        { mark, encoding: { ...position, color: vegaLite.looks("side", colorsByLabel, { orient: "bottom" }) } },
        {
          mark: { type: "text", fontSize: 11 },
          encoding: { ...position, text: { field: "text", type: "nominal" } },
        },
      ],
    };
  }

  table() {
    const { names, p } = this.data;
    const columns = [{ name: "system" }];
    for (const name of names) columns.push({ name, number: true, show: format.p });
    const rows = names.map((name, row) => [
      name,
      ...p[row].map((value, column) => (row === column ? null : value)),
    ]);
    return { columns, rows };
  }
}
