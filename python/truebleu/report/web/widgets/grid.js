/**
 * Table with any number of rows, of which only the visible ones exist as elements.
 *
 * Screen readers see a grid with all rows. The grid is one tab stop; arrow keys move between its
 * cells, or between its rows where a row is one unit. Browsers limit the height of elements: beyond
 * it, the scroll bar moves in larger steps than the rows.
 */

import { h, replace } from "../core/elements.js";

export class Grid {
  static ROW_HEIGHT = 44;
  static MAX_HEIGHT = 16_000_000;
  static MAX_DRAWN = 38;
  static SPARE = 3;

  /**
   * @param {{label: string, columns: (width: number) => Array<{key: string, title: string,
   *   name?: string, width: string, sortable: boolean, class: string,
   *   fill: (cell: HTMLElement, item: any) => void}>,
   *   sorted: () => {key: string, down: boolean}, sort: (key: string) => void,
   *   open: (item: any) => void, moved?: (item: any) => void, empty?: string,
   *   rowHeight?: number, maxHeight?: number, focus?: "cell" | "row"}} options
   */
  constructor(options) {
    this.options = options;
    this.rowHeight = options.rowHeight ?? Grid.ROW_HEIGHT;
    this.maxHeight = options.maxHeight ?? Grid.MAX_HEIGHT;
    this.byRow = options.focus === "row";
    this.stops = this.byRow ? ".grid-rows > [role=row]" : "[role=gridcell], [role=columnheader]";
    this.items = [];
    this.columns = options.columns(0);
    this.position = { row: 0, column: 0 };
    this.current = null;
    this.pool = [];
    this.view = 0;
    this.pendingRow = null;
    this.head = h("div", { role: "row", class: "grid-row grid-head", "aria-rowindex": "1" });
    this.rows = h("div", { class: "grid-rows", role: "presentation" });
    this.space = h("div", { class: "grid-space", role: "presentation" }, this.rows);
    this.none = h("p", { class: "grid-none", hidden: true }, options.empty);
    this.node = h(
      "div",
      { class: "grid", role: "grid", "aria-label": options.label, tabindex: "-1", on: {
        scroll: () => this.scheduleDraw(), keydown: (event) => this.key(event),
        click: (event) => this.clicked(event), focusin: (event) => this.focused(event),
      } },
      this.head, this.space,
    );
    this.node.style.setProperty("--row-height", `${this.rowHeight}px`);
    this.wrap = h("div", { class: "grid-wrap" }, this.node, this.none);
    new ResizeObserver(() => this.resized()).observe(this.node);
    this.setColumns();
  }

  /** Measure the grid again, and rebuild the columns if others fit now. */
  resized() {
    this.measure();
    if (this.pendingRow !== null) this.reveal(this.pendingRow);
    const layout = (columns) => columns.map(({ key, width }) => `${key} ${width}`).join();
    if (layout(this.options.columns(this.node.clientWidth)) === layout(this.columns)) this.draw();
    else this.setColumns();
  }

  /** Rebuild the columns, keeping the focus on its cell. */
  setColumns() {
    const hadFocus = this.node.contains(document.activeElement);
    this.columns = this.options.columns(this.node.clientWidth);
    this.node.setAttribute("aria-colcount", String(this.columns.length));
    this.node.style.setProperty("--columns", this.columns.map(({ width }) => width).join(" "));
    replace(this.head, this.columns.map((column, c) => this.heading(column, c)));
    this.pool = [];
    this.rows.replaceChildren();
    this.position.column = Math.min(this.position.column, this.columns.length - 1);
    this.measure();
    this.showSort();
    this.draw();
    if (hadFocus) (this.stopAt(this.position) ?? this.node).focus({ preventScroll: true });
  }

