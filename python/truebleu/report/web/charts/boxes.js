/**
 * Box plot of one quantity over bins of another: median and interquartile range per bin.
 *
 * Data: {x, y, mask|null, edges, axis, label, range|null, signed}; `signed` defaults to true
 */

import { svg } from "../core/elements.js";
import { format } from "../core/format.js";
import { scales } from "../core/scales.js";
import { quantile } from "../scoring/statistics.js";
import { bins } from "../data/bins.js";
import { axes } from "./axes.js";
import { Brush } from "./brush.js";
import { Chart } from "./chart.js";
import { vegaLite } from "./vega.js";

export class BoxChart extends Chart {
  constructor(given) {
    super({ height: 260, ...given });
    if (given.brush) {
      const along = { x: { name: given.quantity, show: (value) => scales.label(value) } };
      this.brush = new Brush(this, along, (ranges, done) => given.brush(ranges.x, done));
    }
  }

  set(data) {
    if (data.x !== this.x || data.edges !== this.edges) {
      this.x = data.x;
      this.edges = data.edges;
      this.places = bins.places(data.x, data.edges);
    }
    if (data.y !== this.y) {
      this.y = data.y;
      this.whole = this.boxes(null);
    }
    this.taken = data.mask === null ? this.whole : this.boxes(data.mask);
    super.set(data);
  }

  /** Return the count and quartiles of each bin. */
  boxes(mask) {
    return bins.sorted(this.y, this.places, this.edges.length - 1, mask).map((values) => ({
      count: values.length,
      low: quantile(values, 0.25),
      median: quantile(values, 0.5),
      high: quantile(values, 0.75),
    }));
  }

  /** Return the range of the drawn values, which includes 0. */
  extent() {
    const ends = [...this.whole, ...this.taken].flatMap((box) => [box.low, box.high]);
    const finite = ends.filter(Number.isFinite);
    const [low, high] = [Math.min(0, ...finite), Math.max(0, ...finite)];
    const margin = Math.max(high - low, 1) * 0.08;
    return [low - margin, high + margin];
  }

  frame(width, height) {
    return { left: 56, right: width - 16, top: 26, bottom: height - 44 };
  }

  paint(width, height) {
    const plot = this.frame(width, height);
    const steps = this.edges.length - 1;
    this.across = scales.band(steps, [plot.left, plot.right]);
    this.up = scales.linear(this.extent(), [plot.bottom, plot.top]);
    const zero = this.up.map(0);
    const { label } = this.data;
    return [
      axes.left(this.up, { x: plot.left, right: plot.right, label, signed: this.signed }),
      svg("line", { class: "zero-line", x1: plot.left, x2: plot.right, y1: zero, y2: zero }),
      ...this.whole.flatMap((box, step) => this.box(step, box, "box box-all")),
      ...this.taken.flatMap((box, step) => this.box(step, box, "box")),
      this.names(plot),
    ];
  }

  /** Draw a box for the middle half and a line for the median, colored by the median's sign. */
  box(step, box, kind) {
    if (!box.count) return [];
    const width = Math.min(36, this.across.width * 0.6);
    const x = this.across.map(step) - width / 2;
    const [top, bottom] = [this.up.map(box.high), this.up.map(box.low)];
    const side = this.signed ? BoxChart.side(box.median) : "plain";
    const y = this.up.map(box.median);
    const label = `${this.stepText(step)}: median ${this.number(box.median)}`;
    const count = format.many(box.count, "segment");
    return [
      svg(
        "g",
        { class: `${kind} ${side}` },
        svg("title", {}, `${label}, ${count}`),
        svg("rect", { x, y: top, width, height: Math.max(1, bottom - top) }),
        svg("line", { class: "median", x1: x - 3, x2: x + width + 3, y1: y, y2: y }),
      ),
    ];
  }

  static side(value) {
    return value > 0 ? "plus" : value < 0 ? "minus" : "even";
  }

  /** Whether values are differences, which are shown with a sign. */
  get signed() {
    return this.data.signed ?? true;
  }

  number(value) {
    return this.signed ? format.delta(value) : format.score(value);
  }

  names(plot) {
    const ticks = this.whole.map((_, step) => step);
    const texts = ticks.map((step) => this.stepText(step));
    const widest = 7 * Math.max(...texts.map((text) => text.length)) + 11;
    const every = Math.max(1, Math.ceil(widest / this.across.width));
    const labels = texts.map((text, step) => (step % every === 0 ? text : ""));
    return axes.bottom(this.across, { y: plot.bottom, ticks, labels, label: this.data.axis });
  }

  painted(width, height) {
    if (!this.brush) return;
    // Bins have unequal widths: the scale is linear between edges.
    const { edges, across } = this;
    const invert = (pixel) => edges[across.invert(pixel)];
    const map = (value) => across.start(bins.nearest(edges, value));
    const scale = { range: across.range, map, invert };
    this.brush.place(this.frame(width, height), { x: { scale, edges } });
    if (!this.brush.dragged) this.brush.set({ x: this.data.range ?? null });
  }

  /** Return the label of a bin of integers: its first and last number. */
  stepText(step) {
    const [from, to] = [this.edges[step], this.edges[step + 1] - 1];
    return to > from ? `${from}\u2013${to}` : String(from);
  }

  spec(color) {
    const { axis, label } = this.data;
    const side = (median) => (this.signed ? BoxChart.side(median) : "plain");
    const values = this.taken.flatMap((box, step) =>
      box.count ? [{ step: this.stepText(step), ...box, side: side(box.median) }] : []);
    const names = { plain: "accent", minus: "minus", plus: "plus", even: "tie" };
    const sides = [...new Set(values.map((row) => row.side))];
    const colors = vegaLite.looks("side", sides.map((name) => [name, color(names[name])]), null);
    const x = vegaLite.band("step", axis, { axis: { labelAngle: 0 } });
    return {
      ...vegaLite.SIZE,
      note: this.data.mask === null ? "" : "the selected segments",
      data: { values },
      layer: [
        {
          mark: { type: "bar", fillOpacity: 0.45, strokeWidth: 1, ...vegaLite.told },
          encoding: {
            x,
            y: vegaLite.value("low", label),
            y2: { field: "high" },
            color: colors,
            stroke: colors,
          },
        },
        {
          mark: { type: "tick", color: color("ink"), thickness: 2.5 },
          encoding: { x, y: vegaLite.value("median", label) },
        },
        vegaLite.rule("y", 0, vegaLite.dashed),
      ],
    };
  }

  sentence() {
    const filled = this.taken.map((box, step) => ({ ...box, step })).filter((box) => box.count);
    if (!filled.length) return "No segments.";
    const medians = [filled[0], filled.at(-1)].map(
      (box) => `${this.number(box.median)} at ${this.stepText(box.step)}`,
    );
    return `Median ${this.data.label} by ${this.data.axis}: from ${medians.join(" to ")}.`;
  }

  table() {
    const number = { number: true, show: (value) => this.number(value) };
    const columns = [
      { name: this.data.axis },
      { name: "segments", number: true, show: format.integer },
      { name: "first quartile", ...number },
      { name: "median", ...number },
      { name: "third quartile", ...number },
    ];
    const rows = this.taken.map((box, step) => {
      const ends = [box.low, box.median, box.high].map((value) => (box.count ? value : null));
      return [this.stepText(step), box.count, ...ends];
    });
    return { columns, rows };
  }
}
