/** Export of charts as SVG files, with computed styles written into the image. */

import { h, svg } from "../core/elements.js";
import { saveFile, textFile } from "../core/files.js";

export const chartExport = {
  /** Style properties copied into attributes, because SVG files have no style sheet. */
  properties: [
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-opacity",
    "opacity",
    "font-family",
    "font-size",
    "font-weight",
    "font-variant-numeric",
    "paint-order",
  ],

  /** Save a chart as an SVG file named after it. */
  save(chart) {
    saveFile(`${chart.given.name}.svg`, textFile(chartExport.text(chart), "image/svg+xml"));
  },

  /** Return the chart as SVG text. */
  text(chart) {
    const copy = chartExport.copy(chart.svg);
    const painted = chart.vector?.() ?? [];
    copy.prepend(chartExport.ground(chart), ...painted);
    const title = document.createElementNS(copy.namespaceURI, "title");
    title.textContent = `${chart.given.title}. ${chart.sentence()}`;
    copy.prepend(title);
    for (const name of ["class", "role", "aria-label"]) copy.removeAttribute(name);
    copy.setAttribute("xmlns", copy.namespaceURI);
    return `${new XMLSerializer().serializeToString(copy)}\n`;
  },

  /** Return the background, so that a chart saved from a dark page is dark. */
  ground(chart) {
    const fill = chartExport.color(chart.node, "panel");
    return svg("rect", { width: chart.width, height: chart.height, fill });
  },

  /** Return a deep copy of a node with computed styles as attributes. */
  copy(node) {
    const clone = node.cloneNode(false);
    const styles = getComputedStyle(node);
    for (const name of chartExport.properties) {
      const value = styles.getPropertyValue(name);
      if (value) clone.setAttribute(name, value);
    }
    if (node.localName !== "svg") clone.removeAttribute("class");
    for (const child of node.childNodes) {
      clone.append(child.nodeType === 1 ? chartExport.copy(child) : child.cloneNode());
    }
    return clone;
  },

  /**
   * Return a theme color at `node` as rgb(...), because canvas does not support custom properties.
   */
  color(node, name) {
    const probe = h("span", { class: "color-probe", "aria-hidden": "true", hidden: true });
    probe.style.color = `var(--${name})`;
    node.append(probe);
    const color = getComputedStyle(probe).color;
    probe.remove();
    return color;
  },
};
