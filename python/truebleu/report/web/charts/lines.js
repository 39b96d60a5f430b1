/**
 * Scores over steps beside each other, a line for every system; the two that are compared have
 * colors, marks and bands of their intervals. How many segments are in each step stands in a
 * strip of its own below: two scales in one plot mislead.
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
    const others = this.data.series.filter((one) => one.kind === "other");
    const main = this.data.series.filter((one) => one.kind !== "other");
    return [
      axes.left(this.y, { x: plot.left, right: plot.right, label: unit }),
      ...others.map((one) => this.line(one)),
      ...main.map((one) => this.band(one)),
      ...main.map((one) => this.line(one)),
      ...main.flatMap((one) => this.marks(one)),
      ...this.strip(plot, height, counts),
      this.names(height),
      ...this.legend(main, plot),
    ];
  }

  /** The marks of the two systems beside their names, above the plot at the right. */
  legend(main, plot) {
    const room = (plot.right - plot.left - 60) / Math.max(1, main.length);
    let right = plot.right;
    const names = axes.fitted(main.map((one) => one.name), room - 34);
    return main.toReversed().flatMap((one) => {
      const name = names[main.indexOf(one)];
      const x = right - name.length * 7.4 - 14;
      right = x - 20;
      const text = { class: `axis-text name-${one.kind}`, x: x + 12, y: 14 };
      const kind = { class: `mark mark-${one.kind}` };
      const mark =
        one.kind === "a"
          ? svg("rect", { ...kind, x: x - 2, y: 6, width: 8, height: 8 })
          : svg("circle", { ...kind, cx: x + 2, cy: 10, r: 4.5 });
      return [mark, svg("text", text, name)];
    });
  }

  /** All lines and bands, with some room. */
  extent() {
    const shown = this.data.series.flatMap((one) =>
      one.kind === "other" ? one.values : [...one.values, ...one.low, ...one.high],
    );
    const known = shown.filter(Number.isFinite);
    const [low, high] = known.length ? bins.extent(known) : [0, 1];
    const room = Math.max(high - low, 0.5) * 0.08;
    return [low >= 0 ? Math.max(0, low - room) : low - room, high + room];
  }

  /** Parts of a line without gaps: each a list of steps that have a value. */
  runs(values) {
    const found = [];
    let run = [];
    values.forEach((value, step) => {
      if (Number.isFinite(value)) run.push(step);
      else if (run.length) found.push(run.splice(0));
    });
    if (run.length) found.push(run);
    return found;
  }

  path(steps, values) {
    return steps.map((step) => `${this.x.map(step)},${this.y.map(values[step])}`).join("L");
  }

  line(one) {
    const parts = this.runs(one.values).map((steps) => `M${this.path(steps, one.values)}`);
    const title = svg("title", {}, one.name);
    return svg("path", { class: `line line-${one.kind}`, d: parts.join("") || "M0,0" }, title);
  }

  band(one) {
    const parts = this.runs(one.low).map((steps) => {
      const back = this.path(steps.slice().reverse(), one.high);
      return `M${this.path(steps, one.low)}L${back}Z`;
    });
    return svg("path", { class: `band band-${one.kind}`, d: parts.join("") || "M0,0" });
  }

  /** Squares for the first system, dots for the second, with whiskers where the band is narrow. */
  marks(one) {
    return one.values.flatMap((value, step) => {
      if (!Number.isFinite(value)) return [];
      const [x, y] = [this.x.map(step), this.y.map(value)];
      const kind = { class: `mark mark-${one.kind}` };
      return one.kind === "a"
        ? [svg("rect", { ...kind, x: x - 3.5, y: y - 3.5, width: 7, height: 7 })]
        : [svg("circle", { ...kind, cx: x, cy: y, r: 4 })];
    });
  }

  /** The counts, from a line of their own upwards. */
  strip(plot, height, counts) {
    const bottom = height - 44;
    const scale = scales.linear([0, Math.max(1, ...counts)], [bottom, bottom - LineChart.STRIP]);
    const width = Math.max(1, this.x.width - 2);
    const room = this.x.width >= 34;
    const bar = (count, step, kind) => {
      const y = scale.map(count);
      return svg("rect", { class: kind, x: this.x.start(step) + 1, y, width, height: bottom - y });
    };
    const number = (count, step) => {
      const place = { x: this.x.map(step), y: scale.map(count) - 3, "text-anchor": "middle" };
      return svg("text", { class: "count-text", ...place }, format.integer(count));
    };
    return [
      svg("line", { class: "axis-line", x1: plot.left, x2: plot.right, y1: bottom, y2: bottom }),
      ...counts.map((count, step) => bar(count, step, "count-bar count-all")),
      ...this.data.selected.map((count, step) => bar(count, step, "count-bar")),
      ...(room ? counts.map(number) : []),
    ];
  }

  names(height) {
    const { labels, axis } = this.data;
    const longest = Math.max(...labels.map((label) => Math.min(14, label.length)), 1);
    const every = Math.max(1, Math.ceil((longest * 7 + 8) / this.x.width));
    const ticks = labels.map((_, step) => step);
    const shown = labels.map((label, step) => (step % every ? "" : axes.fit(label, 98)));
    return axes.bottom(this.x, { y: height - 44, ticks, labels: shown, label: axis });
  }

  /** A button over each step: it leads to its segments. */
  painted(width, height) {
    const plot = this.frame(width, height);
    const { labels, counts, choose } = this.data;
    if (!choose) return;
    if (!this.hits.parentNode) this.body.append(this.hits);
    const buttons = labels.map((label, step) => {
      const text = `${label}: ${format.many(counts[step], "segment")}. ${this.told(step)}`;
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

  told(step) {
    const main = this.data.series.filter((one) => one.kind !== "other");
    return main.map((one) => `${axes.named(one.name)} ${format.score(one.values[step])}`).join(", ");
  }

  sentence() {
    const { labels, series, axis, unit } = this.data;
    const main = series.filter((one) => one.kind !== "other");
    const told = main.map((one) => {
      const known = one.values.map((value, step) => ({ value, step }));
      const found = known.filter((point) => Number.isFinite(point.value));
      if (!found.length) return `${axes.named(one.name)} has no scores`;
      const [first, last] = [found[0], found.at(-1)];
      const from = `${format.score(first.value)} at ${labels[first.step]}`;
      return `${axes.named(one.name)} from ${from} to ${format.score(last.value)} at ${labels[last.step]}`;
    });
    return `${unit} by ${axis}: ${told.join("; ")}.`;
  }

  table() {
    const { labels, series, counts, axis } = this.data;
    const number = { number: true, show: (value) => format.score(value) };
    const columns = [{ name: axis }, { name: "segments", number: true, show: format.integer }];
    for (const one of series) {
      columns.push({ name: one.name, ...number });
      if (one.kind !== "other") columns.push({ name: "from", ...number }, { name: "to", ...number });
    }
    const rows = labels.map((label, step) => [
      label,
      counts[step],
      ...series.flatMap((one) => LineChart.cells(one, step)),
    ]);
    return { columns, rows };
  }

  spec(color) {
    const { labels, series, axis, unit } = this.data;
    const x = vegaLite.band("step", null, { axis: { labels: false, ticks: false } });
    const below = { axis: { labelAngle: labels.length > 12 ? -40 : 0 } };
    const values = series.flatMap((one) => labels.map((step, place) => LineChart.point(one, step, place)));
    const main = series.filter((one) => one.kind !== "other").map((one) => one.name);
    const looks = (of, legend) => vegaLite.looks("system", series.map((one) => [one.name, of[one.kind]]), legend);
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

  /** One system at one step; a band is of the two that are compared alone. */
  static point(one, step, place) {
    const row = { step, system: one.name, kind: one.kind, score: one.values[place] };
    return one.kind === "other" ? row : { ...row, low: one.low[place], high: one.high[place] };
  }

  /** The strip of counts, as a picture of its own. */
  countsSpec(x, color) {
    const { labels, counts, selected } = this.data;
    const values = labels.map((step, place) => ({
      step, segments: counts[place], selected: selected[place],
    }));
    const bars = (field, name) => ({
      mark: { type: "bar", color: color(name), ...vegaLite.told },
      encoding: { x, y: vegaLite.value(field, "segments") },
    });
    const layer = [bars("segments", "bar-faint"), bars("selected", "tie")];
    return { width: vegaLite.SIZE.width, height: LineChart.STRIP + 20, data: { values }, layer };
  }

  static cells(one, step) {
    const known = (value) => (Number.isFinite(value) ? value : null);
    if (one.kind === "other") return [known(one.values[step])];
    return [one.values, one.low, one.high].map((values) => known(values[step]));
  }
}
