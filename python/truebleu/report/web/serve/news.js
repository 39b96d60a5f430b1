/** Notifications about the server's state. */

import { h } from "../core/elements.js";
import { serving } from "./session.js";

export const serveNews = (() => {
  let note = null;
  let lastText = "";

  function put(text, ...buttons) {
    if (text === lastText) return;
    lastText = text;
    note?.remove();
    note = null;
    if (!text) return;
    const close = h("button", { type: "button", class: "small-button", on: { click: () => note.remove() } }, "Close");
    note = h("div", { class: "message", role: "status" }, h("span", {}, text),
      h("span", { class: "serve-note-buttons" }, ...buttons, close));
    document.getElementById("messages")?.prepend(note);
  }

  /** Show that there are new scores, or why scoring failed. */
  function show(state) {
    const isReady = document.documentElement.dataset.ready === "true";
    if (!isReady) return;
    if (state.generation !== serving.loaded) {
      const button = h("button", { type: "button", class: "small-button", on: { click: serving.again } }, "Show them");
      put(`New scores are available.${state.problem ? ` ${state.problem}` : ""}`, button);
    } else if (state.problem) put(state.problem);
    else put("");
  }

  function lost() {
    put("The server no longer responds. It was stopped, or the computer was asleep.");
  }

  return { show, lost };
})();
