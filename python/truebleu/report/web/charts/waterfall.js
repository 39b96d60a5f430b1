/**
 * Waterfall of a score difference: the contribution of the brevity penalty and each precision. The
 * points come from `bleu.decompose` and sum exactly to the difference.
 *
 * Data: {from: {name, value}, to: {name, value}, parts: [{name, points}]}
 */

import { svg } from "../core/elements.js";
import { format } from "../core/format.js";
import { scales } from "../core/scales.js";
import { axes } from "./axes.js";
import { Chart } from "./chart.js";
import { vegaLite } from "./vega.js";

export class WaterfallChart extends Chart {
  constructor(given) {
    super({ height: 280, ...given });
  }

  /** Return the bars: first score, one floating bar per component, second score. */
  bars() {
    const { from, to, parts } = this.data;
    let total = from.value;
    const steps = parts.map((part) => {
      const bar = { name: part.name, low: total, high: total + part.points, points: part.points };
      total += part.points;
      return bar;
    });
    const ends = [from, to].map(({ name, value }) => ({ name, low: 0, high: value, total: true }));
    return [ends[0], ...steps, ends[1]];
  }

  /** Return the range of the components. The two score bars are truncated to it. */
  extent(bars) {
    const inner = bars.flatMap((bar) => (bar.total ? [bar.high] : [bar.low, bar.high]));
    const [low, high] = [Math.min(...inner), Math.max(...inner)];
    const margin = Math.max((high - low) * 0.25, 0.02 * Math.max(1, high));
    return [Math.max(0, low - margin), high + margin * 0.6];
  }

  paint(width, height) {
    const bars = this.bars();
    const plot = { left: 56, right: width - 12, top: 26, bottom: height - 30 };
    this.x = scales.band(bars.length, [plot.left, plot.right]);
    this.y = scales.linear(this.extent(bars), [plot.bottom, plot.top]);
    return [
      axes.left(this.y, { x: plot.left, right: plot.right, label: this.data.unit, count: 4 }),
      ...bars.map((bar, place) => this.bar(bar, place, plot)),
      ...bars.slice(0, -1).map((bar, place) => this.join(bar, place)),
      svg("line", {
        class: "axis-line",
        x1: plot.left,
        x2: plot.right,
        y1: plot.bottom,
        y2: plot.bottom,
      }),
    ];
  }

  bar(bar, place, plot) {
    const width = Math.min(72, this.x.width * 0.66);
    const x = this.x.map(place) - width / 2;
    const top = this.y.map(Math.max(bar.low, bar.high));
    const bottom = bar.total ? plot.bottom : this.y.map(Math.min(bar.low, bar.high));
    const side = bar.points > 0 ? "plus" : bar.points < 0 ? "minus" : "even";
    const kind = bar.total ? `total total-${place ? "b" : "a"}` : side;
    const middle = { x: x + width / 2, "text-anchor": "middle" };
    const text = bar.total ? format.score(bar.high) : WaterfallChart.signed(bar.points);
    // On narrow charts the sign replaces the mark, names are shortened, and the scores are higher
    // than their neighbors of equal height.
    const narrow = this.x.width < 58;
    const above = narrow && bar.total ? 18 : 6;
    const number = narrow ? text.replace(/^[\u25b2\u25bc] /, "") : text;
    const name = narrow ? WaterfallChart.short(bar, place) : this.name(bar, place);
    return svg(
      "g",
      {},
      svg("title", {}, `${bar.name}: ${text}`),
      svg("rect", { class: `step ${kind}`, x, y: top, width, height: Math.max(1, bottom - top) }),
      svg("text", { class: `bar-number${narrow ? " small" : ""}`, y: top - above, ...middle }, number),
      svg("text", { class: "axis-text", y: plot.bottom + 18, ...middle }, name),
    );
  }

  /** Return a bar's name. System names are shortened together, to remain distinguishable. */
  name(bar, place) {
    const { from, to } = this.data;
    const width = this.x.width - 4;
    if (!bar.total) return axes.fit(bar.name, width);
    return axes.fitted([from.name, to.name], width)[place ? 1 : 0];
  }

  static short(bar, place) {
    if (bar.total) return place ? "B" : "A";
    if (bar.name === "brevity") return "BP";
    return bar.name.replace("-gram", "");
  }

