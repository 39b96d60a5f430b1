/** Scores over time, of files that a training run writes again and again. */

class HistoryChart extends Chart {
  /** Of the classes serve-kind-1 and so on. */
  static COLOURS = [3, 4, 5, 6, 2, 1].map((number) => `system-${number}`);
  static DASHES = ["none", "7 3", "2 3", "10 3 2 3", "5 5", "1 4"];

  frame(width, height) {
    return { left: 56, right: width - 16, top: 26, bottom: height - 48 };
  }

  paint(width, height) {
    const plot = this.frame(width, height);
    const { points, names } = this.data;
    this.x = scales.band(points.length, [plot.left, plot.right]);
    this.y = scales.linear(this.extent(), [plot.bottom, plot.top]);
    const every = Math.max(1, Math.ceil(70 / this.x.width));
    const ticks = points.map((_, step) => step);
    const labels = points.map(({ time }, step) => (step % every ? "" : HistoryChart.clock(time)));
    return [
      axes.left(this.y, { x: plot.left, right: plot.right, label: "BLEU" }),
      ...names.flatMap((name, place) => this.line(name, place)),
      axes.bottom(this.x, { y: plot.bottom, ticks, labels, label: "time" }),
    ];
  }

  extent() {
    const { points, names } = this.data;
    const scores = points.flatMap((point) => names.map((name) => point.scores[name]));
    const known = scores.filter(Number.isFinite);
    const [low, high] = known.length ? bins.extent(known) : [0, 1];
    const room = Math.max(high - low, 0.5) * 0.1;
    return [Math.max(0, low - room), high + room];
  }

  line(name, place) {
    const known = this.data.points
      .map((point, step) => ({ step, value: point.scores[name] }))
      .filter((one) => Number.isFinite(one.value));
    const kind = `serve-kind-${(place % 6) + 1}`;
    const at = (one) => [this.x.map(one.step), this.y.map(one.value)];
    const mark = (one) => {
      const [cx, cy] = at(one);
      const title = svg("title", {}, `${name}: ${format.score(one.value)}`);
      return svg("circle", { class: `serve-mark ${kind}`, cx, cy, r: 3.5 }, title);
    };
    const d = known.length ? `M${known.map((one) => at(one).join(",")).join("L")}` : "M0,0";
    const dashes = HistoryChart.DASHES[place % 6];
    const path = { class: `serve-line ${kind}`, d, "stroke-dasharray": dashes };
    return [svg("path", path, svg("title", {}, name)), ...known.map(mark)];
  }

  static clock(time) {
    const how = { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false };
    return new Date(time).toLocaleTimeString([], how);
  }

  spec(colour) {
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
        color: looks((place) => colour(HistoryChart.COLOURS[place])),
        strokeDash: looks((place) => (place ? dash(place) : [1, 0])),
      },
    };
  }

  sentence() {
    const { points, names } = this.data;
    const told = names.map((name) => {
      const known = points.map((point) => point.scores[name]).filter(Number.isFinite);
      return `${axes.named(name)} from ${format.score(known[0])} to ${format.score(known.at(-1))}`;
    });
    return `BLEU over ${format.many(points.length, "point")} in time: ${told.join("; ")}.`;
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
      ? "The files are watched: whenever one changes and is quiet again, everything is scored again. " +
        "A file that is being written, or does not fit, waits."
      : "A point for each time that the files were scored. With --watch they are scored again " +
        "whenever one changes.";
    const swatch = (place) =>
      h("span", { class: `serve-swatch serve-kind-${(place % 6) + 1}`, "aria-hidden": "true" });
    replace(parts.legend, ...names.map((name, place) => h("li", {}, swatch(place), h("bdi", {}, name))));
    parts.chart.set({ points, names });
    const props = { class: "table-wrap", role: "region", tabindex: "0", "aria-label": "Scores over time" };
    replace(parts.table, h("div", props, tables.plain(parts.chart.table())));
    if (new Set(points.map((point) => point.signature)).size > 1) {
      parts.says.textContent += " Not all points have the same signature: they cannot all be compared.";
    }
  }

  return { mount };
})();

screens.add({
  id: "history",
  title: "Time",
  key: "t",
  available: () => serving.state !== null && (serving.state.watching || serving.state.history.length > 1),
  mount: (container) => serveHistory.mount(container),
});
