// From a row to a score: the core's formula (crates/truebleu-core/src/bleu), in its order of
// operations. A row is {hyp, ref, m, t}: tokens of the hypothesis, tokens of the references in
// units of 1 / reference_parts, matches of each order, and totals where they are not what the
// length gives. No document here: the worker computes with it too.

/**
 * @typedef {{hyp: number, ref: number, m: ArrayLike<number>, t?: ArrayLike<number>}} Row
 * @typedef {{value: number, brevity: number, precisions: number[], logs: (number|null)[],
 *   matches: number[], totals: number[], hyp: number, ref: number, weights: number[],
 *   scale: number, macro: boolean}} Score
 */
const bleu = (() => {
  const NAMES = { method0: "none", method1: "floor", method2: "add-k", method3: "exp" };
  const USUAL = { floor: 0.1, "add-k": 1, laplace: 1, method4: 5, method6: 5 };
  const scratch = new Float64Array(64);

  /** N-grams of order n in so many tokens. */
  const total = (hyp, n) => Math.max(hyp - n + 1, 0);

  const totalOf = (row, n) => (row.t ? row.t[n - 1] : total(row.hyp, n));

  const smoothingOf = (metric) => NAMES[metric.smoothing] ?? metric.smoothing;

  /** 1 where the hypothesis is not shorter than the reference. */
  function brevityPenalty(hyp, ref) {
    if (hyp >= ref) return 1;
    return hyp === 0 ? 0 : Math.exp(1 - ref / hyp);
  }

  /** The matches as method4 has them: K / ln(length) in place of exp's 2. */
  function byLength(row, metric, k) {
    const factor = k / Math.log(row.hyp);
    let inverse = 1;
    return Array.from({ length: metric.order }, (_, n) => {
      if (row.m[n] !== 0 || totalOf(row, n + 1) === 0) return row.m[n];
      inverse *= factor;
      return 1 / inverse;
    });
  }

  /** What method6 adds to matches from order 3 on: what the two orders below let expect. */
  function expected(out, n, unit) {
    const below = out[n - 1] / unit;
    const twoBelow = out[n - 2] / unit;
    return twoBelow === 0 ? 0 : (below * below) / twoBelow;
  }

  /**
   * Writes the smoothed precisions into `out` and gives the number of orders before the first
   * for which there is nothing to divide by; from there on they are 0.
   */
  function smooth(row, metric, out) {
    const method = smoothingOf(metric);
    const unit = metric.scale;
    const k = metric.smoothing_value ?? USUAL[method] ?? 0;
    const found = method === "method4" ? byLength(row, metric, k) : row.m;
    let halvings = 1;
    out.fill(0, 0, metric.order);
    for (let n = 0; n < metric.order; n += 1) {
      let matches = found[n];
      let of = totalOf(row, n + 1);
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
      } else {
        out[n] = (unit * matches) / of;
      }
    }
    return metric.order;
  }

  /** The weights; none where all are the same, which is summed in another order. */
  function unequal(metric) {
    const same = !metric.weights || metric.weights.every((w) => w === 1 / metric.order);
    return same ? null : metric.weights;
  }

  /** The weighted mean of logarithms; null where nothing counts, or a precision of 0 does. */
  function meanLogarithm(precisions, kept, weights) {
    if (kept === 0) return null;
    let sum = 0;
    let whole = 0;
    for (let n = 0; n < kept; n += 1) {
      const weight = weights ? weights[n] : 1;
      if (weight === 0) continue;
      if (precisions[n] === 0) return null;
      sum += weight * Math.log(precisions[n]);
      whole += weight;
    }
    if (whole === 0) return null;
    return weights && weights.length === kept ? sum : sum / whole;
  }

  /** A perfect score is whole, and rounding takes none above it. */
  function finished(value, precisions, kept, weights, metric, brevity) {
    const unit = metric.scale;
    if (value < unit * (1 - 1e-9)) return value;
    const rounding = 4 * Number.EPSILON * unit;
    const counting = [];
    for (let n = 0; n < kept; n += 1) if (!weights || weights[n] > 0) counting.push(precisions[n]);
    if (brevity === 1 && counting.every((p) => Math.abs(p - unit) <= rounding)) return unit;
    return counting.every((p) => p <= unit + rounding) ? Math.min(value, unit) : value;
  }

  const isHopeless = (row, metric) => {
    for (let n = 0; n < metric.order; n += 1) if (row.m[n] !== 0) return false;
    return true;
  };

  const usesEffectiveOrder = (metric, sentence) =>
    sentence ? metric.sentence_effective_order : metric.effective_order;

  /** The value alone; `precisions` (zeros where the score is 0 at once) are written on the way. */
  function valueWith(row, metric, sentence, precisions) {
    const brevity = brevityPenalty(row.hyp, row.ref / (metric.reference_parts || 1));
    if (isHopeless(row, metric)) {
      precisions.fill(0, 0, metric.order);
      return 0;
    }
    const divisible = smooth(row, metric, precisions);
    const kept = usesEffectiveOrder(metric, sentence) ? divisible : metric.order;
    const weights = unequal(metric);
    const logarithm = meanLogarithm(precisions, kept, weights);
    const value = logarithm === null ? 0 : brevity * Math.exp(logarithm);
    return finished(value, precisions, kept, weights, metric, brevity);
  }

  /**
   * The value of a row, without its parts: for many rows.
   * @param {Row} row @param {object} metric @param {boolean} sentence @returns {number}
   */
  const value = (row, metric, sentence = false) => valueWith(row, metric, sentence, scratch);

  /**
   * The score of a row, with what it was made of.
   * @param {Row} row @param {object} metric meta.metric
   * @param {boolean} sentence whether it is of one segment @returns {Score}
   */
  function score(row, metric, sentence = false) {
    const precisions = new Float64Array(metric.order);
    const found = valueWith(row, metric, sentence, precisions);
    const ref = row.ref / (metric.reference_parts || 1);
    const orders = Array.from(precisions, (_, n) => n);
    return described({
      value: found,
      brevity: brevityPenalty(row.hyp, ref),
      precisions: Array.from(precisions),
      matches: orders.map((n) => row.m[n]),
      totals: orders.map((n) => totalOf(row, n + 1)),
      hyp: row.hyp,
      ref,
    }, metric, usesEffectiveOrder(metric, sentence));
  }

  /**
   * A system of meta.systems as a score: for metrics whose formula the page does not have.
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

  /** The same with the exponent and the weighted logarithm of each order, null for that of 0. */
  function described(parts, metric, effective) {
    const weights = exponents(parts, metric, effective);
    const { scale } = metric;
    const logs = parts.precisions.map((p, n) => weighted(weights[n], p / scale));
    return { ...parts, weights, logs, scale, macro: metric.average === "macro" };
  }

  const weighted = (weight, part) => {
    if (!weight) return 0;
    return part > 0 ? weight * Math.log(part) : null;
  };

  /** The exponent of each order: 0 for those that effective order leaves out. */
  function exponents(parts, metric, effective) {
    const { order } = metric;
    const weights = metric.weights ?? new Array(order).fill(1 / order);
    if (!effective) return [...weights];
    const empty = parts.totals.findIndex((t, n) => !t && !parts.precisions[n]);
    const whole = empty < 0 ? 0 : exactSum(weights.slice(0, empty));
    if (!whole) return [...weights];
    return weights.map((weight, n) => (n < empty ? weight / whole : 0));
  }

  return {
    total,
    value,
    score,
    ofSystem,
    decompose: decomposition.difference,
    breakdown: decomposition.breakdown,
  };
})();
