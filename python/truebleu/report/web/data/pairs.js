/** Pairwise results of the comparison, in the order of the selected systems. */

import { h } from "../core/elements.js";
import { scales } from "../core/scales.js";
import { store } from "../core/state.js";

export const pairs = {
  /**
   * Return the comparison of systems a and b, as B - A; null if they were not compared.
   * @returns {{difference: number, interval: [number, number], p: number, p_adjusted: number,
   *   histogram: {low: number, high: number, counts: number[]}|null}|null}
   */
  of(meta, a, b) {
    const [first, second] = [a, b].map((place) => meta.systems[place]?.name);
    for (const pair of meta.comparison?.pairs ?? []) {
      if (pair.first === first && pair.second === second) return pairs.ready(pair, 1);
      if (pair.first === second && pair.second === first) return pairs.ready(pair, -1);
    }
    return null;
  },

  ready(pair, sign) {
    const turned = (low, high) => (sign > 0 ? [low, high] : [-high, -low]);
    const { histogram } = pair;
    const [low, high] = histogram ? turned(histogram.low, histogram.high) : [0, 0];
    const counts = histogram && (sign > 0 ? histogram.counts : histogram.counts.slice().reverse());
    return {
      ...pair,
      difference: sign * pair.difference,
      interval: turned(...pair.interval),
      p: pair.p_value,
      histogram: histogram ? { low, high, counts } : null,
    };
  },

  /** Return the confidence level of the intervals. */
  confidence(meta) {
    return meta.confidence;
  },

  /** Return the significance level (alpha). */
  level(meta) {
    return scales.tidy(1 - pairs.confidence(meta));
  },

  /** Return "a", "b" or "other": the two compared systems have colors, the others are grey. */
  kind(place) {
    const { a, b } = store.get();
    if (place === a) return "a"; // also in a report of one system
    return place === b ? "b" : "other";
  },

  /** Return a system's name as an element with isolated text direction, marked A or B. */
  name(data, place) {
    const kind = pairs.kind(place);
    const name = h("bdi", { class: "system-name" }, data.meta.systems[place].name);
    if (kind === "other") return name;
    const letter = h("span", { class: `letter letter-${kind}` }, kind.toUpperCase());
    return h("span", { class: "named" }, letter, name);
  },

  /** Return whether two different systems are selected. */
  there(data) {
    const { a, b } = store.get();
    return data.S > 1 && a !== b;
  },

  /** Return the note of a screen that needs two systems. */
  missing(data) {
    const text =
      data.S > 1
        ? "A and B are the same system. Choose two systems at the top to compare."
        : "This report has one system, and a comparison needs at least two. " +
          "Pass all system files, the baseline first.";
    return h("p", { class: "empty-screen" }, text);
  },
};
