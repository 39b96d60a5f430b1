/**
 * Bootstrap distribution of a difference: a histogram computed by Python, with lines at the ends of
 * the interval and at the observed difference.
 *
 * Data: {low, high, counts, interval: [low, high], observed, confidence}
 */

import { svg } from "../core/elements.js";
import { format } from "../core/format.js";
import { scales } from "../core/scales.js";
import { axes } from "./axes.js";
import { Chart } from "./chart.js";
import { vegaLite } from "./vega.js";

export class DistributionChart extends Chart {
  constructor(given) {
    super({ height: 280, ...given });
  }

  frame(width, height) {
    return { left: 56, right: width - 16, top: 62, bottom: height - 44 };
  }

  paint(width, height) {
    const plot = this.frame(width, height);
    const { counts } = this.data;
    this.x = scales.linear(this.extent(), [plot.left, plot.right]);
    this.y = scales.linear([0, Math.max(1, ...counts) * 1.05], [plot.bottom, plot.top]);
    const zero = this.x.domain[0] <= 0 && this.x.domain[1] >= 0;
    const label = width > 520 ? "resamples" : "";
    return [
      axes.left(this.y, { x: plot.left, right: plot.right, label, whole: true, count: 4 }),
      ...this.steps().map(([from, to, count]) => this.bar(from, to, count)),
      axes.bottom(this.x, { y: plot.bottom, label: this.data.axis, signed: true }),
      ...(zero ? [this.rule(0, "zero-line", "", plot, 0, "middle")] : []),
      ...this.rules(plot),
    ];
  }

  /** Return the range of all resamples, extended to 0 unless that would compress the histogram. */
  extent() {
    const { low, high, observed } = this.data;
    const [least, greatest] = [Math.min(low, observed), Math.max(high, observed)];
    const wide = Math.max(greatest - least, 1e-3);
    const far = 1.5 * wide;
    const from = least > 0 && least < far ? 0 : least;
    const to = greatest < 0 && greatest > -far ? 0 : greatest;
    const margin = 0.06 * Math.max(to - from, 1e-3);
    return [from - margin, to + margin];
  }

  /** Return [from, to, count] of each bin. */
  steps() {
    const { low, high, counts } = this.data;
    const width = (high - low) / counts.length;
    return counts.map((count, step) => [low + step * width, low + (step + 1) * width, count]);
  }

  bar(from, to, count) {
    const x = this.x.map(from);
    const width = Math.max(1.5, this.x.map(to) - x - 0.5);
    const y = this.y.map(count);
    const middle = (from + to) / 2;
    const [least, greatest] = this.data.interval;
    const tail = middle < least || middle > greatest ? " tail" : "";
    const kind = `bar ${middle < 0 ? "minus" : "plus"}${tail}`;
    return svg("rect", { class: kind, x, y, width, height: this.y.map(0) - y });
  }

  rules(plot) {
    const [least, greatest] = this.data.interval;
    const tail = (1 - this.data.confidence) / 2;
    const low = `${format.level(tail)}: ${format.delta(least)}`;
    const high = `${format.level(1 - tail)}: ${format.delta(greatest)}`;
    // Labels point away from each other. If an edge pushes them together, one moves up a level.
    const [left, right] = [low, high].map((text) => text.length * 6.7);
    const start = Math.max(this.x.map(least), left + 4);
    const end = Math.min(this.x.map(greatest), plot.right + 12 - right);
    // At the left edge, the axis title is below.
    const lift = start - left < 70 ? 2 : 1;
    const level = lift === 1 && start + 6 > end ? 2 : 1;
    return [
      this.rule(least, "interval-line", low, plot, lift, "end", start),
      this.rule(greatest, "interval-line", high, plot, level, "start", end),
      this.rule(this.data.observed, "observed-line", format.delta(this.data.observed), plot, 0, "middle"),
    ];
  }

  /** Draw a line across the plot with its label above, on the given level. */
  rule(value, kind, text, plot, level, anchor, near) {
    const x = this.x.map(value);
    const y = plot.top - 4 - 16 * level;
    const attributes = { x: near ?? x, y, "text-anchor": anchor };
    return svg(
      "g",
      { class: kind },
      svg("line", { x1: x, x2: x, y1: text ? y + 4 : plot.top, y2: plot.bottom }),
      svg("text", attributes, text),
    );
  }

  spec(color) {
    const { interval: [least, greatest], observed, axis, confidence } = this.data;
    const values = this.steps().map(([from, to, resamples]) => {
      const middle = (from + to) / 2;
      const inside = middle >= least && middle <= greatest;
      return { from, to, resamples, side: middle < 0 ? "below 0" : "above 0", inside };
    });
    const sides = [["below 0", color("minus")], ["above 0", color("plus")]];
    const opacity = { scale: { domain: [true, false], range: [1, 0.4] }, legend: null };
    const rules = [[least, 1.5], [greatest, 1.5], [observed, 2.5]];
    const ends = [least, greatest].map((end) => format.delta(end)).join(" to ");
    return {
      ...vegaLite.SIZE,
      note: `${format.delta(observed)}; ${format.level(confidence)}: ${ends}`,
      layer: [
        {
          data: { values },
          mark: { type: "bar", ...vegaLite.told },
          encoding: {
            ...vegaLite.steps(axis),
            y: vegaLite.value("resamples", "resamples"),
            color: vegaLite.looks("side", sides, null),
            fillOpacity: { field: "inside", type: "nominal", ...opacity },
          },
        },
        vegaLite.rule("x", 0, vegaLite.dashed),
        ...rules.map(([at, strokeWidth]) => vegaLite.rule("x", at, { strokeWidth })),
      ],
    };
  }

  sentence() {
    const { observed, interval, confidence } = this.data;
    const [low, high] = interval.map((end) => format.delta(end));
    const share = format.level(confidence);
    const head = `Observed difference ${format.delta(observed)}`;
    return `${head}; ${share} of the resampled differences are from ${low} to ${high}.`;
  }

  table() {
    const columns = [
      { name: "from", number: true, show: (value) => format.delta(value, 3) },
      { name: "to", number: true, show: (value) => format.delta(value, 3) },
      { name: "resamples", number: true, show: format.integer },
    ];
    return { columns, rows: this.steps() };
  }
}
