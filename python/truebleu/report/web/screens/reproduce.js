/** Reproducibility screen: signatures, settings and file hashes, and the citation. */

import { copying } from "../core/clipboard.js";
import { h } from "../core/elements.js";
import { saveFile, textFile } from "../core/files.js";
import { format } from "../core/format.js";
import { tables } from "../core/tables.js";

export const reproduceScreen = {
  id: "reproduce",
  title: "Reproducibility",
  key: "r",

  mount(container, data) {
    const { meta } = data;
    const reproduce = meta.reproduce ?? {};
    const part = reproduceScreen.part;
    container.append(
      reproduce.command
        ? part("The command", copying.block(reproduce.command, "The command"))
        : part("The command", h("p", { class: "faint" }, "This report was made by a program.")),
      part("Signatures", reproduceScreen.signatures(meta)),
      part("Text for a paper", copying.block(reproduce.paragraph ?? "", "A paragraph for a paper")),
      part("Citation", copying.block(reproduce.bibtex ?? "", "BibTeX")),
      part("Files", reproduceScreen.files(reproduce.files ?? [])),
      part("Test settings", reproduceScreen.settings(meta)),
      part("Contents of this file", reproduceScreen.contents(data)),
      part("Versions", reproduceScreen.list(Object.entries(reproduce.versions ?? {}))),
      part("All results as JSON", reproduceScreen.download(meta)),
    );
  },

  part(title, ...children) {
    return h("section", { class: "part" }, h("h3", {}, title), ...children);
  },

  /** Return a list of names and values. */
  list(entries) {
    const rows = entries.flatMap(([name, value]) => [
      h("dt", {}, h("bdi", {}, name)),
      h("dd", {}, h("bdi", {}, String(value))),
    ]);
    return h("dl", { class: "pairs" }, ...rows);
  },

  /**
   * Return the signatures: one if all systems share it, otherwise one each; then other metrics'.
   */
  signatures(meta) {
    const all = meta.systems.map((system) => system.signature);
    const same = all.every((signature) => signature === all[0]);
    const parts = [copying.block(meta.metric.signature, "The full signature")];
    if (same) parts.unshift(copying.block(meta.metric.short, "The short signature"));
    else parts.push(...meta.systems.map(reproduceScreen.signature));
    return h("div", {}, ...parts, ...(meta.others ?? []).map(reproduceScreen.signature));
  },

  /** Return the signature block of a system or an additional metric. */
  signature({ name, signature }) {
    const block = copying.block(signature, `Signature of ${name}`);
    return h("div", {}, h("p", {}, h("bdi", {}, name)), block);
  },

  files(files) {
    if (!files.length) return h("p", { class: "faint" }, "The texts did not come from files.");
    const number = { number: true, show: format.integer };
    const columns = [
      { name: "role" },
      { name: "file" },
      { name: "lines", ...number },
      { name: "bytes", ...number },
      { name: "SHA-256" },
    ];
    const rows = files.map((file) => [
      file.role,
      file.name,
      file.lines,
      file.bytes,
      h("code", { class: "hash" }, file.sha256 ?? ""),
    ]);
    const props = { class: "table-wrap", role: "region", tabindex: "0", "aria-label": "Files" };
    return h("div", props, tables.plain({ columns, rows }));
  },

  settings(meta) {
    const settings = meta.comparison?.settings;
    if (!settings) {
      const seed = meta.reproduce?.seed;
      const text = "One system: no comparison.";
      const entries = seed === null || seed === undefined ? [] : [["seed", seed]];
      return h("div", {}, h("p", { class: "faint" }, text), reproduceScreen.list(entries));
    }
    const entries = Object.entries(settings).map(([name, value]) => [name, [].concat(value).join(", ")]);
    return reproduceScreen.list(entries);
  },

  /** List the contents of this file, so that users know what they share. */
  contents(data) {
    const { meta } = data;
    const { text } = meta;
    const words = {
      full: "the texts of all segments",
      top: `the texts of ${format.integer(text.kept)} of ${format.many(data.N, "segment")}`,
      none: "no texts",
    };
    const entries = [
      ["segments", format.integer(data.N)],
      ["systems", format.integer(data.S)],
      ["references", format.integer(data.R)],
      ["source", meta.has_source ? "yes" : "no"],
      ["texts", words[text.policy] ?? text.policy],
      ["counts", "lengths and matches of every segment and system"],
      ["documents", data.documents.length ? format.integer(data.documents.length) : "none"],
      ["format", meta.format],
    ];
    if (meta.created) entries.push(["created", meta.created]);
    const note = text.note ? [h("p", {}, h("bdi", {}, text.note))] : [];
    const safe = "This page loads and sends no data.";
    return h("div", {}, reproduceScreen.list(entries), ...note, h("p", { class: "faint" }, safe));
  },

  download(meta) {
    const save = () => {
      const text = `${JSON.stringify(meta, null, 2)}\n`;
      saveFile("truebleu-report.json", textFile(text, "application/json"));
    };
    const text = "Scores, intervals, the comparison, findings and settings at full precision.";
    return h("div", {}, h("p", {}, text), h("button", { on: { click: save } }, "Save as JSON"));
  },
};
