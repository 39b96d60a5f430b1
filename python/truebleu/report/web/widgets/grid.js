/**
 * A table of any number of rows of which only those in sight are elements.
 *
 * To screen readers it is a grid with all its rows. It is one stop for the tab key; arrows move
 * inside. Browsers do not draw elements above some height: beyond it, the bar at the side moves
 * in larger steps than the rows.
 */

import { h, replace } from "../core/elements.js";

export class Grid {
  static ROW = 44;
  static MOST = 40;
  static TALLEST = 16_000_000;
  static SPARE = 3;

  /**
   * @param {{label: string, columns: (width: number) => Array<{key: string, title: string,
   *   name: string, width: string, sortable: boolean, class: string,
   *   fill: (cell: HTMLElement, i: number) => void}>,
   *   sorted: () => {key: string, down: boolean}, sort: (key: string) => void,
   *   open: (i: number) => void, moved: (i: number) => void, empty: string}} given
   */
  constructor(given) {
    this.given = given;
    this.ids = new Uint32Array(0);
    this.columns = given.columns(0);
    this.at = { row: 0, column: 0 };
    this.current = null;
    this.pool = [];
    this.view = 0;
    this.unseen = null;
    this.head = h("div", { role: "row", class: "grid-row grid-head", "aria-rowindex": "1" });
    this.rows = h("div", { class: "grid-rows", role: "presentation" });
    this.space = h("div", { class: "grid-space", role: "presentation" }, this.rows);
    this.none = h("p", { class: "grid-none", hidden: true }, given.empty);
    this.node = h(
      "div",
      { class: "grid", role: "grid", "aria-label": given.label, tabindex: "-1", on: {
        scroll: () => this.scheduled(), keydown: (event) => this.key(event),
        click: (event) => this.clicked(event), focusin: (event) => this.focused(event),
      } },
      this.head, this.space,
    );
    this.wrap = h("div", { class: "grid-wrap" }, this.node, this.none);
    new ResizeObserver(() => this.resized()).observe(this.node);
    this.setColumns();
  }

  /** Other columns may have room now. */
  resized() {
    this.measure();
    if (this.unseen !== null) this.reveal(this.unseen);
    const keys = (columns) => columns.map(({ key }) => key).join();
    if (keys(this.given.columns(this.node.clientWidth)) !== keys(this.columns)) this.setColumns();
    else this.draw();
  }

  /** Take the columns anew; the focus stays where it was. */
  setColumns() {
    const hadFocus = this.node.contains(document.activeElement);
    this.columns = this.given.columns(this.node.clientWidth);
    this.node.setAttribute("aria-colcount", String(this.columns.length));
    this.node.style.setProperty("--columns", this.columns.map(({ width }) => width).join(" "));
    replace(this.head, this.columns.map((column, c) => this.heading(column, c)));
    this.pool = [];
    this.rows.replaceChildren();
    this.at.column = Math.min(this.at.column, this.columns.length - 1);
    this.measure();
    this.showSort();
    this.draw();
    if (hadFocus) (this.cellAt(this.at) ?? this.node).focus({ preventScroll: true });
  }

  heading({ key, title, name, sortable, class: kind }, c) {
    return h(
      "div",
      { role: "columnheader", class: `grid-cell ${kind} ${sortable ? "sortable" : ""}`, title: name,
        tabindex: "-1", "aria-colindex": String(c + 1), data: { key } },
      h("span", { class: "head-text" }, title),
      sortable ? h("span", { class: "arrow", "aria-hidden": "true" }) : null,
    );
  }

  /** Show these segments. `current` is the one that is open. */
  set(ids, current) {
    if (ids !== this.ids) {
      this.ids = ids;
      this.at.row = Math.min(this.at.row, Math.max(ids.length - 1, 0));
    }
    this.current = current;
    this.node.setAttribute("aria-rowcount", String(ids.length + 1));
    this.none.hidden = ids.length > 0;
    const full = ids.length * Grid.ROW;
    this.height = Math.min(full, Grid.TALLEST);
    this.space.style.height = `${this.height}px`;
    this.showSort();
    this.draw();
  }

