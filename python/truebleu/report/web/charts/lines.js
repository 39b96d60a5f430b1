/**
 * Line chart of scores over ordered buckets, one line per system. The two compared systems have
 * colors, marks and confidence bands. Segment counts are in a separate strip below, because two
 * scales in one plot mislead.
 *
 * Data: {labels, series: [{name, kind, values, low, high}], counts, selected, axis, unit,
 *   choose?: (step) => void}; kind: "a", "b" or "other"; a value may be NaN
 */

import { h, replace, svg } from "../core/elements.js";
import { format } from "../core/format.js";
import { scales } from "../core/scales.js";
import { bins } from "../data/bins.js";
import { axes } from "./axes.js";
import { Chart } from "./chart.js";
import { vegaLite } from "./vega.js";

export class LineChart extends Chart {
  static STRIP = 46;

  constructor(given) {
    super({ height: 360, ...given });
    this.hits = h("div", { class: "chart-hits", role: "group", "aria-label": `Steps: ${given.title}` });
  }

  frame(width, height) {
    return { left: 56, right: width - 16, top: 26, bottom: height - 44 - LineChart.STRIP - 12 };
  }

  paint(width, height) {
    const plot = this.frame(width, height);
    const { labels, counts, unit } = this.data;
    this.x = scales.band(labels.length, [plot.left, plot.right]);
    this.y = scales.linear(this.extent(), [plot.bottom, plot.top]);
    const others = this.data.series.filter((series) => series.kind === "other");
    const main = this.data.series.filter((series) => series.kind !== "other");
    return [
      axes.left(this.y, { x: plot.left, right: plot.right, label: unit }),
      ...others.map((series) => this.line(series)),
      ...main.map((series) => this.band(series)),
      ...main.map((series) => this.line(series)),
      ...main.flatMap((series) => this.marks(series)),
      ...this.strip(plot, height, counts),
      this.names(height),
      ...this.legend(main, plot),
    ];
  }

  /** Draw the legend of the two compared systems, at the top right of the plot. */
  legend(main, plot) {
    const width = (plot.right - plot.left - 60) / Math.max(1, main.length);
    let right = plot.right;
    const names = axes.fitted(main.map((series) => series.name), width - 34);
    return main.toReversed().flatMap((series) => {
      const name = names[main.indexOf(series)];
      const x = right - name.length * 7.4 - 14;
      right = x - 20;
      const text = { class: `axis-text name-${series.kind}`, x: x + 12, y: 14 };
      const kind = { class: `mark mark-${series.kind}` };
      const mark =
        series.kind === "a"
          ? svg("rect", { ...kind, x: x - 2, y: 6, width: 8, height: 8 })
          : svg("circle", { ...kind, cx: x + 2, cy: 10, r: 4.5 });
      return [mark, svg("text", text, name)];
    });
  }

  /** Return the range of all lines and bands, with a margin. */
  extent() {
    const values = this.data.series.flatMap((series) =>
      series.kind === "other" ? series.values : [...series.values, ...series.low, ...series.high],
    );
    const finite = values.filter(Number.isFinite);
    const [low, high] = finite.length ? bins.extent(finite) : [0, 1];
    const margin = Math.max(high - low, 0.5) * 0.08;
    return [low >= 0 ? Math.max(0, low - margin) : low - margin, high + margin];
  }

  /** Return the gap-free runs of a line, each a list of buckets with a value. */
  runs(values) {
    const runs = [];
    let run = [];
    values.forEach((value, step) => {
      if (Number.isFinite(value)) run.push(step);
      else if (run.length) runs.push(run.splice(0));
    });
    if (run.length) runs.push(run);
    return runs;
  }

  path(steps, values) {
    return steps.map((step) => `${this.x.map(step)},${this.y.map(values[step])}`).join("L");
  }

  line(series) {
    const parts = this.runs(series.values).map((steps) => `M${this.path(steps, series.values)}`);
    const title = svg("title", {}, series.name);
    return svg("path", { class: `line line-${series.kind}`, d: parts.join("") || "M0,0" }, title);
  }

