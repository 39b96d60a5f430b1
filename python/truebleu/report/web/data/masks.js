/** Segment masks: filter-line terms on numbers, and the filters of the side panel. */

import { measures } from "./measures.js";

export const filterMask = (() => {
  const MEASURES = ["scoreA", "scoreB", "delta", "influence", "reflen", "ratio"];

  /**
   * Return the mask of the segments that pass all filters.
   * @param {Data} data @param {Object} state @param {Object[]} terms terms that do not search texts
   * @returns {Uint8Array} 1 for each segment that passes
   */
  function make(data, state, terms) {
    const mask = new Uint8Array(data.N).fill(1);
    for (const term of terms) apply(mask, term, data, state);
    for (const key of MEASURES) panelRange(mask, key, data, state);
    panelLists(mask, data, state.filters);
    return mask;
  }

  function apply(mask, term, data, state) {
    if (term.kind === "range") within(mask, numbers(term, data, state), term);
    else if (term.kind === "documents") chosen(mask, data.column("doc"), term.matching, term.negated);
    else if (term.bit >= 0) tagged(mask, data.column("tags"), 1 << term.bit, term.negated);
    else listed(mask, term.ids, term.negated);
  }

  function numbers({ measure, system }, data, state) {
    if (!system) return measure === "number" ? null : measures.values(data, measure, state);
    const s = system === "a" ? state.a : state.b;
    if (measure === "bleu") return data.segmentScores(s);
    if (measure === "len") return data.hyp(s);
    return measure === "ratio" ? data.ratios(s) : data.influence(s);
  }

  /** Apply a range. Without values, it applies to the segment numbers, which start at 1. */
  function within(mask, values, { low, high, open, negated }) {
    const [least, most] = [low ?? -Infinity, high ?? Infinity];
    for (let i = 0; i < mask.length; i++) {
      const value = values ? values[i] : i + 1;
      const inside = open ? value > least && value < most : value >= least && value <= most;
      if (inside === Boolean(negated)) mask[i] = 0;
    }
  }

  function panelRange(mask, key, data, state) {
    const range = state.filters[key];
    const exists = measures.list(data).includes(key);
    if (range && exists) within(mask, measures.values(data, key, state), { low: range[0], high: range[1] });
  }

  function panelLists(mask, data, { documents, tags, ids }) {
    if (documents?.length && data.column("doc")) {
      const matching = new Array(data.documents.length).fill(false);
      for (const number of documents) matching[number] = true;
      chosen(mask, data.column("doc"), matching, false);
    }
    if (tags?.length && data.column("tags")) {
      const bits = tags.reduce((sum, tag) => sum | (1 << data.meta.tags.indexOf(tag)), 0);
      tagged(mask, data.column("tags"), bits, false);
    }
    if (ids) listed(mask, ids, false);
  }

  function chosen(mask, column, matching, negated) {
    for (let i = 0; i < mask.length; i++) if (matching[column[i]] === negated) mask[i] = 0;
  }

  /** Keep the segments with any of the tags; drop them if negated. */
  function tagged(mask, column, bits, negated) {
    for (let i = 0; i < mask.length; i++) {
      if (((column ? column[i] : 0) & bits) !== 0 === Boolean(negated)) mask[i] = 0;
    }
  }

  function listed(mask, ids, negated) {
    const chosen = new Uint8Array(mask.length);
    for (const i of ids) chosen[i] = 1;
    const expected = negated ? 0 : 1;
    for (let i = 0; i < mask.length; i++) if (chosen[i] !== expected) mask[i] = 0;
  }

  return { make };
})();
