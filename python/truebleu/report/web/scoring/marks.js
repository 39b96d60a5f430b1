// Counts a segment as the core does: the row, and what became of each n-gram of the hypothesis.
// No document here: the worker counts too.

/**
 * @typedef {{status: "matched"|"clipped"|"unmatched", references: number[], occurrences: number,
 *   allowed: number}} Mark what became of the n-gram that begins at a token; `references` have it
 *   often enough for this occurrence (or at all, where it is clipped); it occurs so often in the
 *   hypothesis and at most so often in a reference
 */
export const counting = (() => {
  const textOf = (token) => (typeof token === "string" ? token : token.text);

  /** Numbers for things that are equal. */
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

  /** The n-grams of a text as numbers, from those one token shorter. */
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

  /** The marks of one order, from the first n-gram to the last: the first ones are matched. */
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
   * The marks of all orders: `marks[n - 1][i]` of the n-gram of order n that begins at token i.
   * @param {(Token|string)[]} hypothesis
   * @param {((Token|string)[]|null)[]} references null where one is missing
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

  /** Each token's number among equal ones before it, from 1. */
  function serials(tokens) {
    const met = new Map();
    return tokens.map((token) => {
      const serial = (met.get(textOf(token)) ?? 0) + 1;
      met.set(textOf(token), serial);
      return serial;
    });
  }

  /** For each token of a reference, how many hypotheses have it that often. */
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
