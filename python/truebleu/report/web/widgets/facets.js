/** Filter panel: histograms with range selection, and checklists. */

import { h, replace } from "../core/elements.js";
import { format } from "../core/format.js";
import { scales } from "../core/scales.js";
import { store } from "../core/state.js";
import { quantile } from "../scoring/statistics.js";
import { bins } from "../data/bins.js";
import { measures } from "../data/measures.js";
import { selection } from "../data/selection.js";
import { axes } from "../charts/axes.js";
import { HistogramChart } from "../charts/histogram.js";

/** Compact histogram for the filter panel: bars and one axis. */
class FacetHistogram extends HistogramChart {
  frame(width, height) {
    return { left: 8, right: width - 8, top: 4, bottom: height - 20, room: 0 };
  }

  paint(width, height) {
    const plot = this.frame(width, height);
    const { edges } = this;
    this.x = scales.linear([edges[0], edges.at(-1)], [plot.left, plot.right]);
    this.y = scales.linear([0, this.largestCount], [plot.bottom, plot.top]);
    const how = { y: plot.bottom, signed: this.data.signed, count: 4 };
    return [...this.bars(), axes.bottom(this.x, how)];
  }
}

export const facets = (() => {
  const STEPS = 24;
  const LISTED = 30;
  const RANGES = ["scoreA", "scoreB", "delta", "reflen", "ratio"];

  let data = null;
  let parts = [];
  const capped = new Map();

  // Histograms

  /**
   * Return values clipped at the 99.5th percentile, so that outliers do not compress the histogram.
   */
  function near(key) {
    const values = measures.values(data, key, store.get());
    const cached = capped.get(key);
    if (cached?.values === values) return cached;
    const maximum = key === "reflen" || key === "ratio" ? limit(values) : Infinity;
    const clipped = maximum === Infinity ? values : Float64Array.from(values, (x) => Math.min(x, maximum));
    const entry = { values, clipped, edges: edgesOf(key, clipped) };
    capped.set(key, entry);
    return entry;
  }

  function limit(values) {
    const sorted = Float64Array.from(values).filter((x) => !Number.isNaN(x)).sort();
    return quantile(sorted, 0.995);
  }

  function edgesOf(key, clipped) {
    const { scale } = data.meta.metric;
    if (key !== "scoreA" && key !== "scoreB") return bins.edges(clipped, STEPS);
    return Array.from({ length: 21 }, (_, n) => (scale * n) / 20);
  }

  /** Convert a brushed range to a filter: an end at the edge of the histogram is open. */
  function opened([low, high], { edges }) {
    const range = [low <= edges[0] ? null : low, high >= edges.at(-1) ? null : high];
    return range[0] === null && range[1] === null ? null : range;
  }

  function choose(key, range, push) {
    const filters = { ...store.get().filters };
    if (range) filters[key] = range;
    else delete filters[key];
    store.set({ filters }, { push });
  }

  function nameOf(key) {
    const more = { reflen: " (tokens)", ratio: data.S > 1 ? " of B" : "" }[key] ?? "";
    return measures.NAMES[key] + more;
  }

  function histogram(key) {
    const chart = new FacetHistogram({
      title: measures.NAMES[key], name: `facet-${key}`, quantity: nameOf(key), height: 84,
      brush: (range, done) => choose(key, range && opened(range, near(key)), done),
    });
    const ends = [0, 1].map((end) => endBox(key, end));
    const clear = clearButton(measures.NAMES[key], () => choose(key, null, true));
    const node = group(
      key, nameOf(key), clear, chart.node,
      h("div", { class: "facet-ends" }, ends[0], h("span", { "aria-hidden": "true" }, "to"), ends[1]),
    );
    return { node, update: () => showHistogram(key, chart, ends, clear) };
  }

  /** Return an input for one end of a range, for exact values and for keyboard users. */
  function endBox(key, end) {
    const box = h("input", {
      type: "text", inputmode: "decimal", class: "end-box", autocomplete: "off",
      "aria-label": `${measures.NAMES[key]}: ${end ? "at most" : "at least"}`,
      placeholder: end ? "max" : "min",
      on: { change: () => changeRange(key, end, box) },
    });
    return box;
  }

  function changeRange(key, end, box) {
    const text = box.value.trim().replace("\u2212", "-").replace(",", ".");
    const value = text === "" ? null : Number(text);
    const wrong = Number.isNaN(value);
    box.setAttribute("aria-invalid", String(wrong));
    if (wrong) return;
    const range = [...(store.get().filters[key] ?? [null, null])];
    range[end] = value;
    choose(key, range[0] === null && range[1] === null ? null : range, true);
  }

  function showHistogram(key, chart, ends, clear) {
    const range = store.get().filters[key] ?? null;
    const { clipped, edges } = near(key);
    const brushed = range && [range[0] ?? edges[0], range[1] ?? edges.at(-1)];
    chart.set({
      values: clipped, mask: selection.mask, edges, apart: false, signed: key === "delta",
      axis: nameOf(key), low: null, high: null, range: brushed,
    });
    ends.forEach((box, end) => {
      if (document.activeElement !== box) box.value = range?.[end] ?? "";
    });
    clear.hidden = !range;
  }

  function clearButton(name, action) {
    return h("button", { type: "button", class: "small-button facet-clear", hidden: true,
      "aria-label": `Clear: ${name}`, on: { click: action } }, "Clear");
  }

  function group(key, name, clear, ...content) {
    return h("section", { class: "facet", data: { facet: key } },
      h("div", { class: "facet-head" }, h("h3", {}, name), clear), content);
  }

  // Checklists

  /** Return a checklist of `names` with counts of selected and of all segments. */
  function checkList(key, title, names, countOf) {
    const list = h("ul", { class: "checks" });
    const search = h("input", { type: "search", class: "check-search", placeholder: `Search ${format.integer(names.length)}`,
      "aria-label": `Find: ${title}`, on: { input: () => update() } });
    const clear = clearButton(title, () => choose(key, null, true));
    const all = countOf(null);
    const update = () => {
      const chosen = new Set(store.get().filters[key] ?? []);
      clear.hidden = !chosen.size;
      replace(list, ...lines(key, names, { chosen, all, now: countOf(selection.mask), text: search.value }));
    };
    const box = names.length > LISTED ? search : null;
    return { node: group(key, title, clear, box, list), update };
  }

  function lines(key, names, { chosen, all, now, text }) {
    const small = text.trim().toLowerCase();
    const fits = names.map((name, n) => n).filter((n) => names[n].toLowerCase().includes(small));
    const idOf = (n) => (key === "tags" ? names[n] : n);
    fits.sort((x, y) => Number(chosen.has(idOf(y))) - Number(chosen.has(idOf(x))) || x - y);
    const items = fits.slice(0, LISTED).map((n) => line(key, idOf(n), names[n], chosen, [now[n], all[n]]));
    const unlisted = fits.length - items.length;
    if (unlisted > 0) items.push(h("li", { class: "faint" }, `and ${format.integer(unlisted)} more`));
    return items;
  }

  function line(key, id, name, chosen, [now, all]) {
    const box = h("input", { type: "checkbox", checked: chosen.has(id), data: { check: id }, on: { change: () => {
      const next = new Set(chosen);
      if (box.checked) next.add(id);
      else next.delete(id);
      choose(key, next.size ? [...next] : null, true);
      refocus(key, id);
    } } });
    const count = h("span", { class: "check-count" }, now === all ? format.integer(all) : `${format.integer(now)} / ${format.integer(all)}`);
    return h("li", {}, h("label", {}, box, h("span", { class: "check-name", dir: "auto", title: name }, name), count));
  }

  /** Restore the focus on a checkbox after the list was rebuilt. */
  function refocus(key, id) {
    const boxes = document.querySelectorAll(`[data-facet="${key}"] input[type=checkbox]`);
    [...boxes].find((box) => box.dataset.check === String(id))?.focus();
  }

  function documentCounts(mask) {
    const [counts, column] = [new Uint32Array(data.documents.length), data.column("doc")];
    for (let i = 0; i < column.length; i++) if (!mask || mask[i]) counts[column[i]]++;
    return counts;
  }

  function tagCounts(mask) {
    const [counts, column] = [new Uint32Array(data.meta.tags.length), data.column("tags")];
    for (let i = 0; i < (column?.length ?? 0); i++) {
      if (!column[i] || (mask && !mask[i])) continue;
      for (let bit = 0; bit < counts.length; bit++) counts[bit] += (column[i] >>> bit) & 1;
    }
    return counts;
  }

  /** Return the filters for frequent questions: perfect scores and zero scores. */
  function outcomes() {
    const { scale } = data.meta.metric;
    const [perfect, zero] = [[scale, null], [null, 0]];
    const all = data.S > 1
      ? [["A perfect", { scoreA: perfect }], ["B perfect", { scoreB: perfect }], ["both zero", { scoreA: zero, scoreB: zero }]]
      : [["perfect", { scoreA: perfect }], ["zero", { scoreA: zero }]];
    const boxes = all.map(([name, ranges]) => ({ name, ranges, box: outcome(ranges) }));
    const list = h("ul", { class: "checks" }, ...boxes.map(({ box, name }) =>
      h("li", {}, h("label", {}, box, h("span", { class: "check-name" }, name)))));
    const update = () => boxes.forEach(({ box, ranges }) => (box.checked = chosenRanges(ranges)));
    return { node: group("outcomes", "Scores", null, list), update };
  }

  function outcome(ranges) {
    const box = h("input", { type: "checkbox", on: { change: () => {
      const filters = { ...store.get().filters };
      for (const key of Object.keys(ranges)) delete filters[key];
      store.set({ filters: box.checked ? { ...filters, ...ranges } : filters }, { push: true });
    } } });
    return box;
  }

  /** Return whether exactly these ranges are selected. */
  function chosenRanges(ranges) {
    const { filters } = store.get();
    return Object.entries(ranges).every(([key, range]) => String(filters[key]) === String(range));
  }

  /** Return the filter for explicitly listed segments. */
  function picked() {
    const text = h("p", { class: "picked" });
    const clear = clearButton("Picked segments", () => choose("ids", null, true));
    const node = group("ids", "Picked segments", clear, text);
    const update = () => {
      const { ids, influence } = store.get().filters;
      node.hidden = !ids && !influence;
      clear.hidden = !ids;
      const more = influence ? ` Influence ${influence[0] ?? ""} to ${influence[1] ?? ""}.` : "";
      text.textContent = (ids ? `${format.many(ids.length, "segment")} from a list.` : "") + more;
    };
    return { node, update };
  }

  /** Mount the filter panel. @param {HTMLElement} container @param {Data} opened */
  function mount(container, opened) {
    data = opened;
    const available = measures.list(data);
    parts = [picked(), ...RANGES.filter((key) => available.includes(key)).map(histogram), outcomes()];
    if (data.meta.tags.length) parts.push(checkList("tags", "Flags", data.meta.tags, tagCounts));
    if (data.documents.length) parts.push(checkList("documents", "Documents", data.documents, documentCounts));
    container.append(...parts.map(({ node }) => node));
    update();
  }

  /** Update the filters and their counts. */
  function update() {
    for (const part of parts) part.update();
  }

  return { mount, update };
})();
