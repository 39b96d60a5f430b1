/**
 * Histogram with equal bins: all segments in faint color, the selected ones on top. Zeros can have
 * a separate bar, because most differences of two systems are ties.
 *
 * Data: {values, mask|null, edges, apart, signed, axis, low, high, range|null}
 *   apart: draw zeros as a separate bar; low, high: meaning of the two sides of 0
 */

import { h, svg } from "../core/elements.js";
import { format } from "../core/format.js";
import { scales } from "../core/scales.js";
import { bins } from "../data/bins.js";
import { axes } from "./axes.js";
import { Brush } from "./brush.js";
import { Chart } from "./chart.js";
import { vegaLite } from "./vega.js";

export class HistogramChart extends Chart {
  /** @param {{brush?: (range: [number, number]|null, done: boolean) => void, quantity: string}} given */
  constructor(given) {
    super({ height: 260, ...given });
    if (given.brush) {
      const show = (value) => scales.label(value, 2, this.data.signed);
      const along = { x: { name: given.quantity, show } };
      this.brush = new Brush(this, along, (ranges, done) => given.brush(ranges.x, done));
    }
    if (given.ties) {
      this.tieButton = h("button", { class: "chart-hit", on: { click: () => given.ties() } });
      this.body.append(this.tieButton);
    }
  }

  set(data) {
    if (data.values !== this.values || data.edges !== this.edges) this.sortIn(data);
    const { steps } = this;
    this.selected = bins.counts(this.places, steps, data.mask);
    this.tiesSelected = data.apart ? HistogramChart.zeros(data.values, data.mask) : 0;
    super.set(data);
  }

  /** Store everything that does not depend on the selection. */
  sortIn(data) {
    this.values = data.values;
    this.edges = data.edges;
    this.steps = data.edges.length - 1;
    this.places = bins.places(data.values, data.edges);
    if (data.apart) {
      for (let i = 0; i < data.values.length; i += 1) {
        if (data.values[i] === 0) this.places[i] = 65535;
      }
    }
    this.counts = bins.counts(this.places, this.steps);
    this.ties = data.apart ? HistogramChart.zeros(data.values, null) : 0;
  }

  static zeros(values, mask) {
    let count = 0;
    for (let i = 0; i < values.length; i += 1) {
      if (values[i] === 0 && (mask === null || mask[i])) count += 1;
    }
    return count;
  }

  /** Count of the highest bin; a higher bar of ties is truncated. */
  get largestCount() {
    return Math.max(1, ...this.counts);
  }

  frame(width, height) {
    const tieWidth = this.data.apart ? 64 : 0;
    return { left: 56 + tieWidth, right: width - 16, top: 26, bottom: height - 44, tieWidth };
  }

  paint(width, height) {
    const plot = this.frame(width, height);
    const { edges } = this;
    this.x = scales.linear([edges[0], edges.at(-1)], [plot.left, plot.right]);
    this.y = scales.linear([0, this.largestCount * 1.05], [plot.bottom, plot.top]);
    const label = this.data.axis;
    return [
      axes.left(this.y, { x: 56, right: plot.right, label: "segments", whole: true, count: 4 }),
      ...this.bars(),
      ...(this.data.apart ? this.tieBar(plot) : []),
      axes.bottom(this.x, { y: plot.bottom, label, signed: this.data.signed }),
      ...this.sides(plot),
    ];
  }

  bars() {
    const bars = [];
    for (let step = 0; step < this.steps; step += 1) {
      const side = this.side(step);
      const title = `${this.stepText(step)}: ${format.many(this.counts[step], "segment")}`;
      const all = this.bar(step, this.counts[step], `bar-all ${side}`);
      const taken = this.bar(step, this.selected[step], `bar ${side}`);
      if (this.counts[step]) bars.push(svg("g", {}, svg("title", {}, title), all, taken));
    }
    return bars;
  }

  /** Return the meaning of a side, followed by the system name if it fits. */
  static sideText({ text, name, before = "", after = "" }, width) {
    const textWidth = `${before}${text}${after}`.length * 7 + 14;
    const shortName = width - textWidth > 70 ? `: ${axes.fit(name, width - textWidth)}` : "";
    return `${before}${text}${shortName}${after}`;
  }

  /** Return the color class of a bin: below 0, above 0, or unsigned. */
  side(step) {
    if (!this.data.signed) return "plain";
    return this.edges[step] < 0 ? "minus" : "plus";
  }

  bar(step, count, kind) {
    const x = this.x.map(this.edges[step]);
    const width = Math.max(0.5, this.x.map(this.edges[step + 1]) - x - 1);
    const y = this.y.map(count);
    return svg("rect", { class: kind, x, y, width, height: this.y.map(0) - y });
  }

  /**
   * Draw the bar of ties, left of the others. If it exceeds the plot, it is truncated and marked.
   */
  tieBar(plot) {
    const [x, width] = [62, 40];
    const top = this.y.domain[1];
    const cut = this.ties > top;
    const drawn = (count, kind) => {
      const y = this.y.map(Math.min(count, top));
      return svg("rect", { class: kind, x, y, width, height: plot.bottom - y });
    };
    const share = cut ? (this.tiesSelected / this.ties) * top : this.tiesSelected;
    const middle = { x: x + width / 2, "text-anchor": "middle" };
    const head = this.y.map(Math.min(this.ties, top)) - 6;
    const count = format.integer(this.ties);
    return [
      drawn(this.ties, "bar-all tie"),
      drawn(share, "bar tie"),
      ...(cut ? [HistogramChart.tear(x, width, plot.top + 12)] : []),
      svg("text", { class: "bar-number", y: head, ...middle }, count),
      svg("text", { class: "axis-text", y: plot.bottom + 16, ...middle }, "ties"),
    ];
  }

