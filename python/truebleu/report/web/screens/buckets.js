/** Buckets screen: scores of parts of the test set, by length, ratio, score, document or tag. */

import { h, replace } from "../core/elements.js";
import { format } from "../core/format.js";
import { store } from "../core/state.js";
import { tables } from "../core/tables.js";
import { bins } from "../data/bins.js";
import { bucketing } from "../data/buckets.js";
import { filterTo } from "../data/navigation.js";
import { pairs } from "../data/pairs.js";
import { selection } from "../data/selection.js";
import { LineChart } from "../charts/lines.js";

class BucketsScreen {
  static MOST = 60; // more buckets would be unreadable

  constructor(container, data) {
    this.data = data;
    this.kinds = bucketing.kinds(data);
    this.kind = this.kinds[0].id;
    this.steps = 8;
    this.edges = null;
    this.chart = new LineChart({ title: "Score by bucket", name: "buckets" });
    this.table = h("div", { class: "bucket-table" });
    this.note = h("p", { class: "explanation" });
    container.append(this.controls(), this.note, this.chart.node, this.table);
  }

  controls() {
    const on = { change: (event) => this.choose(event.target.value) };
    const options = this.kinds.map((kind) => h("option", { value: kind.id }, kind.name));
    const select = h("select", { id: "bucket-kind", on }, ...options);
    return h(
      "div",
      { class: "controls" },
      h("label", { for: "bucket-kind" }, "Group by "),
      select,
      this.stepControl(),
      this.edgeControl(),
    );
  }

  stepControl() {
    const set = (event) => {
      this.steps = Math.min(40, Math.max(2, Math.round(Number(event.target.value)) || 8));
      this.edges = null;
      this.update();
    };
    const props = { type: "number", min: "2", max: "40", value: "8", id: "bucket-steps" };
    this.stepsBox = h(
      "span",
      { class: "control" },
      h("label", { for: "bucket-steps" }, "about "),
      h("input", { ...props, on: { change: set } }),
      " buckets",
    );
    return this.stepsBox;
  }

  /** Return the input for custom edges, separated by blanks or commas. */
  edgeControl() {
    const set = (event) => {
      const entered = event.target.value.trim();
      const numbers = entered.split(/[\s,;]+/).map(Number);
      const usable = entered && numbers.length > 1 && numbers.every(Number.isFinite);
      this.edges = usable ? [...new Set(numbers)].sort((x, y) => x - y) : null;
      if (this.edges?.length === 1) this.edges = null;
      event.target.setAttribute("aria-invalid", String(Boolean(entered) && !this.edges));
      this.update();
    };
    const props = { type: "text", id: "bucket-edges", autocomplete: "off" };
    this.edgesInput = h("input", { ...props, on: { change: set } });
    this.edgesBox = h(
      "span",
      { class: "control" },
      h("label", { for: "bucket-edges" }, "or edges "),
      this.edgesInput,
    );
    return this.edgesBox;
  }

  choose(kind) {
    this.kind = kind;
    this.edges = null;
    this.update();
  }

  update() {
    const kind = this.kinds.find((kind) => kind.id === this.kind);
    const state = store.get();
    const pair = { a: state.a, b: this.data.S > 1 ? state.b : state.a };
    const divided = bucketing.divide(this.data, this.kind, this.steps, this.edges, pair);
    this.stepsBox.hidden = !kind.steps;
    this.edgesBox.hidden = !kind.steps;
    this.edgesInput.placeholder = divided.edges?.slice(0, 4).join(" ") ?? "";
    if (!this.edges) this.edgesInput.value = "";
    this.draw(kind, this.limited(divided));
  }

  /** Keep the largest buckets, because there can be thousands of documents. */
  limited(divided) {
    const count = divided.labels.length;
    const sizes = bins.counts(divided.places, count);
    let steps = Array.from(sizes, (_, step) => step).filter((step) => sizes[step] > 0);
    this.left = 0;
    if (steps.length > BucketsScreen.MOST) {
      this.left = steps.length - BucketsScreen.MOST;
      steps.sort((x, y) => sizes[y] - sizes[x] || x - y);
      steps = steps.slice(0, BucketsScreen.MOST).sort((x, y) => x - y);
    }
    const none = 65535;
    const moved = new Uint16Array(count).fill(none);
    steps.forEach((step, i) => {
      moved[step] = i;
    });
    const places = divided.places.map((place) => (place < count ? moved[place] : none));
    const labels = steps.map((step) => divided.labels[step]);
    return { labels, places, filter: (i) => divided.filter(steps[i]), count: steps.length };
  }

