// Decomposition of a score difference into brevity and precisions that sum exactly to it. Same
// method as truebleu/metrics/decomposition.py, which explains it. No DOM access.

import { exactSum } from "./sums.js";

/**
 * @typedef {{name: string, weight: number, logarithm: number|null, other?: boolean}} Factor
 *   a null logarithm means that the factor is 0
 * @typedef {{name: string, points: number}} Share
 */
export const decomposition = (() => {
  const ROUNDING = 1e-6;
  const LARGE = 500; // log ratio beyond which the lower score is negligible

  function factor(name, part, weight) {
    if (!weight) return { name, weight, logarithm: 0 };
    return { name, weight, logarithm: part > 0 ? weight * Math.log(part) : null };
  }

  /**
   * Return the factor between the product of the others and the score, due to a convention's rules.
   */
  function otherRules(score, factors) {
    let remainder = 0;
    if (score.value > 0) {
      const sum = exactSum(factors.map((part) => part.logarithm ?? 0));
      remainder = Math.log(score.value / score.scale) - sum;
    }
    const logarithm = Math.abs(remainder) > ROUNDING ? remainder : 0;
    return { name: "other rules", weight: logarithm ? 1 : 0, logarithm, other: true };
  }

  /** Return the factors: brevity, each order, and other rules. @returns {Factor[]} */
  function factorsOf(score) {
    const orders = score.precisions.map((precision, n) =>
      factor(`${n + 1}-gram`, precision / score.scale, score.weights[n]));
    const factors = [factor("brevity", score.brevity, 1), ...orders];
    return [...factors, otherRules(score, factors)];
  }

  /**
   * Return each factor's share of high - low; `upper` and `lower` are the factors of each score.
   */
  function shares(high, low, upper, lower) {
    const gap = high - low;
    if (gap === 0 || Math.min(high, low) <= 0) return sharesOfZero(gap, low <= 0 ? lower : upper);
    const logs = lower.map((part, n) => (upper[n].logarithm ?? 0) - (part.logarithm ?? 0));
    const total = exactSum(logs);
    return addingUpTo(gap, logs.map((part) => logarithmicMean(gap, low, total) * part));
  }

  /**
   * Return the logarithmic mean, avoiding cancellation for small gaps and overflow for large ones.
   */
  function logarithmicMean(gap, low, total) {
    if (total > LARGE) return gap / total;
    return total ? (low * Math.expm1(total)) / total : low;
  }

  const isZero = (part) => part.logarithm === null;

  /**
   * Divide the gap among the factors that are 0. Brevity is 0 only without tokens, and then takes
   * all.
   */
  function sharesOfZero(gap, factors) {
    const alone = isZero(factors[0]);
    const weights = factors.map((part, n) => (isZero(part) && (!alone || n === 0) ? part.weight : 0));
    const total = exactSum(weights);
    if (!gap || !total) return weights.map((_, n) => (n === weights.length - 1 ? gap : 0));
    return addingUpTo(gap, weights.map((weight) => (gap * weight) / total));
  }

  /**
   * Adjust points to sum to `gap`. The largest absorbs the rounding error, relatively the least
   * there.
   */
  function addingUpTo(gap, points) {
    let largest = 0;
    points.forEach((part, n) => {
      if (Math.abs(part) > Math.abs(points[largest])) largest = n;
    });
    points[largest] += exactSum([gap, ...points.map((part) => -part)]);
    return points;
  }

  /**
   * Return the first score minus the second, by factor.
   * @param {Score} first @param {Score} second @returns {Share[]}
   */
  function difference(first, second) {
    const [ones, others] = [factorsOf(first), factorsOf(second)];
    const points = shares(first.value, second.value, ones, others);
    const factors = ones.map(({ name, other }, n) => ({ name, other, points: points[n] }));
    return factors
      .filter((part) => !part.other || part.points)
      .map(({ name, points: share }) => ({ name, points: share }));
  }

  return { difference };
})();