  /** Draw the mark of a truncated bar. */
  static tear(x, width, y) {
    const path = `M${x - 4} ${y + 4} l${width / 2 + 4} -8 l${width / 2 + 4} 8`;
    return svg("path", { class: "tear", d: path });
  }

  /** Draw the meaning of both sides, above the plot. */
  sides(plot) {
    if (!this.data.low) return [];
    const zero = this.x.map(0);
    const [least, greatest] = this.x.range;
    if (zero < least || zero > greatest) return [];
    const width = (plot.right - plot.left) / 2 - 20;
    const low = { class: "side-text minus-text", x: plot.left, y: 14 };
    const high = { class: "side-text plus-text", x: plot.right, y: 14, "text-anchor": "end" };
    return [
      svg("line", { class: "zero-line", x1: zero, x2: zero, y1: plot.top, y2: plot.bottom }),
      svg("text", low, HistogramChart.sideText(this.data.low, width)),
      svg("text", high, HistogramChart.sideText(this.data.high, width)),
    ];
  }

  painted(width, height) {
    if (this.tieButton) this.placeTies(this.frame(width, height));
    if (!this.brush) return;
    this.brush.place(this.frame(width, height), { x: { scale: this.x, edges: this.edges } });
    if (!this.brush.dragged) this.brush.set({ x: this.data.range ?? null });
  }

  /** Place a button over the bar of ties, which the brush cannot select. */
  placeTies(plot) {
    const text = `Select the ${format.many(this.ties, "tie")}`;
    this.tieButton.setAttribute("aria-label", text);
    this.tieButton.title = text;
    this.tieButton.disabled = !this.ties;
    const { style } = this.tieButton;
    [style.left, style.width] = ["60px", "44px"];
    [style.top, style.height] = [`${plot.top}px`, `${plot.bottom - plot.top + 20}px`];
  }

  stepText(step) {
    const digits = scales.digits(scales.tidy(this.edges[1] - this.edges[0]));
    const text = (edge) => scales.label(this.edges[edge], digits, this.data.signed);
    return `${text(step)} to ${text(step + 1)}`;
  }

  /** Return the sides as [CSS class, label]. */
  named() {
    const { low, high, signed } = this.data;
    if (!signed) return [["plain", "segments"]];
    const label = (side, usual) => (side ? `${side.text}: ${side.name}` : usual);
    return [["minus", label(low, "below 0")], ["plus", label(high, "above 0")]];
  }

  spec(color) {
    const sides = this.named();
    const called = Object.fromEntries(sides);
    const values = Array.from(this.counts, (segments, step) => ({
      from: this.edges[step],
      to: this.edges[step + 1],
      side: called[this.side(step)],
      segments,
      ...(this.data.mask === null ? {} : { selected: this.selected[step] }),
    }));
    const strong = { plain: "accent", minus: "minus", plus: "plus" };
    const faint = { plain: "bar-faint", minus: "minus-faint", plus: "plus-faint" };
    const bars = (field, colors, legend) => {
      const colorsByName = sides.map(([kind, name]) => [name, color(colors[kind])]);
      return {
        mark: { type: "bar", ...vegaLite.told },
        encoding: {
          ...vegaLite.steps(this.data.axis),
          y: vegaLite.value(field, "segments"),
          color: vegaLite.looks("side", colorsByName, legend),
        },
      };
    };
    const legend = sides.length > 1 ? { orient: "top" } : null;
    return {
      ...vegaLite.SIZE,
      note: this.specNote(),
      data: { values },
      layer: this.data.mask === null
        ? [bars("segments", strong, legend)]
        : [bars("segments", faint, null), bars("selected", strong, legend)],
      resolve: { scale: { color: "independent" } },
    };
  }

  /** Return a note with the ties, which are not part of the axis. */
  specNote() {
    const { apart, mask } = this.data;
    const [all, selected] = [this.ties, this.tiesSelected].map(format.integer);
    const ties = apart ? [`ties: ${all}${mask === null ? "" : `, ${selected} of them selected`}`] : [];
    return [...(mask === null ? [] : ["solid color: selected segments"]), ...ties].join("; ");
  }

  get selectedSegments() {
    return this.selected.reduce((sum, count) => sum + count, 0) + this.tiesSelected;
  }

  sentence() {
    if (!this.values.length) return "No segments.";
    const best = this.selected.indexOf(Math.max(...this.selected));
    const ties = this.data.apart ? `, ${format.many(this.tiesSelected, "tie")}` : "";
    const peak = `the largest bin is ${this.stepText(best)}`;
    const among = `${format.many(this.selectedSegments, "segment")}${ties}`;
    return `Histogram of ${this.data.axis}: ${among}; ${peak}.`;
  }

  table() {
    const columns = [
      { name: "from", number: true, show: (value) => scales.label(value, 2, this.data.signed) },
      { name: "to", number: true, show: (value) => scales.label(value, 2, this.data.signed) },
      { name: "segments", number: true, show: format.integer },
      { name: "selected", number: true, show: format.integer },
    ];
    const rows = Array.from(this.counts, (count, step) => [
      this.edges[step],
      this.edges[step + 1],
      count,
      this.selected[step],
    ]);
    if (this.data.apart) rows.unshift([0, 0, this.ties, this.tiesSelected]);
    return { columns, rows };
  }
}
