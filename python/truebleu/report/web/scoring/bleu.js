// BLEU from sufficient statistics, with the formula and order of operations of the core
// (crates/truebleu-core/src/bleu). A row is {hyp, ref, m, t}: hypothesis tokens, reference tokens
// in units of 1 / reference_parts, matches per order, and totals where they do not follow from the
// length. No DOM access, because the worker uses it too.

import { decomposition } from "./decomposition.js";
import { exactSum } from "./sums.js";

/**
 * @typedef {{hyp: number, ref: number, m: ArrayLike<number>, t?: ArrayLike<number>}} Row
 * @typedef {{value: number, brevity: number, precisions: number[], logs: (number|null)[],
 *   matches: number[], totals: number[], hyp: number, ref: number, weights: number[],
 *   scale: number}} Score
 */
export const bleu = (() => {
  // What a precision of 0 is replaced with, by smoothing method.
  const SMALLEST = { least: 2.2250738585072014e-308, "least-1e-7": 1e-7 };
  // sacreBLEU's rules. Other tools' rules are given by name (see bleu/rules.rs in the core).
  const RULES = {
    zero_score: "no-matches", missing: "zero", arithmetic: "double", zero_precisions: "annihilate",
    mean: "quotient", brevity: "lengths", joining: "product", scaling: "first", finish: "whole",
    totals: "raw", effective: "smoothed",
  };
  const scratch = new Float64Array(64);
  let last = null; // the most recent plan, which is almost always the only one
  const single = Math.fround;

  /** Return the number of n-grams of order n in a text of `hyp` tokens. */
  const total = (hyp, n) => Math.max(hyp - n + 1, 0);

  const totalOf = (row, n) => (row.t ? row.t[n - 1] : total(row.hyp, n));

  /** Return the metric's settings prepared for computation, cached. */
  function planOf(metric) {
    if (last === null || last.metric !== metric) last = newPlan(metric);
    return last;
  }

  function newPlan(metric) {
    const rules = { ...RULES, ...metric.rules };
    const method = rules.smoothing ?? metric.smoothing;
    const same = !metric.weights || metric.weights.every((w) => w === 1 / metric.order);
    return {
      metric, rules, method,
      k: metric.smoothing_value ?? 0,
      order: metric.order,
      parts: metric.reference_parts,
      // Internal value of a perfect precision.
      unit: rules.scaling === "first" ? metric.scale : 1,
      // With equal weights, the summation order differs.
      weights: same ? null : metric.weights,
      missing: { zero: null, "one-ngram": null, one: 1 }[rules.missing] ?? ownMissing(rules.missing),
      kept: rules.zero_precisions === "annihilate",
      step: rules.arithmetic === "single" ? single : (x) => x,
      quotient: rules.arithmetic.startsWith("single") && rules.arithmetic !== "single-reciprocal"
        ? single : (x) => x,
    };
  }

  /** Return the precision of an order without n-grams, if the rule is a number. */
  const ownMissing = (rule) => (Number.isNaN(Number(rule)) ? null : Number(rule));

  const ofRatio = (ratio, { quotient }) => {
    const rounded = quotient(ratio);
    return rounded > 1 ? 1 : Math.exp(quotient(1 - quotient(1 / rounded)));
  };

  /** Return the brevity penalty; 1 if the hypothesis is at least as long as the reference. */
  function brevityPenalty(hyp, ref, plan) {
    const { brevity } = plan.rules;
    if (brevity === "guarded") return ofRatio((hyp + 1e-15) / (ref + 1e-9), plan);
    if (brevity === "inverted") {
      return hyp > ref || ref === 0 ? 1 : plan.step(Math.exp(1 - plan.quotient(hyp / ref)));
    }
    if (brevity === "lengths" && hyp >= ref) return 1;
    if (hyp === 0 && ref > 0) return 0;
    if (brevity === "lengths") return plan.step(Math.exp(1 - plan.quotient(ref / hyp)));
    return ref === 0 ? 1 : ofRatio(hyp / ref, plan);
  }

  /** Return matches under NLTK's method4: exp smoothing with K / ln(length) instead of 2. */
  function byLength(row, { order, k }) {
    const factor = k / Math.log(row.hyp);
    let inverse = 1;
    return Array.from({ length: order }, (_, n) => {
      if (row.m[n] !== 0 || totalOf(row, n + 1) === 0) return row.m[n];
      inverse *= factor;
      return 1 / inverse;
    });
  }

  /** Return method6's prior for orders from 3 on, extrapolated from the two lower orders. */
  function expected(out, n, unit) {
    const below = out[n - 1] / unit;
    const twoBelow = out[n - 2] / unit;
    return twoBelow === 0 ? 0 : (below * below) / twoBelow;
  }

  /** Return the precision, scaled so that a perfect one equals the unit. */
  function divided(matches, of, { unit, rules }) {
    const { arithmetic } = rules;
    if (arithmetic === "double") return (unit * matches) / of;
    if (arithmetic === "reciprocal") return unit * (matches * (1 / of));
    if (arithmetic !== "single-reciprocal") return unit * single(matches / of);
    return unit * single(single(matches) * single(1 / single(of)));
  }

  /**
   * Write the smoothed precisions of the first `orders` orders into `out`. Return the number of
   * orders before the first with an undefined precision; the remaining precisions are 0.
   */
  function smooth(row, plan, orders, out) {
    const { method, unit, k, missing } = plan;
    const smoothed = method === "method4" ? byLength(row, plan) : row.m;
    const smallestPrecision = SMALLEST[method];
    const smallest = plan.rules.missing === "one-ngram" ? 1 : 0;
    let halvings = 1;
    out.fill(0, 0, plan.order);
    for (let n = 0; n < orders; n += 1) {
      let matches = smoothed[n];
      let of = totalOf(row, n + 1);
      if (of === 0 && missing !== null) {
        out[n] = unit * missing;
        continue;
      }
      if (of < smallest) of = smallest;
      if (method === "laplace" || (method === "add-k" && n > 0)) {
        matches += k;
        of += k;
      } else if (method === "pseudocounts") {
        matches += 1e-15;
        of += 1e-9;
      } else if (method === "method6" && n > 1 && of > 0) {
        matches += k * expected(out, n, unit);
        of += k;
      }
      if (of === 0) return n;
      if (matches === 0 && method === "exp") {
        halvings *= 2;
        out[n] = unit / (halvings * of);
      } else if (matches === 0 && method === "floor") {
        out[n] = (unit * k) / of;
      } else if (matches === 0 && smallestPrecision !== undefined) {
        out[n] = unit * smallestPrecision;
      } else {
        out[n] = divided(matches, of, plan);
      }
    }
    return orders;
  }

  /** Return whether the score is 0 regardless of smoothing. */
  function scoresZero(row, { order, rules }, ref) {
    const rule = rules.zero_score;
    if (rule === "never") return false;
    if (rule === "empty-side") return row.hyp === 0 || ref === 0;
    let zeros = 0;
    for (let n = 0; n < order; n += 1) if (row.m[n] === 0) zeros += 1;
    return rule === "any-order" ? zeros > 0 : zeros === order;
  }

  /**
   * Return the weight of an order in the mean, `usual` if weights are equal; 0 excludes the order.
   */
  function weightIn(precisions, n, { weights, kept }, usual) {
    if (!kept && precisions[n] === 0) return 0;
    return weights ? weights[n] : usual;
  }

  /** Return the weighted mean logarithm; null if no order counts or a counting precision is 0. */
  function meanLogarithm(precisions, count, plan) {
    const { weights, kept, rules } = plan;
    let sum = 0;
    let total = 0;
    for (let n = 0; n < count; n += 1) {
      const weight = weightIn(precisions, n, plan, 1);
      if (weight === 0) continue;
      if (precisions[n] === 0) return null;
      sum += weight * Math.log(precisions[n]);
      total += weight;
    }
    if (total === 0) return null;
    if (weights && weights.length === count && kept) return sum;
    return rules.mean === "reciprocal" ? (1 / total) * sum : sum / total;
  }

  /** Return the weighted sum of logarithms; null if a counting precision is 0. */
  function sumOfTerms(precisions, count, plan) {
    const { rules, step, weights } = plan;
    const cut = weights && count < weights.length;
    // The weights of the orders that effective order leaves make 1.
    const left = (cut && weights.slice(0, count).reduce((sum, w) => sum + w, 0)) || 1;
    const terms = [];
    for (let n = 0; n < count; n += 1) {
      const weight = weightIn(precisions, n, plan, 1 / count);
      if (weight === 0) continue;
      if (precisions[n] === 0) return null;
      terms.push(step((weight / left) * step(Math.log(precisions[n]))));
    }
    if (rules.mean === "exact-terms") return exactSum(terms);
    return step(terms.reduce((sum, term) => sum + term, 0));
  }

  /** Return the geometric mean of the counting precisions times the brevity penalty. */
  function joined(precisions, count, lengths, brevity, plan) {
    const { mean, joining } = plan.rules;
    if (mean === "root") {
      let product = 1;
      for (let n = 0; n < count; n += 1) product *= precisions[n];
      return product ** (1 / count) * brevity;
    }
    const terms = mean === "terms" || mean === "exact-terms";
    const logarithm = (terms ? sumOfTerms : meanLogarithm)(precisions, count, plan);
    if (logarithm === null) return 0;
    if (joining === "product") return brevity * plan.step(Math.exp(logarithm));
    const penalty = lengths.hyp >= lengths.ref ? 0 : 1 - lengths.ref / lengths.hyp;
    return Math.exp(plan.step(logarithm + penalty));
  }

  /** Return a perfect score exactly, and no score above it. */
  function capped(value, precisions, count, { unit, weights }, brevity) {
    if (value < unit * (1 - 1e-9)) return value;
    const rounding = 4 * Number.EPSILON * unit;
    const counting = [];
    for (let n = 0; n < count; n += 1) if (!weights || weights[n] > 0) counting.push(precisions[n]);
    if (brevity === 1 && counting.every((p) => Math.abs(p - unit) <= rounding)) return unit;
    return counting.every((p) => p <= unit + rounding) ? Math.min(value, unit) : value;
  }

  /** Apply the rules for the final value. */
  function finished(value, precisions, count, plan, brevity) {
    const { arithmetic, finish, scaling } = plan.rules;
    let score = arithmetic === "single" || arithmetic === "single-quotients" ? single(value) : value;
    if (finish === "whole") score = capped(score, precisions, count, plan, brevity);
    else if (finish === "clamp") score = Math.min(Math.max(score, 0), 1);
    return scaling === "first" ? score : score * plan.metric.scale;
  }

  const usesEffectiveOrder = (metric, sentence) =>
    sentence ? metric.sentence_effective_order : metric.effective_order;

  /** Return the number of orders that are smoothed: all, or those of the longest hypothesis. */
  function smoothedOrders(row, { metric, order, rules }, sentence) {
    if (rules.effective !== "longest" || !usesEffectiveOrder(metric, sentence)) return order;
    let orders = 1;
    for (let n = 1; n < order; n += 1) if (totalOf(row, n) > totalOf(row, n + 1)) orders += 1;
    return orders;
  }

  /** Return the number of orders that count; effective order excludes undefined precisions. */
  function counting(row, plan, divisible, sentence) {
    if (!usesEffectiveOrder(plan.metric, sentence)) return plan.order;
    return plan.rules.totals === "raw" ? divisible : Math.min(divisible, Math.max(row.hyp, 1));
  }

  /** Return the value only, and write the precisions (all 0 if the score is 0 regardless). */
  function valueWith(row, plan, sentence, precisions) {
    const ref = row.ref / plan.parts;
    const brevity = brevityPenalty(row.hyp, ref, plan);
    if (scoresZero(row, plan, ref)) {
      precisions.fill(0, 0, plan.order);
      return 0;
    }
    const divisible = smooth(row, plan, smoothedOrders(row, plan, sentence), precisions);
    const count = counting(row, plan, divisible, sentence);
    const value = joined(precisions, count, { hyp: row.hyp, ref }, brevity, plan);
    return finished(value, precisions, count, plan, brevity);
  }

  /**
   * Return the score of a row without its components, for large numbers of rows.
   * @param {Row} row @param {object} metric @param {boolean} sentence @returns {number}
   */
  const value = (row, metric, sentence = false) =>
    valueWith(row, planOf(metric), sentence, scratch);

  /**
   * Return the score of a row with its components.
   * @param {Row} row @param {object} metric meta.metric
   * @param {boolean} sentence whether the row is a single segment @returns {Score}
   */
  function score(row, metric, sentence = false) {
    const plan = planOf(metric);
    const precisions = new Float64Array(metric.order);
    const value = valueWith(row, plan, sentence, precisions);
    const ref = row.ref / plan.parts;
    const orders = Array.from(precisions, (_, n) => n);
    return described({
      value,
      brevity: brevityPenalty(row.hyp, ref, plan),
      precisions: Array.from(precisions, (p) => p * (metric.scale / plan.unit)),
      matches: orders.map((n) => row.m[n]),
      totals: orders.map((n) => totalOf(row, n + 1)),
      hyp: row.hyp,
      ref,
    }, metric, usesEffectiveOrder(metric, sentence));
  }

  /**
   * Return the score of a system in meta.systems, for metrics whose formula the page lacks.
   * @returns {Score}
   */
  function ofSystem(system, metric) {
    return described({
      value: system.value,
      brevity: system.brevity_penalty,
      precisions: system.precisions,
      matches: system.matches,
      totals: system.totals,
      hyp: system.hypothesis_length,
      ref: system.effective_reference_length,
    }, metric, metric.effective_order);
  }

  /** Add each order's exponent and weighted logarithm, null for a precision of 0. */
  function described(parts, metric, effective) {
    const weights = exponents(parts, metric, effective);
    const { scale } = metric;
    const logs = parts.precisions.map((p, n) => weighted(weights[n], p / scale));
    return { ...parts, weights, logs, scale };
  }

  const weighted = (weight, part) => {
    if (!weight) return 0;
    return part > 0 ? weight * Math.log(part) : null;
  };

  /** Return the exponent of each order: 0 for orders that effective order excludes. */
  function exponents(parts, metric, effective) {
    const { order } = metric;
    const weights = metric.weights ?? new Array(order).fill(1 / order);
    if (!effective) return [...weights];
    const empty = parts.totals.findIndex(
      (t, n) => !parts.precisions[n] && (!t || t === parts.totals[n - 1]));
    const total = empty < 0 ? 0 : exactSum(weights.slice(0, empty));
    if (!total) return [...weights];
    return weights.map((weight, n) => (n < empty ? weight / total : 0));
  }

  return {
    value,
    score,
    ofSystem,
    decompose: decomposition.difference,
  };
})();
