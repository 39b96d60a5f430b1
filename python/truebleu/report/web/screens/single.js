/** Charts for a report with one system: segment scores, and scores by reference length. */

import { h } from "../core/elements.js";
import { store } from "../core/state.js";
import { bins } from "../data/bins.js";
import { bucketing } from "../data/buckets.js";
import { measures } from "../data/measures.js";
import { selection } from "../data/selection.js";
import { spans } from "../data/spans.js";
import { BoxChart } from "../charts/boxes.js";
import { HistogramChart } from "../charts/histogram.js";

export class SingleView {
  /** @param {Data} data @param {(changes: object, done: boolean) => void} filter */
  constructor(data, filter) {
    this.data = data;
    this.histogram = new HistogramChart({
      title: "Segment scores",
      name: "scores-of-segments",
      quantity: "score",
      brush: (range, done) => filter({ scoreA: spans.toFilter(range, this.edges) }, done),
    });
    this.boxes = new BoxChart({
      title: "Segment score by reference length",
      name: "score-by-length",
      note: "median and quartiles",
      quantity: "length",
      brush: (range, done) => filter({ reflen: spans.toWhole(range) }, done),
    });
    const charts = [this.histogram, this.boxes].map((chart) => chart.node);
    this.node = h("div", { class: "chart-grid" }, ...charts);
  }

  update() {
    const { filters: chosen, a } = store.get();
    const mask = selection.isAll() ? null : selection.mask;
    const values = this.data.segmentScores(a);
    this.edges ??= bins.edges(values, 40);
    const range = spans.fromFilter(chosen.scoreA, this.edges);
    this.histogram.set({ values, mask, edges: this.edges, axis: "segment score", range });
    this.lengths ??= measures.values(this.data, "reflen", { a, b: a });
    this.lengthEdges ??= bins.evenEdges(this.lengths, 12);
    this.boxes.set({
      x: this.lengths,
      y: values,
      mask,
      edges: this.lengthEdges,
      axis: bucketing.lengthAxis(this.data),
      label: "segment score",
      signed: false,
      range: spans.fromWhole(chosen.reflen, this.lengthEdges),
    });
  }
}
