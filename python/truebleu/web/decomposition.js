// A score taken apart into brevity and precisions, so that the parts add up exactly: the page's
// truebleu/decomposition.py, which says why the shares are these. No document here.

/**
 * @typedef {{name: string, order: number, value: number, count: number, total: number,
 *   smoothed: boolean, weight: number, logarithm: number|null, points: number}} Factor
 * @typedef {{name: string, order: number, first: number, second: number, points: number}} Share
 */
const decomposition = (() => {
  const ROUNDING = 1e-6;

  function factor(name, order, value, top, [count, total], weight) {
    const raw = total ? (top * count) / total : 0;
    const smoothed = order > 0 && weight > 0 && Math.abs(value - raw) > ROUNDING * top;
    let logarithm = 0;
    if (weight) logarithm = value > 0 ? weight * Math.log(value / top) : null;
    return { name, order, value, count, total, smoothed, weight, logarithm, points: 0 };
  }

  /** What is between the product of the factors and the score: a convention's other rules. */
  function otherRules(score, factors) {
    let rest = 0;
    if (score.value > 0) {
      const sum = exactSum(factors.map((part) => part.logarithm ?? 0));
      rest = Math.log(score.value / score.scale) - sum;
    }
    const kept = Math.abs(rest) > ROUNDING ? rest : 0;
    const weight = kept ? 1 : 0;
    const none = { order: 0, value: 1, count: 0, total: 0, smoothed: false, points: 0 };
    return { ...none, name: "other rules", weight, logarithm: kept, other: true };
  }

  /** Brevity, each order, and what is left to other rules; points are not there yet. */
  function factorsOf(score) {
    const found = [factor("brevity", 0, score.brevity, 1, [score.hyp, score.ref], 1)];
    score.precisions.forEach((precision, n) => {
      const counts = [score.matches[n], score.totals[n]];
      const name = `${n + 1}-gram`;
      found.push(factor(name, n + 1, precision, score.scale, counts, score.weights[n]));
    });
    return [...found, otherRules(score, found)];
  }

  /** Each factor's part of high - low, for factors of `high` (null: perfect) and of `low`. */
  function shares(high, low, upper, lower) {
    const gap = high - low;
    if (gap === 0 || Math.min(high, low) <= 0) return sharesOfZero(gap, low <= 0 ? lower : upper);
    const logs = lower.map((part, n) => (upper[n]?.logarithm ?? 0) - (part.logarithm ?? 0));
    const total = exactSum(logs);
    const mean = total ? (low * Math.expm1(total)) / total : low;
    return addingUpTo(gap, logs.map((part) => mean * part));
  }

  const isZero = (part) => part !== null && part.logarithm === null;

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

  const isIdle = (part, points) => part.other === true && !points;

  /**
   * The points that a score lacks to a perfect one, by factor.
   * @param {Score} score @returns {Factor[]}
   */
  function breakdown(score) {
    const factors = factorsOf(score);
    const parts = shares(score.scale, score.value, factors.map(() => null), factors);
    return factors
      .map(({ other, ...part }, n) => ({ part: { ...part, points: parts[n] + 0 }, other }))
      .filter(({ part, other }) => !isIdle({ other }, part.points))
      .map(({ part }) => part);
  }

  /**
   * The first score less the second, by factor.
   * @param {Score} first @param {Score} second @returns {Share[]}
   */
  function difference(first, second) {
    const [ones, others] = [factorsOf(first), factorsOf(second)];
    const points = shares(first.value, second.value, ones, others);
    const kept = ones.map((one, n) => ({ one, other: others[n], points: points[n] }));
    return kept
      .filter((each) => !(isIdle(each.one, each.points) && isIdle(each.other, each.points)))
      .map(({ one, other, points: share }) => ({
        name: one.name, order: one.order, first: one.value, second: other.value, points: share,
      }));
  }

  return { breakdown, difference };
})();
