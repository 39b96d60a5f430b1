/**
 * Text search in a worker, chunk by chunk, with partial results available at once.
 *
 * Each term has one byte per segment: 0 not searched, 1 no match, 2 match. Results are cached, so
 * that repeated searches for a word cost nothing.
 */

import { store } from "../core/state.js";
import { transport } from "../core/transport.js";
import { workers } from "../core/workers.js";

export const search = (() => {
  const AT_ONCE = 4;
  const PATIENCE = 3000;
  const results = new Map();
  let data = null;
  let job = null;
  let jobs = 0;
  let notify = () => {};
  const worker = workers.lazy(answered, lose);

  const keyOf = ({ field, match }, state) =>
    JSON.stringify([/^[ab]$/.test(field) ? state[field] : field, match]);

  /**
   * Search for these terms, and end any search for other terms.
   * @param {Object[]} terms @param {Data} opened @param {() => void} notifyUser called on progress
   */
  function want(terms, opened, notifyUser) {
    [data, notify] = [opened, notifyUser];
    const state = store.get();
    const open = terms.map((term) => ({ key: keyOf(term, state), ...prepared(term, state) }));
    const missing = open.filter(({ key }) => !results.get(key)?.complete && !results.get(key)?.trouble);
    const name = missing.map(({ key }) => key).join();
    if (job?.name === name && name) return;
    stop();
    forget(new Set(open.map(({ key }) => key)));
    if (missing.length) begin(missing, name);
  }

  /** Return a term for the worker, with systems by number. */
  function prepared({ field, match }, state) {
    const system = field === "a" || field === "b" ? state[field] : null;
    return { field: system === null ? field : "system", number: system, match };
  }

  /** Discard incomplete and the oldest results, except those of the current terms. */
  function forget(current) {
    for (const [key, { complete }] of results) {
      if (!current.has(key) && (!complete || results.size > 12)) results.delete(key);
    }
  }

  function begin(terms, name) {
    const chunks = data.meta.text.policy === "none" ? 0 : data.meta.text.chunks;
    job = { id: ++jobs, name, terms, next: 0, done: 0, chunks, out: new Map(), timer: 0 };
    for (const { key } of terms) results.set(key, { flags: new Uint8Array(data.N), complete: false });
    run(job);
  }

  async function run(mine) {
    if (!mine.chunks) return finish(mine);
    try {
      await worker.start();
    } catch (error) {
      return fail(mine, error.message);
    }
    if (job !== mine) return undefined;
    const shape = data.texts.shape;
    const terms = mine.terms.map(({ field, number, match }) => ({ field, number, match }));
    worker.post({ type: "search", job: mine.id, terms, shape });
    for (let i = 0; i < AT_ONCE; i++) send(mine);
    return undefined;
  }

  function lose() {
    if (job) fail(job, "The search failed: the browser stopped the page's worker.");
  }

  /** Send the next chunk to the worker. */
  async function send(mine) {
    const k = mine.next++;
    if (k >= mine.chunks || job !== mine) return;
    try {
      const bytes = await transport.chunk(k);
      if (job !== mine) return;
      mine.out.set(k, performance.now());
      worker.post({ type: "chunk", job: mine.id, k, bytes }, [bytes.buffer]);
      watch(mine);
    } catch (error) {
      fail(mine, error.message);
    }
  }

  /** Limit the time of a regular expression. */
  function watch(mine) {
    clearTimeout(mine.timer);
    const hasExpression = mine.terms.some(({ match }) => match.type === "regex");
    if (!hasExpression || !mine.out.size) return;
    mine.timer = setTimeout(() => {
      worker.stop();
      const { value } = mine.terms.find(({ match }) => match.type === "regex").match;
      fail(mine, `Search for /${value}/ stopped: it took more than 3 seconds on one block of text.`);
    }, PATIENCE);
  }

  function answered({ job: id, k, hits, error }) {
    if (job?.id !== id) return;
    if (error) {
      fail(job, error);
      return;
    }
    const mine = job;
    mine.out.delete(k);
    mine.done++;
    take(mine, k, hits);
    watch(mine);
    if (mine.done === mine.chunks) finish(mine);
    else {
      send(mine);
      tellSoon(mine);
    }
  }

  /** Copy the worker's bytes into the results. The worker returns only segments with text. */
  function take(mine, k, hits) {
    const { chunk } = data.meta.text;
    const last = Math.min((k + 1) * chunk, data.N);
    mine.terms.forEach(({ key }, t) => {
      const { flags } = results.get(key);
      let next = 0;
      for (let i = k * chunk; i < last; i++) if (data.texts.has(i)) flags[i] = hits[t][next++] + 1;
    });
  }

  /** Report the first results at once, then at intervals. */
  function tellSoon(mine) {
    const now = performance.now();
    if (now - (mine.told ?? 0) < 300) return;
    mine.told = now;
    notify();
  }

  function finish(mine) {
    clearTimeout(mine.timer);
    for (const { key } of mine.terms) results.get(key).complete = true;
    job = null;
    notify();
  }

  function fail(mine, trouble) {
    if (job !== mine) return;
    clearTimeout(mine.timer);
    for (const { key } of mine.terms) Object.assign(results.get(key), { trouble });
    job = null;
    notify();
  }

  /** End the search and discard its results. */
  function stop() {
    if (!job) return;
    clearTimeout(job.timer);
    for (const { key } of job.terms) results.delete(key);
    job = null;
  }

  /** Stop the search for the user; results so far stay. */
  function cancel() {
    if (job) fail(job, "Search stopped. The matches found so far are selected.");
  }

  /** Remove segments from `mask` whose texts do not match. */
  function narrow(mask, terms) {
    const state = store.get();
    for (const term of terms) {
      const expected = term.negated ? 1 : 2;
      const flags = results.get(keyOf(term, state))?.flags;
      for (let i = 0; i < mask.length; i++) if (!flags || flags[i] !== expected) mask[i] = 0;
    }
  }

  /** Return the progress of the search; null if none is running. */
  const progress = () => (job ? { done: job.done, total: job.chunks } : null);

  /** Return the first error of the current terms, or null. */
  function trouble(terms) {
    const state = store.get();
    const troubles = terms.map((term) => results.get(keyOf(term, state))?.trouble);
    return troubles.find(Boolean) ?? null;
  }

  return { want, narrow, progress, trouble, cancel };
})();
