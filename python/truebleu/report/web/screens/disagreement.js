/**
 * Metric disagreement screen: the segments that one metric ranks high and another low. As in
 * Python, ranks are among all segments of all systems.
 */

import { h, replace } from "../core/elements.js";
import { format } from "../core/format.js";
import { store } from "../core/state.js";
import { SortedTable } from "../core/tables.js";
import { others } from "../scoring/other_metrics.js";
import { selection } from "../data/selection.js";
import { axes } from "../charts/axes.js";
import { Influential } from "./influential.js";

class DisagreementScreen {
  static EACH = 50;
  static ABOUT =
    "Ranks are percentile ranks among all segments of all systems. A text that ranks high by n-gram " +
    "overlap and low by meaning may be fluent but wrong; the reverse may be a good paraphrase.";

  constructor(container, data) {
    this.data = data;
    this.names = [data.meta.metric.name, ...others.list(data).map(({ name }) => name)];
    this.high = this.picker("apart-high", "High by ", "high");
    this.low = this.picker("apart-low", "low by ", "low");
    const swap = h("button", { type: "button", class: "small-button", on: { click: () => this.swap() } }, "Swap metrics");
    this.count = h("p", { class: "explanation", role: "status" });
    this.table = null;
    this.listing = h("div", {});
    container.append(
      h("p", { class: "explanation" }, DisagreementScreen.ABOUT),
      h("div", { class: "controls" }, this.high.label, this.low.label, swap),
      this.count, this.listing);
  }

  picker(id, text, key) {
    const on = { change: () => this.choose({ [key]: this.keyOf(Number(select.value)) }) };
    const select = h("select", { id, on }, this.names.map((name, value) => h("option", { value }, name)));
    return { select, label: h("label", { for: id }, text, select) };
  }

  /** Return a metric's key in the URL; the main metric is "bleu". */
  keyOf(metric) {
    return metric ? others.list(this.data)[metric - 1].key : "bleu";
  }

  /** Return the two compared metrics, which are always different. */
  chosen() {
    const { high, low } = store.get();
    const metric = (key) => (key === "bleu" ? 0 : others.find(this.data, key) + 1 || -1);
    const first = Math.max(0, metric(high || "bleu"));
    const second = metric(low);
    return [first, second < 0 || second === first ? (first === 0 ? 1 : 0) : second];
  }

  choose(patch) {
    const [high, low] = this.chosen().map((metric) => this.keyOf(metric));
    const next = { high, low, ...patch };
    // Choosing the other side's metric swaps the two.
    if (next.high === next.low) Object.assign(next, patch.high ? { low: high } : { high: low });
    store.set(next);
  }

  swap() {
    const [high, low] = this.chosen();
    store.set({ high: this.keyOf(low), low: this.keyOf(high) });
  }

  values(metric, s) {
    return metric ? others.values(this.data, metric - 1, s) : this.data.segmentScores(s);
  }

  sign(metric) {
    return metric && !others.list(this.data)[metric - 1].higher_is_better ? -1 : 1;
  }

  text(metric, value) {
    return metric ? others.score(others.list(this.data)[metric - 1], value) : format.score(value);
  }

  /** Return percentile ranks of all segments, system by system; 1 is the best. */
  ranks(metric) {
    return this.data.once(`ranks/${metric}`, () => {
      const { N, S } = this.data;
      const all = new Float64Array(N * S);
      for (let s = 0; s < S; s++) all.set(this.values(metric, s), s * N);
      return DisagreementScreen.shares(this.sign(metric) < 0 ? all.map((value) => -value) : all);
    });
  }

  /**
   * Return the percentile ranks of numbers: the share of values that are no greater. Ties get their
   * mean rank.
   */
  static shares(values) {
    const order = Uint32Array.from(values, (_, i) => i).sort((i, j) => values[i] - values[j]);
    const shares = new Float64Array(values.length);
    for (let i = 0; i < order.length; ) {
      let j = i;
      while (j + 1 < order.length && values[order[j + 1]] === values[order[i]]) j++;
      for (let k = i; k <= j; k++) shares[order[k]] = ((i + j) / 2 + 1) / values.length;
      i = j + 1;
    }
    return shares;
  }

