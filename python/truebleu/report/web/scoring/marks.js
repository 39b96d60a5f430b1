// N-gram matching of a segment as in the core: the status of each n-gram of the hypothesis. No DOM
// access, because the worker uses it too.

/**
 * @typedef {{status: "matched"|"clipped"|"unmatched", references: number[], occurrences: number,
 *   allowed: number}} Mark result for the n-gram that starts at a token. `references`: those with
 *   enough occurrences to match this one (any occurrence if clipped); `occurrences`: count in the
 *   hypothesis; `allowed`: maximum count in a reference
 */
export const counting = (() => {
  const textOf = (token) => (typeof token === "string" ? token : token.text);

  /** Interning of equal keys as consecutive integers. */
  class Numbers {
    constructor() {
      this.known = new Map();
    }

    of(key) {
      let number = this.known.get(key);
      if (number === undefined) {
        number = this.known.size;
        this.known.set(key, number);
      }
      return number;
    }

    get size() {
      return this.known.size;
    }
  }

  /** Return a text's n-grams of order n as integers, from those of order n - 1. */
  function longer(shorter, words, n, numbers, vocabulary) {
    const grams = [];
    for (let i = 0; i + n <= words.length; i += 1) {
      grams.push(n === 1 ? words[i] : numbers.of(shorter[i] * vocabulary + words[i + n - 1]));
    }
    return grams;
  }

  function frequencies(grams, size) {
    const counts = new Int32Array(size);
    for (const gram of grams) counts[gram] += 1;
    return counts;
  }

  /** Return the marks of one order. Occurrences are matched from left to right. */
  function marksOf(grams, inReferences, size) {
    const occurrences = frequencies(grams, size);
    const met = new Int32Array(size);
    return grams.map((gram) => {
      const before = met[gram]++;
      const counts = inReferences.map((counts) => (counts ? counts[gram] : 0));
      const holding = (more) => counts.flatMap((count, r) => (count > more ? [r] : []));
      const serving = holding(before);
      const allowed = Math.max(0, ...counts);
      let status = "unmatched";
      if (serving.length) status = "matched";
      else if (allowed) status = "clipped";
      const references = serving.length ? serving : holding(0);
      return { status, references, occurrences: occurrences[gram], allowed };
    });
  }

  /**
   * Return the marks of all orders: `marks[n - 1][i]` for the n-gram of order n at token i.
   * @param {(Token|string)[]} hypothesis
   * @param {((Token|string)[]|null)[]} references null for a missing one
   * @param {number} orders
   * @returns {Mark[][]}
   */
  function marks(hypothesis, references, orders) {
    const words = new Numbers();
    const numbered = (tokens) => tokens && tokens.map((token) => words.of(textOf(token)));
    const texts = [numbered(hypothesis), ...references.map(numbered)];
    const vocabulary = words.size;
    let grams = texts;
    return Array.from({ length: orders }, (_, k) => {
      const numbers = k === 0 ? words : new Numbers();
      grams = grams.map((shorter, t) =>
        shorter && longer(shorter, texts[t], k + 1, numbers, vocabulary),
      );
      const [ours, ...theirs] = grams;
      const references = theirs.map((grams) => grams && frequencies(grams, numbers.size));
      return marksOf(ours, references, numbers.size);
    });
  }

  /** Return each token's ordinal among its equal predecessors, from 1. */
  function serials(tokens) {
    const met = new Map();
    return tokens.map((token) => {
      const serial = (met.get(textOf(token)) ?? 0) + 1;
      met.set(textOf(token), serial);
      return serial;
    });
  }

  /** Return, for each token of a reference, the number of hypotheses with as many occurrences. */
  function producers(reference, hypotheses) {
    const counts = hypotheses.map((tokens) => {
      const counts = new Map();
      for (const token of tokens) counts.set(textOf(token), (counts.get(textOf(token)) ?? 0) + 1);
      return counts;
    });
    const serial = serials(reference);
    return reference.map(
      (token, i) => counts.filter((frequency) => (frequency.get(textOf(token)) ?? 0) >= serial[i]).length,
    );
  }

  return { marks, producers };
})();
