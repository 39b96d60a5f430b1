/** Tables: plain ones of the numbers behind a chart, and sortable ones for the screens. */

import { announce, h, replace } from "./elements.js";
import { format } from "./format.js";

export const tables = {
  /**
   * Return a plain table. Cells are strings, numbers (formatted by the column's `show`) or nodes.
   * @param {{columns: Column[], rows: any[][]}} given
   * @typedef {{name: string, number?: boolean, show?: (value: any) => any, title?: string}} Column
   */
  plain(given) {
    const { columns, rows } = given;
    return h(
      "table",
      { class: "data-table" },
      h("thead", {}, h("tr", {}, ...columns.map((column) => tables.head(column)))),
      h("tbody", {}, ...rows.map((cells) => h("tr", {}, ...tables.cells(columns, cells)))),
    );
  },

  /** Return a column header. */
  head(column, extra = {}) {
    const props = { scope: "col", class: column.number ? "number" : "", ...extra };
    if (column.title) props.title = column.title;
    return h("th", props, column.name);
  },

  /** Return the cells of a row; `data-value` keeps a number at full precision. */
  cells(columns, cells) {
    return columns.map((column, place) => {
      const value = cells[place];
      const content = column.show && typeof value === "number" ? column.show(value) : value;
      const data = typeof value === "number" ? { value: String(value) } : {};
      const props = { class: column.number ? "number" : "", data };
      return h("td", props, ...tables.content(content));
    });
  },

  /** Return cell content: text with isolated direction, or unchanged nodes. */
  content(value) {
    if (value === null || value === undefined) return ["\u2013"];
    if (value instanceof Node) return [value];
    return [h("bdi", {}, String(value))];
  },
};

/**
 * Return a bar from the middle of its track that shows a difference, for cells with the number.
 * @param {number} gap @param {number} widest difference that fills half of the track
 */
export function deltaBar(gap, widest) {
  const inner = h("span", { class: gap > 0 ? "delta-bar delta-plus" : "delta-bar delta-minus" });
  const share = Number.isFinite(gap) ? Math.min(50, (50 * Math.abs(gap)) / widest) : 0;
  inner.style.width = `${share}%`;
  inner.style.left = gap > 0 ? "50%" : `${50 - share}%`;
  return h("span", { class: "delta-track", "aria-hidden": "true" }, inner);
}

/** Table with sortable columns. Only the first `most` rows are drawn, with a button for more. */
export class SortedTable {
  /**
   * @param {{label: string, columns: Column[], most?: number,
   *   row?: (cells: any[], tr: Element) => void, empty?: string}} given
   */
  constructor(given) {
    this.given = given;
    this.rows = [];
    this.limit = given.most ?? 200;
    this.sort = null; // {column, down} once the user has sorted
    this.heads = given.columns.map((column, place) => this.head(column, place));
    this.body = h("tbody", {});
    this.more = h("button", { class: "table-more", on: { click: () => this.showMore() } });
    const table = h(
      "table",
      { class: "data-table sorted-table" },
      h("caption", { class: "sr-only" }, given.label),
      h("thead", {}, h("tr", {}, ...this.heads)),
      this.body,
    );
    const props = { class: "table-wrap", role: "region", tabindex: "0", "aria-label": given.label };
    this.node = h("div", { class: "sorted" }, h("div", props, table), this.more);
  }

  head(column, place) {
    if (column.fixed) return tables.head(column);
    const button = h("button", { class: "sort-button", on: { click: () => this.by(place) } });
    button.append(column.name, h("span", { class: "sort-arrow", "aria-hidden": "true" }));
    const props = { scope: "col", class: column.number ? "number" : "" };
    if (column.title) props.title = column.title;
    return h("th", props, button);
  }

  /** Sort by a column: numbers in descending order first, then reversed on the next click. */
  by(place) {
    const column = this.given.columns[place];
    const again = this.sort !== null && this.sort.column === place;
    this.sort = { column: place, down: again ? !this.sort.down : Boolean(column.number) };
    this.limit = this.given.most ?? 200;
    this.draw();
    announce(`sorted by ${column.name}, ${this.sort.down ? "greatest" : "least"} first`);
  }

  /** Set the rows. @param {any[][]} rows cells in the order of the columns */
  set(rows) {
    this.rows = rows;
    this.draw();
  }

  showMore() {
    this.limit *= 5;
    this.draw();
  }

  draw() {
    const { columns } = this.given;
    this.order();
    this.heads.forEach((head, place) => {
      const isSorted = this.sort !== null && this.sort.column === place;
      if (isSorted) head.setAttribute("aria-sort", this.sort.down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    replace(this.body, ...this.rows.slice(0, this.limit).map((cells) => this.row(columns, cells)));
    if (!this.rows.length) {
      const props = { colspan: String(columns.length), class: "empty" };
      replace(this.body, h("tr", {}, h("td", props, this.given.empty ?? "Nothing here.")));
    }
    const left = this.rows.length - this.limit;
    this.more.hidden = left <= 0;
    this.more.textContent = `Show more (${format.integer(Math.max(0, left))} left)`;
  }

  row(columns, cells) {
    const row = h("tr", {}, ...tables.cells(columns, cells));
    this.given.row?.(cells, row);
    return row;
  }

  /** Return the rows in display order. Sorting is stable. */
  order() {
    if (this.sort === null) return;
    const { column, down } = this.sort;
    const key = this.given.columns[column].key ?? ((value) => value);
    const sign = down ? -1 : 1;
    this.rows = this.rows.slice().sort((one, other) => {
      const [left, right] = [key(one[column], one), key(other[column], other)];
      if (typeof left === "number" && typeof right === "number") return sign * (left - right) || 0;
      return sign * String(left ?? "").localeCompare(String(right ?? ""), "en", { numeric: true });
    });
  }
}
