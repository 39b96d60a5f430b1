/** Links to the segments screen. */

import { store } from "../core/state.js";

/** Show a segment in the segments screen. @param {number} i */
export function showSegment(i) {
  store.set({ screen: "segments", segment: i });
}

/**
 * Show the segments that a filter selects: keys of state.filters, and `query` or `sort`. Other
 * filters remain.
 * @param {Object} patch
 */
export function filterTo({ query, sort, ...filters }) {
  const state = store.get();
  store.set({
    screen: "segments",
    filters: { ...state.filters, ...filters },
    query: query ?? state.query,
    sort: sort ?? state.sort,
  });
}
