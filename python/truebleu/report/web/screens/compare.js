/** Compare screen: linked charts of the same segments. A range selected in one filters them all. */

import { h, replace } from "../core/elements.js";
import { format } from "../core/format.js";
import { store } from "../core/state.js";
import { bleu } from "../scoring/bleu.js";
import { bins } from "../data/bins.js";
import { bucketing } from "../data/buckets.js";
import { measures } from "../data/measures.js";
import { pairs } from "../data/pairs.js";
import { selection } from "../data/selection.js";
import { spans } from "../data/spans.js";
import { BoxChart } from "../charts/boxes.js";
import { DensityChart } from "../charts/density.js";
import { DistributionChart } from "../charts/distribution.js";
import { HistogramChart } from "../charts/histogram.js";
import { WaterfallChart } from "../charts/waterfall.js";
import { Influential } from "./influential.js";
import { SingleView } from "./single.js";

class CompareScreen {
  constructor(container, data) {
    this.data = data;
    this.body = h("div", { class: "compare" });
    container.append(this.body);
    this.made = null;
  }

  /** Create the charts for the current pair, or explain why there are none. */
  make() {
    const { a, b } = store.get();
    this.made = `${a}/${b}`;
    this.cached = {};
    this.single = null;
    if (!pairs.there(this.data)) {
      this.charts = null;
      replace(this.body, pairs.missing(this.data));
      if (this.data.S === 1) {
        this.single = new SingleView(this.data, (changes, done) => this.filter(changes, done));
        this.body.append(this.single.node);
      }
      return;
    }
    this.charts = this.makeCharts();
    this.influential = new Influential(this.data);
    this.head = h("div", { class: "compare-head" });
    const { histogram, density, boxes, distribution, waterfall } = this.charts;
    const charts = [histogram, density, boxes, waterfall, distribution].filter(Boolean);
    const grid = h("div", { class: "chart-grid" }, ...charts.map((chart) => chart.node));
    replace(this.body, this.head, grid, this.influential.node);
  }

  makeCharts() {
    const charts = { histogram: this.makeHistogram(), density: this.makeDensity() };
    charts.boxes = new BoxChart({
      title: "Difference by reference length",
      name: "difference-by-length",
      note: "median and quartiles",
      quantity: "length",
      brush: (range, done) => this.filter({ reflen: spans.toWhole(range) }, done),
    });
    charts.waterfall = new WaterfallChart({ title: "Difference by component", name: "waterfall" });
    const { a, b } = store.get();
    if (pairs.of(this.data.meta, a, b)?.histogram) {
      charts.distribution = new DistributionChart({
        title: "Bootstrap distribution of the difference",
        name: "bootstrap",
        note: "of all segments",
      });
    }
    return charts;
  }

  makeHistogram() {
    return new HistogramChart({
      title: "Differences of segment scores",
      name: "differences",
      quantity: "difference",
      brush: (range, done) =>
        this.filter({ delta: spans.toFilter(range, this.cached.deltaEdges, true) }, done),
      ties: () => this.filter({ delta: [0, 0] }, true),
    });
  }

  makeDensity() {
    const density = new DensityChart({
      title: "Segment scores of A and B",
      name: "density",
      axes: ["A", "B"],
      brush: ({ x, y }, done) => {
        const { edges } = density;
        const changes = { scoreA: spans.toFilter(x, edges), scoreB: spans.toFilter(y, edges) };
        this.filter(changes, done);
      },
    });
    return density;
  }

  /** Filter during a drag; only its end becomes an undo step. */
  filter(changes, done) {
    store.set({ filters: spans.patch(changes) }, { push: done });
  }

  update() {
    const { a, b } = store.get();
    if (this.made !== `${a}/${b}`) this.make();
    this.single?.update();
    if (!this.charts) return;
    const mask = selection.isAll() ? null : selection.mask;
    this.updateHead(a, b, mask);
    this.updateSegments(a, b, mask);
    this.updateCorpus(a, b);
    this.influential.update(a, b);
  }

  // Charts

  updateSegments(a, b, mask) {
    const { filters: chosen } = store.get();
    const [first, second] = this.names();
    const values = this.data.differences(a, b);
    this.cached.deltaEdges ??= bins.edges(values, 48);
    const { deltaEdges } = this.cached;
    this.charts.histogram.set({
      values,
      mask,
      edges: deltaEdges,
      apart: true,
      signed: true,
      axis: "difference of segment scores, B - A",
      low: { text: "A better", name: first, before: "\u25c0 " },
      high: { text: "B better", name: second, after: " \u25b6" },
      range: spans.fromFilter(chosen.delta, deltaEdges),
    });
    this.updateDensity(a, b, mask, chosen);
    this.cached.lengths ??= measures.values(this.data, "reflen", { a, b });
    const x = this.cached.lengths;
    this.cached.lengthEdges ??= bins.evenEdges(x, 12);
    this.charts.boxes.set({
      x,
      y: values,
      mask,
      edges: this.cached.lengthEdges,
      axis: bucketing.lengthAxis(this.data),
      label: "difference",
      range: spans.fromWhole(chosen.reflen, this.cached.lengthEdges),
    });
  }