  /** Return a header cell. In grids with row focus, it contains a sort button. */
  heading({ key, title, name, sortable, class: kind }, c) {
    const label = [h("span", { class: "head-text" }, title)];
    if (sortable) label.push(h("span", { class: "arrow", "aria-hidden": "true" }));
    const on = { click: () => this.options.sort(key) };
    return h(
      "div",
      { role: "columnheader", class: `grid-cell ${kind} ${sortable ? "sortable" : ""}`, title: name,
        tabindex: this.byRow ? null : "-1", "aria-colindex": String(c + 1), data: { key } },
      this.byRow && sortable ? h("button", { type: "button", class: "sort-button", on }, label) : label,
    );
  }

  /** Show these items, one per row. `current` is the open item. */
  set(items, current = null) {
    if (items !== this.items) {
      this.items = items;
      this.position.row = Math.min(this.position.row, Math.max(items.length - 1, 0));
    }
    this.current = current;
    this.node.setAttribute("aria-rowcount", String(items.length + 1));
    this.none.hidden = items.length > 0;
    this.height = Math.min(items.length * this.rowHeight, this.maxHeight);
    this.space.style.height = `${this.height}px`;
    this.showSort();
    this.draw();
  }

  showSort() {
    const { key, down } = this.options.sorted();
    for (const cell of this.head.children) {
      const isSorted = cell.dataset.key === key;
      if (isSorted) cell.setAttribute("aria-sort", down ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
      const arrow = cell.querySelector(".arrow");
      if (arrow) arrow.textContent = isSorted ? (down ? "\u25bc" : "\u25b2") : "";
    }
  }

  // Scrolling and drawing

  /**
   * Cache the height of the visible rows, because reading it from the layout on each draw is slow.
   */
  measure() {
    this.view = Math.max(this.node.clientHeight - this.head.offsetHeight, 0);
  }

  /** The offset of the visible part in pixels of row height. */
  get top() {
    const scrollable = this.height - this.view;
    const full = this.items.length * this.rowHeight - this.view;
    if (scrollable <= 0 || full <= scrollable) return this.node.scrollTop;
    return (this.node.scrollTop / scrollable) * full;
  }

  set top(pixels) {
    const scrollable = this.height - this.view;
    const full = this.items.length * this.rowHeight - this.view;
    this.node.scrollTop = full <= scrollable || full <= 0 ? pixels : (pixels / full) * scrollable;
  }

  scheduleDraw() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  /** Draw the visible rows and a few more. */
  draw() {
    if (!this.height && this.items.length) return;
    const { top, view } = this;
    const first = Math.max(0, Math.floor(top / this.rowHeight) - Grid.SPARE);
    const count = Math.min(Grid.MAX_DRAWN, Math.ceil(view / this.rowHeight) + 2 * Grid.SPARE);
    const last = view ? Math.min(this.items.length, first + count) : first;
    // If the scroll bar moves in larger steps than the rows, correct their offset.
    const shift = this.node.scrollTop - (top - first * this.rowHeight);
    this.rows.style.transform = `translateY(${shift}px)`;
    this.resizePool(Math.max(0, last - first));
    this.pool.forEach((row, i) => this.fill(row, first + i));
    this.first = first;
    this.keepFocus();
  }

  /** Keep exactly `count` row elements. */
  resizePool(count) {
    while (this.pool.length > count) this.pool.pop().remove();
    while (this.pool.length < count) {
      const row = h("div", { role: "row", class: "grid-row", tabindex: this.byRow ? "-1" : null });
      this.columns.forEach((column, c) => {
        const props = { role: "gridcell", class: `grid-cell ${column.class}`,
          tabindex: this.byRow ? null : "-1", "aria-colindex": String(c + 1) };
        row.append(h("div", props, h("span", { class: "clamp" })));
      });
      this.rows.append(row);
      this.pool.push(row);
    }
  }

  fill(row, index) {
    const item = this.items[index];
    row.setAttribute("aria-rowindex", String(index + 2));
    row.setAttribute("aria-selected", String(item === this.current));
    row.dataset.item = String(item);
    row.dataset.row = String(index);
    this.columns.forEach((column, c) => column.fill(row.children[c], item));
  }

  // Focus: the tab key reaches one cell or one row

  /** Return the focusable element at a position, or null if it is not drawn. */
  stopAt({ row, column }) {
    if (row < 0) return this.head.children[column];
    const element = this.pool[row - this.first];
    return (this.byRow ? element : element?.children[column]) ?? null;
  }

  /** Keep the focus at its position; if that is not drawn, focus the grid itself. */
  keepFocus() {
    const active = document.activeElement;
    const inside = this.node.contains(active) && !this.head.contains(active);
    const stop = this.stopAt(this.position) ?? this.node;
    this.setTabStop(stop);
    if (inside && active !== stop) stop.focus({ preventScroll: true });
  }

  setTabStop(stop) {
    for (const old of this.node.querySelectorAll('[tabindex="0"]')) old.setAttribute("tabindex", "-1");
    this.node.setAttribute("tabindex", "-1");
    stop.setAttribute("tabindex", "0");
  }

  /** Return the focusable cell or row of an event. */
  stopOf(event) {
    const stop = event.target.closest(this.stops);
    return stop && this.node.contains(stop) ? stop : null;
  }

  focused(event) {
    const stop = this.stopOf(event);
    if (!stop) return;
    const row = stop.closest("[role=row]");
    const column = this.byRow ? 0 : [...row.children].indexOf(stop);
    this.position = { row: row === this.head ? -1 : Number(row.dataset.row), column };
    this.setTabStop(stop);
  }

  /** Move to a row and column, scrolling there. */
  go(row, column = this.position.column, focus = true) {
    const clamp = (value, least, greatest) => Math.max(least, Math.min(greatest, value));
    const next = {
      row: clamp(row, this.byRow ? 0 : -1, this.items.length - 1),
      column: clamp(column, 0, this.columns.length - 1),
    };
    const isNew = next.row !== this.position.row;
    this.position = next;
    if (next.row >= 0) this.reveal(next.row);
    this.draw();
    const stop = this.stopAt(next);
    if (focus) stop?.focus({ preventScroll: true });
    stop?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (isNew && next.row >= 0) this.options.moved?.(this.items[next.row]);
  }

  reveal(row) {
    // A grid without a height cannot scroll yet: `resized` does it later.
    this.pendingRow = this.view ? null : row;
    if (!this.view) return;
    const above = row * this.rowHeight;
    const { top, view } = this;
    if (above < top) this.top = above;
    else if (above + this.rowHeight > top + view) this.top = above + this.rowHeight - view;
  }

  /** Return the row of an item, or -1. */
  rowOf(item) {
    return this.items.indexOf(item);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.byRow && this.head.contains(event.target)) return;
    const target = this.target(event);
    if (target) this.go(...target);
    else if (event.key === "Enter" || event.key === " ") this.enter();
    else return;
    event.preventDefault();
  }

  /** Return the row and column that a key moves to. */
  target({ key, shiftKey }) {
    const page = Math.max(1, Math.floor(this.view / this.rowHeight) - 1);
    const { row, column } = this.position;
    const [lastRow, lastColumn] = [this.items.length - 1, this.columns.length - 1];
    const inRow = {
      ArrowRight: [row, column + 1], ArrowLeft: [row, column - 1],
      ...(shiftKey ? { Home: [row, 0], End: [row, lastColumn] } : {}),
    };
    const byKey = {
      ArrowDown: [row + 1, column], ArrowUp: [row - 1, column],
      PageDown: [row + page, column], PageUp: [Math.max(row - page, 0), column],
      Home: [0, column], End: [lastRow, column], ...(this.byRow ? {} : inRow),
    };
    return byKey[key];
  }

  enter() {
    const { row, column } = this.position;
    if (row >= 0 && row < this.items.length) this.options.open(this.items[row]);
    else if (row < 0 && this.columns[column].sortable) this.options.sort(this.columns[column].key);
  }

  clicked(event) {
    const stop = this.stopOf(event);
    if (!stop) return;
    stop.focus({ preventScroll: true });
    this.enter();
  }
}
