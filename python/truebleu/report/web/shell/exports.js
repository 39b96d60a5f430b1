/** File exports: the selected segments, and the systems' scores on the selection. */

import { copying } from "../core/clipboard.js";
import { h } from "../core/elements.js";
import { saveFile, textFile } from "../core/files.js";
import { format } from "../core/format.js";
import { store } from "../core/state.js";
import { bleu } from "../scoring/bleu.js";
import { others } from "../scoring/other_metrics.js";
import { measures } from "../data/measures.js";
import { selection } from "../data/selection.js";
import { closesOutside } from "../widgets/pill.js";
import { messages } from "./messages.js";

const exporting = (() => {
  /**
   * Return a CSV cell. A leading formula character is escaped, so that spreadsheets do not run it.
   */
  function sheetCell(value) {
    if (typeof value === "number") return String(value);
    const text = value === null ? "" : String(value);
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  }

  /** Return a TSV cell; tabs, line breaks and backslashes are escaped. */
  function tabCell(value) {
    const letters = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
    return value === null ? "" : String(value).replace(/[\\\t\n\r]/g, (letter) => letters[letter]);
  }

  /** Return the columns of a segment: [name, (i, text) => value]. */
  function columns(data, state) {
    const { meta } = data;
    const exported = [["id", (i) => i + 1]];
    if (data.documents.length) exported.push(["document", (i) => data.documents[data.docOf(i)] ?? null]);
    for (const [s, system] of meta.systems.entries()) {
      exported.push([`${meta.metric.name}: ${system.name}`, (i) => data.segmentScores(s)[i]]);
    }
    if (data.S > 1) exported.push(["difference (B - A)", (i) => data.differences(state.a, state.b)[i]]);
    for (const [k, other] of others.list(data).entries()) {
      for (const [s, system] of meta.systems.entries()) {
        exported.push([`${other.name}: ${system.name}`, (i) => others.values(data, k, s)[i]]);
      }
    }
    const influence = measures.values(data, "influence", state);
    const length = measures.values(data, "reflen", state);
    exported.push(["influence", (i) => influence[i]], ["reference length", (i) => length[i]]);
    exported.push(["flags", (i) => data.tagsOf(i).join(" ")], ...texts(meta));
    return exported;
  }

  function texts(meta) {
    if (meta.text.policy === "none") return [];
    const exported = meta.has_source ? [["source", (_, text) => text?.source ?? null]] : [];
    for (let r = 0; r < meta.references; r++) {
      const name = meta.reference_names?.[r] ?? `reference ${r + 1}`;
      exported.push([name, (_, text) => text?.references[r] ?? null]);
    }
    meta.systems.forEach(({ name }, s) => exported.push([name, (_, text) => text?.systems[s] ?? null]));
    return exported;
  }

  const WAYS = {
    csv: {
      head: (names) => `\ufeff${names.map(sheetCell).join(",")}\r\n`,
      line: (names, values) => `${values.map(sheetCell).join(",")}\r\n`,
      type: "text/csv;charset=utf-8",
    },
    tsv: {
      head: (names) => `${names.map(tabCell).join("\t")}\n`,
      line: (names, values) => `${values.map(tabCell).join("\t")}\n`,
      type: "text/tab-separated-values;charset=utf-8",
    },
    jsonl: {
      head: () => "",
      line: (names, values) => `${JSON.stringify(Object.fromEntries(names.map((name, n) => [name, values[n]])))}\n`,
      type: "application/x-ndjson;charset=utf-8",
    },
  };

  /** Return unique names: duplicates get the first number that makes them unique. */
  function unique(names) {
    const taken = new Set(names);
    const seen = new Set();
    return names.map((name) => {
      let free = name;
      for (let number = 2; seen.has(name) && taken.has(free); number++) free = `${name} (${number})`;
      seen.add(name);
      taken.add(free);
      return free;
    });
  }

  /**
   * Return the selected segments in display order, with all numbers and texts.
   * @returns {Promise<Blob>}
   */
  async function segments(data, way) {
    const { head, line, type } = WAYS[way];
    const exported = columns(data, store.get());
    const names = unique(exported.map(([name]) => name));
    const ids = selection.ids;
    const lines = new Array(ids.length);
    // Read in file order, so that each chunk is decompressed only once.
    const rows = Uint32Array.from(ids, (_, row) => row).sort((x, y) => ids[x] - ids[y]);
    for (const row of rows) {
      const i = ids[row];
      const text = await data.text(i);
      lines[row] = line(names, exported.map(([, value]) => value(i, text)));
    }
    return new Blob([head(names), ...lines], { type });
  }

  // System scores

  const HEADS = ["System", "score", "difference", "brevity", "ratio"];

  function scores(data) {
    const { a } = store.get();
    const base = selection.score(a);
    return data.meta.systems.map((system, s) => {
      const { value, brevity, hyp, ref } = bleu.score(selection.row(s), data.meta.metric);
      const difference = s === a ? "" : format.delta(value - base).replace("\u2212", "-");
      const extraScores = others.list(data).map((other, k) =>
        others.score(other, others.selected(data, k, s, selection)).replace("\u2212", "-").replace("\u2013", ""));
      return [system.name, format.plain(value), difference, format.fixed(brevity, 3), ref ? format.fixed(hyp / ref, 3) : "", ...extraScores];
    });
  }

  const heads = (data) => [
    ...HEADS.map((name) => (name === "score" ? data.meta.metric.name : name)),
    ...others.list(data).map(({ name }) => name),
  ];

  /** Describe the selection in words. */
  function about(data) {
    const { query, filters } = store.get();
    const count = `${format.integer(selection.count)} of ${format.many(data.N, "segment")}`;
    const how = [query, ...Object.keys(filters).length ? [store.toHash({ ...store.get(), query: "" })] : []];
    return { count, how: selection.isAll() ? "" : how.filter(Boolean).join(" "), signature: [data.meta.metric, ...others.list(data)].map(({ signature }) => signature).join("; ") };
  }

  function markdown(data) {
    const cell = (text) => text.replace(/[\\|*_`<>[\]&]/g, "\\$&").replace(/\s+/g, " ");
    const names = heads(data);
    const row = (cells) => `| ${cells.map(cell).join(" | ")} |`;
    const { count, how, signature } = about(data);
    const code = (text) => `\`${text.replaceAll("`", "'")}\``;
    return [
      row(names), `|:--|${"--:|".repeat(names.length - 1)}`, ...scores(data).map(row), "",
      `${count}${how ? `: ${code(how)}` : ""}; ${code(signature)}`, "",
    ].join("\n");
  }

  function latex(data) {
    const named = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "|": "\\textbar{}" };
    const cell = (text) => text.replace(/[\\~^|&%$#_{}]/g, (c) => named[c] ?? `\\${c}`).replace(/\s+/g, " ");
    const names = heads(data);
    const row = (cells) => `${cells.map((text) => cell(text)).join(" & ")} \\\\`;
    const { count, how, signature } = about(data);
    const comment = (text) => `% ${text.replace(/\s+/g, " ")}`;
    return [
      comment(count + (how ? `: ${how}` : "")), comment(signature),
      `\\begin{tabular}{l${"r".repeat(names.length - 1)}}`, "\\toprule", row(names), "\\midrule", ...scores(data).map(row),
      "\\bottomrule", "\\end{tabular}", "",
    ].join("\n");
  }

  return { segments, markdown, latex };
})();

/** Export menu. */
export const exportMenu = (() => {
  function choices(data) {
    return [
      ["Segments", [
        ["CSV, for spreadsheets", "csv", () => exporting.segments(data, "csv")],
        ["TSV", "tsv", () => exporting.segments(data, "tsv")],
        ["JSON Lines", "jsonl", () => exporting.segments(data, "jsonl")],
      ]],
      ["Scores", [
        ["Markdown", "md", () => textFile(exporting.markdown(data))],
        ["LaTeX", "tex", () => textFile(exporting.latex(data))],
      ]],
    ];
  }

  async function run(data, ending, make) {
    if (!selection.count) {
      messages.toast("No segments selected.");
      return;
    }
    try {
      if (selection.count > 2000) messages.toast("Writing the file\u2026");
      saveFile(`truebleu-selection.${ending}`, await make());
    } catch (error) {
      messages.warn(`The file could not be written: ${error.message}`);
    }
  }

  /** Return the button and its menu. @param {Data} data */
  function make(data) {
    const panel = h("div", { id: "export-panel", class: "pop export-panel", hidden: true });
    const toggle = (open = panel.hidden) => {
      if (panel.contains(document.activeElement)) button.focus();
      panel.hidden = !open;
      button.setAttribute("aria-expanded", String(open));
    };
    const button = h(
      "button",
      { type: "button", class: "text-button", "aria-expanded": "false", "aria-controls": "export-panel",
        title: "Save the selection", on: { click: () => toggle() } },
      "Export",
    );
    const item = ([name, ending, made]) =>
      h("button", { type: "button", class: "menu-item", data: { export: ending }, on: {
        click: () => {
          toggle(false);
          run(data, ending, made);
        },
      } }, name);
    for (const [title, items] of choices(data)) {
      panel.append(h("p", { class: "menu-title" }, `${title} of the selection`), ...items.map(item));
    }
    const link = h("button", { type: "button", class: "menu-item", on: {
      click: () => {
        toggle(false);
        copyAddress();
      },
    } }, "Copy link to this view");
    panel.append(h("p", { class: "menu-title" }, "View"), link);
    const node = h("div", { class: "export" }, button, panel);
    closesOutside(node, () => toggle(false));
    return node;
  }

  /** Copy the link to this view, to accompany the file. */
  async function copyAddress() {
    const done = await copying.put(`${location.href.replace(/#.*/s, "")}#${store.toHash()}`);
    messages.toast(done ? "Link copied" : "This browser does not allow copying.");
  }

  return { make, copyAddress };
})();
