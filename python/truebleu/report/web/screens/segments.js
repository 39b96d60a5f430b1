/** Segments screen: filters on the left, the table, and the open segment on the right. */

import { h } from "../core/elements.js";
import { format } from "../core/format.js";
import { memory } from "../core/memory.js";
import { store } from "../core/state.js";
import { measures } from "../data/measures.js";
import { selection } from "../data/selection.js";
import { gridColumns } from "../widgets/columns.js";
import { facets } from "../widgets/facets.js";
import { Grid } from "../widgets/grid.js";
import { mountDetail } from "../pane/segment_pane.js";

export const segmentsScreen = (() => {
  const PANE = { key: "truebleu-pane", least: 320, most: 1100, usual: 480 };
  let data = null;
  let grid = null;
  let parts = null;
  let field = "";
  let mask = null;

  const isNarrow = () => matchMedia("(max-width: 719px)").matches;

  /** Set the panel shown on narrow screens: "list", "filters" or "detail". */
  function showPage(page) {
    parts.node.dataset.page = page;
  }

  function open(i) {
    store.set({ segment: i });
    parts.node.dataset.pane = "shown";
    showPage("detail");
    if (isNarrow()) parts.detail.focus();
  }

  /** Update the pane when the arrow keys move in the table, without an undo step. */
  function moved(i) {
    if (parts.node.dataset.pane === "shown" && !isNarrow()) store.set({ segment: i }, { push: false });
  }

  function sortBy(key) {
    const { sort } = store.get();
    // Numbers sort in descending order first; file and document order ascending.
    const first = key !== "number" && key !== "document";
    store.set({ sort: { key, down: sort.key === key ? !sort.down : first } });
  }

  // Toolbar above the table

  function fieldPicker() {
    const fields = gridColumns.fields(data);
    field = fields[0][0];
    const select = h("select", { id: "field", on: { change: () => {
      field = select.value;
      grid.setColumns();
    } } }, fields.map(([value, name]) => h("option", { value }, name)));
    return h("label", { class: "field-picker" }, "Text: ", select);
  }

  function sortPicker() {
    const keys = measures.list(data);
    const select = h("select", { id: "sort", on: { change: () => sortBy(select.value) } },
      keys.map((key) => h("option", { value: key }, measures.name(data, key))));
    const show = () => {
      select.value = keys.includes(store.get().sort.key) ? store.get().sort.key : "number";
    };
    store.on("sort", show);
    show();
    return h("label", { class: "sort-picker" }, "Sort: ", select);
  }

  function tools() {
    const button = (name, className, action, title) =>
      h("button", { type: "button", class: `small-button ${className}`, title, on: { click: action } }, name);
    return h("div", { class: "list-tools" },
      button("Filters", "filters-button", () => toggleFilters(), "Show or hide the filter panel (f)"),
      h("p", { class: "list-count" }),
      sortPicker(), fieldPicker(),
      button("Pane", "pane-button", () => togglePane(), "Show or hide the segment pane (.)"));
  }

  function toggleFilters() {
    const { dataset } = parts.node;
    if (isNarrow()) showPage(dataset.page === "filters" ? "list" : "filters");
    else dataset.filters = filtersShown() ? "hidden" : "shown";
  }

  /**
   * Return whether the filters are visible. Next to the table they are, unless hidden by the user.
   */
  const filtersShown = () => parts.facets.getClientRects().length > 0;

  function togglePane() {
    if (!parts) return;
    const isShown = parts.node.dataset.pane === "shown";
    parts.node.dataset.pane = isShown ? "hidden" : "shown";
  }

  // Segment pane

  function backButton(name) {
    return h("button", { type: "button", class: "small-button back-button", on: { click: () => closePage() } }, name);
  }

  /** Return the resize handle between the table and the pane. */
  function separator() {
    const node = h("div", { class: "separator", role: "separator", tabindex: "0", "aria-orientation": "vertical",
      "aria-label": "Width of the segment pane", "aria-valuemin": PANE.least, "aria-valuemax": PANE.most });
    const set = (width) => {
      const now = Math.round(Math.max(PANE.least, Math.min(PANE.most, width)));
      parts.node.style.setProperty("--pane", `${now}px`);
      node.setAttribute("aria-valuenow", String(now));
      memory.set(PANE.key, String(now));
      return now;
    };
    const width = () => parts.detail.getBoundingClientRect().width;
    node.addEventListener("keydown", ({ key }) => {
      const by = { ArrowLeft: 20, ArrowRight: -20 }[key];
      if (by) set(width() + by);
    });
    node.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      node.setPointerCapture(event.pointerId);
      const [from, wide] = [event.clientX, width()];
      node.onpointermove = (pulled) => set(wide + from - pulled.clientX);
      node.onpointerup = () => (node.onpointermove = null);
    });
    return { node, set };
  }

  function build(container) {
    const facetsNode = h("aside", { class: "facets", "aria-label": "Filters" }, backButton("\u2039 Segments"));
    const content = h("div", { class: "detail" });
    const detail = h("aside", { class: "detail-pane", "aria-label": "Segment", tabindex: "-1" }, backButton("\u2039 Segments"), content);
    const handle = separator();
    const list = h("div", { class: "list" }, tools(), grid.wrap);
    const node = h("div", { class: "segments", data: { page: "list", pane: store.get().segment === null ? "hidden" : "shown" } }, facetsNode, list, handle.node, detail);
    parts = { node, facets: facetsNode, detail, content, list };
    container.append(node);
    handle.set(Number(memory.get(PANE.key)) || PANE.usual);
  }

  function mount(container, opened) {
    data = opened;
    const columns = gridColumns.make(data, () => field || gridColumns.fields(data)[0][0]);
    grid = new Grid({
      label: "Segments", columns: (width) => gridColumns.fitting(columns, width),
      sorted: () => store.get().sort, sort: sortBy, open, moved,
      empty: "No segments match these filters.",
    });
    build(container);
    facets.mount(parts.facets, data);
    mountDetail(parts.content, data, step);
    update(new Set(["selection", "segment"]));
  }

  function update(changed) {
    const { segment } = store.get();
    const changedSystems = ["a", "b", "filters"].some((key) => changed.has(key));
    if (changedSystems || selection.mask !== mask) {
      mask = selection.mask;
      facets.update();
      const count = parts.list.querySelector(".list-count");
      count.textContent = format.many(selection.count, "segment");
    }
    // The sorted column must be visible.
    if (changed.has("sort")) grid.resized();
    grid.set(selection.ids, segment);
    if (changed.has("segment")) follow(segment);
  }

  /** Scroll to the open segment. */
  function follow(segment) {
    if (segment === null) {
      if (parts.node.dataset.page === "detail") showPage("list");
      return;
    }
    parts.node.dataset.pane = "shown";
    showPage("detail");
    const { row, column } = grid.position;
    if (grid.items[row] === segment) return;
    const target = grid.rowOf(segment);
    if (target >= 0) grid.go(target, column, grid.node.contains(document.activeElement));
  }

  // Keys

  /** Move to the next or previous segment of the selection. */
  function step(by) {
    const { segment, screen } = store.get();
    const ids = selection.ids;
    if (!ids.length) return;
    const index = segment === null ? -1 : ids.indexOf(segment);
    const next = index < 0 ? 0 : Math.max(0, Math.min(ids.length - 1, index + by));
    store.set({ segment: ids[next], screen: screen === "documents" ? screen : "segments" }, { push: false });
  }

  function focusFilters() {
    store.set({ screen: "segments" });
    if (isNarrow()) showPage("filters");
    else if (!filtersShown()) parts.node.dataset.filters = "shown";
    parts.facets.querySelector("input, button:not([hidden]):not(.back-button), [tabindex='0']")?.focus();
  }

  /** Return to the table on narrow screens. Return whether there was anything to close. */
  function closePage() {
    if (!parts || !isNarrow() || parts.node.dataset.page === "list") return false;
    showPage("list");
    if (store.get().segment !== null) store.set({ segment: null });
    return true;
  }

  return { id: "segments", title: "Segments", key: "s", mount, update, step, focusFilters, togglePane, closePage };
})();
