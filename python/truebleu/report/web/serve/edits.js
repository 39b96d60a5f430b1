/**
 * Edited hypotheses: the scores a system would have with other outputs. Edits exist only in this
 * page; the server computes their statistics.
 */

import { announce, h, replace } from "../core/elements.js";
import { saveFile, textFile } from "../core/files.js";
import { format } from "../core/format.js";
import { store } from "../core/state.js";
import { transport } from "../core/transport.js";
import { bleu } from "../scoring/bleu.js";
import { arithmetic } from "../pane/arithmetic.js";

export const whatIf = (() => {
  const WAIT = 150;
  const edits = new Map();
  /** Undo stack of edits; typing in one editor is one step. */
  const past = [];
  let typing = null;
  let shownData = null;
  const listeners = [];
  const key = (s, i) => `${s}/${i}`;

  const get = (s, i) => edits.get(key(s, i)) ?? null;
  const on = (fn) => listeners.push(fn);
  const tell = () => {
    for (const fn of listeners) fn();
  };
  const ofSystem = (s) => [...edits.values()].filter((edit) => edit.system === s);

  /** Start an edit with the unchanged text. */
  function open(data, s, i, text) {
    shownData = data;
    typing = null;
    if (get(s, i)) return get(s, i);
    const stored = data.row(s, i);
    const edit = { system: s, segment: i, before: text, text, stored, row: stored, countedText: text, boundaries: "", error: "" };
    edits.set(key(s, i), edit);
    tell();
    return edit;
  }

  function revert(s, i) {
    const edit = get(s, i);
    if (edit && edit.text !== edit.before) remember();
    edits.delete(key(s, i));
    tell();
  }

  function revertAll() {
    if (changed().length) remember();
    edits.clear();
    tell();
  }

  const changed = () => [...edits.values()].filter((edit) => edit.text !== edit.before);

  function remember() {
    typing = null;
    past.push(changed().map((edit) => ({ ...edit })));
  }

  /** Undo the last editing step. @returns {boolean} whether there was one */
  function undo() {
    const before = past.pop();
    if (!before) return false;
    typing = null;
    edits.clear();
    for (const edit of before) edits.set(key(edit.system, edit.segment), edit);
    // The server may not have scored these edits before they were replaced.
    for (const edit of before) ask(shownData, edit, () => edit.refresh?.());
    tell();
    return true;
  }

  /** Return a system's sums, including its edits. */
  function sums(data, s) {
    return ofSystem(s).reduce(
      (all, edit) => arithmetic.without(all, edit.stored, edit.row),
      data.sums(s, null),
    );
  }

  const corpus = (data, s) => bleu.value(sums(data, s), data.meta.metric);

  /** Set the text of an edit; `done` is called when the server has scored it. */
  function change(data, edit, text, done) {
    if (typing !== edit) remember();
    typing = edit;
    edit.text = text;
    edit.error = "";
    ask(data, edit, done);
  }

  /** Request statistics from the server after a short pause in typing. */
  function ask(data, edit, done) {
    clearTimeout(edit.waiting);
    edit.waiting = setTimeout(async () => {
      const text = edit.text;
      try {
        const counts = await count(data, edit);
        if (edit.text !== text) return;
        Object.assign(edit, counts, { countedText: text, error: "" });
      } catch (error) {
        edit.error = error.message;
      }
      done();
      tell();
    }, WAIT);
  }

  async function count(data, edit) {
    const others = ofSystem(edit.system).map(({ segment, text }) => [segment, text]);
    const answer = await post("score", { system: data.meta.systems[edit.system].name, edits: others });
    const { counts, boundaries } = (await answer.json()).segments.find(
      ({ segment }) => segment === edit.segment,
    );
    const orders = Array.from({ length: data.order }, (_, n) => n + 1);
    const row = {
      hyp: counts.hypothesis_length,
      ref: counts.reference_length,
      m: orders.map((n) => counts[`matches_${n}`]),
      t: orders.map((n) => counts[`totals_${n}`]),
    };
    return { row, boundaries };
  }

  const post = (path, body) =>
    transport.request(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });

  /** Save the edited system on the server as a new system. */
  const save = (data, s, name) =>
    post("systems", {
      name,
      system: data.meta.systems[s].name,
      edits: ofSystem(s).map(({ segment, text }) => [segment, text]),
    });

  /** Return the edits as JSON Lines, for processing by other programs. */
  function exported(data) {
    const { metric, systems } = data.meta;
    return changed()
      .map(({ system, segment, before, text, stored, row }) => ({
        system: systems[system].name,
        segment: segment + 1,
        before,
        after: text,
        score_before: bleu.value(stored, metric, true),
        score_after: bleu.value(row, metric, true),
        signature: metric.signature,
      }))
      .map((edit) => `${JSON.stringify(edit)}\n`)
      .join("");
  }

  // Display

  /** Return a number before and after an edit, and its change. */
  function moved(title, before, after, places) {
    const gap = after - before;
    return h("div", { class: "moved" },
      h("dt", {}, title),
      h("dd", {},
        h("span", {}, format.score(before, places)), " \u2192 ",
        h("strong", {}, format.score(after, places)), " ",
        h("span", { class: gap > 0 ? "better" : gap < 0 ? "worse" : "" }, `(${format.delta(gap, places)})`)));
  }

  /** Return how an edit changes the scores. */
  function numbers(data, edit) {
    const { metric, systems } = data.meta;
    const { a, b } = store.get();
    const places = metric.decimals + 2;
    const rows = [
      moved("this segment", bleu.value(edit.stored, metric, true), bleu.value(edit.row, metric, true), metric.decimals),
      moved("corpus", data.corpusScore(edit.system), corpus(data, edit.system), places),
    ];
    if (a !== b && (edit.system === a || edit.system === b)) {
      const gap = (score) => score(b) - score(a);
      rows.push(moved("B - A", gap((s) => data.corpusScore(s)), gap((s) => corpus(data, s)), places));
    }
    const others = ofSystem(edit.system).length - 1;
    const note = others > 0 ? `with ${format.many(others, "other edit")} of ${systems[edit.system].name}` : "";
    return [h("dl", { class: "moves" }, rows), note ? h("p", { class: "faint" }, h("bdi", {}, note)) : null];
  }

  /**
   * Return the editor of a hypothesis.
   * @param {Data} data @param {object} edit
   * @param {{changed: () => void, closed: () => void}} given
   */
  function editor(data, edit, given) {
    const name = data.meta.systems[edit.system].name;
    const status = h("div", { class: "edit-numbers", role: "status" });
    const show = () => {
      replace(status, numbers(data, edit), edit.error ? h("p", { class: "edit-error", role: "alert" }, edit.error) : null);
    };
    const area = h("textarea", { class: "edit-text", dir: "auto", rows: "3", spellcheck: "false",
      "aria-label": `Edit text of ${name}` });
    area.value = edit.text;
    edit.refresh = () => {
      show();
      given.changed();
    };
    const update = () => change(data, edit, area.value, edit.refresh);
    area.addEventListener("input", update);
    area.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      given.closed();
    });
    const revertButton = h("button", { type: "button", class: "small-button", on: { click: () => {
      revert(edit.system, edit.segment);
      given.closed();
    } } }, "Revert");
    show();
    return { area, node: h("div", { class: "edit" }, warning(), area, status, revertButton) };
  }

  const button = (text, action, title = null) =>
    h("button", { type: "button", class: "small-button", title, on: { click: action } }, text);

  const warning = () =>
    h("p", { class: "edit-warning" }, h("strong", {}, "Edited"), ", not the reported score");

  /** Return the banner above the segment while there are edits. */
  function banner(data) {
    const all = changed();
    const back = past.length ? button("Undo", undo, "Undo the last edit (U)") : null;
    if (!all.length) return back && h("p", { class: "edit-undo" }, "Nothing is edited. ", back);
    const systems = [...new Set(all.map(({ system }) => system))];
    const scores = systems.map((s) => h("li", {},
      h("bdi", {}, data.meta.systems[s].name), ": ",
      `${format.score(data.corpusScore(s), data.meta.metric.decimals + 2)} \u2192 ` +
        `${format.score(corpus(data, s), data.meta.metric.decimals + 2)} (${format.delta(corpus(data, s) - data.corpusScore(s), data.meta.metric.decimals + 2)})`));
    return h("section", { class: "edit-banner", "aria-label": "Edits" },
      h("p", {}, h("strong", {}, format.many(all.length, "edit")), ": these scores are not the reported scores"),
      h("ul", {}, scores),
      h("div", { class: "edit-buttons" },
        button("Export edits", () => saveFile("edits.jsonl", textFile(exported(data), "application/x-ndjson"))),
        back,
        button("Revert all", revertAll),
        systems.map((s) => saver(data, s))));
  }

  /** Return the control that saves an edited system under a new name. */
  function saver(data, s) {
    const name = h("input", { type: "text", class: "edit-name", "aria-label": "Name of the new system",
      value: `${data.meta.systems[s].name} (edited)` });
    const act = async () => {
      try {
        await save(data, s, name.value);
        announce("saved as a new system");
        saving.textContent = "Saved";
      } catch (error) {
        saving.textContent = error.message;
      }
    };
    const saving = button("Save as a new system", act);
    return h("span", { class: "edit-save" }, name, saving);
  }

  return { get, open, revert, undo, sums, editor, banner, on };
})();