  showSort() {
    const { key, down } = this.given.sorted();
    for (const cell of this.head.children) {
      const own = cell.dataset.key === key;
      if (own) cell.setAttribute("aria-sort", down ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
      const arrow = cell.querySelector(".arrow");
      if (arrow) arrow.textContent = own ? (down ? "\u25bc" : "\u25b2") : "";
    }
  }

  // Places

  /** How high the part with the rows is; asking the browser each time would be slow. */
  measure() {
    this.view = Math.max(this.node.clientHeight - this.head.offsetHeight, 0);
  }

  /** How many pixels of rows are above what is in sight. */
  get top() {
    const room = this.height - this.view;
    const full = this.ids.length * Grid.ROW - this.view;
    if (room <= 0 || full <= room) return this.node.scrollTop;
    return (this.node.scrollTop / room) * full;
  }

  set top(pixels) {
    const room = this.height - this.view;
    const full = this.ids.length * Grid.ROW - this.view;
    this.node.scrollTop = full <= room || full <= 0 ? pixels : (pixels / full) * room;
  }

  scheduled() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  /** The rows in sight, with a few spare ones. */
  draw() {
    if (!this.height && this.ids.length) return;
    const { top, view } = this;
    const first = Math.max(0, Math.floor(top / Grid.ROW) - Grid.SPARE);
    const count = Math.min(Grid.MOST - 2, Math.ceil(view / Grid.ROW) + 2 * Grid.SPARE);
    const last = view ? Math.min(this.ids.length, first + count) : first;
    // Rows move with the bar, so that they stay where they are on the screen.
    const shift = this.node.scrollTop - (top - first * Grid.ROW);
    this.rows.style.transform = `translateY(${shift}px)`;
    this.resize(Math.max(0, last - first));
    this.pool.forEach((row, place) => this.fill(row, first + place, first));
    this.first = first;
    this.keepFocus();
  }

  /** So many row elements. */
  resize(count) {
    while (this.pool.length > count) this.pool.pop().remove();
    while (this.pool.length < count) {
      const row = h("div", { role: "row", class: "grid-row", data: { segment: "-1" } });
      this.columns.forEach((column, c) => {
        const kind = `grid-cell ${column.class}`;
        const props = { role: "gridcell", class: kind, tabindex: "-1", "aria-colindex": String(c + 1) };
        row.append(h("div", props, h("span", { class: "clamp" })));
      });
      this.rows.append(row);
      this.pool.push(row);
    }
  }

  fill(row, place) {
    const i = this.ids[place];
    row.setAttribute("aria-rowindex", String(place + 2));
    row.setAttribute("aria-selected", String(i === this.current));
    row.classList.toggle("odd", place % 2 === 1);
    row.dataset.segment = String(i);
    row.dataset.place = String(place);
    this.columns.forEach((column, c) => column.fill(row.children[c], i));
  }

  // Focus: one cell can be reached by the tab key

  cellAt({ row, column }) {
    if (row < 0) return this.head.children[column];
    return this.pool[row - this.first]?.children[column] ?? null;
  }

  /** The focus stays with its segment's cell; out of sight, the grid itself has it. */
  keepFocus() {
    const active = document.activeElement;
    const inside = this.node.contains(active) && !this.head.contains(active);
    for (const old of this.node.querySelectorAll('[tabindex="0"]')) old.setAttribute("tabindex", "-1");
    this.node.setAttribute("tabindex", "-1");
    const wanted = this.cellAt(this.at) ?? this.node;
    wanted.setAttribute("tabindex", "0");
    if (inside && active !== wanted) wanted.focus({ preventScroll: true });
  }

  focused(event) {
    const cell = event.target.closest("[role=gridcell], [role=columnheader]");
    if (!cell || !this.node.contains(cell)) return;
    const column = [...cell.parentNode.children].indexOf(cell);
    const inHead = cell.parentNode === this.head;
    this.at = { row: inHead ? -1 : Number(cell.parentNode.dataset.place), column };
    for (const old of this.node.querySelectorAll('[tabindex="0"]')) old.setAttribute("tabindex", "-1");
    cell.setAttribute("tabindex", "0");
  }

  /** Move to a row and a column, and bring it into sight. */
  go(row, column = this.at.column, focus = true) {
    const last = this.ids.length - 1;
    const next = { row: Math.max(-1, Math.min(last, row)), column: Math.max(0, Math.min(this.columns.length - 1, column)) };
    const isNew = next.row !== this.at.row;
    this.at = next;
    if (next.row >= 0) this.reveal(next.row);
    this.draw();
    if (focus) this.cellAt(this.at)?.focus({ preventScroll: true });
    this.cellAt(this.at)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (isNew && next.row >= 0) this.given.moved(this.ids[next.row]);
  }

  reveal(row) {
    // Before the table has its place on the page there is nothing to scroll.
    this.unseen = this.view ? null : row;
    if (!this.view) return;
    const above = row * Grid.ROW;
    const { top, view } = this;
    if (above < top) this.top = above;
    else if (above + Grid.ROW > top + view) this.top = above + Grid.ROW - view;
  }

  /** Where a segment stands, or -1. */
  placeOf(i) {
    return this.ids.indexOf(i);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.view / Grid.ROW) - 1);
    const { row, column } = this.at;
    const moves = {
      ArrowDown: [row + 1, column], ArrowUp: [row - 1, column],
      ArrowRight: [row, column + 1], ArrowLeft: [row, column - 1],
      PageDown: [row + page, column], PageUp: [Math.max(row - page, 0), column],
      Home: event.shiftKey ? [row, 0] : [0, column],
      End: event.shiftKey ? [row, this.columns.length - 1] : [this.ids.length - 1, column],
    };
    if (moves[event.key]) this.go(...moves[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.enter();
    else return;
    event.preventDefault();
  }

  enter() {
    if (this.at.row >= 0) this.given.open(this.ids[this.at.row]);
    else if (this.columns[this.at.column].sortable) this.given.sort(this.columns[this.at.column].key);
  }

  clicked(event) {
    const cell = event.target.closest("[role=gridcell], [role=columnheader]");
    if (!cell) return;
    cell.focus({ preventScroll: true });
    this.enter();
  }
}
