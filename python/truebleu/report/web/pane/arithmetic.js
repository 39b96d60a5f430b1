/** Score calculation of a segment: the line in the pane, and the texts to copy. */

import { h } from "../core/elements.js";
import { format } from "../core/format.js";
import { bleu } from "../scoring/bleu.js";
import { highlight } from "./highlight.js";

export const arithmetic = (() => {
  /**
   * Return a system's numbers for a segment.
   * @param {Row} row of the segment @param {Row|null} sums of the corpus, including the segment
   */
  function of(row, sums, metric) {
    const score = bleu.score(row, metric, true);
    const others = sums && without(sums, row);
    const corpus = sums && bleu.score(sums, metric).value;
    const influence = sums ? corpus - bleu.value(others, metric) : null;
    return { row, score, corpus, influence };
  }

  /** Return the sums without a segment's row, or with another row instead. */
  function without(sums, row, instead = null) {
    const changed = (all, old, fresh) => all - old + (fresh ?? 0);
    return {
      hyp: changed(sums.hyp, row.hyp, instead?.hyp),
      ref: changed(sums.ref, row.ref, instead?.ref),
      m: sums.m.map((all, n) => changed(all, row.m[n], instead?.m[n])),
      t: sums.t.map((all, n) => changed(all, row.t[n], instead?.t[n])),
    };
  }

  /** Return whether a precision differs from its raw value. */
  function isSmoothed({ score }, n) {
    const raw = score.totals[n] ? (score.scale * score.matches[n]) / score.totals[n] : 0;
    return score.weights[n] > 0 && Math.abs(score.precisions[n] - raw) > 1e-9 * score.scale;
  }

  /** Return the score as a formula for a calculator, or why it is 0. */
  function formula({ score }) {
    if (!score.matches.some((count) => count > 0)) return "no matched n-grams";
    const zero = score.precisions.findIndex((p, n) => score.weights[n] > 0 && p === 0);
    if (score.value === 0 && zero >= 0) return `no matched ${zero + 1}-grams`;
    const used = score.precisions.flatMap((p, n) => (score.weights[n] > 0 && p > 0 ? [[p, score.weights[n]]] : []));
    const terms = used.map(([p, weight]) => {
      const part = format.fixed(p / score.scale, 4);
      return `${format.fixed(weight, 4).replace(/\.?0+$/, "")}\u00b7ln ${part}`;
    });
    return `${score.scale} \u00d7 ${format.fixed(score.brevity, 4)} \u00d7 exp(${terms.join(" + ")})`;
  }

  const lengths = ({ score }) =>
    `${format.integer(score.hyp)} vs ${format.fixed(score.ref, Number.isInteger(score.ref) ? 0 : 2)}`;

  function cell(title, value, note, extra = "") {
    return h("div", { class: `sum ${extra}`, title: note }, h("dt", {}, title), h("dd", {}, value));
  }

  function orderCell(numbers, n, method) {
    const { matches, totals, precisions, weights } = numbers.score;
    const smoothed = isSmoothed(numbers, n);
    const note = [
      `${matches[n]} of ${format.many(totals[n], `${n + 1}-gram`)} matched`,
      smoothed ? `smoothed (${method}) to ${format.fixed(precisions[n], 2)}` : "",
      weights[n] ? "" : "excluded: the segment has none (effective order)",
    ];
    const text = `${matches[n]}/${totals[n]}${smoothed ? "*" : ""}`;
    const names = `sum-order step-${highlight.step(n + 1, matches.length)}`;
    return cell(`${n + 1}-grams`, text, note.filter(Boolean).join("; "), names);
  }

  /** Return the line below a system's text. */
  function line(numbers, metric) {
    const { score, influence } = numbers;
    const orders = score.matches.map((_, n) => orderCell(numbers, n, metric.smoothing));
    const smoothed = score.matches.some((_, n) => isSmoothed(numbers, n));
    return h("dl", { class: "arithmetic" },
      ...orders,
      cell("brevity", format.fixed(score.brevity, 3), `lengths: ${lengths(numbers)}`),
      cell("length", lengths(numbers), "hypothesis tokens, and reference tokens used for the brevity penalty"),
      cell("score", format.score(score.value), `${formula(numbers)} = ${format.plain(score.value)}`, "sum-score"),
      influence === null ? null : cell("influence", format.delta(influence, metric.decimals + 2),
        "the corpus score minus the corpus score without this segment"),
      smoothed ? cell("* smoothed", metric.smoothing, "replaces a precision of zero") : null,
    );
  }

  /** Return the numbers as an object with descriptive keys. */
  function plainly(name, numbers, text) {
    const { score, influence } = numbers;
    return {
      system: name,
      text,
      score: score.value,
      brevity_penalty: score.brevity,
      precisions: score.precisions,
      matches: score.matches,
      totals: score.totals,
      hypothesis_length: score.hyp,
      reference_length: score.ref,
      influence,
    };
  }

  const escaped = (text) => text.replace(/[\\`*_[\]<>|#~]/g, "\\$&").replace(/\s+/g, " ");

  /** Return a segment as Markdown: its texts, then a table. */
  function markdown(segment) {
    const lines = [`Segment ${segment.segment}${segment.document ? ` (${escaped(segment.document)})` : ""}`, ""];
    if (segment.source !== null) lines.push(`- source: ${escaped(segment.source)}`);
    segment.references.forEach((text, r) => {
      if (text !== null) lines.push(`- reference ${r + 1}: ${escaped(text)}`);
    });
    for (const output of segment.systems) lines.push(`- ${escaped(output.system)}: ${escaped(output.text)}`);
    const orders = segment.systems[0]?.matches.map((_, n) => `${n + 1}-grams`) ?? [];
    const header = ["system", "score", ...orders, "BP", "lengths"];
    lines.push("", `| ${header.join(" | ")} |`, `|${header.map(() => "---").join("|")}|`);
    for (const output of segment.systems) {
      const counts = output.matches.map((m, n) => `${m}/${output.totals[n]}`);
      const sizes = `${output.hypothesis_length}/${output.reference_length}`;
      const cells = [escaped(output.system), format.plain(output.score), ...counts, format.fixed(output.brevity_penalty, 3), sizes];
      lines.push(`| ${cells.join(" | ")} |`);
    }
    return [...lines, "", segment.signature, ""].join("\n");
  }

  return { of, without, line, plainly, markdown };
})();
