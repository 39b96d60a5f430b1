/**
 * Screens, each built when first shown and updated while visible.
 *
 * A screen is `{id, title, key, mount(container, data), update(changed)}`. `key` is the letter
 * after g; `alone` is the title in a report of one system. `update` receives the set of state keys
 * that changed since its last call, including "selection" if the selected segments changed.
 * `available(data)` returns whether there is anything to show.
 */

import { h } from "../core/elements.js";
import { store } from "../core/state.js";
import { selection } from "../data/selection.js";

export const screens = (() => {
  const all = [];
  const missed = new Map();
  let data = null;

  /** Add a screen. The navigation lists screens in the order of `ORDER`. */
  function add(screen) {
    all.push({ available: () => true, update: () => {}, container: null, ...screen });
  }

  const ORDER = [
    "files", "overview", "compare", "segments", "disagreement", "documents", "ngrams", "buckets", "checks", "lab",
    "history", "reproduce",
  ];

  /** Return the available screens in order. */
  function list() {
    return all
      .filter((screen) => screen.available(data))
      .sort((x, y) => ORDER.indexOf(x.id) - ORDER.indexOf(y.id));
  }

  /** Return the screen named in the state, or the first one. */
  function current() {
    const all = list();
    return all.find((screen) => screen.id === store.get().screen) ?? all[0] ?? null;
  }

  /** Show the current screen and hide the others. */
  function show() {
    const active = current();
    for (const screen of all) {
      if (screen.container) screen.container.hidden = screen !== active;
    }
    const overview = document.getElementById("overview");
    if (overview) overview.hidden = active?.id !== "overview";
    if (!active) return;
    if (!active.container) mount(active);
    const changed = missed.get(active.id);
    missed.delete(active.id);
    if (changed?.size) active.update(changed);
  }

  function mount(screen) {
    const heading = `screen-${screen.id}`;
    const own = screen.id === "overview" ? document.getElementById("overview") : null;
    screen.container = own ?? h("section", { id: heading, class: `screen screen-${screen.id}` });
    if (!own) {
      screen.container.append(h("h2", { class: "screen-title", tabindex: "-1" }, screen.title));
      document.getElementById("screens").append(screen.container);
    }
    screen.container.hidden = false;
    screen.mount(screen.container, data);
    missed.delete(screen.id);
  }

  /** Notify the screens of changes: the visible one now, the others when they are shown. */
  function changed(keys) {
    for (const screen of all) {
      if (!screen.container) continue;
      const pending = missed.get(screen.id) ?? new Set();
      for (const key of keys) pending.add(key);
      missed.set(screen.id, pending);
    }
    show();
  }

  /** Prepare for printing: the overview, Compare, and the open segment. */
  function print() {
    const visible = ["overview", "compare", ...(store.get().segment === null ? [] : ["segments"])];
    for (const screen of list()) {
      if (!visible.includes(screen.id)) continue;
      if (screen.container) screen.container.hidden = false;
      else mount(screen);
    }
    const now = current()?.container;
    if (now) now.hidden = !visible.includes(current().id);
  }

  /** Set the report's data, which determine the available screens and titles. @param {Data} opened */
  function know(opened) {
    data = opened;
    for (const screen of all) if (data.S < 2) screen.title = screen.alone ?? screen.title;
  }

  /** Start following the state and the selection. */
  function start() {
    const hasOverview = all.some((screen) => screen.id === "overview");
    if (!hasOverview && document.getElementById("overview")) {
      add({ id: "overview", title: "Overview", key: "o", mount: () => {} });
    }
    store.on("*", (_, keys) => changed(keys));
    selection.on(() => changed(["selection"]));
    window.addEventListener("beforeprint", print);
    window.addEventListener("afterprint", show);
    show();
  }

  return { add, list, current, know, start };
})();
