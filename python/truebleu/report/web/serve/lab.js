/**
 * Settings screen: alternatives to each setting in use, with their effect and affected segments.
 */

import { copying } from "../core/clipboard.js";
import { announce, h, replace } from "../core/elements.js";
import { format } from "../core/format.js";
import { filterTo, showSegment } from "../data/navigation.js";
import { axes } from "../charts/axes.js";
import { serving } from "./session.js";

const serveLab = (() => {
  const NAMES = {
    tokenizer: "Tokenizer", lowercase: "Case", smoothing: "Smoothing", smoothing_value: "Smoothing value",
    max_ngram_order: "Longest n-gram", effective_order: "Effective order",
    reference_length: "Reference length", convention: "Convention",
  };
  const MANY = 6;
  const MAX_OWN = 5;

  let parts = null;
  let lab = null;
  let own = [];

  /** Mount the screen. @param {Element} container @param {Data} data */
  async function mount(container, data) {
    const [own, usual, tried] = [0, 1, 2].map(() => h("tbody", {}));
    parts = { data, own, usual, tried, says: h("p", { class: "faint", role: "status" }) };
    parts.shown = data.meta.systems.map((_, s) => s).slice(0, MANY);
    container.append(h("p", { class: "explanation" },
      "Scores of the same files with other settings. Each row changes one setting and shows the " +
      "difference from the current scores and the segments whose counts change. The report " +
      "changes only when you apply a row."));
    const done = await serving.busy(async () => {
      lab = await serving.ask("lab");
    });
    if (!done) return;
    container.append(...[form(), parts.says, systemsShown(), table()].filter(Boolean));
    serving.on(outdated);
    fillUsual();
    tryAll();
  }

  // Custom settings

  function form() {
    const fields = Object.keys(NAMES).filter((name) => lab.choices[name] || name === "smoothing_value");
    parts.fields = Object.fromEntries(fields.map((name) => [name, field(name)]));
    const tick = () => h("input", { type: "checkbox", checked: true });
    const references = lab.references.map((name, place) => ({ place, box: tick(), name }));
    const boxes = references.length > 1
      ? h("fieldset", { class: "serve-references" }, h("legend", {}, "References"),
        ...references.map(({ box, name }) => h("label", {}, box, h("bdi", {}, name))))
      : null;
    const submit = (event) => {
      event.preventDefault();
      tryOwn(references);
    };
    return h("form", { class: "serve-form", "aria-label": "Settings of your own", on: { submit } },
      ...fields.map((name) => h("label", { class: "serve-field" }, h("span", {}, NAMES[name]), parts.fields[name])),
      boxes, h("button", { type: "submit", class: "serve-main-button" }, "Try"));
  }

  function field(name) {
    if (name === "smoothing_value") {
      return h("input", { type: "number", step: "any", min: "0", placeholder: "default", class: "serve-number" });
    }
    const usual = lab.usual[name];
    const options = lab.choices[name].map((value) =>
      h("option", { value: JSON.stringify(value), selected: value === usual }, inWords(name, value)));
    return h("select", {}, ...options);
  }

  function inWords(name, value) {
    if (name === "lowercase") return value ? "ignored" : "kept";
    if (name === "effective_order") return value ? "on" : "off";
    return String(value);
  }

  /** Return the form's settings that differ from those in use. */
  function chosen(references) {
    const settings = {};
    for (const [name, field_] of Object.entries(parts.fields)) {
      if (name === "smoothing_value") {
        if (field_.value !== "") settings[name] = Number(field_.value);
        continue;
      }
      const value = JSON.parse(field_.value);
      if (value !== lab.usual[name]) settings[name] = value;
    }
    const numbers = references.filter(({ box }) => box.checked).map(({ place }) => place);
    if (numbers.length < references.length) settings.references = numbers;
    return settings;
  }

  async function tryOwn(references) {
    const settings = chosen(references);
    const value = Object.entries(settings).map(([name, given]) => (name === "references"
      ? `references ${given.map((place) => place + 1).join(", ")}`
      : `${NAMES[name].toLowerCase()} ${inWords(name, given)}`));
    const variant = { setting: "custom", value: value.join(", ") || "current settings", settings };
    const row = h("tr", {});
    own = [row, ...own].slice(0, MAX_OWN);
    replace(parts.own, ...own);
    await fill(row, variant);
    announce(row.textContent);
  }

  // Table

  function systemsShown() {
    const { systems } = parts.data.meta;
    if (systems.length <= MANY) return null;
    const boxes = systems.map((system, s) => {
      const box = h("input", { type: "checkbox", checked: parts.shown.includes(s) });
      box.addEventListener("change", () => {
        parts.shown = systems.map((_, k) => k).filter((k) => (k === s ? box.checked : parts.shown.includes(k)));
        parts.node.replaceWith(table());
        fillUsual();
        tryAll();
      });
      return h("label", {}, box, h("bdi", {}, system.name));
    });
    return h("details", { class: "serve-systems" }, h("summary", {}, "Systems in the table"), ...boxes);
  }

  function table() {
    const column = (kind, ...content) => h("th", { scope: "col", class: kind }, ...content);
    const { systems } = parts.data.meta;
    const names = axes.apart(parts.shown.map((s) => systems[s].name));
    const scores = parts.shown.map((s, at) =>
      column("number", h("bdi", { title: systems[s].name }, names[at])));
    const head = h("tr", {}, column("", "Setting"), ...scores, column("", "What changes"),
      column("", "Signature"), column("", h("span", { class: "sr-only" }, "Apply")));
    const caption = h("caption", { class: "sr-only" }, "Scores of all systems with other settings");
    const props = { class: "table-wrap serve-lab", role: "region", tabindex: "0", "aria-label": "Scores by setting" };
    parts.node = h("div", props,
      h("table", { class: "data-table" }, caption, h("thead", {}, head), parts.usual, parts.own, parts.tried));
    return parts.node;
  }

  function fillUsual() {
    const { systems, metric } = parts.data.meta;
    const points = (s) => format.score((systems[s].value * 100) / metric.scale);
    const scores = parts.shown.map((s) => h("td", { class: "number" }, h("strong", {}, points(s))));
    replace(parts.usual, h("tr", { class: "serve-usual" }, h("th", { scope: "row" }, "current"), ...scores,
      h("td", { class: "faint" }, "\u2013"), signature(parts.data.meta.metric.short), h("td", {})));
  }

  /** Score each alternative in sequence, showing each row when it is ready. */
  async function tryAll() {
    const run = (parts.run = {});
    const rows = lab.variants.map((variant) => ({ variant, row: h("tr", {}) }));
    replace(parts.tried, ...rows.map(({ row }) => row));
    for (const { variant, row } of rows) start(variant, row);
    for (const [done, { variant, row }] of rows.entries()) {
      if (parts.run !== run) return;
      parts.says.textContent = `${done} of ${format.many(rows.length, "setting")} tried \u2026`;
      parts.pending = fill(row, variant);
      await parts.pending;
    }
    if (parts.run !== run) return;
    const scale = "Scores are from 0 to 100, also for conventions with another scale.";
    parts.says.textContent = `${format.many(rows.length, "setting")} tried. ${scale}`;
  }

  /** Stop when the scores have changed, because new rows would not be comparable. */
  function outdated({ generation }) {
    if (generation === serving.loaded) return;
    parts.run = null;
    parts.says.textContent = "New scores are available. Show them to try settings.";
  }

  const named = ({ setting, value }) =>
    h("th", { scope: "row" }, h("span", { class: "faint" }, `${setting} `), value);

  function start(variant, row) {
    replace(row, named(variant), h("td", { colspan: parts.shown.length + 3, class: "faint" }, "\u2026"));
  }

  async function fill(row, variant) {
    start(variant, row);
    const span = { colspan: parts.shown.length + 3, class: "faint" };
    try {
      const result = await serving.send("lab", { settings: variant.settings });
      const refused = () => [h("td", span, h("bdi", {}, result.refused))];
      replace(row, named(variant), ...(result.refused ? refused() : cells(variant, result)));
    } catch (error) {
      replace(row, named(variant), h("td", span, h("bdi", {}, error.message)));
    }
  }

  function cells(variant, result) {
    const scores = parts.shown.map((s) => {
      const { value, difference } = result.scores[s];
      const sign = Math.abs(difference) < 0.005 ? "faint" : difference > 0 ? "plus" : "minus";
      return h("td", { class: "number", data: { value: String(value) } }, format.score(value),
        h("span", { class: `serve-delta ${sign}` }, format.delta(difference)));
    });
    const use = h("button", { type: "button", class: "small-button", title: "Apply these settings",
      "aria-label": `Apply ${variant.setting} ${variant.value}`, on: { click: () => useIt(variant) } }, "Apply");
    const can = !("references" in variant.settings) && Object.keys(variant.settings).length > 0;
    const changed = h("td", { class: "serve-changes" }, ...changes(result));
    return [...scores, changed, signature(result.signature), h("td", {}, can ? use : null)];
  }

  function changes(result) {
    const order = result.ranks_otherwise ? [h("p", { class: "serve-order" }, "\u26a0 system ranking changes")] : [];
    const only = (text) => [h("p", { class: "faint" }, text), ...order];
    if (result.changed === null) return only("counts are not additive over segments");
    if (!result.changed) return only("no counts change: only the formula differs");
    const verb = result.changed === 1 ? "segment has" : "segments have";
    const many = `${format.integer(result.changed)} ${verb} different counts`;
    const named_ = result.segments.length;
    const fewer = named_ < result.changed ? ` (the first ${format.integer(named_)})` : "";
    const on = { click: () => filterTo({ ids: result.segments }) };
    const button = h("button", { type: "button", class: "link-button", on }, many + fewer);
    return [button, ...examples(result), ...order];
  }

  function examples(result) {
    if (!result.examples.length) return [];
    const items = result.examples.map(({ before, after, count, segment }) => {
      const piece = (text) => h("code", { dir: "auto" }, text === "" ? "\u2205" : text);
      const becomes = `${before || "nothing"} becomes ${after || "nothing"}`;
      const props = { type: "button", class: "link-button", on: { click: () => showSegment(segment) },
        "aria-label": `Read segment ${segment + 1}, where ${becomes}` };
      return h("li", {}, h("button", props, piece(before), " \u2192 ", piece(after)),
        h("span", { class: "faint" }, ` ${format.integer(count)}\u00d7`));
    });
    return [h("ul", { class: "serve-examples" }, ...items)];
  }

  /** Return a signature's fields, with a line break opportunity after each. */
  const fields = (text) => text.split(/(?<=\|)/u).flatMap((field) => [field, h("wbr", {})]);

  const signature = (text) => h("td", { class: "serve-signature" },
    h("code", {}, ...fields(text.replace(/\|version:.*$/, ""))), " ", copying.button(() => text, "Copy"));

  async function useIt(variant) {
    parts.says.textContent = "Scoring \u2026";
    // Stop requests for the previous scores.
    parts.run = null;
    await parts.pending;
    const done = await serving.busy(() => serving.send("start", { settings: variant.settings }));
    if (done) serving.again();
  }

  return { mount };
})();

export const labScreen = {
  id: "lab",
  title: "Settings",
  key: "l",
  mount: (container, data) => serveLab.mount(container, data),
};
