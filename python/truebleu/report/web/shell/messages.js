/** Messages of the page: persistent warnings and short notices. */

import { announce, h } from "../core/elements.js";

export const messages = (() => {
  /** Show a persistent warning, such as a damaged file or an unreadable part. */
  function warn(text) {
    const box = document.getElementById("messages");
    const close = h("button", { type: "button", class: "small-button", on: { click: () => note.remove() } }, "Close");
    const note = h("div", { class: "message", role: "alert" }, h("span", {}, text), close);
    (box ?? document.body).prepend(note);
  }

  /** Show a short notice. */
  function toast(text) {
    document.querySelector(".toast")?.remove();
    const note = h("div", { class: "toast", "aria-hidden": "true" }, text);
    document.body.append(note);
    setTimeout(() => note.remove(), 2500);
    announce(text);
  }

  return { warn, toast };
})();
