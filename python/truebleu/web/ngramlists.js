/** The n-grams of two systems, from tables in which each n-gram stands once. */

/**
 * @typedef {{tokens: Array<string|number>, first: number, second: number, log_odds: number,
 *   in_segments: number, segments: number[]}} NgramEntry the counts of A and of B; how much
 *   likelier in B; how many segments, and the first of them
 */

const ngramLists = (() => {
  /** Added to every count, so that the odds of rare n-grams are drawn towards each other. */
  const SHRINKAGE = 0.5;

  /** For each order the four lists of a pair; null where there are none. */
  function ofPair(all, a, b) {
    if (!all.orders.length) return null;
    return all.orders.map((table) => ({
      order: table.order,
      only_first: list(table, "ahead", [a, b], a, b),
      only_second: list(table, "ahead", [b, a], a, b),
      first_invents: list(table, "invented", [a], a, b),
      second_invents: list(table, "invented", [b], a, b),
    }));
  }

  /** @returns {NgramEntry[]} */
  function list(table, kind, systems, a, b) {
    const of = (one) => one.kind === kind && one.systems.join() === systems.join();
    const found = table.lists.find(of);
    if (!found) return [];
    const what = kind === "ahead" ? "matched" : "invented";
    const odds = (system, count) => logOdds(count, table[what][system]);
    return found.ngrams.map((place, rank) => {
      const ngram = table.ngrams[place];
      const [first, second] = [ngram[what][a], ngram[what][b]];
      return {
        tokens: ngram.tokens,
        first,
        second,
        log_odds: odds(b, second) - odds(a, first),
        in_segments: found.in_segments[rank],
        segments: table.segments[found.segments[rank]],
      };
    });
  }

  function logOdds(count, whole) {
    return Math.log((count + SHRINKAGE) / (whole - count + SHRINKAGE));
  }

  return { ofPair };
})();
