/**
 * A long list of rows of one height, of which only those are in the page that are seen. One stop
 * for the tab key; arrow keys, page keys, Home and End move the row that is chosen.
 */

import { h, replace } from "../core/elements.js";

export class VirtualList {
  /** Browsers cap the height of an element: above that the way down is scaled. */
  static TALLEST = 8_000_000;

  /**
   * @param {{label: string, height: number, row: (place: number) => Element,
   *   open: (place: number) => void, columns: number}} given
   *   `row` makes an element with role row and its cells
   */
  constructor(given) {
    this.given = given;
    this.count = 0;
    this.chosen = 0;
    this.rows = h("div", { class: "virtual-rows", role: "rowgroup" });
    this.space = h("div", { class: "virtual-space", role: "presentation" }, this.rows);
    const on = { scroll: () => this.draw(), keydown: (event) => this.key(event) };
    const props = { class: "virtual", role: "presentation", on };
    this.node = h("div", props, this.space);
    if (typeof ResizeObserver === "function") {
      new ResizeObserver(() => this.draw()).observe(this.node);
    }
  }

  /** Show so many rows, from the first. */
  set(count) {
    this.count = count;
    this.chosen = Math.min(this.chosen, Math.max(0, count - 1));
    this.space.style.height = `${this.tall}px`;
    this.draw();
  }

  get tall() {
    return Math.min(this.count * this.given.height, VirtualList.TALLEST);
  }

  get seen() {
    return Math.ceil(this.node.clientHeight / this.given.height) + 1;
  }

  /** The first row that is seen. */
  get first() {
    const room = this.tall - this.node.clientHeight;
    const most = Math.max(0, this.count - this.seen + 1);
    if (room <= 0) return 0;
    return Math.max(0, Math.min(most, Math.floor((this.node.scrollTop / room) * most + 1e-6)));
  }

  draw() {
    const { first } = this;
    const focused = this.rows.contains(document.activeElement);
    const made = [];
    for (let place = first; place < Math.min(this.count, first + this.seen); place += 1) {
      made.push(this.make(place));
    }
    replace(this.rows, ...made);
    this.rows.style.transform = `translateY(${this.node.scrollTop}px)`;
    if (focused) this.rowOf(this.chosen)?.focus({ preventScroll: true });
  }

  make(place) {
    const row = this.given.row(place);
    row.setAttribute("aria-rowindex", String(place + 2));
    row.dataset.place = String(place);
    row.tabIndex = place === this.tabStop ? 0 : -1;
    row.style.height = `${this.given.height}px`;
    row.addEventListener("click", () => {
      this.chosen = place;
      this.given.open(place);
    });
    return row;
  }

  /** The row that the tab key comes to: the chosen one, or the first that is seen. */
  get tabStop() {
    const { first } = this;
    return this.chosen >= first && this.chosen < first + this.seen ? this.chosen : first;
  }

  rowOf(place) {
    return this.rows.querySelector(`[data-place="${place}"]`);
  }

  key(event) {
    const page = Math.max(1, this.seen - 2);
    const ways = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    const ends = { Home: 0, End: this.count - 1 };
    const at = Number(event.target.closest("[data-place]")?.dataset.place ?? this.chosen);
    if (event.key === "Enter") this.given.open(at);
    else if (event.key in ways) this.choose(at + ways[event.key]);
    else if (event.key in ends) this.choose(ends[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Choose a row, bring it into sight and give it the focus. */
  choose(place) {
    this.chosen = Math.max(0, Math.min(this.count - 1, place));
    const { first } = this;
    const whole = Math.max(1, this.seen - 2);
    if (this.chosen < first) this.scrollTo(this.chosen);
    else if (this.chosen >= first + whole) this.scrollTo(this.chosen - whole + 1);
    this.draw();
    this.rowOf(this.chosen)?.focus({ preventScroll: true });
  }

  scrollTo(first) {
    const most = Math.max(1, this.count - this.seen + 1);
    const room = this.tall - this.node.clientHeight;
    this.node.scrollTop = Math.ceil((Math.min(first, most) / most) * room);
  }
}
