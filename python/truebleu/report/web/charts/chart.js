/**
 * Base class of charts: title, SVG image with a text description for screen readers, data table,
 * and export buttons. Subclasses provide `paint`, `sentence`, `table` and `spec`.
 */

import { copying } from "../core/clipboard.js";
import { h, replace, svg } from "../core/elements.js";
import { tables } from "../core/tables.js";
import { chartExport } from "./export.js";
import { vegaLite } from "./vega.js";

export class Chart {
  /** @param {{title: string, name: string, height?: number, note?: string}} given */
  constructor(given) {
    this.given = given;
    this.height = given.height ?? 240;
    this.width = 0;
    this.svg = svg("svg", { class: "chart-svg", role: "img" });
    this.note = h("span", { class: "chart-note" }, given.note ?? "");
    this.body = h("div", { class: "chart-body" }, this.svg);
    this.tableBox = h("div", {
      class: "table-wrap chart-table",
      role: "region",
      tabindex: "0",
      "aria-label": `${given.title}: numbers`,
    });
    this.details = h("details", {}, h("summary", {}, "View as table"), this.tableBox);
    this.details.addEventListener("toggle", () => this.fillTable());
    this.ways = h("div", { class: "chart-ways", hidden: true }, this.saveButton(), this.copyButton());
    this.node = h(
      "figure",
      { class: "chart", data: { chart: given.name } },
      h("figcaption", { class: "chart-title" }, h("span", {}, given.title), this.note),
      this.body,
      h("div", { class: "chart-foot" }, this.details, this.ways),
    );
    this.watch();
  }

  saveButton() {
    const label = `Save as SVG: ${this.given.title}`;
    const on = { click: () => chartExport.save(this) };
    return h("button", { "aria-label": label, on }, "Save as SVG");
  }

  copyButton() {
    return copying.button(() => vegaLite.text(this), "Copy as Vega-Lite", this.given.title);
  }

  /** Redraw when the available width changes. */
  watch() {
    // Canvases ignore style sheets, so a theme change redraws them.
    // A weak reference, because the page must not keep removed charts alive.
    const self = new WeakRef(this);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", () => self.deref()?.redraw());
    if (typeof ResizeObserver !== "function") return;
    new ResizeObserver(() => {
      const width = Math.floor(this.body.clientWidth);
      if (width > 0 && width !== this.width) this.redraw();
    }).observe(this.body);
  }

  /** Set the data, an object described by the subclass. */
  set(data) {
    this.data = data;
    this.ways.hidden = false;
    this.redraw();
  }

  redraw() {
    const width = Math.floor(this.body.clientWidth);
    if (!this.data || width <= 0) return;
    this.width = width;
    replace(this.svg, ...this.paint(width, this.height));
    this.svg.setAttribute("viewBox", `0 0 ${width} ${this.height}`);
    this.svg.setAttribute("width", String(width));
    this.svg.setAttribute("height", String(this.height));
    this.svg.setAttribute("aria-label", this.sentence());
    this.painted?.(width, this.height);
    this.fillTable();
  }

  fillTable() {
    if (this.details.open && this.data) replace(this.tableBox, tables.plain(this.table()));
  }

  setNote(text) {
    this.note.textContent = text;
  }
}
