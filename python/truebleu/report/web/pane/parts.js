/** Parts of the segment pane: heading, switches, token card, copy buttons. */

import { copying } from "../core/clipboard.js";
import { h, replace } from "../core/elements.js";
import { format } from "../core/format.js";
import { store } from "../core/state.js";
import { filterTo } from "../data/navigation.js";
import { pairs } from "../data/pairs.js";
import { arithmetic } from "./arithmetic.js";
import { highlight } from "./highlight.js";

export const paneHead = {
  draw(node, data, segment, go) {
    const doc = data.docOf(segment);
    const tags = data.tagsOf(segment);
    const step = (by, name, key) =>
      h("button", { type: "button", class: "small-button", title: `${name} segment (${key})`,
        "aria-label": `${name} segment`, on: { click: () => go(by) } },
        by < 0 ? "\u2039" : "\u203a");
    replace(node,
      h("div", { class: "segment-title" },
        h("h3", {}, `Segment ${format.integer(segment + 1)} of ${format.integer(data.N)}`),
        step(-1, "Previous", "k"), step(1, "Next", "j")),
      doc < 0 ? null : h("p", { class: "segment-document" }, "Document ",
        h("button", { type: "button", class: "link-button", on: { click: () => filterTo({ documents: [doc] }) } },
          h("bdi", {}, data.documents[doc]))),
      tags.length ? h("p", { class: "segment-tags" }, tags.map((tag) => h("span", { class: "tag" }, tag))) : null);
  },
};

export const paneTools = (() => {
  const MODES = [
    ["matches", "Matches", "Matched n-grams (m)"],
    ["words", "Words", "Words that differ between A and B (d)"],
    ["reference", "Reference", "Words that differ from the nearest reference (r)"],
    ["characters", "Characters", "Characters that differ between A and B (c)"],
  ];

  const pressed = (button, on) => button.setAttribute("aria-pressed", String(Boolean(on)));

  function button(text, title, action) {
    return h("button", { type: "button", class: "switch", title, "aria-pressed": "false", on: { click: action } }, text);
  }

  /** Build the switches; `update(view)` shows their state. */
  function build(data, pane) {
    const modes = MODES.filter(([mode]) => data.S > 1 || mode !== "characters").map(([mode, name, title]) =>
      [mode, button(name, title, () => store.set({ mode }))]);
    const largest = Math.min(4, data.order);
    const orders = Array.from({ length: largest + 1 }, (_, n) =>
      [n, button(n ? String(n) : "All", n ? `Only ${n}-grams (${n})` : "N-grams of all orders (0)", () => store.set({ order: n }))]);
    const hidden = button("Show invisible characters", "Show whitespace and invisible characters (w)",
      () => store.set({ invisible: !store.get().invisible }));
    const only = button("Unique matches", "Mark with \u25b2 what only one of A and B matches", () => {
      pane.only = !pane.only;
      pane.redraw();
    });
    const ordersNode = group("N-gram order", orders.map(([, each]) => each));
    const update = (view) => {
      for (const [mode, each] of modes) pressed(each, mode === view.mode);
      for (const [n, each] of orders) pressed(each, n === view.order);
      pressed(hidden, view.invisible);
      pressed(only, view.only);
      ordersNode.hidden = view.mode !== "matches";
      only.hidden = view.mode !== "matches" || !pairs.there(data);
      replace(meaning, legend(view, data));
    };
    const meaning = h("div", { class: "legend" });
    const node = h("div", { class: "pane-tools" },
      group("Highlighting", modes.map(([, each]) => each)), ordersNode, group("More", [only, hidden]), meaning);
    return { node, update };
  }

  const group = (name, children) => h("div", { class: "switches", role: "group", "aria-label": name }, children);

  const sample = (names, text) => h("span", { class: `tok ${names}` }, text);

  /** Return the legend of the marks. */
  function legend(view, data) {
    if (view.mode !== "matches") {
      const whose = view.mode === "reference" ? "the nearest reference" : "the other system";
      return h("p", {}, sample("own own-b", "marked"), ` is missing from ${whose}; `,
        h("span", { class: "absent", data: { absent: "struck" } }), " occurs only there");
    }
    const orders = Array.from({ length: Math.min(4, data.order) }, (_, n) =>
      sample(`matched step-${n + 1}`, highlight.step(n + 1, data.order) === n + 1 && data.order <= 4 ? `${n + 1}-gram` : `step ${n + 1}`));
    return h("p", {}, "longest match: ", orders.flatMap((each) => [each, " "]),
      sample("clipped", "clipped"), " ", sample("unmatched", "unmatched"), " ",
      sample("nobody", "missed by all systems"));
  }

  return { build };
})();

