/**
 * The metrics beside the page's own: what they say of each segment, and of any selection. A sum of
 * what adds is scored by the formulas here; of a metric without one, the segments' numbers are known.
 */

import { h } from "../core/elements.js";
import { format } from "../core/format.js";
import { columnSum, exactSum } from "./sums.js";

export const others = (() => {
  const FORMULAS = {
    /** One number for each segment; the score is their mean. */
    mean: ([value], count) => (count ? value / count : 0),
    /** Edits over length, or matches over n-grams. */
    ratio([above, below], _, { scale, settings }) {
      if (below > 0) return scale * (above / (below / settings.unit));
      if (settings.empty === "sum") return scale * above;
      return settings.empty === "one" && above > 0 ? scale : 0;
    },
    chrf: (row, _, { settings }) => chrf(row, settings),
  };
  const EPSILON = 1e-16;

  /** chrF of a row: of each order the n-grams of the hypothesis, of the reference, and matches. */
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

  /** The columns of system s by metric k. */
  function columns(data, k, s) {
    return Array.from({ length: list(data)[k].columns }, (_, c) => data.column(`x/${k}/${s}/${c}`));
  }

  /** What metric k gives each segment of system s. @returns {Float64Array} */
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

  /** Differences of the segments' scores by metric k, b less a. @returns {Float64Array} */
  function differences(data, k, a, b) {
    const [first, second] = [values(data, k, a), values(data, k, b)];
    return data.once(`others/${k}/${a}/${b}`, () => second.map((value, i) => value - first[i]));
  }

  /**
   * The exact score of system s by metric k on `count` segments, where `mask` is 1; NaN if it
   * cannot be computed.
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

  /** The place of the metric that the filter line calls so, in full or by its only beginning; or -1. */
  function find(data, word) {
    const keys = list(data).map(({ key }) => key);
    if (keys.includes(word)) return keys.indexOf(word);
    const near = keys.filter((key) => key.startsWith(word));
    return near.length === 1 ? keys.indexOf(near[0]) : -1;
  }

  // Numbers as text

  /** A score; of a metric with a highest score only that one reads as such. */
  function score(metric, x) {
    if (!Number.isFinite(x)) return "\u2013";
    const text = format.fixed(x, metric.decimals);
    const below = metric.bounded && x < metric.scale && Number(text) >= metric.scale;
    return (below ? format.fixed(metric.scale - 10 ** -metric.decimals, metric.decimals) : text).replace("-", "\u2212");
  }

  const delta = (metric, x) => format.delta(x, metric.decimals);

  /** Whether a difference is for the better (1) or the worse (-1). */
  const sign = (metric, x) => (metric.higher_is_better ? 1 : -1) * Math.sign(x || 0);

  /** The scores of a segment of a system by all of them, in a line. */
  function line(data, s, i) {
    if (!list(data).length) return null;
    const parts = list(data).map((metric, k) =>
      h("span", { class: "other-score" }, h("bdi", {}, metric.name), " ", h("strong", {}, score(metric, values(data, k, s)[i]))));
    return h("p", { class: "other-scores" }, parts.flatMap((part) => [part, " "]));
  }

  return { list, values, differences, selected, find, score, delta, sign, line };
})();