  updateDensity(a, b, mask, chosen) {
    const { density } = this.charts;
    const { scale } = this.data.meta.metric;
    const edges = DensityChart.edgesOf(scale);
    const ranges = {
      x: spans.fromFilter(chosen.scoreA, edges),
      y: spans.fromFilter(chosen.scoreB, edges),
    };
    const [x, y] = [a, b].map((system) => this.data.segmentScores(system));
    const [first, second] = this.names();
    const names = [`A: ${first}`, `B: ${second}`];
    density.set({ x, y, mask, top: scale, names, ranges });
  }

  /**
   * Update the corpus-level charts: the waterfall shows the selection, the bootstrap all segments.
   */
  updateCorpus(a, b) {
    const { metric } = this.data.meta;
    const [one, other] = [a, b].map((system) => bleu.score(selection.row(system), metric));
    const [first, second] = this.names();
    this.charts.waterfall.set({
      from: { name: first, value: one.value },
      to: { name: second, value: other.value },
      parts: bleu.decompose(other, one),
      unit: metric.name,
    });
    this.charts.waterfall.setNote(selection.isAll() ? "all segments" : "the selected segments");
    const pair = pairs.of(this.data.meta, a, b);
    this.charts.distribution?.set({
      ...pair.histogram,
      interval: pair.interval,
      observed: pair.difference,
      confidence: pairs.confidence(this.data.meta),
      axis: `difference in ${metric.name}, B - A`,
    });
  }

  names() {
    const { a, b } = store.get();
    return [a, b].map((place) => this.data.meta.systems[place].name);
  }

  // Heading

  updateHead(a, b, mask) {
    const gap = selection.score(b) - selection.score(a);
    const pair = pairs.of(this.data.meta, a, b);
    replace(
      this.head,
      h(
        "div",
        { class: "duel" },
        this.side(a, "a"),
        h("div", { class: "duel-gap" }, ...this.gap(gap, pair)),
        this.side(b, "b"),
      ),
      this.wins(a, b, mask),
      this.chosen(),
    );
  }

  side(system, kind) {
    const score = h("span", { class: "duel-score" }, format.score(selection.score(system)));
    return h("div", { class: `duel-side duel-${kind}` }, pairs.name(this.data, system), score);
  }

  /** Return the difference; for the full test set also its interval and p-value. */
  gap(gap, pair) {
    const side = gap > 0 ? "plus-text" : gap < 0 ? "minus-text" : "";
    const number = h("span", { class: `duel-delta ${side}` }, format.delta(gap));
    if (!selection.isAll()) return [number, h("span", { class: "faint" }, "on the selection")];
    if (!pair) return [number];
    const [low, high] = pair.interval.map((end) => format.delta(end));
    const share = format.level(pairs.confidence(this.data.meta));
    const interval = h("span", { class: "faint" }, `${share}: ${low} to ${high}`);
    const tests = this.data.meta.comparison.pairs.length;
    const corrected = `${format.p(pair.p_adjusted)} Holm-adjusted for ${tests} tests`;
    const p = tests > 1 ? `p ${format.p(pair.p)}, ${corrected}` : `p ${format.p(pair.p)}`;
    return [number, interval, h("span", { class: "faint" }, p)];
  }

  /** Return a bar with the segments where A scores higher, ties, and segments where B does. */
  wins(a, b, mask) {
    const values = this.data.differences(a, b);
    const counts = { a: 0, ties: 0, b: 0 };
    for (let id = 0; id < values.length; id += 1) {
      if (mask !== null && !mask[id]) continue;
      if (values[id] === 0) counts.ties += 1;
      else counts[values[id] > 0 ? "b" : "a"] += 1;
    }
    const total = Math.max(1, counts.a + counts.ties + counts.b);
    const ranges = { a: [null, -spans.DUST], ties: [0, 0], b: [spans.DUST, null] };
    const words = { a: "A better", ties: "ties", b: "B better" };
    const parts = Object.keys(counts).map((key) => {
      const text = `${words[key]} ${format.integer(counts[key])}`;
      const share = format.percent(counts[key] / total);
      const on = { click: () => this.filter({ delta: ranges[key] }, true) };
      const props = { class: `wins-part wins-${key}`, title: `${text} (${share})`, on };
      const part = h("button", props, h("span", {}, text), h("span", { class: "wins-share" }, share));
      part.style.flexGrow = String(counts[key] / total);
      return part;
    });
    return h("div", { class: "wins", role: "group", "aria-label": "Wins and ties" }, ...parts);
  }

  /** Return the size of the selection and the next actions. */
  chosen() {
    const { N } = this.data;
    const text = selection.isAll()
      ? "Drag across a chart, or move the ends of its range with the arrow keys, to select segments in all charts."
      : `${format.integer(selection.count)} of ${format.many(N, "segment")} selected.`;
    const buttons = selection.isAll()
      ? []
      : [
          h("button", { on: { click: () => store.set({ screen: "segments" }) } }, "Show segments"),
          h("button", { on: { click: () => selection.clear() } }, "Clear selection"),
        ];
    return h("p", { class: "chosen" }, h("span", {}, text), ...buttons);
  }
}

export const compareScreen = {
  id: "compare",
  title: "Compare",
  alone: "Scores",
  key: "c",
  mount(container, data) {
    compareScreen.it = new CompareScreen(container, data);
    compareScreen.it.update();
  },
  update(changed) {
    // Changes of filters, A or B also update the selection.
    if (changed.has("selection") || changed.has("theme")) compareScreen.it.update();
  },
};
