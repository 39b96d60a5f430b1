// The difference of two scores, divided among brevity and the precisions so that the parts add up
// exactly: the page's truebleu/decomposition.py, which says why the shares are these. No document
// here.

import { exactSum } from "./sums.js";

/**
 * @typedef {{name: string, weight: number, logarithm: number|null, other?: boolean}} Factor
 *   a logarithm of null: the factor is 0
 * @typedef {{name: string, points: number}} Share
 */
export const decomposition = (() => {
  const ROUNDING = 1e-6;
  const LARGE = 500; // of logarithms: beyond, a score is next to nothing of the other

  function factor(name, part, weight) {
    if (!weight) return { name, weight, logarithm: 0 };
    return { name, weight, logarithm: part > 0 ? weight * Math.log(part) : null };
  }

  /** What is between the product of the factors and the score: a convention's other rules. */
  function otherRules(score, factors) {
    let remainder = 0;
    if (score.value > 0) {
      const sum = exactSum(factors.map((part) => part.logarithm ?? 0));
      remainder = Math.log(score.value / score.scale) - sum;
    }
    const logarithm = Math.abs(remainder) > ROUNDING ? remainder : 0;
    return { name: "other rules", weight: logarithm ? 1 : 0, logarithm, other: true };
  }

  /** Brevity, each order, and what is left to other rules. @returns {Factor[]} */
  function factorsOf(score) {
    const orders = score.precisions.map((precision, n) =>
      factor(`${n + 1}-gram`, precision / score.scale, score.weights[n]));
    const factors = [factor("brevity", score.brevity, 1), ...orders];
    return [...factors, otherRules(score, factors)];
  }

  /** Each factor's part of high - low, for factors of `high` and of `low`. */
  function shares(high, low, upper, lower) {
    const gap = high - low;
    if (gap === 0 || Math.min(high, low) <= 0) return sharesOfZero(gap, low <= 0 ? lower : upper);
    const logs = lower.map((part, n) => (upper[n].logarithm ?? 0) - (part.logarithm ?? 0));
    const total = exactSum(logs);
    return addingUpTo(gap, logs.map((part) => logarithmicMean(gap, low, total) * part));
  }

  /** Near 0 the gap is lost to rounding, far from it the exponential overflows. */
  function logarithmicMean(gap, low, total) {
    if (total > LARGE) return gap / total;
    return total ? (low * Math.expm1(total)) / total : low;
  }

  const isZero = (part) => part.logarithm === null;

  /** The factors that are 0 take it all; brevity, which is 0 without any tokens, before others. */
  function sharesOfZero(gap, factors) {
    const alone = isZero(factors[0]);
    const weights = factors.map((part, n) => (isZero(part) && (!alone || n === 0) ? part.weight : 0));
    const total = exactSum(weights);
    if (!gap || !total) return weights.map((_, n) => (n === weights.length - 1 ? gap : 0));
    return addingUpTo(gap, weights.map((weight) => (gap * weight) / total));
  }

  /** Points whose sum is `gap`: what rounding left over goes where it is smallest in proportion. */
  function addingUpTo(gap, points) {
    let largest = 0;
    points.forEach((part, n) => {
      if (Math.abs(part) > Math.abs(points[largest])) largest = n;
    });
    points[largest] += exactSum([gap, ...points.map((part) => -part)]);
    return points;
  }

  /**
   * The first score less the second, by factor.
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
