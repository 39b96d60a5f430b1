/** Text for the clipboard, and buttons that say when it is there. */

import { announce, h } from "./elements.js";

export const copying = {
  /**
   * @param {() => string} text
   * @param {string} label what the button says
   * @param {string} [of] what is copied, for those who do not see where the button stands
   */
  button(text, label = "Copy", of = "") {
    const name = of ? { "aria-label": `${label}: ${of}` } : {};
    const button = h("button", { class: "copy-button", ...name }, label);
    button.addEventListener("click", async () => {
      const done = await copying.put(text());
      button.textContent = done ? "Copied" : "Not allowed here";
      announce(done ? "copied" : "could not be copied");
      setTimeout(() => {
        button.textContent = label;
      }, 1600);
    });
    return button;
  },

  /** Put text on the clipboard; frames may have to do it the old way. */
  async put(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return copying.bySelection(text);
    }
  },

  /** The older way, for pages that the browser does not trust with the clipboard. */
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

  /** A text in a box that can be read to its end, with a button to copy it. */
  block(text, label) {
    const props = { class: "code-block", tabindex: "0", role: "region", "aria-label": label };
    const box = h("pre", props, h("bdi", {}, text));
    return h("div", { class: "copy-block" }, box, copying.button(() => text));
  },
};
