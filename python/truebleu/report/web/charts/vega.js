/**
 * Vega-Lite export of charts, as JSON for notebooks, papers and editors. Each chart provides
 * `spec(color)`: everything except title, size and style. The data are the chart's aggregated
 * counts, never single segments.
 */

import { chartExport } from "./export.js";

export const vegaLite = {
  SCHEMA: "https://vega.github.io/schema/vega-lite/v6.json",
  SIZE: { width: 560, height: 260 },

  /** Return the JSON, one data row per line. @returns {string} */
  text(chart) {
    const text = JSON.stringify(vegaLite.of(chart), null, 1);
    // JSON strings contain no raw line breaks, so those removed are between tokens.
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

  /** Return the style common to all charts. */
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

  /** Return "rgb(0, 90, 142)" as a hexadecimal color. */
  hex(rgb) {
    const parts = (rgb.match(/[\d.]+/g) ?? []).slice(0, 3);
    return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
  },

  // Encoding channels

  /** Return a quantitative channel. */
  value(field, title, more = {}) {
    return { field, type: "quantitative", title, ...more };
  },

  /** Return a nominal channel in data order. */
  band(field, title, more = {}) {
    return { field, type: "nominal", title, sort: null, ...more };
  },

  /** Return the channels `x` and `x2` of bins, from edge to edge. */
  steps(title) {
    return {
      x: vegaLite.value("from", title, { bin: "binned" }),
      x2: { field: "to" },
    };
  },

  /** Return a nominal scale from [name, look] pairs, with a legend. */
  looks(field, found, legend = { orient: "top" }) {
    const [domain, range] = [0, 1].map((place) => found.map((one) => one[place]));
    return { field, type: "nominal", title: null, scale: { type: "ordinal", domain, range }, legend };
  },

  /** Return a line through the plot at a value of the x or y axis. */
  rule(channel, at, more = {}) {
    const encoding = { [channel]: { field: "at", type: "quantitative" } };
    return { data: { values: [{ at }] }, mark: { type: "rule", ...more }, encoding };
  },

  dashed: { strokeDash: [4, 3] },

  /**
   * Tooltip with data values. `true` would compile titles, which contain names, into expressions.
   */
  told: { tooltip: { content: "data" } },
};
