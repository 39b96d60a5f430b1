/** The segments that move the difference of two corpus scores the most, in both directions. */

import { h, replace } from "../core/elements.js";
import { format } from "../core/format.js";
import { SortedTable } from "../core/tables.js";
import { showSegment } from "../data/navigation.js";
import { selection } from "../data/selection.js";
import { axes } from "../charts/axes.js";

export class Influential {
  static EACH = 20;

  constructor(data) {
    this.data = data;
    const number = { number: true };
    const delta = { number: true, show: (value) => format.delta(value) };
    this.columns = [
      { name: "segment", ...number, show: format.integer },
      { name: "influence", number: true, show: (value) => format.delta(value, 4) },
      { name: "A", number: true, show: (value) => format.score(value) },
      { name: "B", number: true, show: (value) => format.score(value) },
      { name: "difference", ...delta },
      { name: "reference", fixed: true },
    ];
    this.columns[1].title = "Difference of the corpus scores minus the difference without this segment";
    this.table = new SortedTable({
      label: "Most influential segments",
      columns: this.columns,
      row: (cells, row) => this.decorate(cells, row),
      empty: "No selected segment affects the difference.",
    });
    this.table.sort = { column: 1, down: true };
    this.node = h(
      "section",
      { class: "influential" },
      h("h3", {}, "Most influential segments"),
      h(
        "p",
        { class: "explanation" },
        "The 20 selected segments whose removal would lower the difference B - A the most, and " +
          "the 20 whose removal would raise it the most. Choose one to read it.",
      ),
      this.table.node,
    );
  }

  /** Show the segments for a pair. @param {number} a @param {number} b */
  update(a, b) {
    const influence = this.data.pairInfluence(a, b);
    const ids = Influential.ends(influence, selection.mask, Influential.EACH);
    const [first, second] = [a, b].map((system) => this.data.segmentScores(system));
    this.texts = new Map();
    const rows = ids.map((id) => {
      const text = h("span", { class: "clamp", dir: "auto" });
      this.texts.set(id, text);
      const gap = second[id] - first[id];
      return [id + 1, influence[id], first[id], second[id], gap, text];
    });
    this.table.set(rows);
    this.fill(this.texts);
  }

  /**
   * Return the segments in the mask with the greatest and the smallest nonzero values.
   * @returns {number[]} in descending order
   */
  static ends(values, mask, each) {
    const [high, low] = [[], []];
    for (let id = 0; id < values.length; id += 1) {
      if (!mask[id] || values[id] === 0) continue;
      if (values[id] > 0) Influential.insert(high, id, values[id], each);
      else Influential.insert(low, id, -values[id], each);
    }
    return [...high.map(([, id]) => id), ...low.reverse().map(([, id]) => id)];
  }

  /** Insert an entry into a descending list of at most `most` entries. */
  static insert(list, id, value, most) {
    if (list.length === most && value <= list.at(-1)[0]) return;
    let index = list.length;
    while (index > 0 && list[index - 1][0] < value) index -= 1;
    list.splice(index, 0, [value, id]);
    if (list.length > most) list.pop();
  }

  /** Make a row open its segment, by click or through a button on its number. */
  decorate(cells, row) {
    const id = cells[0] - 1;
    const button = h("button", { class: "link-button" }, format.integer(cells[0]));
    button.setAttribute("aria-label", `Show segment ${cells[0]}`);
    replace(row.firstChild, button);
    row.classList.add("clickable");
    row.addEventListener("click", () => showSegment(id));
    row.children[1].classList.add(cells[1] > 0 ? "plus-text" : "minus-text");
    if (cells[4]) row.children[4].classList.add(cells[4] > 0 ? "plus-text" : "minus-text");
  }

  /** Fill in the references as their chunks load; stop if the table has changed. */
  async fill(texts) {
    for (const [id, node] of texts) {
      const text = await this.data.text(id);
      if (this.texts !== texts) return;
      const reference = text?.references.find((one) => one !== null);
      node.textContent = axes.cut(reference ?? "not in this file", 600);
      if (reference === undefined) node.classList.add("faint");
    }
  }
}
