/** How the page of a server begins: with its numbers, or with the place to drop files. */

import { h, replace } from "../core/elements.js";
import { format } from "../core/format.js";
import { transport } from "../core/transport.js";
import { theme } from "../shell/theme.js";
import { serveFiles } from "./files.js";
import { serveNews } from "./news.js";
import { serving } from "./session.js";
import { serveTree } from "./tree.js";

export const starting = (() => {
  /** The title of the window tells several servers apart. */
  function rename(text) {
    document.title = `${text} \u2013 truebleu`;
  }

  /** @returns {Promise<boolean>} whether there are numbers to show */
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

  /** The token stays in the memory of this tab, not in an address that may be shown to others. */
  function forgetToken() {
    const parts = location.hash.replace(/^#/, "").split("&").filter((part) => !/^token=/.test(part));
    history.replaceState(null, "", `#${parts.filter(Boolean).join("&")}`);
  }

  /** Hear of news as long as somebody looks. */
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
    const note = h("p", { class: "sizes" }, "Nothing that you drop here leaves this machine.");
    const bar = h("header", { class: "bar" }, h("div", { class: "bar-row" },
      h("div", { class: "bar-title" }, title, note),
      h("div", { class: "bar-tools" }, theme.make())));
    const live = h("div", { id: "live", class: "sr-only", role: "status", "aria-live": "polite" });
    const main = h("main", { id: "screens" }, ...content);
    replace(document.body, bar, h("div", { id: "messages" }), main, live);
    document.documentElement.dataset.ready = "true";
  }

  /** Without numbers: the place to drop files. */
  function startPage() {
    const container = h("section", { class: "screen screen-files" });
    frame(container);
    serveFiles.mount(container, true);
  }

  /** While the files that were named are scored for the first time. */
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

  /** How much there is to be scored. */
  function amount(state) {
    const systems = state.files.filter((file) => file.role === "system");
    const lines = systems[0]?.lines;
    if (!lines) return "the files";
    return `${format.many(systems.length, "system")} of ${format.many(lines, "segment")}`;
  }

  /** Once the screens are there: what only a server has in the bar. */
  function started() {
    const item = h("button", { type: "button", class: "menu-item", on: { click: serving.download } },
      "Download report, one file");
    document.getElementById("export-panel")?.prepend(h("p", { class: "menu-title" }, "Everything"), item);
    rename(document.querySelector(".bar h1")?.textContent ?? "");
    serveNews.show(serving.state);
  }

  return { begin, started };
})();
