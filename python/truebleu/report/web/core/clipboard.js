/** Clipboard access, and copy buttons that confirm success. */

import { announce, h } from "./elements.js";

export const copying = {
  /**
   * Return a button that copies a text.
   * @param {() => string} text
   * @param {string} label button label
   * @param {string} [of] what is copied, for screen readers, which lack the visual context
   */
  button(text, label = "Copy", of = "") {
    const name = of ? { "aria-label": `${label}: ${of}` } : {};
    const button = h("button", { class: "copy-button", ...name }, label);
    button.addEventListener("click", async () => {
      const done = await copying.put(text());
      button.textContent = done ? "Copied" : "Not allowed";
      announce(done ? "copied" : "copying failed");
      setTimeout(() => {
        button.textContent = label;
      }, 1600);
    });
    return button;
  },

  /** Copy text to the clipboard, with a fallback for frames without clipboard access. */
  async put(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return copying.bySelection(text);
    }
  },

  /** Copy through a text selection, for insecure contexts. */
  bySelection(text) {
    const area = h("textarea", { class: "sr-only", readonly: true, "aria-label": "text to copy" });
    area.value = text;
    const focused = document.activeElement;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    focused?.focus();
    return done;
  },

  /** Return a scrollable text box with a copy button. */
  block(text, label) {
    const props = { class: "code-block", tabindex: "0", role: "region", "aria-label": label };
    const box = h("pre", props, h("bdi", {}, text));
    return h("div", { class: "copy-block" }, box, copying.button(() => text));
  },
};
