/** N-grams screen: n-grams that one of two systems matches more often, or that are unmatched. */

import { h, replace } from "../core/elements.js";
import { format } from "../core/format.js";
import { store } from "../core/state.js";
import { deltaBar, SortedTable } from "../core/tables.js";
import { filterTo } from "../data/navigation.js";
import { ngramLists } from "../data/ngram_lists.js";
import { pairs } from "../data/pairs.js";
import { axes } from "../charts/axes.js";

class NgramsScreen {
  static KINDS = [
    { key: "only_first", text: "Matched more often by A", of: "matched" },
    { key: "only_second", text: "Matched more often by B", of: "matched" },
    { key: "first_unmatched", text: "Unmatched in A", of: "unmatched" },
    { key: "second_unmatched", text: "Unmatched in B", of: "unmatched" },
  ];

  constructor(container, data) {
    this.data = data;
    this.kind = 1;
    this.order = 0;
    this.search = "";
    this.note = h("p", { class: "explanation" });
    this.counts = h("span", { class: "faint", "aria-live": "polite" });
    this.table = new SortedTable({
      label: "N-grams",
      most: 100,
      columns: NgramsScreen.columns(),
      empty: "No matching n-grams.",
      row: (cells, row) => this.decorate(cells, row),
    });
    this.body = h("div", { class: "ngrams" }, this.controls(), this.note, this.table.node);
    this.missing = h("div", {});
    container.append(this.missing, this.body);
  }

  static columns() {
    const count = { number: true, show: format.integer };
    return [
      { name: "n-gram", key: (_, cells) => cells.tokens },
      { name: "order", ...count },
      { name: "A", ...count },
      { name: "B", ...count },
      { name: "difference", number: true, show: (value) => format.delta(value, 0) },
      {
        name: "log-odds",
        number: true,
        show: (value) => format.delta(value, 2),
        title: "Log-odds ratio of B to A, smoothed so that small counts shrink towards 0",
      },
      {
        name: "p",
        number: true,
        show: format.p,
        title: "p-value of this n-gram (two-sided exact binomial test), not adjusted for multiple " +
          "testing: among hundreds of n-grams, some p-values are small by chance",
      },
      { name: "segments", ...count },
    ];
  }

  controls() {
    const orders = Array.from({ length: Math.min(4, this.data.order) }, (_, at) => at + 1);
    this.kinds = this.choices(
      "N-grams shown",
      NgramsScreen.KINDS.map((kind, at) => [at, kind.text]),
      (at) => {
        this.kind = at;
      },
      () => this.kind,
    );
    this.orders = this.choices(
      "Order",
      [[0, "all orders"], ...orders.map((order) => [order, `${order}`])],
      (order) => {
        this.order = order;
      },
      () => this.order,
    );
    const on = { input: (event) => this.find(event.target.value) };
    const props = { type: "search", id: "ngram-search", placeholder: "Search n-grams\u2026", on };
    const label = h("label", { class: "sr-only", for: "ngram-search" }, "Search n-grams");
    const search = h("span", { class: "control" }, label, h("input", props));
    return h("div", { class: "controls" }, this.kinds, this.orders, search, this.counts);
  }

  /** Return a group of toggle buttons with one pressed. */
  choices(label, options, choose, chosen) {
    const group = h("div", {
      class: "choices", role: "group", "aria-label": label, data: { count: String(options.length) },
    });
    const press = () => {
      for (const button of group.children) {
        button.setAttribute("aria-pressed", String(Number(button.dataset.value) === chosen()));
      }
    };
    for (const [value, text] of options) {
      const button = h("button", { data: { value: String(value) } }, text);
      button.addEventListener("click", () => {
        choose(value);
        press();
        this.draw();
      });
      group.append(button);
    }
    press();
    return group;
  }

  find(text) {
    this.search = text.trim().toLowerCase();
    this.draw();
  }

  async update() {
    const two = pairs.there(this.data);
    this.body.hidden = !two;
    replace(this.missing, ...(two ? [] : [pairs.missing(this.data)]));
    if (!two) return;
    this.note.textContent = "Unpacking\u2026";
    const { a, b } = store.get();
    try {
      this.lists = ngramLists.ofPair(await this.data.ngrams(), a, b);
    } catch {
      this.lists = null;
    }
    this.draw();
  }

  draw() {
    const kind = NgramsScreen.KINDS[this.kind];
    const lists = (this.lists ?? []).filter((one) => !this.order || one.order === this.order);
    const entries = lists.flatMap((one) => one[kind.key].map((entry) => [one.order, entry]));
    const fitting = entries.filter(([, entry]) => this.fits(entry));
    const rows = fitting.map(([order, entry]) => NgramsScreen.cells(order, entry));
    if (this.table.sort === null) rows.sort((one, other) => Math.abs(other[4]) - Math.abs(one[4]));
    this.widest = rows.reduce((most, cells) => Math.max(most, Math.abs(cells[4])), 1);
    this.table.set(rows);
    this.counts.textContent = format.many(rows.length, "n-gram");
    this.note.textContent = this.noteText(kind);
  }

  noteText(kind) {
    if (!this.lists) return "This report has no n-gram lists for these two systems.";
    const [a, b] = ["a", "b"].map((key) => {
      return axes.named(this.data.meta.systems[store.get()[key]].name);
    });
    const counts =
      kind.of === "matched"
        ? "Occurrences that match a reference"
        : "Occurrences that match no reference";
    return `${counts}: A is ${a}, B is ${b}. Choose an n-gram to read its segments.`;
  }

  fits(entry) {
    return !this.search || entry.tokens.join(" ").toLowerCase().includes(this.search);
  }

  static cells(order, entry) {
    const words = entry.tokens.map((token) => h("bdi", { class: "token" }, axes.cut(token, 60)));
    const node = h("button", { class: "ngram", dir: "auto" }, ...words);
    const gap = entry.second - entry.first;
    const { first, second, log_odds: odds, p, in_segments: segments } = entry;
    const cells = [node, order, first, second, gap, odds, p, segments];
    return Object.assign(cells, { tokens: entry.tokens.join(" "), ids: entry.segments });
  }

  decorate(cells, row) {
    const { ids } = cells;
    const few = ids.length < cells[7] ? `, first ${ids.length}` : "";
    const label = `Read the segments with ${axes.cut(cells.tokens, 200)}${few}`;
    cells[0].setAttribute("aria-label", label);
    cells[0].title = label;
    row.classList.add("clickable");
    row.addEventListener("click", () => filterTo({ ids }));
    const cell = row.children[4];
    cell.classList.add(cells[4] > 0 ? "plus-text" : "minus-text", "with-bar");
    const number = h("span", { class: "bar-number" }, ...cell.childNodes);
    replace(cell, deltaBar(cells[4], this.widest), number);
  }
}

export const ngramsScreen = {
  id: "ngrams",
  title: "N-grams",
  key: "n",
  mount(container, data) {
    ngramsScreen.it = new NgramsScreen(container, data);
    ngramsScreen.it.update();
  },
  update(changed) {
    if (["a", "b"].some((key) => changed.has(key))) ngramsScreen.it.update();
  },
};
