/**
 * Ranges as the filters have them (both ends inside) and as charts draw them (from edge to edge,
 * without the upper one). A billionth is below what any two scores differ by that are not equal.
 */

import { scales } from "../core/scales.js";
import { store } from "../core/state.js";
import { bins } from "./bins.js";

export const spans = {
  DUST: 1e-9,

  /** @param {[number, number]|null} range from edge to edge; `apart`: 0 belongs to no step */
  toFilter(range, edges, apart = false) {
    if (range === null) return undefined;
    const [low, high] = range;
    const from = apart && low === 0 ? spans.DUST : low;
    const last = high >= edges.at(-1);
    return [from, last && high !== 0 ? high : scales.tidy(high - spans.DUST)];
  },

  /** The edges around a range of the filters; null where it is no range or only ties. */
  fromFilter(range, edges) {
    if (!range || (range[0] === 0 && range[1] === 0)) return null;
    const [low, high] = [range[0] ?? edges[0], range[1] ?? edges.at(-1)];
    const span = [low, high].map((end) => edges[bins.nearest(edges, end)]);
    return span[0] < span[1] ? span : null;
  },

  /** Whole numbers: the step [10, 20) holds 10 to 19. */
  toWhole(range) {
    return range === null ? undefined : [range[0], range[1] - 1];
  },

  fromWhole(range, edges) {
    if (!range) return null;
    return spans.fromFilter([range[0], range[1] === null ? null : range[1] + 1], edges);
  },

  /** The filters with some of them changed; undefined takes one away. */
  patch(changes) {
    const filters = { ...store.get().filters, ...changes };
    for (const key of Object.keys(filters)) if (filters[key] === undefined) delete filters[key];
    return filters;
  },
};
