/**
 * Charts as Vega-Lite: what a chart is drawn of and how, as JSON for notebooks, papers and editors.
 * A chart of its own gives `spec(color)`: all but the title, the size and the style. Its data are
 * those of its picture, counted already: never a segment.
 */

import { chartExport } from "./export.js";

export const vegaLite = {
  SCHEMA: "https://vega.github.io/schema/vega-lite/v6.json",
  SIZE: { width: 560, height: 260 },

  /** @returns {string} JSON, with each row of the data on a line of its own */
  text(chart) {
    const text = JSON.stringify(vegaLite.of(chart), null, 1);
    // No string holds a line break in JSON: those that go are between its parts.
    return `${text.replace(/\{\n[^{}[\]]*\}/g, (row) => row.replace(/\n\s*/g, " "))}\n`;
  },

  of(chart) {
    const color = (name) => vegaLite.hex(chartExport.color(chart.node, name));
    const { note, ...spec } = chart.spec(color);
    const subtitle = [chart.note.textContent, note].filter(Boolean);
    return {
      $schema: vegaLite.SCHEMA,
      title: { text: chart.given.title, ...(subtitle.length ? { subtitle } : {}) },
      description: chart.sentence(),
      background: color("panel"),
      config: vegaLite.style(color),
      ...spec,
    };
  },

  /** What the page's style sheet says of all charts. */
  style(color) {
    const [ink, faint, line] = ["ink", "faint", "line"].map(color);
    const lines = { gridColor: line, domainColor: faint, tickColor: faint };
    return {
      axis: { labelColor: faint, titleColor: faint, titleFontWeight: "normal", ...lines },
      legend: { labelColor: ink, titleColor: faint },
      rule: { color: ink },
      text: { color: ink },
      title: { anchor: "start", color: ink, subtitleColor: faint },
      view: { stroke: null },
    };
  },

  /** "rgb(0, 90, 142)" as papers and editors write it. */
  hex(rgb) {
    const parts = (rgb.match(/[\d.]+/g) ?? []).slice(0, 3);
    return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
  },

  // Channels

  /** A quantity along an axis. */
  value(field, title, more = {}) {
    return { field, type: "quantitative", title, ...more };
  },

  /** Things beside each other, in the order of the data. */
  band(field, title, more = {}) {
    return { field, type: "nominal", title, sort: null, ...more };
  },

  /** Steps of an axis, from edge to edge: the two channels `x` and `x2`. */
  steps(title) {
    return {
      x: vegaLite.value("from", title, { bin: "binned" }),
      x2: { field: "to" },
    };
  },

  /** What each of a few names looks like: [name, look]; the legend names them if there is one. */
  looks(field, found, legend = { orient: "top" }) {
    const [domain, range] = [0, 1].map((place) => found.map((one) => one[place]));
    return { field, type: "nominal", title: null, scale: { type: "ordinal", domain, range }, legend };
  },

  /** A line through the plot where the axis x or y has this value. */
  rule(channel, at, more = {}) {
    const encoding = { [channel]: { field: "at", type: "quantitative" } };
    return { data: { values: [{ at }] }, mark: { type: "rule", ...more }, encoding };
  },

  dashed: { strokeDash: [4, 3] },

  /** The numbers under the pointer. Not `true`: that makes expressions of titles, which hold names. */
  told: { tooltip: { content: "data" } },
};
