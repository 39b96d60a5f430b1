/** Startup of the served page: with scores, or with drop zones for files. */

import { h, replace } from "../core/elements.js";
import { format } from "../core/format.js";
import { transport } from "../core/transport.js";
import { theme } from "../shell/theme.js";
import { serveFiles } from "./files.js";
import { serveNews } from "./news.js";
import { serving } from "./session.js";
import { serveTree } from "./tree.js";

export const starting = (() => {
  /** Set the window title, which distinguishes several servers. */
  function rename(text) {
    document.title = `${text} \u2013 truebleu`;
  }

  /** Start the session. @returns {Promise<boolean>} whether there are scores to show */
  async function begin() {
    document.documentElement.dataset.served = "true";
    forgetToken();
    serving.refresh(await serving.ask("state"));
    if (serving.state.doing && !serving.state.ready) return waitingPage();
    serving.loaded = serving.state.generation;
    transport.pin(serving.loaded);
    follow();
    if (!serving.state.ready) {
      startPage();
      return false;
    }
    const tree = await serving.ask("overview");
    document.getElementById("overview").replaceWith(...serveTree.build(tree));
    return true;
  }

  /** Remove the token from the URL, which users may share; it stays in session storage. */
  function forgetToken() {
    const parts = location.hash.replace(/^#/, "").split("&").filter((part) => !/^token=/.test(part));
    history.replaceState(null, "", `#${parts.filter(Boolean).join("&")}`);
  }

  /** Follow the server's state while the page is visible. */
  async function follow() {
    for (;;) {
      await visible();
      try {
        const state = await serving.ask(`events?after=${serving.state.version}`);
        if (state.version !== serving.state.version || state.doing !== serving.state.doing) serving.refresh(state);
        serveNews.show(state);
      } catch {
        serveNews.lost();
        await new Promise((done) => setTimeout(done, 5000));
      }
    }
  }

  function visible() {
    if (!document.hidden) return null;
    return new Promise((done) => {
      document.addEventListener("visibilitychange", done, { once: true });
    });
  }

  function frame(...content) {
    const title = h("h1", {}, "truebleu");
    const note = h("p", { class: "sizes" }, "Files that you drop here stay on this computer.");
    const bar = h("header", { class: "bar" }, h("div", { class: "bar-row" },
      h("div", { class: "bar-title" }, title, note),
      h("div", { class: "bar-tools" }, theme.make())));
    const live = h("div", { id: "live", class: "sr-only", role: "status", "aria-live": "polite" });
    const main = h("main", { id: "screens" }, ...content);
    replace(document.body, bar, h("div", { id: "messages" }), main, live);
    document.documentElement.dataset.ready = "true";
  }

  /** Show the drop zones, when there are no scores. */
  function startPage() {
    const container = h("section", { class: "screen screen-files" });
    frame(container);
    serveFiles.mount(container, true);
  }

  /** Wait until the files named on the command line are scored, then reload. */
  async function waitingPage() {
    const status = h("p", { role: "status" }, `Scoring ${amount(serving.state)} \u2026`);
    const since = h("p", { class: "faint" });
    frame(h("section", { class: "screen" }, h("div", { class: "empty-screen" }, status, since)));
    const begun = performance.now();
    while (serving.state.doing && !serving.state.ready) {
      await new Promise((done) => setTimeout(done, 300));
      const seconds = Math.floor((performance.now() - begun) / 1000);
      if (seconds > 1) since.textContent = `${format.integer(seconds)} seconds so far`;
      serving.refresh(await serving.ask("state"));
    }
    serving.again();
    return false;
  }

  /** Describe the amount of data to score. */
  function amount(state) {
    const systems = state.files.filter((file) => file.role === "system");
    const lines = systems[0]?.lines;
    if (!lines) return "the files";
    return `${format.many(systems.length, "system")} of ${format.many(lines, "segment")}`;
  }

  /** Add server-only controls to the top bar, once the screens exist. */
  function started() {
    const item = h("button", { type: "button", class: "menu-item", on: { click: serving.download } },
      "Download report (one file)");
    document.getElementById("export-panel")?.prepend(h("p", { class: "menu-title" }, "Full report"), item);
    rename(document.querySelector(".bar h1")?.textContent ?? "");
    serveNews.show(serving.state);
  }

  return { begin, started };
})();
