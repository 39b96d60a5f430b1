/**
 * The page of a server: what it asks for beside the data of the report, and how it begins.
 *
 * `serving.begin()` says whether there is anything to show; where not, it shows the place to drop
 * files. `serving.state` is what the server said last; `serving.on(fn)` follows it.
 */

const serving = (() => {
  const followers = [];
  const it = { state: null, loaded: 0, begin, ask, send, on, refresh, again, busy, download, started };

  /** Ask for an object. */
  async function ask(path, options) {
    return (await transport.request(path, options)).json();
  }

  /** Send an object, get one. */
  function send(path, content = {}, options = {}) {
    const headers = { "Content-Type": "application/json" };
    return ask(path, { method: "POST", body: JSON.stringify(content), headers, ...options });
  }

  /** Call `fn(state)` whenever the server says something new. */
  function on(fn) {
    followers.push(fn);
  }

  /** Take in what the server says of itself. */
  function refresh(state) {
    it.state = state;
    for (const fn of followers) fn(state);
  }

  /** Begin anew, with the same view, because there are other numbers. */
  function again() {
    location.reload();
  }

  /**
   * Do something that takes time; what goes wrong is said, and given to `failed`.
   * @returns {Promise<boolean>} whether it went well
   */
  async function busy(action, failed = (text) => shell.warn(text)) {
    document.documentElement.setAttribute("aria-busy", "true");
    try {
      await action();
      return true;
    } catch (error) {
      failed(error.message);
      return false;
    } finally {
      document.documentElement.removeAttribute("aria-busy");
    }
  }

  /** Save the report that the numbers of this page make. */
  function download() {
    return busy(async () => {
      const blob = await (await transport.request("report.html")).blob();
      saveFile("report.html", blob);
      shell.toast("Report saved");
    });
  }

  /** The title of the window tells several servers apart. */
  function rename(text) {
    document.title = `${text} \u2013 truebleu`;
  }

  /** @returns {Promise<boolean>} whether there are numbers to show */
  async function begin() {
    document.documentElement.dataset.served = "true";
    forgetToken();
    refresh(await ask("state"));
    if (it.state.doing && !it.state.ready) return waitingPage();
    it.loaded = it.state.generation;
    transport.pin(it.loaded);
    follow();
    if (!it.state.ready) {
      startPage();
      return false;
    }
    const tree = await ask("overview");
    document.getElementById("overview").replaceWith(...serveTree.build(tree));
    return true;
  }

  /** The token stays in the memory of this tab, not in an address that may be shown to others. */
  function forgetToken() {
    const rest = location.hash.replace(/^#/, "").split("&").filter((part) => !/^token=/.test(part));
    history.replaceState(null, "", `#${rest.filter(Boolean).join("&")}`);
  }

  /** Hear of news as long as somebody looks. */
  async function follow() {
    for (;;) {
      await visible();
      try {
        const state = await ask(`events?after=${it.state.version}`);
        if (state.version !== it.state.version || state.doing !== it.state.doing) refresh(state);
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
    const told = h("p", { class: "sizes" }, "Nothing that you drop here leaves this machine.");
    const bar = h("header", { class: "bar" }, h("div", { class: "bar-row" },
      h("div", { class: "bar-title" }, title, told),
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
    const what = h("p", { role: "status" }, `Scoring ${amount(it.state)} \u2026`);
    const since = h("p", { class: "faint" });
    frame(h("section", { class: "screen" }, h("div", { class: "empty-screen" }, what, since)));
    const begun = performance.now();
    while (it.state.doing && !it.state.ready) {
      await new Promise((done) => setTimeout(done, 300));
      const seconds = Math.floor((performance.now() - begun) / 1000);
      if (seconds > 1) since.textContent = `${format.integer(seconds)} seconds so far`;
      refresh(await ask("state"));
    }
    again();
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
    const item = h("button", { type: "button", class: "menu-item", on: { click: download } },
      "Download report, one file");
    document.getElementById("export-panel")?.prepend(h("p", { class: "menu-title" }, "Everything"), item);
    rename(document.querySelector(".bar h1")?.textContent ?? "");
    serveNews.show(it.state);
  }

  return it;
})();

/** What is told of the server while the page is open. */
const serveNews = (() => {
  let note = null;
  let said = "";

  function put(text, ...buttons) {
    if (text === said) return;
    said = text;
    note?.remove();
    note = null;
    if (!text) return;
    const close = h("button", { type: "button", class: "small-button", on: { click: () => note.remove() } }, "Close");
    note = h("div", { class: "message", role: "status" }, h("span", {}, text),
      h("span", { class: "serve-note-buttons" }, ...buttons, close));
    document.getElementById("messages")?.prepend(note);
  }

  /** Say that there are other numbers now, or that they could not be had. */
  function show(state) {
    const here = document.documentElement.dataset.ready === "true";
    if (!here) return;
    if (state.generation !== serving.loaded) {
      const button = h("button", { type: "button", class: "small-button", on: { click: serving.again } }, "Show them");
      put(`There are new scores.${state.problem ? ` ${state.problem}` : ""}`, button);
    } else if (state.problem) put(state.problem);
    else put("");
  }

  function lost() {
    put("The server does not answer any more: it was stopped, or the machine slept.");
  }

  return { show, lost };
})();

/** A static part of the page, which the server gives as a tree: built element by element. */
const serveTree = (() => {
  const ELEMENTS = new Set((
    "main section header footer div p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody " +
    "tfoot tr th td colgroup col span strong em b i small sub sup br wbr hr code pre bdi abbr details " +
    "summary figure figcaption button a svg g title desc path line rect circle ellipse polyline " +
    "polygon text tspan defs pattern"
  ).split(" "));
  const ATTRIBUTES = new Set((
    "id class title role dir lang scope colspan rowspan tabindex hidden open type headers span " +
    "viewBox width height x y x1 x2 y1 y2 cx cy r rx ry d dx dy points transform fill stroke opacity " +
    "text-anchor dominant-baseline preserveAspectRatio focusable patternUnits"
  ).split(" "));
  const FAMILIES = /^(?:aria|data|stroke|font)-[a-z-]+$/;
  const SVG = "http://www.w3.org/2000/svg";

  function node(part, inside) {
    if (typeof part === "string") return document.createTextNode(part);
    const [name, attributes, children] = part;
    if (!ELEMENTS.has(name)) return ""; // what a page that runs does not need, such as noscript
    const svgHere = inside || name === "svg";
    const element = svgHere ? document.createElementNS(SVG, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (ATTRIBUTES.has(key) || FAMILIES.test(key)) element.setAttribute(key, value);
      else if (key === "href" && value.startsWith("#")) element.setAttribute(key, value);
    }
    element.append(...children.map((child) => node(child, svgHere && name !== "foreignObject")));
    return element;
  }

  /** @param {Array} tree texts, and lists of name, attributes and children */
  const build = (tree) => tree.map((part) => node(part, false));

  return { build };
})();