  /** Format points with a sign and a triangle, so that color is not needed. */
  static signed(points) {
    const text = format.delta(points);
    if (text.startsWith("+")) return `\u25b2 ${text}`;
    return text.startsWith("\u2212") ? `\u25bc ${text}` : text;
  }

  /** Draw the connector from the end of one bar to the next. */
  join(bar, place) {
    const width = Math.min(72, this.x.width * 0.66);
    const y = this.y.map(bar.high);
    const [x1, x2] = [this.x.map(place) + width / 2, this.x.map(place + 1) - width / 2];
    return svg("line", { class: "join", x1, x2, y1: y, y2: y });
  }

  spec(color) {
    const bars = this.bars();
    const domain = this.extent(bars);
    const kind = ({ points }) => (points > 0 ? "gain" : points < 0 ? "loss" : "no change");
    const values = bars.map((bar, place) => {
      const side = place ? "B" : "A";
      const from = bar.total ? domain[0] : bar.low;
      return {
        part: bar.total ? `${side}: ${bar.name}` : bar.name,
        kind: bar.total ? side : kind(bar),
        from,
        to: bar.high,
        top: Math.max(from, bar.high),
        text: bar.total ? format.score(bar.high) : WaterfallChart.signed(bar.points),
      };
    });
    const names = { A: "minus", B: "plus", gain: "plus", loss: "minus", "no change": "tie" };
    const looks = (look) => vegaLite.looks("kind", Object.keys(names).map((name) => [name, look(name)]), null);
    const scale = { domain, zero: false, nice: false };
    const x = vegaLite.band("part", null, { axis: { labelAngle: 0, labelLimit: 76 } });
    return {
      ...vegaLite.SIZE,
      data: { values },
      layer: [
        {
          mark: { type: "bar", strokeWidth: 1, ...vegaLite.told },
          encoding: {
            x,
            y: vegaLite.value("from", this.data.unit, { scale }),
            y2: { field: "to" },
            color: looks((name) => color(names[name])),
            stroke: looks((name) => color(names[name])),
            fillOpacity: looks((name) => (/^[AB]$/.test(name) ? 0.35 : 1)),
          },
        },
        {
          mark: { type: "text", dy: -8, fontSize: 11 },
          encoding: {
            x,
            y: vegaLite.value("top", this.data.unit, { scale }),
            text: { field: "text", type: "nominal" },
          },
        },
      ],
    };
  }

  sentence() {
    const { from, to, parts } = this.data;
    return differenceSentence(from, to, parts);
  }

  table() {
    const columns = [{ name: "part" }, { name: "points", number: true, show: format.delta }];
    const { from, to, parts } = this.data;
    const rows = parts.map((part) => [part.name, part.points]);
    return { columns, rows: [...rows, ["difference", to.value - from.value]] };
  }
}

/**
 * Describe a difference in words: the largest component, and those of opposite sign.
 * @param {{name: string, value: number}} from
 * @param {{name: string, value: number}} to
 * @param {{name: string, points: number}[]} parts of to - from
 * @returns {string}
 */
export function differenceSentence(from, to, parts) {
  const gap = to.value - from.value;
  const [lower, higher] = [axes.named(from.name), axes.named(to.name)];
  if (!parts.some((part) => format.delta(part.points) !== format.delta(0))) {
    return `${higher} and ${lower} have the same score and equal components.`;
  }
  const named = (part) => (part.name === "brevity" ? "brevity" : `${part.name} precision`);
  const cost = (part) => `${format.score(Math.abs(part.points))} by ${named(part)}`;
  const ranked = parts.slice().sort((one, other) => Math.abs(other.points) - Math.abs(one.points));
  const large = ranked.filter((part) => Math.abs(part.points) >= 0.05 * Math.abs(gap) || !gap);
  const won = large.filter((part) => part.points > 0).map(cost);
  const lost = large.filter((part) => part.points < 0).map(cost);
  const head = format.delta(gap) === format.delta(0)
    ? `${higher} scores the same as ${lower}`
    : `${higher} is ${format.score(Math.abs(gap))} ${gap > 0 ? "above" : "below"} ${lower}`;
  const tails = [];
  if (won.length) tails.push(`it gains ${inWords(won.slice(0, 3))}`);
  if (lost.length) tails.push(`it loses ${inWords(lost.slice(0, 3))}`);
  const order = gap < 0 ? tails.reverse() : tails;
  return `${head}: ${order.join("; ")}.`;
}

/** Join words: "a", "a and b", "a, b and c". */
function inWords(parts) {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
