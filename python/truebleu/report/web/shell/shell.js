/** Page frame around the screens: the top bar with its controls, and the navigation. */

import { h, replace } from "../core/elements.js";
import { format } from "../core/format.js";
import { store } from "../core/state.js";
import { pickers } from "../widgets/pickers.js";
import { pill } from "../widgets/pill.js";
import { searchbox } from "../widgets/searchbox.js";
import { exportMenu } from "./exports.js";
import { help } from "./help.js";
import { screens } from "./screens.js";
import { theme } from "./theme.js";

export const shell = (() => {
  let data = null;

  function sizes() {
    const { meta } = data;
    const counts = { segment: data.N, system: data.S, reference: data.R };
    const parts = Object.entries(counts).map(([name, count]) => format.many(count, name));
    return h("p", { class: "sizes" }, `${parts.join(" \u00b7 ")} \u00b7 ${meta.metric.name}`);
  }

  function navigation() {
    const list = h("ul", {});
    const nav = h("nav", { class: "screens-nav", "aria-label": "Screens" }, list);
    const show = () => {
      const now = screens.current();
      const hasFocus = list.contains(document.activeElement);
      replace(list, ...screens.list().map((screen) => h("li", {}, link(screen, screen === now))));
      if (hasFocus) list.querySelector("[aria-current]")?.focus();
      bringCurrent(nav);
    };
    store.on("*", (_, changed) => {
      if (changed.has("screen")) show();
      else for (const link of list.querySelectorAll("a")) link.setAttribute("href", address(link.dataset.screen));
    });
    show();
    return nav;
  }

  /** Scroll the navigation to the current name, without scrolling the page. */
  function bringCurrent(nav) {
    const link = nav.querySelector("[aria-current]");
    if (!link) return;
    const [name, room] = [link.getBoundingClientRect(), nav.getBoundingClientRect()];
    nav.scrollLeft += (name.left + name.right - room.left - room.right) / 2;
  }

  // The slash marks the fragment as state, so that link checkers do not look for an element.
  const address = (id) => `#/${store.toHash({ ...store.get(), screen: id })}`;

  function link(screen, isCurrent) {
    const go = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      goTo(screen.id);
    };
    const title = screen.key ? `${screen.title} (g ${screen.key})` : screen.title;
    return h(
      "a",
      { href: address(screen.id), title, "aria-current": isCurrent ? "page" : null,
        data: { screen: screen.id }, on: { click: go } },
      screen.title,
    );
  }

  /** Show a screen, scrolled to its top. */
  function goTo(id) {
    store.set({ screen: id });
    document.querySelector(`.screens-nav a[data-screen="${id}"]`)?.focus();
  }

  function bar(title) {
    const helpButton = h(
      "button",
      { type: "button", class: "icon-button", title: "Help and shortcuts (?)", "aria-label": "Help and shortcuts",
        on: { click: () => help.open() } },
      "?",
    );
    return h(
      "header",
      { class: "bar" },
      h("div", { class: "bar-row" },
        h("div", { class: "bar-title" }, title, sizes()),
        h("div", { class: "bar-tools" }, pickers.make(data), searchbox.make(data), exportMenu.make(data), theme.make(), helpButton)),
      h("div", { class: "bar-row bar-second" }, navigation(), pill.make(data)),
    );
  }

  /** Build the page around the static overview. @param {Data} opened */
  function start(opened) {
    data = opened;
    const old = document.getElementById("overview");
    const title = old?.querySelector("h1") ?? h("h1", {}, data.meta.title);
    title.setAttribute("dir", "auto");
    title.title = data.meta.title;
    const main = h("main", { id: "screens" });
    const messages = h("div", { id: "messages" });
    const live = h("div", { id: "live", class: "sr-only", role: "status", "aria-live": "polite" });
    const skip = h("a", { class: "skip", href: "#screens", on: { click: (event) => skipTo(event, main) } }, "Skip to content");
    if (old) main.append(section(old));
    document.body.prepend(skip, bar(title), messages, main, live);
    bringCurrent(document.querySelector(".screens-nav"));
    main.setAttribute("tabindex", "-1");
  }

  /** Convert the static overview, the page's original main element, into one of the screens. */
  function section(old) {
    const section = h("section", { id: "overview", class: `screen ${old.className}` });
    section.append(...old.childNodes);
    old.remove();
    return section;
  }

  function skipTo(event, main) {
    event.preventDefault();
    main.focus();
  }

  return { start, goTo };
})();