  draw(kind, buckets) {
    const mask = selection.isAll() ? null : selection.mask;
    const all = bins.counts(buckets.places, buckets.count);
    const selected = bins.counts(buckets.places, buckets.count, mask);
    const { meta } = this.data;
    const dealt = bucketing.deal(buckets.places, selected, mask);
    const series = meta.systems.map((_, system) => {
      return this.series(system, buckets, selected, mask, dealt);
    });
    const chart = {
      labels: buckets.labels,
      series,
      counts: Array.from(all),
      selected: Array.from(selected),
      axis: kind.axis,
      unit: meta.metric.name,
      choose: (step) => filterTo(buckets.filter(step)),
    };
    this.chart.set(chart);
    this.fillTable(chart);
    this.note.textContent = this.noteText();
  }

  series(system, buckets, counts, mask, dealt) {
    const { data } = this;
    const rows = bucketing.sums(data, system, buckets.places, buckets.count, mask);
    const values = bucketing.scores(rows, counts, data.meta.metric);
    const kind = data.S === 1 ? "b" : pairs.kind(system);
    const line = { name: data.meta.systems[system].name, kind, values, low: [], high: [] };
    if (kind === "other") return line;
    const confidence = pairs.confidence(data.meta);
    return { ...line, ...bucketing.intervals(data, system, dealt, confidence) };
  }

  noteText() {
    const share = format.level(pairs.confidence(this.data.meta));
    const selectionNote = selection.isAll() ? "" : " Only selected segments are included.";
    const left = this.left ? ` ${format.many(this.left, "smaller bucket")} not shown.` : "";
    const grey = this.data.S > 2 ? " Other systems are gray." : "";
    return (
      `Corpus score of each bucket; bands are ${share} percentile intervals from ` +
      `${bucketing.RESAMPLES} bootstrap resamples of its segments.${grey}${selectionNote}${left} ` +
      "Choose a bucket to read its segments."
    );
  }

  /** Return the series with A and B first. */
  static ordered(series) {
    const rank = { a: 0, b: 1, other: 2 };
    return series.slice().sort((first, second) => rank[first.kind] - rank[second.kind]);
  }

  /** Fill the table below the chart with the same numbers and the difference. */
  fillTable(chart) {
    const { a, b } = store.get();
    const two = pairs.there(this.data);
    const score = { number: true, show: (value) => format.score(value) };
    const columns = [{ name: chart.axis }, { name: "segments", number: true, show: format.integer }];
    const series = BucketsScreen.ordered(chart.series);
    const letter = { a: "A: ", b: two ? "B: " : "", other: "" };
    for (const line of series) columns.push({ name: letter[line.kind] + line.name, ...score });
    if (two) {
      const gap = { name: "B - A", number: true, show: (value) => format.delta(value) };
      columns.splice(4, 0, gap);
    }
    const orNull = (value) => (Number.isFinite(value) ? value : null);
    const rows = chart.labels.map((label, step) => {
      const button = h("button", { class: "link-button", on: { click: () => chart.choose(step) } });
      button.append(h("bdi", {}, label));
      const values = series.map((line) => orNull(line.values[step]));
      const gap = orNull(chart.series[b]?.values[step] - chart.series[a].values[step]);
      if (two) values.splice(2, 0, gap);
      return [button, chart.selected[step], ...values];
    });
    const props = { class: "table-wrap", role: "region", tabindex: "0", "aria-label": "Buckets" };
    replace(this.table, h("div", props, tables.plain({ columns, rows })));
  }
}

export const bucketsScreen = {
  id: "buckets",
  title: "Buckets",
  key: "b",
  mount(container, data) {
    bucketsScreen.it = new BucketsScreen(container, data);
    bucketsScreen.it.update();
  },
  update(changed) {
    // A change of A or B also updates the selection.
    if (changed.has("selection")) bucketsScreen.it.update();
  },
};
