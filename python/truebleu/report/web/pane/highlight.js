// Highlighting of one segment's texts: token positions, and the n-gram matches that cover each
// token. No DOM access.

import { tokens } from "../scoring/tokens.js";

/**
 * @typedef {{longest: Uint8Array, clipped: Uint8Array, joined: Uint8Array, references: number[][],
 *   begins: number[][], from: Int32Array}} Cover for each token: order of the longest match on it;
 *   order of the shortest clipped n-gram on it (0: none); order of the longest match on it and the
 *   next token; references that have the longest match; orders of the matches that start at it;
 *   start of the longest match
 */
export const highlight = (() => {
  // Maximum number of characters, in all texts of a segment, that are highlighted.
  const MAX_SIZE = 400_000;

  /**
   * Return the references and systems of a segment with their tokens.
   * @param {object} given result of data.text @param {object} meta
   */
  function texts({ references, systems, boundaries }, { metric, signs }) {
    const tokenized = (list, lines) => list.map((text, i) =>
      (text === null ? null : tokens.of(text, lines[i], metric.case, signs)));
    return {
      references: tokenized(references, boundaries.references),
      systems: tokenized(systems, boundaries.systems),
    };
  }

  const size = ({ source, references, systems }) =>
    [source, ...references, ...systems].reduce((sum, text) => sum + (text?.length ?? 0), 0);

  /** Return whether token and match counts equal the scorer's. */
  const agrees = (length, marks, stored) =>
    length === stored.hyp && marks.every((order, n) =>
      order.reduce((sum, mark) => sum + (mark.status === "matched"), 0) === stored.m[n]);

  function emptyCover(length) {
    return {
      longest: new Uint8Array(length),
      clipped: new Uint8Array(length),
      joined: new Uint8Array(length),
      from: new Int32Array(length).fill(-1),
      references: Array.from({ length }, () => []),
      begins: Array.from({ length }, () => []),
    };
  }

  const union = (some, more) => [...new Set([...some, ...more])].sort((a, b) => a - b);

  function addMatch(cover, i, n, { references }) {
    cover.begins[i].push(n);
    for (let k = i; k < i + n; k += 1) {
      if (cover.longest[k] < n) {
        cover.longest[k] = n;
        cover.from[k] = i;
        cover.references[k] = references;
      } else {
        cover.references[k] = union(cover.references[k], references);
      }
      if (k < i + n - 1) cover.joined[k] = n;
    }
  }

  /**
   * Return the matches that cover each token.
   * @param {number} length @param {Mark[][]} marks @param {number} order 0: all
   * @returns {Cover}
   */
  function cover(length, marks, order = 0) {
    const cover = emptyCover(length);
    marks.forEach((ofOrder, k) => {
      const n = k + 1;
      if (order && n !== order) return;
      ofOrder.forEach((mark, i) => {
        if (mark.status === "matched") addMatch(cover, i, n, mark);
        if (mark.status !== "clipped") return;
        for (let k = i; k < i + n; k += 1) cover.clipped[k] ||= n;
      });
    });
    return cover;
  }

  /**
   * Return whether to show a token as clipped: it is in no matched n-gram of at least that order.
   */
  const isClipped = (cover, i) => cover.clipped[i] > 0 && cover.longest[i] < cover.clipped[i];

  /** Return the color level of an order, from 1 to 4. */
  const step = (n, orders) => (orders <= 4 ? n : Math.ceil((4 * n) / orders));

  /** Return the n-gram to show for a token: the longest match on it, or one of the chosen order. */
  function gramAt(tokens, cover, i, order) {
    const n = cover?.longest[i] || order || 1;
    const from = cover?.longest[i] ? cover.from[i] : i;
    return tokens.slice(from, from + n).map((token) => token.text);
  }

  /** Return the indices of the tokens that belong to an occurrence of an n-gram. */
  function places(tokens, gram) {
    const places = new Set();
    for (let i = 0; i + gram.length <= tokens.length; i += 1) {
      if (!gram.every((text, k) => tokens[i + k].text === text)) continue;
      for (let k = 0; k < gram.length; k += 1) places.add(i + k);
    }
    return places;
  }

  /** Return the original text of an n-gram's first occurrence, for searching. */
  function words({ text, tokens, original }, gram) {
    const first = Math.min(...places(tokens, gram));
    if (!original || !Number.isFinite(first)) return gram.join(" ");
    return text.slice(tokens[first].start, tokens[first + gram.length - 1].end);
  }

  /**
   * Return the pieces of text to draw. Tokens with overlapping or empty spans share a piece.
   * @returns {{from: number, to: number, start: number, end: number}[]}
   */
  function pieces(tokens) {
    const pieces = [];
    let from = 0;
    tokens.forEach(({ start, end }, i) => {
      const last = pieces.at(-1);
      if (last && start < last.end) {
        last.to = i + 1;
        last.end = Math.max(last.end, end);
        from = i + 1;
      } else if (end > start) {
        pieces.push({ from, to: i + 1, start, end });
        from = i + 1;
      }
    });
    if (pieces.length) pieces.at(-1).to = tokens.length;
    return pieces;
  }

  /** Return the indices of matched n-grams of `ours` that `theirs` matches fewer times. */
  function onlyOurs(ours, theirs, order) {
    const n = order || 1;
    const key = (tokens, i) => JSON.stringify(tokens.slice(i, i + n).map((token) => token.text));
    const left = new Map();
    (theirs.marks[n - 1] ?? []).forEach((mark, i) => {
      const gram = key(theirs.tokens, i);
      if (mark.status === "matched") left.set(gram, (left.get(gram) ?? 0) + 1);
    });
    const only = new Set();
    (ours.marks[n - 1] ?? []).forEach((mark, i) => {
      if (mark.status !== "matched") return;
      const gram = key(ours.tokens, i);
      const count = left.get(gram) ?? 0;
      left.set(gram, count - 1);
      if (count <= 0) only.add(i);
    });
    return only;
  }

  return {
    MAX_SIZE, texts, size, agrees, cover, isClipped, step, gramAt, places, words, pieces, onlyOurs,
  };
})();
