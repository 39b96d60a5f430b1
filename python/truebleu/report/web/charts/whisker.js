/**
 * Dot plot of scores with confidence intervals, one row per system in the given order.
 *
 * Data: {rows: [{name, value, low, high, kind}], unit}; kind: "a", "b" or "other"
 */

import { svg } from "../core/elements.js";
import { format } from "../core/format.js";
import { scales } from "../core/scales.js";
import { bins } from "../data/bins.js";
import { axes } from "./axes.js";
import { Chart } from "./chart.js";
import { vegaLite } from "./vega.js";

export class WhiskerChart extends Chart {
  redraw() {
    if (this.data) this.height = 52 + this.data.rows.length * 26;
    super.redraw();
  }

  paint(width, height) {
    const { rows, unit } = this.data;
    const longest = Math.max(...rows.map((row) => row.name.length), 4) * 7.2 + 16;
    const left = Math.min(longest, width * 0.34);
    const ends = rows.flatMap((row) => [row.low, row.high, row.value]).filter(Number.isFinite);
    const [low, high] = bins.extent(ends);
    const margin = Math.max(high - low, 0.2) * 0.06;
    this.x = scales.linear([low - margin, high + margin], [left, width - 70]);
    const names = axes.fitted(rows.map((row) => row.name), left - 14);
    return [
      axes.bottom(this.x, { y: height - 40, top: 4, label: unit }),
      ...rows.flatMap((row, place) => this.row(row, names[place], 17 + place * 26, left, width)),
    ];
  }

  row(row, shown, y, left, width) {
    const x = this.x.map(row.value);
    const [from, to] = [row.low, row.high].map((end) => this.x.map(end));
    const kind = `whisker whisker-${row.kind}`;
    const name = { class: `axis-text name-${row.kind}`, x: left - 10, y: y + 4 };
    const text = { class: "bar-number", x: width - 8, y: y + 4, "text-anchor": "end" };
    const mark =
      row.kind === "a"
        ? svg("rect", { x: x - 4.5, y: y - 4.5, width: 9, height: 9 })
        : svg("circle", { cx: x, cy: y, r: 5 });
    const hasInterval = Number.isFinite(row.low) && Number.isFinite(row.high);
    return [
      svg(
        "text",
        { ...name, "text-anchor": "end" },
        svg("title", {}, row.name),
        shown,
      ),
      svg(
        "g",
        { class: kind },
        ...(hasInterval ? [svg("line", { x1: from, x2: to, y1: y, y2: y })] : []),
        ...(hasInterval ? [from, to].map((x1) => WhiskerChart.cap(x1, y)) : []),
        mark,
      ),
      svg("text", text, format.score(row.value)),
    ];
  }

  static cap(x, y) {
    return svg("line", { x1: x, x2: x, y1: y - 4, y2: y + 4 });
  }

  spec(color) {
    const { rows, unit } = this.data;
    const values = rows.map(({ name, value, low, high, kind }) => ({
      system: name, score: value, low, high, kind, text: format.score(value),
    }));
    const y = vegaLite.band("system", null);
    const colors = [["a", color("minus")], ["b", color("plus")], ["other", color("tie")]];
    const kinds = vegaLite.looks("kind", colors, null);
    const marks = [["a", "square"], ["b", "circle"], ["other", "circle"]];
    const x = vegaLite.value("score", unit, { scale: { zero: false } });
    return {
      width: vegaLite.SIZE.width,
      height: { step: 26 },
      data: { values },
      layer: [
        {
          transform: [{ filter: "isValid(datum.low) && isValid(datum.high)" }],
          mark: { type: "errorbar", ticks: { size: 8 }, thickness: 2 },
          encoding: {
            y,
            x: vegaLite.value("low", unit, { scale: { zero: false } }),
            x2: { field: "high" },
            color: kinds,
          },
        },
        {
          mark: { type: "point", filled: true, opacity: 1, size: 80, ...vegaLite.told },
          encoding: { y, x, color: kinds, shape: vegaLite.looks("kind", marks, null) },
        },
        {
          mark: { type: "text", dy: -9, fontSize: 10 },
          encoding: { y, x, text: { field: "text", type: "nominal" } },
        },
      ],
    };
  }

  sentence() {
    const { rows, unit } = this.data;
    const intervals = rows.slice(0, 4).map((row) => {
      const interval = `${format.score(row.low)} to ${format.score(row.high)}`;
      return `${axes.named(row.name)} ${format.score(row.value)} (${interval})`;
    });
    const more = rows.length > 4 ? `, and ${rows.length - 4} more` : "";
    return `${unit} with intervals: ${intervals.join(", ")}${more}.`;
  }

  table() {
    const number = { number: true, show: (value) => format.score(value) };
    const columns = [
      { name: "system" },
      { name: this.data.unit, ...number },
      { name: "from", ...number },
      { name: "to", ...number },
    ];
    return { columns, rows: this.data.rows.map((row) => [row.name, row.value, row.low, row.high]) };
  }
}