  band(series) {
    const parts = this.runs(series.low).map((steps) => {
      const back = this.path(steps.slice().reverse(), series.high);
      return `M${this.path(steps, series.low)}L${back}Z`;
    });
    return svg("path", { class: `band band-${series.kind}`, d: parts.join("") || "M0,0" });
  }

  /** Draw squares for the first system and circles for the second. */
  marks(series) {
    return series.values.flatMap((value, step) => {
      if (!Number.isFinite(value)) return [];
      const [x, y] = [this.x.map(step), this.y.map(value)];
      const kind = { class: `mark mark-${series.kind}` };
      return series.kind === "a"
        ? [svg("rect", { ...kind, x: x - 3.5, y: y - 3.5, width: 7, height: 7 })]
        : [svg("circle", { ...kind, cx: x, cy: y, r: 4 })];
    });
  }

  /** Draw the strip of segment counts. */
  strip(plot, height, counts) {
    const bottom = height - 44;
    const scale = scales.linear([0, Math.max(1, ...counts)], [bottom, bottom - LineChart.STRIP]);
    const width = Math.max(1, this.x.width - 2);
    const hasRoom = this.x.width >= 34;
    const bar = (count, step, kind) => {
      const y = scale.map(count);
      return svg("rect", { class: kind, x: this.x.start(step) + 1, y, width, height: bottom - y });
    };
    const number = (count, step) => {
      const attributes = { x: this.x.map(step), y: scale.map(count) - 3, "text-anchor": "middle" };
      return svg("text", { class: "count-text", ...attributes }, format.integer(count));
    };
    return [
      svg("line", { class: "axis-line", x1: plot.left, x2: plot.right, y1: bottom, y2: bottom }),
      ...counts.map((count, step) => bar(count, step, "count-bar count-all")),
      ...this.data.selected.map((count, step) => bar(count, step, "count-bar")),
      ...(hasRoom ? counts.map(number) : []),
    ];
  }

  names(height) {
    const { labels, axis } = this.data;
    const longest = Math.max(...labels.map((label) => Math.min(14, label.length)), 1);
    const every = Math.max(1, Math.ceil((longest * 7 + 8) / this.x.width));
    const ticks = labels.map((_, step) => step);
    const shortLabels = labels.map((label, step) => (step % every ? "" : axes.fit(label, 98)));
    return axes.bottom(this.x, { y: height - 44, ticks, labels: shortLabels, label: axis });
  }

  /** Place a button over each bucket, which leads to its segments. */
  painted(width, height) {
    const plot = this.frame(width, height);
    const { labels, counts, choose } = this.data;
    if (!choose) return;
    if (!this.hits.parentNode) this.body.append(this.hits);
    const buttons = labels.map((label, step) => {
      const text = `${label}: ${format.many(counts[step], "segment")}. ${this.scoresAt(step)}`;
      const on = { click: () => choose(step) };
      const button = h("button", { class: "chart-hit", "aria-label": text, title: text, on });
      button.disabled = !counts[step];
      button.style.left = `${this.x.start(step)}px`;
      button.style.width = `${this.x.width}px`;
      button.style.top = `${plot.top}px`;
      button.style.height = `${height - 28 - plot.top}px`;
      return button;
    });
    replace(this.hits, ...buttons);
  }

  scoresAt(step) {
    const main = this.data.series.filter((series) => series.kind !== "other");
    return main.map((series) => `${axes.named(series.name)} ${format.score(series.values[step])}`).join(", ");
  }

  sentence() {
    const { labels, series, axis, unit } = this.data;
    const main = series.filter((line) => line.kind !== "other");
    const changes = main.map((line) => {
      const points = line.values.map((value, step) => ({ value, step }));
      const scored = points.filter((point) => Number.isFinite(point.value));
      if (!scored.length) return `${axes.named(line.name)} has no scores`;
      const [first, last] = [scored[0], scored.at(-1)];
      const from = `${format.score(first.value)} at ${labels[first.step]}`;
      return `${axes.named(line.name)} from ${from} to ${format.score(last.value)} at ${labels[last.step]}`;
    });
    return `${unit} by ${axis}: ${changes.join("; ")}.`;
  }

