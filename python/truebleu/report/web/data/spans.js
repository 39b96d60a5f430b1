/**
 * Conversion between ranges of filters (both ends inclusive) and of charts (from edge to edge, the
 * upper edge exclusive). The offset of 1e-9 is smaller than the gap between distinct scores.
 */

import { scales } from "../core/scales.js";
import { store } from "../core/state.js";
import { bins } from "./bins.js";

export const spans = {
  DUST: 1e-9,

  /**
   * Convert a chart range to a filter.
   * @param {[number, number]|null} range from edge to edge; `apart`: 0 belongs to no bin
   */
  toFilter(range, edges, apart = false) {
    if (range === null) return undefined;
    const [low, high] = range;
    const from = apart && low === 0 ? spans.DUST : low;
    const last = high >= edges.at(-1);
    return [from, last && high !== 0 ? high : scales.tidy(high - spans.DUST)];
  },

  /** Return the edges around a filter's range; null if it is empty or contains ties only. */
  fromFilter(range, edges) {
    if (!range || (range[0] === 0 && range[1] === 0)) return null;
    const [low, high] = [range[0] ?? edges[0], range[1] ?? edges.at(-1)];
    const span = [low, high].map((end) => edges[bins.nearest(edges, end)]);
    return span[0] < span[1] ? span : null;
  },

  /** Convert a range of integers to a filter: the bin [10, 20) covers 10 to 19. */
  toWhole(range) {
    return range === null ? undefined : [range[0], range[1] - 1];
  },

  fromWhole(range, edges) {
    if (!range) return null;
    return spans.fromFilter([range[0], range[1] === null ? null : range[1] + 1], edges);
  },

  /** Return the filters with changes applied; undefined removes one. */
  patch(changes) {
    const filters = { ...store.get().filters, ...changes };
    for (const key of Object.keys(filters)) if (filters[key] === undefined) delete filters[key];
    return filters;
  },
};
