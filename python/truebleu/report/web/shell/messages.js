/** What the page says: messages that stay, and those that last a moment. */

import { announce, h } from "../core/elements.js";

export const messages = (() => {
  /** A message that stays: a damaged file, a part that could not be read. */
  function warn(text) {
    const box = document.getElementById("messages");
    const close = h("button", { type: "button", class: "small-button", on: { click: () => note.remove() } }, "Close");
    const note = h("div", { class: "message", role: "alert" }, h("span", {}, text), close);
    (box ?? document.body).prepend(note);
  }

  /** Say something for a moment. */
  function toast(text) {
    document.querySelector(".toast")?.remove();
    const note = h("div", { class: "toast", "aria-hidden": "true" }, text);
    document.body.append(note);
    setTimeout(() => note.remove(), 2500);
    announce(text);
  }

  return { warn, toast };
})();