  /**
   * Return the selected [system, segment] pairs with the widest positive gaps, in descending order.
   */
  segments(high, low) {
    const [first, second, { N, S }] = [this.ranks(high), this.ranks(low), this.data];
    const widest = [];
    for (let s = 0; s < S; s++) {
      for (let i = 0; i < N; i++) {
        const gap = first[s * N + i] - second[s * N + i];
        if (selection.mask[i] && gap > 0) Influential.insert(widest, s * N + i, gap, DisagreementScreen.EACH);
      }
    }
    return widest.map(([, index]) => [Math.floor(index / N), index % N]);
  }

  update() {
    const [high, low] = this.chosen();
    this.high.select.value = String(high);
    this.low.select.value = String(low);
    const segments = this.segments(high, low);
    this.count.textContent = this.summary(segments.length, this.names[high], this.names[low]);
    this.draw(high, low, segments);
  }

  /** Describe the table in words. */
  summary(count, high, low) {
    const of = selection.isAll() ? "" : `, of ${format.many(selection.count, "selected segment")}`;
    if (count === 1) return `1 text${of}: ${high} ranks it above ${low}.`;
    const texts = count === DisagreementScreen.EACH ? `The ${count} texts with the largest gaps` : format.many(count, "text");
    return `${texts}${of}: ${high} ranks them above ${low}. Choose one to read it.`;
  }

  draw(high, low, segments) {
    const { N, meta } = this.data;
    const share = (metric, s, i) => this.ranks(metric)[s * N + i];
    const number = (name, show, title) => ({ name, number: true, show, title });
    const columns = [
      number("segment", format.integer),
      { name: "system" },
      number(this.names[high], (value) => this.text(high, value)),
      number(this.names[low], (value) => this.text(low, value)),
      number(`${this.names[high]} rank`, (value) => format.percent(value, 0), `By ${this.names[high]}`),
      number(`${this.names[low]} rank`, (value) => format.percent(value, 0), `By ${this.names[low]}`),
      { name: "text", fixed: true },
    ];
    const texts = new Map();
    const rows = segments.map(([s, i]) => {
      const text = h("span", { class: "clamp", dir: "auto" });
      texts.set(text, [s, i]);
      const values = [high, low].map((metric) => this.values(metric, s)[i]);
      return [i + 1, meta.systems[s].name, ...values, share(high, s, i), share(low, s, i), text];
    });
    const places = new Map(rows.map((cells, i) => [cells, segments[i]]));
    this.table = new SortedTable({
      label: `Segments that ${this.names[high]} ranks above ${this.names[low]}`,
      columns,
      row: (cells, row) => this.decorate(places.get(cells), row),
      empty: "No segments selected.",
    });
    this.table.set(rows);
    replace(this.listing, this.table.node);
    this.fill(texts);
  }

  /** Make a row open its segment and system. */
  decorate([s, i], row) {
    const label = `Show segment ${i + 1} of ${this.data.meta.systems[s].name}`;
    const button = h("button", { class: "link-button", "aria-label": label }, format.integer(i + 1));
    replace(row.firstChild, button);
    row.classList.add("clickable");
    row.addEventListener("click", () => this.open(s, i));
  }

  /** Open a segment with system s as B, unless it already is A. */
  open(s, i) {
    const { a } = store.get();
    store.set({ screen: "segments", segment: i, ...(s === a ? {} : { b: s }) });
  }

  async fill(texts) {
    this.texts = texts;
    for (const [node, [s, i]] of texts) {
      const text = await this.data.text(i);
      if (this.texts !== texts) return;
      node.textContent = axes.cut(text ? text.systems[s] : "not in this file", 600);
      if (!text) node.classList.add("faint");
    }
  }
}

export const disagreementScreen = {
  id: "disagreement",
  title: "Metric disagreement",
  key: "m",
  available: (data) => others.list(data).length > 0,
  mount(container, data) {
    disagreementScreen.it = new DisagreementScreen(container, data);
    disagreementScreen.it.update();
  },
  update(changed) {
    if (["high", "low", "selection"].some((key) => changed.has(key))) disagreementScreen.it.update();
  },
};
