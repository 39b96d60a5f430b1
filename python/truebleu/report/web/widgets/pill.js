/** Selection summary: the number of segments, and the exact scores of every system on them. */

import { announce, h, replace } from "../core/elements.js";
import { format } from "../core/format.js";
import { store } from "../core/state.js";
import { bleu } from "../scoring/bleu.js";
import { others } from "../scoring/other_metrics.js";
import { spread } from "../data/intervals.js";
import { pairs } from "../data/pairs.js";
import { selection } from "../data/selection.js";

export const pill = (() => {
  let data = null;
  let parts = null;

  /** Return the scores of A and B, or of the only system. */
  function numbers() {
    const { a, b } = store.get();
    const letter = (name, s) => [
      h("span", { class: `letter letter-${name.toLowerCase()}` }, name),
      h("strong", {}, format.score(selection.score(s))),
    ];
    if (data.S < 2) return letter("A", a);
    const difference = selection.score(b) - selection.score(a);
    return [
      ...letter("A", a), ...letter("B", b),
      h("span", { class: "pill-delta" }, "\u0394 ", h("strong", { class: signOf(difference) }, format.delta(difference))),
    ];
  }

  const signOf = (x) => (x > 0 ? "plus" : x < 0 ? "minus" : "");

  function count() {
    const of = format.integer(data.N);
    return selection.isAll()
      ? data.N === 1 ? "1 segment" : `all ${of} segments`
      : `${format.integer(selection.count)} of ${of}`;
  }

  /** Return the interval, or an ellipsis until it is computed. */
  function interval() {
    const interval = spread.get();
    if (!interval) return selection.count > 1 && spread.exists() ? "[\u2026]" : "";
    const write = data.S < 2 ? format.score : format.delta;
    return `[${write(interval.low)}, ${write(interval.high)}]`;
  }

  function resamples() {
    const interval = spread.get();
    if (!interval?.resamples) return "";
    return `${format.integer(interval.resamples)} resamples${interval.final ? "" : "\u2026"}`;
  }

  function show() {
    replace(parts.count, count());
    replace(parts.numbers, ...numbers());
    parts.clear.hidden = selection.isAll() && !store.get().query;
    parts.node.classList.toggle("filtered", !selection.isAll());
    showInterval();
    if (!parts.panel.hidden) showAll();
  }

  function showInterval() {
    parts.interval.textContent = interval();
    parts.resamples.textContent = resamples();
    const share = format.level(pairs.confidence(data.meta));
    const of = data.S < 2 ? "of the score" : "of the difference";
    parts.interval.title = `${share} interval ${of} on these segments (bootstrap)`;
  }

  /** Show the scores of every system on the selection. */
  function showAll() {
    const { a } = store.get();
    const base = selection.score(a);
    const rows = data.meta.systems.map((system, s) => {
      const score = selection.count ? bleu.score(selection.row(s), data.meta.metric) : null;
      const value = score?.value ?? NaN;
      return h(
        "tr",
        {},
        h("th", { scope: "row", class: "name", dir: "auto" }, system.name),
        h("td", {}, format.score(value)),
        h("td", { class: signOf(value - base) }, s === a ? "" : format.delta(value - base)),
        h("td", {}, format.score(system.value)),
        h("td", {}, score ? format.fixed(score.brevity, 3) : "\u2013"),
        h("td", {}, score?.ref ? format.fixed(score.hyp / score.ref, 3) : "\u2013"),
        others.list(data).map((other, k) => h("td", {}, others.score(other, others.selected(data, k, s, selection)))),
      );
    });
    const metricNames = others.list(data).map(({ name }) => name);
    const heads = ["System", "Selection", "\u2212 A", "All", "BP", "hyp/ref ratio", ...metricNames];
    const head = heads.map((name) => h("th", { scope: "col" }, name));
    replace(
      parts.panel,
      h("p", { class: "pill-words" },
        `${data.meta.metric.name} of ${count()}${selection.isAll() ? "" : " segments"}: computed exactly from the counts of these segments.`,
        metricNames.length ? " The other metrics also use these segments." : ""),
      h("div", { class: "table-wrap", tabindex: "0", role: "region", "aria-label": "Scores of the selection" },
        h("table", { class: "numbers" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows))),
    );
  }

  function toggle(open = parts.panel.hidden) {
    parts.panel.hidden = !open;
    parts.button.setAttribute("aria-expanded", String(open));
    if (open) showAll();
  }

  /** Return the announcement for screen readers. */
  function words() {
    const { a, b } = store.get();
    const summary = `${format.many(selection.count, "segment")}, A ${format.score(selection.score(a))}`;
    if (data.S < 2) return summary;
    const difference = selection.score(b) - selection.score(a);
    return `${summary}, B ${format.score(selection.score(b))}, difference ${format.delta(difference)}`;
  }

  function build() {
    const span = (name) => h("span", { class: name });
    const parts = {
      count: span("pill-count"), numbers: span("pill-numbers"), interval: span("pill-interval"),
      resamples: span("pill-resamples"),
      panel: h("div", { id: "pill-panel", class: "pop pill-panel", hidden: true }),
    };
    parts.button = h(
      "button",
      { type: "button", class: "pill-button", "aria-expanded": "false", "aria-controls": "pill-panel",
        title: "All systems on this selection", on: { click: () => toggle() } },
      parts.count, parts.numbers, parts.interval, parts.resamples,
    );
    parts.clear = h(
      "button",
      { type: "button", class: "pill-clear", title: "Clear all filters (Esc)", "aria-label": "Clear all filters",
        on: { click: () => selection.clear() } },
      "\u00d7",
    );
    parts.node = h("div", { class: "pill", role: "group", "aria-label": "Selection" }, parts.button, parts.clear, parts.panel);
    return parts;
  }

  /** Build the summary. @param {Data} opened */
  function make(opened) {
    data = opened;
    parts = build();
    closesOutside(parts.node, () => toggle(false));
    let { mask } = selection;
    selection.on(() => {
      show();
      // Changing only the order does not change the selection.
      if (mask !== selection.mask) announce(words());
      ({ mask } = selection);
    });
    spread.on(showInterval);
    show();
    return parts.node;
  }

  return { make };
})();

/** Close a popup on Escape, or on a click or focus outside of it. */
export function closesOutside(node, close) {
  const outside = (event) => {
    if (!node.contains(event.target)) close();
  };
  document.addEventListener("pointerdown", outside);
  document.addEventListener("focusin", outside);
  node.addEventListener("keydown", (event) => {
    const open = node.querySelector("[aria-expanded=true]");
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    close();
    open.focus();
  });
}
