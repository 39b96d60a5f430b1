/**
 * Per-segment numbers for filtering, sorting and display (`measures`), and the display order of
 * segments (`sorting`).
 *
 * With one system, comparison measures are absent, and influence refers to the system's score.
 */

import { others } from "../scoring/other_metrics.js";

export const measures = (() => {
  const NAMES = {
    number: "Number",
    document: "Document",
    scoreA: "Score of A",
    scoreB: "Score of B",
    delta: "Difference",
    influence: "Influence",
    reflen: "Reference length",
    ratio: "Length ratio",
  };

  /** Return the name of a measure, including those of other metrics. */
  function name(data, key) {
    const [what, k] = ofOther(data, key);
    if (!what) return NAMES[key];
    const metric = others.list(data)[k].name;
    return what === "delta" ? `Difference, ${metric}` : `${metric} of ${what}`;
  }

  /** Parse "A.chrf2", "B.chrf2" or "delta.chrf2" into the part and the metric's index. */
  function ofOther(data, key) {
    const [, what, word] = /^(A|B|delta)\.(\w+)$/.exec(key) ?? [];
    const k = word === undefined ? -1 : others.find(data, word);
    return k < 0 ? [null, -1] : [what, k];
  }

  /** Return the measures of this report. */
  function list(data) {
    const absent = new Set();
    if (!data.documents.length) absent.add("document");
    if (data.S < 2) for (const key of ["scoreB", "delta"]) absent.add(key);
    const ways = data.S < 2 ? ["A"] : ["A", "B", "delta"];
    const extra = others.list(data).flatMap(({ key }) => ways.map((way) => `${way}.${key}`));
    return [...Object.keys(NAMES).filter((key) => !absent.has(key)), ...extra];
  }

  /**
   * Return the values of all segments as a typed array, or null if there are none. B is the
   * examined system, A the baseline.
   * @param {Data} data @param {string} key @param {{a: number, b: number}} state
   */
  function values(data, key, { a, b }) {
    switch (key) {
      case "document": return data.column("doc");
      case "scoreA": return data.segmentScores(a);
      case "scoreB": return data.segmentScores(b);
      case "delta": return data.differences(a, b);
      case "influence": return data.S < 2 ? data.influence(a) : data.pairInfluence(a, b);
      case "reflen": return lengths(data, a);
      case "ratio": return data.ratios(b);
      default: return otherValues(data, key, { a, b });
    }
  }

  function otherValues(data, key, { a, b }) {
    const [what, k] = ofOther(data, key);
    if (!what) return null;
    if (what === "delta") return data.S < 2 ? null : others.differences(data, k, a, b);
    return others.values(data, k, what === "A" ? a : b);
  }

  /** Return lengths of the first reference; where absent, effective reference lengths for A. */
  function lengths(data, a) {
    const lengths = data.column("reflen");
    if (lengths) return lengths;
    const parts = data.meta.metric.reference_parts;
    return parts === 1 ? data.ref(a) : Float64Array.from(data.ref(a), (value) => value / parts);
  }

  return { NAMES, name, list, values };
})();

export const sorting = (() => {
  let last = { key: "", ids: null };

  /** Return segment indices sorted by state.sort; ties stay in file order. */
  function order(data, state) {
    const { key, down } = state.sort;
    const name = JSON.stringify([key, down, state.a, state.b]);
    if (last.key !== name) last = { key: name, ids: sorted(data, state) };
    return last.ids;
  }

  function sorted(data, state) {
    const { key, down } = state.sort;
    const ids = Uint32Array.from({ length: data.N }, (_, i) => i);
    const values = measures.list(data).includes(key) ? measures.values(data, key, state) : null;
    if (!values) return down ? ids.reverse() : ids;
    const sign = down ? -1 : 1;
    // NaN sorts last in both directions.
    const rank = (x) => (Number.isNaN(x) ? Infinity : sign * x);
    const ranks = Float64Array.from(values, rank);
    return ids.sort((i, j) => ranks[i] - ranks[j] || i - j);
  }

  return { order };
})();
