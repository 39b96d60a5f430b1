/** SVG axes and labels of charts. */

import { svg } from "../core/elements.js";
import { scales } from "../core/scales.js";

export const axes = {
  /**
   * Draw an axis below the plot.
   * @param {object} scale of `scales`
   * @param {{y: number, top?: number, label?: string, ticks?: number[], labels?: string[],
   *   count?: number, signed?: boolean, whole?: boolean}} how `top`: upper end of the grid lines
   */
  bottom(scale, how) {
    const ticks = how.ticks ?? scale.ticks(how.count ?? axes.room(scale.range, 70), how.whole);
    const labels = how.labels ?? scales.labels(ticks, how.signed);
    const [left, right] = scale.range;
    const parts = ticks.map((tick, place) => axes.below(scale.map(tick), labels[place], how));
    return svg(
      "g",
      { class: "axis" },
      svg("line", { class: "axis-line", x1: left, x2: right, y1: how.y, y2: how.y }),
      ...parts,
      axes.title(how.label, (left + right) / 2, how.y + 34, "middle"),
    );
  },

  /** Draw one tick of the bottom axis, with its grid line. */
  below(x, label, how) {
    const lines = [svg("line", { class: "axis-tick", x1: x, x2: x, y1: how.y, y2: how.y + 4 })];
    if (how.top !== undefined) {
      lines.unshift(svg("line", { class: "grid-line", x1: x, x2: x, y1: how.top, y2: how.y }));
    }
    const attributes = { class: "axis-text", x, y: how.y + 16, "text-anchor": "middle" };
    return svg("g", {}, ...lines, svg("text", attributes, label));
  },

  /** Draw an axis left of the plot; `right` is the right end of the grid lines. */
  left(scale, how) {
    const [bottom, top] = scale.range;
    const ticks = how.ticks ?? scale.ticks(how.count ?? axes.room([top, bottom], 40), how.whole);
    const labels = how.labels ?? scales.labels(ticks, how.signed);
    const parts = ticks.map((tick, place) => axes.beside(scale.map(tick), labels[place], how));
    const title = how.label ? axes.title(how.label, how.titleX ?? 0, top - 10, "start") : null;
    return svg("g", { class: "axis" }, ...parts, ...(title ? [title] : []));
  },

  /** Draw one tick of the left axis, with its grid line. */
  beside(y, label, how) {
    const text = { class: "axis-text", x: how.x - 6, y: y + 4, "text-anchor": "end" };
    const line = { class: "grid-line", x1: how.x, x2: how.right ?? how.x, y1: y, y2: y };
    return svg("g", {}, svg("line", line), svg("text", text, label));
  },

  /** Draw an axis title; an empty group without a label. */
  title(label, x, y, anchor) {
    if (!label) return svg("g", {});
    return svg("text", { class: "axis-title", x, y, "text-anchor": anchor }, label);
  },

  /** Return how many ticks fit between two pixels. */
  room(range, each) {
    return Math.max(2, Math.floor(Math.abs(range[1] - range[0]) / each));
  },

  /** Shorten a text to about `pixels`, because names can have any length. */
  fit(text, pixels) {
    return axes.cut(text, Math.max(4, Math.floor(pixels / 6.8)));
  },

  /** Truncate a text, so that very long lines cannot block the page. */
  cut(text, most) {
    if (text.length <= most) return text;
    // A character has at most two units, so a longer text also has more than `most` of them.
    const letters = Array.from(text.slice(0, 2 * most + 1));
    return letters.length <= most ? text : `${letters.slice(0, most - 1).join("")}…`;
  },

  /**
   * Return short names without their common prefix, cut at a word boundary. If any name would
   * become empty, return the names unchanged.
   */
  apart(names) {
    const first = names[0] ?? "";
    let same = 0;
    while (same < first.length && names.every((name) => name[same] === first[same])) same += 1;
    const seam = /^.*[._/:@-]/su.exec(first.slice(0, same))?.[0].length ?? 0;
    const endings = names.map((name) => name.slice(seam));
    if (seam < 4 || endings.some((name) => !name)) return names;
    return endings.map((name) => `\u2026${name}`);
  },

  /** Return names that fit into `pixels` each, shortening common prefixes before endings. */
  fitted(names, pixels) {
    const allFit = names.every((name) => axes.fit(name, pixels) === name);
    return (allFit ? names : axes.apart(names)).map((name) => axes.fit(name, pixels));
  },

  /** Isolate the text direction of a name from the sentence around it. */
  named(name) {
    return `\u2068${name}\u2069`;
  },
};
