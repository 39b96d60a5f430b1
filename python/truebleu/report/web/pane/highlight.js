// What is marked in the texts of one segment: tokens with their places, counts, what covers what.
// No document here.

import { tokens } from "../scoring/tokens.js";

/**
 * @typedef {{longest: Uint8Array, clipped: Uint8Array, joined: Uint8Array, references: number[][],
 *   begins: number[][], from: Int32Array}} Cover for each token the longest matched n-gram on it,
 *   the shortest clipped one (0: none), the longest on it and the next token, the references that
 *   have the longest, the orders of matches that begin at it, where the longest begins
 */
export const highlight = (() => {
  // Characters of a segment, all its texts together, that are marked without being asked for.
  const MAX_SIZE = 400_000;

  /**
   * The references and systems of a segment with their tokens.
   * @param {object} given what data.text gives @param {object} meta
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

  /** Whether marks are as many as the scorer counted, of as many tokens. */
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
   * What is on each token.
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

  /** Whether a token is to be shown as clipped: no longer n-gram on it is matched. */
  const isClipped = (cover, i) => cover.clipped[i] > 0 && cover.longest[i] < cover.clipped[i];

  /** One of four steps for an order. */
  const step = (n, orders) => (orders <= 4 ? n : Math.ceil((4 * n) / orders));

  /** The n-gram that a token is looked at as: the longest match on it, or of the chosen order. */
  function gramAt(tokens, cover, i, order) {
    const n = cover?.longest[i] || order || 1;
    const from = cover?.longest[i] ? cover.from[i] : i;
    return tokens.slice(from, from + n).map((token) => token.text);
  }

  /** Where a text has an n-gram: numbers of the tokens that are part of it. */
  function places(tokens, gram) {
    const places = new Set();
    for (let i = 0; i + gram.length <= tokens.length; i += 1) {
      if (!gram.every((text, k) => tokens[i + k].text === text)) continue;
      for (let k = 0; k < gram.length; k += 1) places.add(i + k);
    }
    return places;
  }

  /** The original words of an n-gram's first occurrence, to search for. */
  function words({ text, tokens, original }, gram) {
    const first = Math.min(...places(tokens, gram));
    if (!original || !Number.isFinite(first)) return gram.join(" ");
    return text.slice(tokens[first].start, tokens[first + gram.length - 1].end);
  }

  /**
   * Tokens as the pieces of text that they are drawn as: those that share a place, or have none of
   * their own, are one piece.
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

  /** Numbers of matched n-grams of `ours` that `theirs` does not match so often. */
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
