/** Keyboard shortcuts, active everywhere except in text fields. */

import { announce } from "../core/elements.js";
import { letterKeys } from "../core/letters.js";
import { store } from "../core/state.js";
import { selection } from "../data/selection.js";
import { pickers } from "../widgets/pickers.js";
import { searchbox } from "../widgets/searchbox.js";
import { segmentsScreen } from "../screens/segments.js";
import { exportMenu } from "./exports.js";
import { help } from "./help.js";
import { screens } from "./screens.js";
import { shell } from "./shell.js";
import { theme } from "./theme.js";

export const keyboard = (() => {
  let data = null;
  let afterG = -Infinity;

  const isTyping = (target) =>
    target.isContentEditable || /^(?:TEXTAREA|SELECT)$/.test(target.tagName) ||
    (target.tagName === "INPUT" && !/^(?:checkbox|radio|button|range)$/.test(target.type));

  /** Actions by letter, in addition to the screen letters that follow g. */
  const ACTIONS = {
    "?": () => help.open(),
    "/": () => searchbox.focus(),
    u: () => announce(store.undo() ? "Undone" : "Nothing to undo"),
    y: () => exportMenu.copyAddress(),
    D: () => theme.toggleDark(),
    "[": () => pickers.step("a", -1, data),
    "]": () => pickers.step("a", 1, data),
    "{": () => pickers.step("b", -1, data),
    "}": () => pickers.step("b", 1, data),
    x: () => pickers.swap(),
    j: () => segmentsScreen.step(1),
    k: () => segmentsScreen.step(-1),
    f: () => segmentsScreen.focusFilters(),
    ".": () => segmentsScreen.togglePane(),
    m: () => store.set({ mode: "matches" }),
    d: () => store.set({ mode: "words" }),
    r: () => store.set({ mode: "reference" }),
    c: () => store.set({ mode: "characters" }),
    w: () => store.set({ invisible: !store.get().invisible }),
  };

  /**
   * Add letters and their description in the help.
   * @param {Object<string, () => void>} actions by letter
   */
  function add(actions, words) {
    Object.assign(ACTIONS, actions);
    help.add("Segment pane", [Object.keys(actions).join(" "), words]);
  }

  /** Go to the screen of a letter typed after g. */
  function screenFor(key) {
    const screen = screens.list().find((one) => one.key === key);
    if (screen) shell.goTo(screen.id);
    return Boolean(screen);
  }

  function escape(event) {
    if (isTyping(event.target) && event.target.value) {
      if (event.target.id !== "search") return;
    }
    if (document.querySelector("dialog[open]")) return;
    if (segmentsScreen.closePage()) return;
    if (!selection.isAll() || store.get().query) selection.clear();
    if (isTyping(event.target)) event.target.blur();
  }

  function pressed(event) {
    if (event.key === "Escape" && !event.defaultPrevented) escape(event);
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
    if (!letterKeys.on()) return;
    if (letter(event.key)) event.preventDefault();
  }

  /** Handle a key. @returns {boolean} whether the key has an action */
  function letter(key) {
    const pending = performance.now() - afterG < 1500;
    afterG = -Infinity;
    if (pending && screenFor(key)) return true;
    if (key === "g") {
      afterG = performance.now();
      return true;
    }
    if (store.isOrder(key)) {
      store.set({ order: Number(key) });
      return true;
    }
    const needsTwo = "[]{}x".includes(key) && data.S < 2;
    if (!Object.hasOwn(ACTIONS, key) || needsTwo) return false;
    ACTIONS[key]();
    return true;
  }

  /** Initialize. @param {Data} opened */
  function start(opened) {
    data = opened;
    help.start(opened);
    document.addEventListener("keydown", pressed);
  }

  return { start, add };
})();
