/** N-gram lists of two systems, from tables that store each n-gram once. */

/**
 * @typedef {{tokens: Array<string|number>, first: number, second: number, log_odds: number,
 *   p: number, in_segments: number, segments: number[]}} NgramEntry counts of A (`first`) and B
 *   (`second`); log odds ratio of B to A; p-value of equal counts; number of segments, and the
 *   first of them
 */

export const ngramLists = (() => {
  /** Pseudocount, which shrinks the log odds of rare n-grams. */
  const SHRINKAGE = 0.5;

  /** Return the four lists of a pair for each order; null if there are none. */
  function ofPair(all, a, b) {
    if (!all.orders.length) return null;
    return all.orders.map((table) => ({
      order: table.order,
      only_first: list(table, "ahead", [a, b], a, b),
      only_second: list(table, "ahead", [b, a], a, b),
      first_unmatched: list(table, "unmatched", [a], a, b),
      second_unmatched: list(table, "unmatched", [b], a, b),
    }));
  }

  /** Return one list of a pair. @returns {NgramEntry[]} */
  function list(table, kind, systems, a, b) {
    const of = (one) => one.kind === kind && one.systems.join() === systems.join();
    const ranked = table.lists.find(of);
    if (!ranked) return [];
    const key = kind === "ahead" ? "matched" : "unmatched";
    const odds = (system, count) => logOdds(count, table[key][system]);
    return ranked.ngrams.map((place, rank) => {
      const ngram = table.ngrams[place];
      const [first, second] = [ngram[key][a], ngram[key][b]];
      return {
        tokens: ngram.tokens,
        first,
        second,
        log_odds: odds(b, second) - odds(a, first),
        p: equalCounts(first, second),
        in_segments: ranked.in_segments[rank],
        segments: table.segments[ranked.segments[rank]],
      };
    });
  }

  function logOdds(count, whole) {
    return Math.log((count + SHRINKAGE) / (whole - count + SHRINKAGE));
  }

  /** Cached logarithms of factorials. */
  let factorials = new Float64Array(1);

  function logChoose(n, k) {
    if (n >= factorials.length) {
      const longer = new Float64Array(2 * n);
      for (let i = 2; i < longer.length; i++) longer[i] = longer[i - 1] + Math.log(i);
      factorials = longer;
    }
    return factorials[n] - factorials[k] - factorials[n - k];
  }

  /**
   * Return the p-value of the exact two-sided binomial test that both systems produce an n-gram with
   * equal probability.
   */
  function equalCounts(first, second) {
    const [n, least] = [first + second, Math.min(first, second)];
    if (first === second) return 1;
    let term = Math.exp(logChoose(n, least) - n * Math.LN2);
    let sum = term;
    for (let k = least; k > 0 && term > 1e-17 * sum; k--) {
      term *= k / (n - k + 1);
      sum += term;
    }
    return Math.min(1, 2 * sum);
  }

  return { ofPair };
})();
