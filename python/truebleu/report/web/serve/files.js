/** Files screen: upload, names, side-by-side comparison, and errors for files that do not match. */

import { announce, h, replace } from "../core/elements.js";
import { format } from "../core/format.js";
import { messages } from "../shell/messages.js";
import { serving } from "./session.js";

export const serveFiles = (() => {
  const WELLS = [
    { role: "reference", title: "References", needed: true, hint: "human translations: one file per reference" },
    { role: "system", title: "Systems", needed: true, hint: "system output: one file per system" },
    { role: "source", title: "Source", needed: false, hint: "source texts" },
    { role: "documents", title: "Documents", needed: false, hint: "document name of each segment" },
  ];
  const SINGULAR = { reference: "reference", system: "system", source: "source", documents: "documents" };

  let parts = null;

  /**
   * Mount the screen.
   * @param {Element} container @param {boolean} [alone] whether there are no scores yet
   */
  function mount(container, alone = false) {
    const lead = h("p", { class: "explanation" },
      "Drop files into the drop zones, or anywhere on the page. Plain text, TSV, CSV, JSON Lines, SGML " +
      "and XML are supported, compressed or not. Each line is a segment.");
    if (alone) container.append(h("h2", { class: "screen-title" }, "Score translations"));
    parts = {
      alone,
      wells: Object.fromEntries(WELLS.map((well) => [well.role, makeWell(well)])),
      misfits: h("div", { class: "serve-misfits" }),
      foot: h("div", { class: "serve-foot" }),
      says: h("p", { class: "serve-says", role: "status" }),
    };
    container.append(
      lead,
      h("div", { class: "serve-wells" }, ...WELLS.map(({ role }) => parts.wells[role].node)),
      parts.misfits, parts.foot,
    );
    dropAnywhere();
    serving.on(draw);
    draw(serving.state);
  }

  function makeWell({ role, title, needed, hint }) {
    const list = h("ul", { class: "serve-list" });
    const input = h("input", { type: "file", multiple: role === "reference" || role === "system",
      id: `serve-input-${role}`, class: "serve-input", on: { change: () => take(input) } });
    const take = (from) => {
      upload([...from.files], role);
      from.value = "";
    };
    const head = h("div", { class: "serve-well-head" }, h("h3", {}, title),
      h("span", { class: "faint" }, needed ? "needed" : "if you have it"));
    const label = h("label", { class: "serve-choose", for: input.id }, `Choose ${needed ? "files" : "a file"}`,
      h("span", { class: "sr-only" }, ` for ${title}`));
    const node = h("section", { class: "serve-well", "aria-label": title, data: { role } },
      head, h("p", { class: "serve-hint" }, hint), list, h("p", { class: "serve-drop" }, input, label, " or drop here"));
    return { node, list };
  }

  // Upload

  function dropAnywhere() {
    const over = (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      for (const well of document.querySelectorAll(".serve-well")) {
        well.classList.toggle("serve-over", well.contains(event.target));
      }
    };
    const leave = () => document.querySelectorAll(".serve-over").forEach((well) => well.classList.remove("serve-over"));
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", (event) => {
      leave();
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      const well = event.target.closest?.(".serve-well");
      upload([...event.dataTransfer.files], well?.dataset.role ?? null);
    });
  }

  /** Guess the role of a file from its name. */
  function guess(name) {
    if (/(?:^|[^a-z])(?:ref|reference|gold|target|tgt)/i.test(name)) return "reference";
    if (/(?:^|[^a-z])(?:src|source)/i.test(name)) return "source";
    if (/(?:^|[^a-z])(?:docs?|docids?|documents?|meta|metadata)(?:[^a-z]|$)/i.test(name)) return "documents";
    return "system";
  }

  /** Upload files one by one. */
  async function upload(files, role) {
    for (const file of files) {
      const kind = role ?? guess(file.name);
      const limit = serving.state.limits.file;
      if (file.size > limit) {
        complain(`${file.name} has ${size(file.size)}; the limit is ${size(limit)}. Pass it on the command line instead`);
        continue;
      }
      parts.says.textContent = `Reading ${file.name} \u2026`;
      const query = new URLSearchParams({ name: file.name, role: kind });
      const options = { method: "PUT", body: file, headers: { "Content-Type": "application/octet-stream" } };
      const send = async () => serving.refresh(await serving.ask(`files?${query}`, options));
      const done = await serving.busy(send, complain);
      if (done) announce(`${file.name} added as ${SINGULAR[kind]}`);
    }
  }

  function complain(text) {
    messages.warn(text);
    draw(serving.state);
  }

  // Display

  function draw(state) {
    if (!parts || !state || hasFocus(parts)) return;
    const counts = state.files.map((file) => file.lines ?? 0);
    const largest = Math.max(1, ...counts);
    const odd = new Set(state.misfits.map((misfit) => misfit.id));
    for (const { role } of WELLS) {
      const files = state.files.filter((file) => file.role === role);
      replace(parts.wells[role].list, ...files.map((file) => card(file, largest, odd.has(file.id))));
    }
    replace(parts.misfits, ...state.misfits.map(misfit));
    replace(parts.foot, ...foot(state));
  }

  /** Return whether a name is being edited; redrawing would interrupt typing. */
  const hasFocus = ({ wells }) => WELLS.some(({ role }) => wells[role].list.contains(document.activeElement) &&
    document.activeElement.tagName === "INPUT");

  function card(file, largest, isOdd) {
    const name = h("input", { type: "text", class: "serve-name", value: file.name, dir: "auto", spellcheck: "false",
      "aria-label": `Name of ${file.name}`, maxlength: 120 });
    name.value = file.name;
    name.addEventListener("change", () => {
      name.blur();
      change(file, { name: name.value });
    });
    name.addEventListener("keydown", (event) => event.key === "Enter" && name.blur());
    const away = h("button", { type: "button", class: "icon-button serve-away", title: "Remove",
      "aria-label": `Remove ${file.name}`, on: { click: () => remove(file) } }, "\u00d7");
    return h("li", { class: `serve-file${isOdd || file.problem ? " serve-wrong" : ""}` },
      h("div", { class: "serve-file-head" }, name, roles(file), away),
      file.choices.length ? columns(file) : null,
      file.lines === null ? null : bar(file, largest, isOdd),
      file.problem ? h("p", { class: "serve-problem" }, h("bdi", {}, file.problem)) : first(file));
  }

  function roles(file) {
    const options = WELLS.map(({ role }) => h("option", { value: role, selected: role === file.role }, SINGULAR[role]));
    const select = h("select", { "aria-label": `What ${file.name} is`, class: "serve-role" }, ...options);
    select.addEventListener("change", () => change(file, { role: select.value }));
    return select;
  }

  function columns(file) {
    const options = file.choices.map((choice) => h("option", { value: choice, selected: choice === file.column }, choice));
    if (file.column === null) options.unshift(h("option", { value: "", selected: true }, "choose \u2026"));
    const select = h("select", {}, ...options);
    select.addEventListener("change", () => select.value && change(file, { column: select.value }));
    const label = /^(?:sgml|xml)$/.test(file.format) ? "Version" : "Column";
    return h("label", { class: "serve-column" }, `${label} `, select);
  }

  /** Return the number of lines, as a bar relative to the largest file. */
  function bar(file, largest, isOdd) {
    const fill = h("span", { class: "serve-bar-fill" });
    fill.style.width = `${(100 * file.lines) / largest}%`;
    const kind = file.format === "lines" ? "" : ` \u00b7 ${file.format.toUpperCase()}`;
    const lines = format.many(file.lines, "segment");
    return h("div", { class: "serve-count" },
      h("span", { class: "serve-bar", "aria-hidden": "true" }, fill),
      h("span", { class: "serve-lines" }, `${isOdd ? "\u26a0 " : ""}${lines}`),
      h("span", { class: "faint" }, `${size(file.bytes)}${kind}`));
  }

  const first = (file) => (file.first.length
    ? h("p", { class: "serve-first", title: "how it begins" }, h("bdi", {}, file.first[0]))
    : null);

  const size = (bytes) => (bytes < 1e3 ? `${bytes} B` : bytes < 1e6 ? `${format.fixed(bytes / 1e3, 0)} kB`
    : `${format.fixed(bytes / 1e6, 1)} MB`);

  /** Return the first difference between a file and the one it is compared with. */
  function misfit(found) {
    const rows = found.first.map((row) => h("tr", { class: row.line === found.line ? "serve-parting" : "" },
      h("th", { scope: "row", class: "number" }, format.integer(row.line)), line(row.ours), line(row.theirs)));
    const ours = format.many(found.lines, "line");
    const title = `Line counts differ: ${found.name} has ${ours}, ${found.other} has ${format.integer(found.other_lines)}`;
    return h("section", { class: "serve-misfit", "aria-label": "Files with different line counts" },
      h("h3", {}, h("bdi", {}, title)),
      h("p", {}, h("bdi", {}, `${capital(found.message)}.`)),
      h("div", { class: "table-wrap", role: "region", tabindex: "0", "aria-label": "Lines around the first difference" },
        h("table", { class: "data-table serve-lines-table" },
          h("caption", {}, `First difference: line ${format.integer(found.line)}`),
          h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "number" }, "Line"),
            h("th", { scope: "col" }, h("bdi", {}, found.name)), h("th", { scope: "col" }, h("bdi", {}, found.other)))),
          h("tbody", {}, ...rows))));
  }

  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  function line(text) {
    if (text === null) return h("td", { class: "faint" }, "no line");
    return h("td", {}, h("bdi", { dir: "auto" }, text === "" ? "(empty)" : text));
  }

  function foot(state) {
    const has = state.files.length > 0;
    const button = h("button", { type: "button", class: "serve-main-button", disabled: Boolean(state.missing || state.doing),
      on: { click: () => score(button) } }, parts.alone ? "Score" : "Score again");
    parts.says.textContent = state.doing ? `${capital(state.doing)} \u2026` : missing(state, has);
    const setting = h("p", { class: "faint serve-setting" }, "BLEU, ", h("code", {}, state.signature));
    const save = h("button", { type: "button", on: { click: serving.download } }, "Download report");
    return [button, parts.says, setting, parts.alone ? null : save];
  }

  function missing(state, has) {
    if (state.problem && !state.missing) return state.problem;
    if (!has) return "Add at least one reference file and one system file.";
    if (state.missing) {
      const named = state.files.some((file) => state.missing.startsWith(file.name));
      return `${named ? state.missing : capital(state.missing)}.`;
    }
    const count = state.files.find((file) => file.lines !== null)?.lines ?? 0;
    return `${format.many(count, "segment")} in each file. Ready to score.`;
  }

  // Actions

  const change = (file, patch) =>
    serving.busy(async () => serving.refresh(await serving.send(`files/${file.id}`, patch)), complain);

  const remove = (file) =>
    serving.busy(async () => serving.refresh(await serving.send(`files/${file.id}/remove`)), complain);

  async function score(button) {
    button.disabled = true;
    parts.says.textContent = "Scoring \u2026";
    const done = await serving.busy(() => serving.send("start"), complain);
    if (done) serving.again();
  }

  return { mount };
})();

export const filesScreen = {
  id: "files",
  title: "Files",
  key: "f",
  mount: (container) => serveFiles.mount(container),
};
