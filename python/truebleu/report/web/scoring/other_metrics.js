/**
 * Additional metrics of the report: segment scores, and scores of any selection. Metrics with
 * additive statistics are recomputed with the formulas here; others have stored segment scores
 * only.
 */

import { h } from "../core/elements.js";
import { format } from "../core/format.js";
import { columnSum, exactSum } from "./sums.js";

export const others = (() => {
  const FORMULAS = {
    /** Mean of one number per segment. */
    mean: ([value], count) => (count ? value / count : 0),
    /** Ratio of sums: edits to length, or matches to n-grams. */
    ratio([above, below], _, { scale, settings }) {
      if (below > 0) return scale * (above / (below / settings.unit));
      if (settings.empty === "sum") return scale * above;
      return settings.empty === "one" && above > 0 ? scale : 0;
    },
    chrf: (row, _, { settings }) => chrf(row, settings),
  };
  const EPSILON = 1e-16;

  /** Return chrF from per-order counts: hypothesis n-grams, reference n-grams, matches. */
  function chrf(row, { beta, eps_smoothing: smoothed }) {
    const weight = beta * beta;
    const f = (p, r) => (weight * p + r > 0 ? ((1 + weight) * p * r) / (weight * p + r) : EPSILON);
    let [precision, recall, sum, count] = [0, 0, 0, 0];
    for (let i = 0; i < row.length; i += 3) {
      const [ours, theirs, matches] = [row[i], row[i + 1], row[i + 2]];
      const p = ours > 0 ? matches / ours : EPSILON;
      const r = theirs > 0 ? matches / theirs : EPSILON;
      sum += f(p, r);
      if (ours > 0 && theirs > 0) [precision, recall, count] = [precision + p, recall + r, count + 1];
    }
    if (smoothed) return (100 * sum) / (row.length / 3);
    if (!count || precision + recall <= 0) return 0;
    return 100 * f(precision / count, recall / count);
  }

  const list = (data) => data.meta.others ?? [];

  /** Return the columns of metric k for system s. */
  function columns(data, k, s) {
    return Array.from({ length: list(data)[k].columns }, (_, c) => data.column(`x/${k}/${s}/${c}`));
  }

  /** Return the segment scores of system s by metric k. @returns {Float64Array} */
  function values(data, k, s) {
    return data.once(`others/${k}/${s}`, () => {
      const [metric, parts] = [list(data)[k], columns(data, k, s)];
      const formula = FORMULAS[metric.formula];
      if (metric.formula === "mean" || !formula) return Float64Array.from(parts[0]);
      const row = new Array(parts.length);
      return Float64Array.from({ length: data.N }, (_, i) => {
        for (let c = 0; c < row.length; c++) row[c] = parts[c][i];
        return formula(row, 1, metric);
      });
    });
  }

  /** Return the differences of segment scores by metric k, B - A. @returns {Float64Array} */
  function differences(data, k, a, b) {
    const [first, second] = [values(data, k, a), values(data, k, b)];
    return data.once(`others/${k}/${a}/${b}`, () => second.map((value, i) => value - first[i]));
  }

  /** Return the lowest and the highest possible or actual score by metric k. */
  function range(data, k) {
    const metric = list(data)[k];
    if (metric.bounded) return [0, metric.scale];
    return data.once(`others/${k}/range`, () => {
      let [low, high] = [0, 0];
      for (let s = 0; s < data.S; s++) {
        for (const value of values(data, k, s)) [low, high] = [Math.min(low, value), Math.max(high, value)];
      }
      return [low, high];
    });
  }

  /**
   * Return the exact score of system s by metric k on the `count` segments where `mask` is 1; NaN
   * if it cannot be computed.
   */
  function selected(data, k, s, { mask, count }) {
    const metric = list(data)[k];
    if (count === data.N) return metric.systems[s].value;
    if (!count || !FORMULAS[metric.formula]) return NaN;
    const sums = columns(data, k, s).map((column) =>
      metric.formula === "mean" ? exactSum(kept(column, mask)) : columnSum(column, mask));
    return FORMULAS[metric.formula](sums, count, metric);
  }

  function* kept(column, mask) {
    for (let i = 0; i < column.length; i++) if (mask[i]) yield column[i];
  }

  /** Return the index of the metric with this key or unambiguous prefix; -1 if none. */
  function find(data, word) {
    const keys = list(data).map(({ key }) => key);
    if (keys.includes(word)) return keys.indexOf(word);
    const near = keys.filter((key) => key.startsWith(word));
    return near.length === 1 ? keys.indexOf(near[0]) : -1;
  }

  // Formatting

  /** Format a score. For bounded metrics, only the maximum itself prints as the maximum. */
  function score(metric, x) {
    if (!Number.isFinite(x)) return "\u2013";
    const text = format.fixed(x, metric.decimals);
    const below = metric.bounded && x < metric.scale && Number(text) >= metric.scale;
    return (below ? format.fixed(metric.scale - 10 ** -metric.decimals, metric.decimals) : text).replace("-", "\u2212");
  }

  const delta = (metric, x) => format.delta(x, metric.decimals);

  /** Return 1 if a difference is an improvement, -1 if it is a deterioration. */
  const sign = (metric, x) => (metric.higher_is_better ? 1 : -1) * Math.sign(x || 0);

  /** Return a line with a segment's scores by all additional metrics. */
  function line(data, s, i) {
    if (!list(data).length) return null;
    const parts = list(data).map((metric, k) =>
      h("span", { class: "other-score" }, h("bdi", {}, metric.name), " ", h("strong", {}, score(metric, values(data, k, s)[i]))));
    return h("p", { class: "other-scores" }, parts.flatMap((part) => [part, " "]));
  }

  return { list, values, range, differences, selected, find, score, delta, sign, line };
})();
