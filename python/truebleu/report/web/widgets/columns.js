/** Columns of the segment table. */

import { format } from "../core/format.js";
import { store } from "../core/state.js";
import { others } from "../scoring/other_metrics.js";
import { measures } from "../data/measures.js";
import { axes } from "../charts/axes.js";

export const gridColumns = (() => {
  const TEXT_SHOWN = 400; // bounds the rendering cost of long lines

  /** Write a text into a cell if it differs. */
  function write(cell, text, sign = "") {
    const inside = cell.firstElementChild;
    if (inside.textContent !== text) inside.textContent = text;
    if ((cell.dataset.sign ?? "") !== sign) cell.dataset.sign = sign;
  }

  /** Write a difference, in color unless it rounds to 0. @param {boolean} isBetter an improvement */
  function writeDifference(cell, text, isBetter) {
    write(cell, text, /^[+\u2212]/.test(text) ? (isBetter ? "plus" : "minus") : "");
  }

  function number(key, title, name, width, values, show, signed = false) {
    return {
      key, title, name, width, sortable: true, class: "number",
      fill: (cell, i) => {
        const value = values()[i];
        if (signed) writeDifference(cell, show(value), value > 0);
        else write(cell, show(value));
      },
    };
  }

  /** Return the texts available for the text column: [value, name]. */
  function fields(data) {
    const fields = data.meta.has_source ? [["source", "Source"]] : [];
    for (let r = 0; r < data.R; r++) {
      const name = data.meta.reference_names?.[r] ?? "";
      fields.push([`ref${r}`, data.R > 1 ? `Reference ${r + 1}${name ? ` (${name})` : ""}` : "Reference"]);
    }
    return [...fields, ["a", "A"], ...(data.S > 1 ? [["b", "B"]] : [])];
  }

  function fieldOf(text, field, { a, b }) {
    if (field === "source") return text.source;
    if (field === "a") return text.systems[a];
    return field === "b" ? text.systems[b] : text.references[Number(field.slice(3))];
  }

  /** Fill a cell with the text of a segment when it is loaded. */
  function fillText(cell, i, data, field) {
    const state = store.get();
    const id = `${i}/${field}/${state.a}/${state.b}`;
    if (cell.dataset.wanted === id) return;
    cell.dataset.wanted = id;
    if (!data.texts.has(i)) {
      write(cell, "(text not in this report)", "none");
      return;
    }
    write(cell, "");
    data.text(i).then(
      (text) => {
        if (cell.dataset.wanted !== id) return;
        const fieldText = fieldOf(text, field, state);
        write(cell, fieldText ? axes.cut(fieldText, TEXT_SHOWN) : "(empty)", fieldText ? "" : "none");
      },
      () => cell.dataset.wanted === id && write(cell, "(this part of the file is damaged)", "none"),
    );
  }

  /**
   * Return all columns of a report.
   * @param {Data} data @param {() => string} field returns the text to show
   */
  function make(data, field) {
    const available = new Set(measures.list(data));
    const values = (key) => () => measures.values(data, key, store.get());
    const score = (x) => format.score(x);
    const columns = [
      { key: "number", title: "#", name: "Segment number (line)", width: 4.2, sortable: true,
        class: "number", fill: (cell, i) => write(cell, format.integer(i + 1)) },
      { key: "document", title: "Document", name: "Document", width: 6.8, sortable: true, class: "doc",
        fill: (cell, i) => write(cell, data.documents[data.docOf(i)] ?? "") },
      number("scoreA", "A", "Segment score of A", 4.4, values("scoreA"), score),
      number("scoreB", "B", "Segment score of B", 4.4, values("scoreB"), score),
      number("delta", "\u0394", "Difference: B - A", 5.1, values("delta"), (x) => format.delta(x), true),
      number("influence", "Influence", influenceName(data), 6.2, values("influence"),
        (x) => format.delta(x, data.meta.metric.decimals + 2), true),
      number("reflen", "Length", "Tokens of the reference", 4.8, values("reflen"), (x) => shortNumber(x)),
      number("ratio", "Ratio", `Hypothesis tokens per reference token${data.S > 1 ? ", of B" : ""}`, 4,
        values("ratio"), (x) => (Number.isNaN(x) ? "\u2013" : format.fixed(x, 2))),
      { key: "text", title: "Text", name: "Text", width: 0, sortable: false, class: "text",
        fill: (cell, i) => fillText(cell, i, data, field()) },
    ];
    columns.splice(-1, 0, ...metricColumns(data, values));
    if (data.meta.tags.length) {
      columns.push({ key: "flags", title: "Flags", name: "Flags", width: 7, sortable: false, class: "flags",
        fill: (cell, i) => write(cell, data.tagsOf(i).join(", ")) });
    }
    return columns.filter(({ key }) => key === "text" || key === "flags" || available.has(key));
  }

  /** Return the columns of additional metrics: scores and their difference. */
  function metricColumns(data, values) {
    return others.list(data).flatMap((other, k) => {
      const [low, high] = others.range(data, k);
      const ends = { score: [low, high], difference: [low - high, high - low] };
      const column = (way, title, name, show, signed) => {
        const key = `${way}.${other.key}`;
        const lengths = ends[signed ? "difference" : "score"].map((x) => show(other, x).length);
        const width = Math.max(4.4, 0.65 * title.length + 1.95, 0.57 * Math.max(...lengths) + 1.1);
        const value = (i) => values(key)()[i];
        const fill = (cell, i) => {
          const text = show(other, value(i));
          if (signed) writeDifference(cell, text, others.sign(other, value(i)) > 0);
          else write(cell, text);
        };
        return { key, title, name, width, sortable: true, class: "number", fill };
      };
      const less = other.higher_is_better ? "" : "; lower is better";
      const score = (way) => column(way, `${other.name} ${way}`, `Segment ${other.name} of ${way}${less}`, others.score);
      if (data.S < 2) return [score("A")];
      return [score("A"), score("B"),
        column("delta", `\u0394 ${other.name}`, `Difference by ${other.name}: B - A${less}`, others.delta, true)];
    });
  }

  // Columns to drop on narrow tables, in this order.
  const DISPENSABLE = ["flags", "document", "ratio", "reflen", "influence"];

  function dispensable(columns) {
    const keys = columns.map(({ key }) => key);
    const keysOf = (start) => keys.filter((key) => key.startsWith(start)).reverse();
    const { sort } = store.get();
    const single = !keys.some((key) => key.startsWith("B."));
    const order = single
      ? [...DISPENSABLE, ...keysOf("A.")]
      : [...keysOf("A."), ...keysOf("B."), ...DISPENSABLE, ...keysOf("delta.")];
    return order.filter((key) => key !== sort.key);
  }

  /** Return the columns that leave room for the text, with CSS widths. The sort column stays. */
  function fitting(columns, pixels) {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const textWidth = pixels < 30 * rem ? 8 : 15;
    let fitting = columns;
    const taken = () => fitting.reduce((sum, { width }) => sum + width, textWidth);
    for (const key of dispensable(columns)) {
      if (pixels && taken() * rem > pixels) fitting = fitting.filter((column) => column.key !== key);
    }
    return fitting.map((column) => ({
      ...column, width: column.width ? `${column.width}rem` : `minmax(${textWidth}rem, 1fr)`,
    }));
  }

  const shortNumber = (x) => (Number.isInteger(x) ? format.integer(x) : format.fixed(x, 1));

  function influenceName(data) {
    return data.S > 1
      ? "Contribution of the segment to the difference of the corpus scores, B - A"
      : "Contribution of the segment to the corpus score";
  }

  return { make, fitting, fields };
})();
