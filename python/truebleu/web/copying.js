/** Text for the clipboard: a button that says when it is done. */
const copying = {
  /** @param {() => string} text @param {string} label what the button says */
  button(text, label = "Copy") {
    const button = h("button", { class: "copy-button" }, label);
    button.addEventListener("click", async () => {
      const done = await copying.put(text());
      button.textContent = done ? "Copied" : "Select and copy";
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

  bySelection(text) {
    const area = h("textarea", { class: "sr-only", "aria-hidden": "true", readonly: true });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  },

  /** A text in a box that can be read to its end, with a button to copy it. */
  block(text, label) {
    const props = { class: "code-block", tabindex: "0", role: "region", "aria-label": label };
    const box = h("pre", props, h("bdi", {}, text));
    return h("div", { class: "copy-block" }, box, copying.button(() => text));
  },

  /** Save text as a file. */
  save(name, text, type) {
    const link = h("a", { download: name, href: URL.createObjectURL(new Blob([text], { type })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  },
};
