/** Color theme: system, light or dark. */

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

  /** Switch to the next theme. It is stored for other reports and is not an undo step. */
  function next() {
    const name = NAMES[(NAMES.indexOf(store.get().theme) + 1) % NAMES.length];
    memory.set("truebleu-theme", name);
    store.set({ theme: name }, { push: false });
    announce(`Colors: ${name}`);
  }

  /** Toggle between light and dark. */
  function toggleDark() {
    const { theme: now } = store.get();
    const isDark = now === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : now === "dark";
    const name = isDark ? "light" : "dark";
    memory.set("truebleu-theme", name);
    store.set({ theme: name }, { push: false });
  }

  /** Return the theme button. */
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
