/** Filter line: input, error message with its position, and search progress. */

import { announce, h, replace } from "../core/elements.js";
import { format } from "../core/format.js";
import { store } from "../core/state.js";
import { search } from "../data/search.js";
import { selection } from "../data/selection.js";

export const searchbox = (() => {
  const WAIT = 200;
  let input = null;
  let waiting = 0;

  /** Apply the input as one undo step, which restores the state before typing. */
  function take() {
    clearTimeout(waiting);
    if (input.value !== store.get().query) store.set({ query: input.value });
  }

  function submitted(event) {
    event.preventDefault();
    take();
    store.set({ screen: "segments" });
  }

  function updateText() {
    clearTimeout(waiting);
    waiting = setTimeout(take, WAIT);
  }

  /** Return the text with the first error marked, and its message. */
  function mistakes(errors, text) {
    const { at, end, message } = errors[0];
    const stop = Math.max(end, at + 1);
    return [
      h(
        "code",
        { class: "mistake-text", dir: "ltr" },
        text.slice(0, at),
        h("mark", { class: "mistake" }, text.slice(at, stop) || "\u00a0"),
        text.slice(stop),
      ),
      h("span", { class: "mistake-words" }, message),
    ];
  }

  function progress({ done, total }) {
    return [
      h("progress", { max: total, value: done, "aria-label": "Search in the texts" }),
      h("span", {}, `${Math.floor((100 * done) / Math.max(total, 1))}% of the texts searched`),
      h("button", { type: "button", class: "small-button", on: { click: () => search.cancel() } }, "Stop"),
    ];
  }

  function notes() {
    const unsearched = selection.unsearched;
    const parts = [];
    if (selection.trouble) parts.push(h("span", { class: "mistake-words" }, selection.trouble));
    if (unsearched > 0) {
      parts.push(h("span", {}, `The texts of ${format.many(unsearched, "segment")} ${unsearched === 1 ? "is" : "are"} not in this report.`));
    }
    return parts;
  }

  /** Update the note below the filter line. */
  function show(note) {
    const { query } = store.get();
    if (document.activeElement !== input) input.value = query;
    const wrong = selection.errors.length > 0;
    input.setAttribute("aria-invalid", String(wrong));
    if (wrong) replace(note, ...mistakes(selection.errors, query));
    else if (selection.searching) replace(note, ...progress(selection.searching));
    else replace(note, ...notes());
    // Persistent notes take their own space instead of covering the table.
    note.classList.toggle("rests", !wrong && !selection.searching);
    note.hidden = !note.childNodes.length;
    if (wrong) announce(selection.errors[0].message);
  }

  /** Build the filter line. @param {Data} data */
  function make(data) {
    input = h("input", {
      id: "search", type: "search", autocomplete: "off", spellcheck: "false", enterkeyhint: "search",
      placeholder: data.S > 1 ? "Search, or filter: delta>20 len:40.. ref:\u201cword\u201d" : "Search, or filter: A.bleu<10 len:40..",
      "aria-label": "Search texts and filter segments", "aria-describedby": "search-note",
      on: { input: updateText, change: take },
    });
    const note = h("div", { id: "search-note", class: "search-note" });
    selection.on(() => show(note));
    store.on("query", () => {
      if (input.value.trim() !== store.get().query.trim()) input.value = store.get().query;
    });
    show(note);
    input.value = store.get().query;
    return h("form", { class: "search", role: "search", on: { submit: submitted } }, input, note);
  }

  /** Focus the filter line. */
  function focus() {
    input?.focus();
    input?.select();
  }

  return { make, focus };
})();
