/**
 * Segments selected by the filters, and the exact scores of every system on them.
 *
 * Numeric filters apply at once. Text filters apply as the search worker reports results;
 * `selection.searching` is its progress.
 */

import { store } from "../core/state.js";
import { bleu } from "../scoring/bleu.js";
import { filters } from "./filters.js";
import { sorting } from "./measures.js";
import { search } from "./search.js";

export const selection = (() => {
  const listeners = [];
  let data = null;
  let sums = new Map();
  let valid = { query: "", terms: [], errors: [] };
  const self = {
    mask: new Uint8Array(0), count: 0, ids: new Uint32Array(0), errors: [], searching: null,
    trouble: null, unsearched: 0,
  };

  /** Return whether no filter excludes any segment. */
  const isAll = () => self.count === data.N;

  /** Return a system's statistics on the selection. @returns {Row} */
  function row(s) {
    if (!sums.has(s)) sums.set(s, data.sums(s, isAll() ? null : self.mask));
    return sums.get(s);
  }

  /** Return the exact corpus score of a system on the selection; NaN if it is empty. */
  function score(s) {
    return self.count ? bleu.value(row(s), data.meta.metric) : NaN;
  }

  /** Call `fn` whenever the selection, its order or the search changes. */
  const on = (fn) => listeners.push(fn);

  function tell() {
    for (const fn of listeners) fn(self);
  }

  /** Update the selection from the current state. */
  function update() {
    const state = store.get();
    const parsed = filters.parse(state.query, data);
    self.errors = parsed.errors;
    if (!parsed.errors.length) valid = { query: state.query, ...parsed };
    const texts = valid.terms.filter((term) => term.kind === "text");
    search.want(texts, data, searched);
    select(state);
  }

  /** Update the selection when the search reports results or ends. */
  function searched() {
    select(store.get());
  }

  function select(state) {
    const terms = valid.terms.filter((term) => term.kind !== "text");
    const mask = filters.mask(data, state, terms);
    const texts = valid.terms.filter((term) => term.kind === "text");
    search.narrow(mask, texts);
    self.mask = mask;
    self.searching = search.progress();
    self.trouble = search.trouble(texts);
    self.unsearched = texts.length ? data.N - data.meta.text.kept : 0;
    self.count = mask.reduce((sum, one) => sum + one, 0);
    self.ids = inOrder(state, mask);
    sums = new Map();
    tell();
  }

  /** Return the selected segments in the sort order of the state. */
  function inOrder(state, mask) {
    const all = sorting.order(data, state);
    const ids = new Uint32Array(self.count);
    let next = 0;
    for (let i = 0; i < all.length; i++) if (mask[all[i]]) ids[next++] = all[i];
    return ids;
  }

  /** Remove all filters. */
  function clear() {
    store.set({ query: "", filters: {} });
  }

  /** Initialize. @param {Data} opened */
  function start(opened) {
    data = opened;
    self.mask = new Uint8Array(data.N).fill(1);
    self.count = data.N;
    store.on(["query", "filters", "a", "b"], update);
    store.on("sort", (state) => {
      self.ids = inOrder(state, self.mask);
      tell();
    });
    update();
  }

  return Object.assign(self, { row, score, on, clear, isAll, start });
})();