  table() {
    const { labels, series, counts, axis } = this.data;
    const number = { number: true, show: (value) => format.score(value) };
    const columns = [{ name: axis }, { name: "segments", number: true, show: format.integer }];
    for (const line of series) {
      columns.push({ name: line.name, ...number });
      if (line.kind !== "other") columns.push({ name: "from", ...number }, { name: "to", ...number });
    }
    const rows = labels.map((label, step) => [
      label,
      counts[step],
      ...series.flatMap((line) => LineChart.cells(line, step)),
    ]);
    return { columns, rows };
  }

  spec(color) {
    const { labels, series, axis, unit } = this.data;
    const x = vegaLite.band("step", null, { axis: { labels: false, ticks: false } });
    const below = { axis: { labelAngle: labels.length > 12 ? -40 : 0 } };
    const values = series.flatMap((line) => labels.map((step, i) => LineChart.point(line, step, i)));
    const main = series.filter((line) => line.kind !== "other").map((line) => line.name);
    const looks = (of, legend) => vegaLite.looks("system", series.map((line) => [line.name, of[line.kind]]), legend);
    const colors = { a: color("minus"), b: color("plus"), other: color("tie") };
    const legend = main.length > 1 ? { orient: "top", values: main } : null;
    const systemColor = looks(colors, legend);
    const y = vegaLite.value("score", unit, { scale: { zero: false } });
    const ours = [{ filter: "datum.kind !== 'other'" }];
    const top = {
      ...vegaLite.SIZE,
      data: { values },
      layer: [
        {
          transform: ours,
          mark: { type: "area", fillOpacity: 0.16 },
          encoding: { x, y: vegaLite.value("low", unit), y2: { field: "high" }, color: systemColor },
        },
        {
          mark: { type: "line" },
          encoding: {
            x,
            y,
            color: systemColor,
            strokeDash: looks({ a: [7, 4], b: [1, 0], other: [1, 0] }, null),
            strokeWidth: looks({ a: 2, b: 2.5, other: 1 }, null),
            strokeOpacity: looks({ a: 1, b: 1, other: 0.55 }, null),
          },
        },
        {
          transform: ours,
          mark: { type: "point", filled: true, opacity: 1, size: 55, ...vegaLite.told },
          encoding: { x, y, color: systemColor, shape: looks({ a: "square", b: "circle", other: "circle" }, legend) },
        },
      ],
    };
    return { vconcat: [top, this.countsSpec(vegaLite.band("step", axis, below), color)] };
  }

  /** Return one system's data at one bucket; only the two compared systems have intervals. */
  static point(line, step, i) {
    const row = { step, system: line.name, kind: line.kind, score: line.values[i] };
    return line.kind === "other" ? row : { ...row, low: line.low[i], high: line.high[i] };
  }

  /** Return the Vega-Lite chart of the segment counts. */
  countsSpec(x, color) {
    const { labels, counts, selected } = this.data;
    const values = labels.map((step, i) => ({
      step, segments: counts[i], selected: selected[i],
    }));
    const bars = (field, name) => ({
      mark: { type: "bar", color: color(name), ...vegaLite.told },
      encoding: { x, y: vegaLite.value(field, "segments") },
    });
    const layer = [bars("segments", "bar-faint"), bars("selected", "tie")];
    return { width: vegaLite.SIZE.width, height: LineChart.STRIP + 20, data: { values }, layer };
  }

  static cells(line, step) {
    const orNull = (value) => (Number.isFinite(value) ? value : null);
    if (line.kind === "other") return [orNull(line.values[step])];
    return [line.values, line.low, line.high].map((values) => orNull(values[step]));
  }
}
