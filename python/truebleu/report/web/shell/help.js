/** Help dialog: keyboard shortcuts, filter syntax, marks. */

import { h } from "../core/elements.js";
import { letterKeys } from "../core/letters.js";
import { others } from "../scoring/other_metrics.js";
import { screens } from "./screens.js";

export const help = (() => {
  let dialog = null;
  const added = new Map(); // by group title

  const keys = () => [
    ["Anywhere", [
      ["?", "this help"],
      ["/", "focus the filter box"],
      ["Esc", "close the open panel; clear all filters"],
      ["u", "undo"],
      ["y", "copy link to this view"],
      ["D", "switch dark and light theme"],
      ["[ ]", "previous, next system as A"],
      ["{ }", "previous, next system as B"],
      ["x", "swap A and B"],
    ]],
    ["Screens", screens.list().filter((one) => one.key).map((one) => [`g ${one.key}`, one.title])],
    ["Segments", [
      ["j k", "next, previous segment"],
      ["\u2191 \u2193 PgUp PgDn Home End", "move through the table"],
      ["Enter", "open the segment; in a column header: sort"],
      ["f", "open the filter panel"],
      [".", "show or hide the segment pane"],
    ]],
    ["Charts", [
      ["\u2190 \u2192 \u2191 \u2193", "move the focused end of a range, or the whole range"],
      ["Shift", "with an arrow key: five steps"],
      ["Esc", "remove the range"],
    ]],
    ["Documents", [
      ["Enter", "read the document"],
      ["n p", "next, previous document"],
    ]],
    ["Segment pane", [
      ["1 2 3 4 0", "matches of one n-gram order; of all orders"],
      ["m d r c", "mark matches, word differences, differences from the reference, character differences"],
      ["w", "show whitespace and invisible characters"],
    ]],
  ];

  const LANGUAGE = [
    ["parliament", "search all texts, ignoring case"],
    ['ref:"the house"', "search the references; also src: hyp: A: B: ref2:"],
    ["hyp:/\\bnot\\b/i", "a regular expression"],
    ["A.bleu<10 B.bleu>30", "both conditions; also A.len A.ratio A.influence"],
    ["delta>20", "B - A; also influence, len, ratio, id"],
    ["len:40..  len:10..20", "range, with both ends included"],
    ["doc:news*", "documents by name; * matches anything"],
    ["flag:empty", "segments with a flag"],
    ["-doc:news*", "a leading minus negates a term"],
  ];

  /** Return the filter syntax, including the report's other metrics. */
  function language(data) {
    const extraMetrics = others.list(data).map(({ key, name }) => [
      data.S > 1 ? `A.${key}<1 B.${key}>1 delta.${key}>0` : `A.${key}<1`, `scores by ${name}`,
    ]);
    return [...LANGUAGE.slice(0, 5), ...extraMetrics, ...LANGUAGE.slice(5)];
  }

  function pairs(rows, asKeys) {
    return h("dl", { class: asKeys ? "keys" : "language" }, rows.flatMap(([left, right]) => [
      h("dt", {}, asKeys ? left.split(" ").map((key) => h("kbd", {}, key)) : h("code", {}, left)),
      h("dd", {}, right),
    ]));
  }

  function letterSwitch() {
    const box = h("input", { type: "checkbox", id: "letters", checked: letterKeys.on(), on: {
      change: () => letterKeys.set(box.checked),
    } });
    return h("p", { class: "letter-switch" }, box,
      h("label", { for: "letters" }, "Single-key shortcuts (turn off if they conflict with a screen reader)"));
  }

  function build(data) {
    const groups = keys().map(([title, rows]) =>
      h("section", {}, h("h3", {}, title), pairs([...rows, ...(added.get(title) ?? [])], true)));
    const close = h("button", { type: "button", class: "icon-button", "aria-label": "Close", on: { click: () => dialog.close() } }, "\u00d7");
    return h(
      "dialog",
      { id: "help", "aria-labelledby": "help-title" },
      h("div", { class: "help-head" }, h("h2", { id: "help-title" }, "Help"), close),
      h("div", { class: "help-keys" }, groups),
      letterSwitch(),
      h("h3", {}, "Filter syntax"),
      pairs(language(data), false),
      h("p", { class: "help-about" }, `truebleu ${data.meta.truebleu}. ` +
        "A is the baseline; differences are B - A. Influence is a segment's contribution to the difference of the corpus scores. This page sends no data."),
    );
  }

  /** Initialize. @param {Data} opened */
  function start(opened) {
    help.data = opened;
  }

  /** Add a row [keys, description] to the group with this title. */
  function add(title, row) {
    added.set(title, [...(added.get(title) ?? []), row]);
  }

  function open() {
    dialog?.remove();
    dialog = build(help.data);
    document.body.append(dialog);
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    dialog.showModal();
  }

  return { start, open, add, data: null };
})();
