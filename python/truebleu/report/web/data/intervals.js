/**
 * Interval of the selection: of the difference of A and B, or of a single system's score. A worker
 * computes it by bootstrap; the interval of all segments is stored in the report.
 */

import { store } from "../core/state.js";
import { workers } from "../core/workers.js";
import { pairs } from "./pairs.js";
import { selection } from "./selection.js";

export const spread = (() => {
  const listeners = [];
  let data = null;
  let failed = false;
  let job = 0;
  let waiting = 0;
  let last = [];
  /** Interval {low, high, resamples, final}; null until it is computed. */
  let current = null;
  const worker = workers.lazy(take, fail);

  /** Return the interval of all segments, computed by the program. */
  function unselected() {
    const { meta } = data;
    const { a, b } = store.get();
    if (data.S < 2) return stated(meta.systems[a].interval);
    return stated(pairs.of(meta, a, b)?.interval);
  }

  function stated(interval) {
    if (!interval) return null;
    const resamples = data.meta.comparison?.settings?.resamples ?? null;
    return { low: interval[0], high: interval[1], resamples, final: true };
  }

  /** Return whether there can be an interval: a system has no difference from itself. */
  function exists() {
    const { a, b } = store.get();
    return !failed && (data.S < 2 || a !== b);
  }

  /** Discard the interval if the selection has changed. */
  function update() {
    const { a, b } = store.get();
    const request = [selection.mask, a, b];
    if (request.every((one, n) => one === last[n])) return;
    last = request;
    job++;
    current = null;
    failed = false;
    clearTimeout(waiting);
    if (selection.isAll()) current = unselected();
    if (!current && selection.count > 1 && exists()) {
      worker.post({ type: "stop" });
      waiting = setTimeout(ask, 250);
    }
    tell();
  }

  async function ask() {
    const mine = job;
    try {
      await worker.start();
    } catch {
      fail();
      return;
    }
    if (mine !== job) return;
    const { a, b } = store.get();
    const many = selection.count > 20000;
    const systems = (data.S < 2 ? [a] : [a, b]).map(rows);
    const buffers = systems.flatMap(({ hyp, ref, m, t }) => [hyp, ref, ...m, ...t].map((c) => c.buffer));
    worker.post({
      type: "interval", job, systems, metric: data.meta.metric, seed: 12345,
      resamples: many ? 200 : 1000, steps: many ? [50, 100, 200] : [200, 1000],
      confidence: pairs.confidence(data.meta),
    }, buffers);
  }

  /** Return a system's statistics of the selected segments. */
  function rows(s) {
    const ids = selection.ids.slice().sort();
    const gather = (value) => Float64Array.from(ids, value);
    const orders = Array.from({ length: data.order }, (_, n) => n + 1);
    return {
      hyp: gather((i) => data.hyp(s)[i]),
      ref: gather((i) => data.ref(s)[i]),
      m: orders.map((n) => gather((i) => data.match(s, n)[i])),
      t: orders.map((n) => gather((i) => data.total(s, n, i))),
    };
  }

  function take(message) {
    if (message.job !== job) return;
    if (message.error) failed = true;
    else {
      const [low, high] = message.interval;
      current = { low, high, resamples: message.done, final: message.done === message.of };
    }
    tell();
  }

  function fail() {
    failed = true;
    tell();
  }

  const tell = () => listeners.forEach((fn) => fn(current));

  /** Call `fn` with each update of the interval, and with null when it is discarded. */
  const on = (fn) => listeners.push(fn);

  /** Initialize. @param {Data} opened */
  function start(opened) {
    data = opened;
    selection.on(update);
    update();
  }

  return { on, start, exists, get: () => current };
})();
