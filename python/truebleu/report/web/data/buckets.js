/** Segment buckets: the available criteria, and the score of each bucket. No DOM access. */

import { scales } from "../core/scales.js";
import { bleu } from "../scoring/bleu.js";
import { interval, quantile, randomIntegers } from "../scoring/statistics.js";
import { bins } from "./bins.js";
import { measures } from "./measures.js";
import { spans } from "./spans.js";

export const bucketing = {
  RESAMPLES: 500,
  /** Maximum number of resampled groups per bucket; more would barely change the intervals. */
  GROUPS: 500,

  /**
   * Return the criteria by which this report's segments can be divided.
   * @param {Data} data
   * @returns {{id: string, name: string, axis: string, steps?: boolean}[]}
   */
  kinds(data) {
    const kinds = [
      { id: "length", name: "reference length", axis: bucketing.lengthAxis(data), steps: true },
      { id: "ratio", name: "length ratio", axis: "hypothesis tokens per reference token", steps: true },
    ];
    const letters = data.S > 1 ? ["A", "B"] : ["A"];
    for (const letter of letters) {
      const name = data.S > 1 ? `segment score of ${letter}` : "segment score";
      kinds.push({ id: `score${letter}`, name, axis: name, steps: true });
    }
    if (data.documents.length) kinds.push({ id: "document", name: "document", axis: "document" });
    if (data.meta.tags.length) kinds.push({ id: "tag", name: "tag", axis: "first tag of the segment" });
    if (data.column("freq")) {
      kinds.push({ id: "freq", name: "rarest word", axis: "frequency of the rarest reference word in all references", steps: true });
    }
    return kinds;
  },

  /** Return the axis title for lengths. With several references it names the first one. */
  lengthAxis(data) {
    const which = data.R > 1 && data.column("reflen") ? "first reference" : "reference";
    return `tokens of the ${which}`;
  },

  /**
   * Return the buckets of one kind: their labels, the bucket of each segment (an index out of range
   * if none), and the filter that selects a bucket.
   * @param {Data} data @param {string} kind @param {number} steps @param {number[]|null} given edges
   * @returns {{labels: string[], places: Uint16Array|Uint32Array, filter: (step: number) => object,
   *   edges: number[]|null}}
   */
  divide(data, kind, steps, given, { a, b }) {
    if (kind === "document") return bucketing.byDocument(data);
    if (kind === "tag") return bucketing.byTag(data);
    const values = bucketing.values(data, kind, a, b);
    const integers = kind === "length" || kind === "freq";
    const edges = given ? bucketing.closed(given, integers) : bucketing.edges(values, kind, steps);
    return {
      labels: bucketing.labels(edges, integers),
      places: bins.places(values, edges),
      filter: (step) => bucketing.filter(kind, values, edges, step),
      edges,
    };
  },

  values(data, kind, a, b) {
    if (kind === "length") return measures.values(data, "reflen", { a, b });
    if (kind === "freq") return data.column("freq");
    if (kind === "ratio") return data.ratios(b);
    return data.segmentScores(kind === "scoreA" ? a : b);
  },

  /** Return bucket edges: for lengths of about equal bucket size, otherwise at round numbers. */
  edges(values, kind, steps) {
    if (kind === "length" || kind === "freq") return bins.evenEdges(values, steps);
    const sorted = Float64Array.from(values).filter(Number.isFinite).sort();
    if (!sorted.length) return [0, 1];
    if (kind.startsWith("score")) return bins.edges([0, sorted.at(-1)], steps);
    const [low, high] = [0.01, 0.99].map((part) => quantile(sorted, part));
    const inner = bins.edges([low, high], Math.max(2, steps - 2));
    const edges = inner.slice();
    if (sorted[0] < inner[0]) edges.unshift(Math.floor(sorted[0] * 10) / 10);
    if (sorted.at(-1) > inner.at(-1)) edges.push(Math.ceil(sorted.at(-1) * 10) / 10);
    return edges;
  },

  /** Return edges whose last bucket includes the last given edge. Integer buckets are half-open. */
  closed(given, integers) {
    return integers ? [...given.slice(0, -1), given.at(-1) + 1] : given;
  },

  labels(edges, integers) {
    const digits = Math.max(...edges.map((edge) => scales.digits(edge)));
    const text = (value) => scales.label(value, Math.min(3, digits));
    return edges.slice(0, -1).map((from, step) => {
      const to = edges[step + 1];
      if (!integers) return `${text(from)}\u2013${text(to)}`;
      return to - from > 1 ? `${text(from)}\u2013${text(to - 1)}` : text(from);
    });
  },

  filter(kind, values, edges, step) {
    const range = [edges[step], edges[step + 1]];
    if (kind === "length") return { reflen: spans.toWhole(range) };
    if (kind !== "freq") return { [kind]: spans.toFilter(range, edges) };
    const ids = [];
    const last = edges.length - 2;
    for (let id = 0; id < values.length; id += 1) {
      if (bins.place(values[id], edges, last) === step) ids.push(id);
    }
    return { ids };
  },

  byDocument(data) {
    const places = Uint32Array.from({ length: data.N }, (_, id) => data.docOf(id));
    const filter = (step) => ({ documents: [step] });
    return { labels: data.documents, places, filter, edges: null };
  },

  /**
   * Divide by tag. A segment with several tags counts for the first; untagged segments come last.
   */
  byTag(data) {
    const { tags } = data.meta;
    const bits = data.column("tags");
    const places = Uint16Array.from({ length: data.N }, (_, id) => {
      const low = bits[id] & -bits[id];
      return low === 0 ? tags.length : 31 - Math.clz32(low);
    });
    const without = (some) => some.map((tag) => `-tag:"${tag}"`);
    const filter = (step) => {
      const own = step < tags.length ? [`tag:"${tags[step]}"`] : [];
      return { query: [...own, ...without(tags.slice(0, step))].join(" ") };
    };
    return { labels: [...tags, "no tag"], places, filter, edges: null };
  },

  /**
   * Return a system's sufficient statistics summed over each bucket, restricted to the mask.
   * @returns {Row[]}
   */
  sums(data, system, places, count, mask) {
    const sum = (column) => bucketing.columnSums(column, places, count, mask);
    const hyp = data.hyp(system);
    const [tokens, references] = [sum(hyp), sum(data.ref(system))];
    const orders = Array.from({ length: data.order }, (_, n) => n + 1);
    const matches = orders.map((n) => sum(data.match(system, n)));
    const totals = orders.map((n) => sum(data.column(`t/${system}/${n}`) ?? bucketing.totals(hyp, n)));
    return Array.from({ length: count }, (_, bucket) => ({
      hyp: tokens[bucket],
      ref: references[bucket],
      m: matches.map((column) => column[bucket]),
      t: totals.map((column) => column[bucket]),
    }));
  },

  columnSums(column, places, count, mask) {
    const sums = new Float64Array(count);
    for (let id = 0; id < places.length; id += 1) {
      if (places[id] < count && (mask === null || mask[id])) sums[places[id]] += column[id];
    }
    return sums;
  },

  /** Return the number of n-grams of each segment, from its number of tokens. */
  totals(hyp, n) {
    return hyp.map((length) => (length >= n ? length - n + 1 : 0));
  },

  /** Return the score of each bucket; NaN for an empty bucket. */
  scores(rows, counts, metric) {
    return rows.map((row, step) => (counts[step] ? bleu.value(row, metric) : NaN));
  },

  /**
   * Assign segments randomly to groups within their buckets, to limit the cost of resampling. In
   * small buckets each segment is its own group. In large buckets groups are resampled instead of
   * segments, which gives the same expected spread.
   * @returns {{places: Uint32Array, count: number, starts: number[]}} the group of each segment,
   *   and the first group of each bucket
   */
  deal(places, counts, mask) {
    const sizes = Array.from(counts, (count) => Math.min(count, bucketing.GROUPS));
    const starts = [0];
    for (const size of sizes) starts.push(starts.at(-1) + size);
    const orders = sizes.map((size, step) => bucketing.shuffled(counts[step], size, step));
    const seen = new Uint32Array(counts.length);
    const dealt = new Uint32Array(places.length).fill(0xffffffff);
    for (let id = 0; id < places.length; id += 1) {
      const bucket = places[id];
      if (bucket >= counts.length || (mask !== null && !mask[id])) continue;
      dealt[id] = starts[bucket] + orders[bucket][seen[bucket]];
      seen[bucket] += 1;
    }
    return { places: dealt, count: starts.at(-1), starts };
  },

  /** Return the random group of each of `count` segments; group sizes are about equal. */
  shuffled(count, size, seed) {
    const order = Uint32Array.from({ length: count }, (_, i) => i % Math.max(1, size));
    const draw = randomIntegers(seed + 1);
    for (let i = count - 1; i > 0; i -= 1) {
      const j = draw(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  },

  /**
   * Return each bucket's percentile interval over resamples of its groups.
   * @returns {{low: number[], high: number[]}}
   */
  intervals(data, system, dealt, confidence) {
    const rows = bucketing.sums(data, system, dealt.places, dealt.count, null);
    const ends = dealt.starts.slice(0, -1).map((start, step) => {
      const groups = rows.slice(start, dealt.starts[step + 1]);
      return bucketing.interval(groups, data.meta.metric, confidence);
    });
    return { low: ends.map((end) => end[0]), high: ends.map((end) => end[1]) };
  },

  /** Return the interval of one bucket; NaN if it has a single group. */
  interval(groups, metric, confidence) {
    if (groups.length < 2) return [NaN, NaN];
    const draw = randomIntegers(groups.length);
    const flat = bucketing.flat(groups);
    const values = new Float64Array(bucketing.RESAMPLES);
    const sum = { hyp: 0, ref: 0, m: new Array(metric.order).fill(0), t: [] };
    for (let i = 0; i < values.length; i += 1) {
      bucketing.resample(flat, groups.length, sum, draw);
      values[i] = bleu.value(sum, metric);
    }
    return interval(values, confidence);
  },

  /** Return the rows concatenated into one array, which makes summing draws fast. */
  flat(groups) {
    const width = 2 + 2 * groups[0].m.length;
    const flat = new Float64Array(groups.length * width);
    groups.forEach((row, i) => flat.set([row.hyp, row.ref, ...row.m, ...row.t], i * width));
    return flat;
  },

  /** Draw `count` rows with replacement and store their sum in `sum`. */
  resample(flat, count, sum, draw) {
    const order = sum.m.length;
    const width = 2 + 2 * order;
    const total = new Float64Array(width);
    for (let drawn = 0; drawn < count; drawn += 1) {
      const from = draw(count) * width;
      for (let i = 0; i < width; i += 1) total[i] += flat[from + i];
    }
    [sum.hyp, sum.ref] = total;
    for (let n = 0; n < order; n += 1) {
      sum.m[n] = total[2 + n];
      sum.t[n] = total[2 + order + n];
    }
  },
};
