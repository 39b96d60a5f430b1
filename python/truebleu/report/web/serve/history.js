/** Score history of files that a training run rewrites. */

import { h, replace, svg } from "../core/elements.js";
import { format } from "../core/format.js";
import { scales } from "../core/scales.js";
import { tables } from "../core/tables.js";
import { axes } from "../charts/axes.js";
import { LineChart } from "../charts/lines.js";
import { vegaLite } from "../charts/vega.js";
import { serving } from "./session.js";

class HistoryChart extends LineChart {
  /** Colors of the classes serve-kind-1 to serve-kind-6. */
  static COLORS = [3, 4, 5, 6, 2, 1].map((number) => `system-${number}`);
  static DASHES = ["none", "7 3", "2 3", "10 3 2 3", "5 5", "1 4"];

  frame(width, height) {
    return { left: 56, right: width - 16, top: 26, bottom: height - 48 };
  }

  paint(width, height) {
    const plot = this.frame(width, height);
    const { labels, series, unit } = this.data;
    this.x = scales.band(labels.length, [plot.left, plot.right]);
    this.y = scales.linear(this.extent(), [plot.bottom, plot.top]);
    return [
      axes.left(this.y, { x: plot.left, right: plot.right, label: unit }),
      ...series.flatMap((one, place) => this.line(one, place)),
      this.names(height - 4),
    ];
  }

  /** Draw the line of a system. Missing values leave no gap: files change at different times. */
  line({ name, values }, place) {
    const scored = values.flatMap((value, step) => (Number.isFinite(value) ? [step] : []));
    const kind = `serve-kind-${(place % 6) + 1}`;
    const mark = (step) => {
      const position = { cx: this.x.map(step), cy: this.y.map(values[step]), r: 3.5 };
      const title = svg("title", {}, `${name}: ${format.score(values[step])}`);
      return svg("circle", { class: `serve-mark ${kind}`, ...position }, title);
    };
    const d = scored.length ? `M${this.path(scored, values)}` : "M0,0";
    const dashes = HistoryChart.DASHES[place % 6];
    const path = { class: `serve-line ${kind}`, d, "stroke-dasharray": dashes };
    return [svg("path", path, svg("title", {}, name)), ...scored.map(mark)];
  }

  static clock(time) {
    const how = { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false };
    return new Date(time).toLocaleTimeString([], how);
  }

  spec(color) {
    const { points, names } = this.data;
    const values = points.flatMap(({ time, scores }) =>
      names.filter((name) => Number.isFinite(scores[name])).map((name) => ({ time, system: name, score: scores[name] })));
    const looks = (look) => vegaLite.looks("system", names.map((name, place) => [name, look(place % 6)]));
    const dash = (place) => HistoryChart.DASHES[place].split(" ").map(Number);
    return {
      ...vegaLite.SIZE,
      data: { values },
      mark: { type: "line", point: true, ...vegaLite.told },
      encoding: {
        x: { field: "time", type: "temporal", title: "time" },
        y: vegaLite.value("score", "BLEU", { scale: { zero: false } }),
        color: looks((place) => color(HistoryChart.COLORS[place])),
        strokeDash: looks((place) => (place ? dash(place) : [1, 0])),
      },
    };
  }

  sentence() {
    const { points, names } = this.data;
    const changes = names.map((name) => {
      const scores = points.map((point) => point.scores[name]).filter(Number.isFinite);
      return `${axes.named(name)} from ${format.score(scores[0])} to ${format.score(scores.at(-1))}`;
    });
    return `BLEU over time (${format.many(points.length, "run")}): ${changes.join("; ")}.`;
  }

  table() {
    const { points, names } = this.data;
    const score = { number: true, show: (value) => format.score(value) };
    const columns = [{ name: "time" }, ...names.map((name) => ({ name, ...score })), { name: "changed" }];
    const rows = points.map((point) => [
      point.time.replace("T", " ").replace(/\+00:00$/, " UTC"),
      ...names.map((name) => point.scores[name] ?? null),
      point.changed.join(", "),
    ]);
    return { columns, rows: rows.reverse() };
  }
}

const serveHistory = (() => {
  let parts = null;

  function mount(container) {
    const chart = new HistoryChart({ title: "Scores over time", name: "history", height: 340 });
    parts = {
      chart,
      says: h("p", { class: "explanation" }),
      legend: h("ul", { class: "serve-legend" }),
      table: h("div", {}),
    };
    container.append(parts.says, parts.legend, chart.node, parts.table);
    serving.on(draw);
    draw(serving.state);
  }

  function draw(state) {
    if (!parts || !state.history.length) return;
    const points = state.history;
    const names = [...new Set(points.flatMap((point) => Object.keys(point.scores)))];
    parts.says.textContent = state.watching
      ? "Watching the files: all systems are scored again when a file has changed. A file that is " +
        "still being written, or has a different number of lines, is not scored yet."
      : "One point per scoring run. With --watch the files are scored again whenever one changes.";
    const swatch = (place) =>
      h("span", { class: `serve-swatch serve-kind-${(place % 6) + 1}`, "aria-hidden": "true" });
    replace(parts.legend, ...names.map((name, place) => h("li", {}, swatch(place), h("bdi", {}, name))));
    const series = names.map((name) =>
      ({ name, kind: "other", values: points.map((point) => point.scores[name] ?? NaN) }));
    const labels = points.map(({ time }) => HistoryChart.clock(time));
    parts.chart.set({ points, names, series, labels, axis: "time", unit: "BLEU" });
    const props = { class: "table-wrap", role: "region", tabindex: "0", "aria-label": "Scores over time" };
    replace(parts.table, h("div", props, tables.plain(parts.chart.table())));
    if (new Set(points.map((point) => point.signature)).size > 1) {
      parts.says.textContent += " Signatures differ between points: not all scores are comparable.";
    }
  }

  return { mount };
})();

export const historyScreen = {
  id: "history",
  title: "Score history",
  key: "t",
  available: () => serving.state !== null && (serving.state.watching || serving.state.history.length > 1),
  mount: (container) => serveHistory.mount(container),
};
