/**
 * View state: one object, mirrored in the page's URL, with undo.
 *
 * `store.set(patch)` changes it, `store.on(keys, fn)` subscribes to changes, `store.undo()` reverts
 * the last change. Frames without a history keep the state in memory only.
 */

import { memory } from "./memory.js";

export const store = (() => {
  const SCREENS = [
    "overview", "compare", "disagreement", "segments", "documents", "ngrams", "buckets", "checks", "reproduce",
    "files", "lab", "history",
  ];
  const MODES = ["matches", "words", "reference", "characters"];
  const PLACES = ["a", "b", "segment"];
  const RANGES = ["delta", "scoreA", "scoreB", "reflen", "ratio", "influence"];
  const DEFAULTS = {
    screen: "overview", a: 0, b: 1, query: "", filters: {}, sort: { key: "number", down: false },
    segment: null, order: 0, mode: "matches", invisible: false, theme: "system", high: "", low: "",
  };

  let state = { ...DEFAULTS };
  let limits = { systems: 1, segments: 0, tags: [], documents: 0, order: 4 };
  const listeners = [];
  /** Earlier states: `past.get(n)` is the state after n steps. */
  const past = new Map();
  let steps = 0;
  const drafts = new Map();

  const same = (x, y) => x === y || JSON.stringify(x) === JSON.stringify(y);

  /** Return the current state. Callers must not modify it. */
  const get = () => state;

  /**
   * Change parts of the state. `push` records an undo step. Changes without `push`, such as those
   * during a brush drag, become part of the next step for the same keys.
   * @param {Object} patch
   * @param {{push?: boolean}} [how]
   */
  function set(patch, { push = true } = {}) {
    const changed = Object.keys(patch).filter((key) => !same(state[key], patch[key]));
    const before = push ? settle(patch) : drafted(changed);
    if (push && Object.keys(patch).some((key) => !same(before[key], patch[key]))) remember(before);
    else if (!changed.length) return;
    state = { ...state, ...patch };
    writeAddress(push);
    if (changed.length) tell(changed);
  }

  /** Return the state before the keys of `patch` began to change. */
  function settle(patch) {
    const before = { ...state };
    for (const key of Object.keys(patch)) {
      if (drafts.has(key)) before[key] = drafts.get(key);
      drafts.delete(key);
    }
    return before;
  }

  /** Remember the previous values of the changed keys. */
  function drafted(changed) {
    for (const key of changed) if (!drafts.has(key)) drafts.set(key, state[key]);
    return state;
  }

  function remember(before) {
    past.delete(steps - 200);
    past.set(steps++, before);
  }

  /** Undo the last step. @returns {boolean} whether there was one */
  function undo() {
    if (!past.has(steps - 1)) return false;
    apply(past.get(--steps));
    writeAddress(false);
    return true;
  }

  function apply(next) {
    drafts.clear();
    const changed = Object.keys(next).filter((key) => !same(state[key], next[key]));
    state = next;
    if (changed.length) tell(changed);
  }

  function tell(changed) {
    const set = new Set(changed);
    for (const { keys, fn } of listeners) {
      if (keys === null || keys.some((key) => set.has(key))) fn(state, set);
    }
  }

  /**
   * Call `fn(state, changed)` whenever one of `keys` changes ("*": any).
   * @param {string|string[]} keys
   * @param {(state: Object, changed: Set<string>) => void} fn
   */
  function on(keys, fn) {
    listeners.push({ keys: keys === "*" ? null : [].concat(keys), fn });
  }

  // URL

  const range = ([low, high]) => `${low ?? ""}..${high ?? ""}`;

  /** Return the state as a URL fragment, without default values. Indices in it count from 1. */
  function toHash(from = state) {
    const parts = [];
    const put = (key, value) => parts.push(`${key}=${encodeURIComponent(value)}`);
    for (const key of ["screen", "a", "b", "query", "segment", "order", "mode", "high", "low"]) {
      if (from[key] !== usual(key)) put(key, PLACES.includes(key) ? from[key] + 1 : from[key]);
    }
    if (from.invisible) put("invisible", 1);
    if (!same(from.sort, DEFAULTS.sort)) put("sort", from.sort.key + (from.sort.down ? "-" : ""));
    for (const key of RANGES) if (from.filters[key]) put(key, range(from.filters[key]));
    const { documents, tags, ids } = from.filters;
    if (documents?.length) put("documents", packed(documents));
    if (tags?.length) put("tags", tags.join(","));
    if (ids) put("ids", packed(ids));
    return parts.join("&").replaceAll("%2C", ",");
  }

  const usual = (key) => (key === "b" ? Math.min(1, limits.systems - 1) : DEFAULTS[key]);

  /** Format indices as ranges ("1-5,9"), counted from 1. */
  function packed(places) {
    const sorted = [...places].map((place) => place + 1).sort((x, y) => x - y);
    const parts = [];
    for (let i = 0; i < sorted.length; ) {
      let j = i;
      while (sorted[j + 1] === sorted[j] + 1) j++;
      parts.push(i === j ? `${sorted[i]}` : `${sorted[i]}-${sorted[j]}`);
      i = j + 1;
    }
    return parts.join(",");
  }

  /** Parse such ranges into indices counted from 0, at most `limit` of them. */
  function unpacked(text, limit) {
    const indices = [];
    for (const part of text.split(",")) {
      const [, low, high] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
      const last = Math.min(Number(high ?? low), limit);
      for (let i = Math.max(1, Number(low)); i <= last && indices.length < limit; i++) indices.push(i - 1);
    }
    return indices;
  }

  /** Return the state described by a URL fragment; invalid parts are ignored. */
  function fromHash(hash) {
    const values = new Map();
    for (const part of hash.replace(/^#\/?/, "").split("&")) {
      const [, key, value] = /^(\w+)=(.*)$/s.exec(part) ?? [];
      if (key) values.set(key, decoded(value));
    }
    const next = { ...DEFAULTS, b: usual("b"), theme: state.theme, filters: rangesOf(values) };
    for (const key of ["a", "b"]) next[key] = placeOf(values.get(key), limits.systems) ?? next[key];
    next.segment = placeOf(values.get("segment"), limits.segments);
    next.order = isOrder(values.get("order")) ? Number(values.get("order")) : 0;
    next.query = values.get("query") ?? "";
    if (SCREENS.includes(values.get("screen"))) next.screen = values.get("screen");
    if (MODES.includes(values.get("mode"))) next.mode = values.get("mode");
    next.invisible = values.get("invisible") === "1";
    for (const key of ["high", "low"]) if (/^\w+$/.test(values.get(key) ?? "")) next[key] = values.get(key);
    const sort = /^([A-Za-z][\w.]*)(-?)$/.exec(values.get("sort") ?? "");
    if (sort) next.sort = { key: sort[1], down: sort[2] === "-" };
    return next;
  }

  /** Return whether a text is an n-gram order that the page can show; 0 means all orders. */
  const isOrder = (text) => /^[0-4]$/.test(text ?? "") && Number(text) <= limits.order;

  function decoded(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  /** Convert a number counted from 1 to an index from 0; null if out of range. */
  function placeOf(text, limit) {
    return /^[1-9]\d*$/.test(text ?? "") && Number(text) <= limit ? Number(text) - 1 : null;
  }

  function rangesOf(values) {
    const filters = {};
    for (const key of RANGES) {
      const ends = /^(-?[\d.]*(?:e-?\d+)?)\.\.(-?[\d.]*(?:e-?\d+)?)$/.exec(values.get(key) ?? "");
      const numbers = ends?.slice(1).map((end) => (end === "" ? null : Number(end)));
      if (numbers && !numbers.some(Number.isNaN)) filters[key] = numbers;
    }
    if (values.has("documents")) filters.documents = unpacked(values.get("documents"), limits.documents);
    const tags = (values.get("tags") ?? "").split(",").filter((tag) => limits.tags.includes(tag));
    if (tags.length) filters.tags = tags;
    if (values.has("ids")) filters.ids = unpacked(values.get("ids"), limits.segments);
    return filters;
  }

  // Browsers throttle pages that change their URL too often, and log warnings. Limit the rate.
  const BUDGET = { writes: 30, within: 10000, pause: 400 };
  const written = [];
  let later = 0;

  /** Write the state into the URL: undo steps at once, other changes after a delay. */
  function writeAddress(push) {
    clearTimeout(later);
    const now = performance.now();
    while (written.length && now - written[0] > BUDGET.within) written.shift();
    if (push && written.length < BUDGET.writes) write(true);
    else later = setTimeout(() => write(false), BUDGET.pause);
  }

  /** Write the URL and the number of steps. Frames without a history keep the state in memory only. */
  function write(push) {
    const hash = `#${toHash()}`;
    written.push(performance.now());
    try {
      if (push) history.pushState({ steps }, "", hash);
      else history.replaceState({ steps }, "", hash);
    } catch {
      written.length = 0;
    }
  }

  /** Show the state of the URL after Back, Forward, or a change of the URL by the user. */
  function followAddress(entry) {
    const next = fromHash(location.hash);
    if (entry) ({ steps } = entry);
    else {
      remember(state);
      history.replaceState({ steps }, "");
    }
    apply(next);
  }

  /** Initialize from the URL and follow its changes. @param {Data} data */
  function start(data) {
    limits = {
      systems: data.S, segments: data.N, tags: data.meta.tags, documents: data.documents.length,
      order: data.order,
    };
    state = { ...state, theme: memory.get("truebleu-theme") ?? document.documentElement.dataset.theme ?? "system" };
    state = fromHash(location.hash);
    steps = history.state?.steps ?? 0;
    history.replaceState({ steps }, "");
    window.addEventListener("popstate", (event) => followAddress(event.state));
  }

  return { get, set, on, undo, toHash, fromHash, isOrder, start };
})();