export const tokenCard = (() => {
  const times = (count) => ["never", "once", "twice"][count] ?? `${count} times`;

  const quoted = (tokens) => `\u201c${shortened(tokens.join(" "))}\u201d`;
  const shortened = (text) => (text.length > 80 ? `${text.slice(0, 80)}\u2026` : text);

  function having(row, references) {
    if (row.given < 2) return "";
    if (references.length === row.given) return ", in every reference";
    return `, in ${references.map((r) => `r${r + 1}`).join(" and ")}`;
  }

  /** Return the shortest clipped n-gram on a token. */
  function clippedGram(row, i) {
    const n = row.cover.clipped[i];
    for (let from = Math.max(0, i - n + 1); from <= i; from += 1) {
      const mark = row.marks[n - 1][from];
      if (mark?.status === "clipped") return { mark, tokens: row.tokens.slice(from, from + n).map(({ text }) => text) };
    }
    return null;
  }

  function clipping(row, i) {
    const { mark, tokens } = clippedGram(row, i);
    const where = row.given > 1 ? "at most " : "";
    return `${quoted(tokens)} occurs ${times(mark.occurrences)} in the hypothesis, ${where}${times(mark.allowed)} in ` +
      `${row.given > 1 ? "a" : "the"} reference: counted ${times(mark.allowed)}`;
  }

  function ofSystem(row, i, order) {
    const { cover, tokens } = row;
    const token = quoted([tokens[i].text]);
    const sentences = [];
    if (cover.longest[i]) {
      const n = cover.longest[i];
      const gram = tokens.slice(cover.from[i], cover.from[i] + n).map(({ text }) => text);
      sentences.push(n === 1 ? `${token} is matched` : `${token}: ${n}-gram ${quoted(gram)} is matched`);
      sentences[0] += having(row, cover.references[i]);
    }
    if (highlight.isClipped(cover, i)) sentences.push(clipping(row, i));
    if (!sentences.length) sentences.push(order > 1 ? `${token} is in no matched ${order}-gram` : `${token} is in no reference`);
    return sentences.join(". ");
  }

  /** Describe a token in a sentence. */
  function tokenText(pane, { row, i }) {
    if (row.kind === "reference") return ofReference(pane, row, i);
    if (!row.cover) return quoted([row.tokens[i].text]);
    return ofSystem(row, i, store.get().order);
  }

  function ofReference(pane, row, i) {
    const token = quoted([row.tokens[i].text]);
    if (!row.producers) return token;
    const many = pane.data.S === 1 ? "system" : "systems";
    return `${token}: produced by ${row.producers[i]} of ${pane.data.S} ${many}`;
  }

  function nodes(pane, token) {
    const { row, i } = token;
    const isMeter = row.kind === "reference" && row.producers;
    const meter = isMeter ? h("span", { class: "systems-meter" },
      pane.anatomy.systems.map((_, s) => h("span", { class: s < row.producers[i] ? "full" : "" }))) : null;
    return [h("bdi", {}, tokenText(pane, token)), meter];
  }

  const nothing = () => [h("span", { class: "faint" }, "Hover over a token, or reach it with Tab and the arrow keys. Enter finds its n-gram in other segments.")];

  return { tokenText, nodes, nothing };
})();

export const paneFoot = {
  /** Return the segment as an object: its texts and the numbers of the systems shown. */
  plainly(data, pane) {
    const { anatomy, segment } = pane;
    const doc = data.docOf(segment);
    return {
      segment: segment + 1,
      document: doc < 0 ? null : data.documents[doc],
      source: anatomy?.source ?? null,
      references: anatomy?.references.map((row) => row && row.text) ?? [],
      systems: pane.shown().map((s) => pane.plainly(s)),
      signature: data.meta.metric.signature,
    };
  },

  nodes(data, pane) {
    const object = () => paneFoot.plainly(data, pane);
    return [
      copying.button(() => arithmetic.markdown(object()), "Copy as Markdown"),
      copying.button(() => `${JSON.stringify(object(), null, 2)}\n`, "Copy as JSON"),
    ];
  },
};
