/** Light, dark, or as the system has it. */

import { announce, h } from "../core/elements.js";
import { memory } from "../core/memory.js";
import { store } from "../core/state.js";

export const theme = (() => {
  const NAMES = ["system", "light", "dark"];
  const SIGNS = { system: "\u25d0", light: "\u2600\ufe0e", dark: "\u263e\ufe0e" };

  function apply(name) {
    if (name === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
  }

  /** The next one; it is remembered for other reports, and is no step to go back to. */
  function next() {
    const name = NAMES[(NAMES.indexOf(store.get().theme) + 1) % NAMES.length];
    memory.set("truebleu-theme", name);
    store.set({ theme: name }, { push: false });
    announce(`Colors: ${name}`);
  }

  /** Light if it is dark, and the other way. */
  function toggleDark() {
    const { theme: now } = store.get();
    const isDark = now === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : now === "dark";
    const name = isDark ? "light" : "dark";
    memory.set("truebleu-theme", name);
    store.set({ theme: name }, { push: false });
  }

  /** The button. */
  function make() {
    const button = h("button", { type: "button", class: "icon-button", on: { click: next } });
    const show = () => {
      const { theme: name } = store.get();
      apply(name);
      button.textContent = SIGNS[name];
      button.title = `Colors: ${name} (D)`;
      button.setAttribute("aria-label", `Colors: ${name}`);
    };
    store.on("theme", show);
    show();
    return button;
  }

  return { make, toggleDark };
})();
