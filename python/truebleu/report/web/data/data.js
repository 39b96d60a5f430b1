/** Report data: per-segment statistics in columns, and texts in chunks decompressed on demand. */

import { codec } from "../core/codec.js";
import { transport } from "../core/transport.js";
import { bleu } from "../scoring/bleu.js";
import { columnSum } from "../scoring/sums.js";

/**
 * @typedef {{hyp: number, ref: number, m: number[], t: number[]}} Row statistics of a segment, or
 *   their sums
 */

/** Chunks of text, decompressed on demand; the most recently used are cached. */
class Texts {
  constructor(meta, kept) {
    this.meta = meta;
    this.kept = kept;
    this.open = new Map();
    this.shape = {
      source: meta.has_source,
      references: meta.references,
      systems: meta.systems.length,
    };
  }

  /** Return whether the report contains the text of a segment. */
  has(i) {
    if (this.meta.text.policy === "none") return false;
    return this.kept ? this.kept[i] === 1 : i >= 0 && i < this.meta.segments;
  }

  /** Return the index of a segment within its chunk, counting only segments with text. */
  index(i) {
    const first = i - (i % this.meta.text.chunk);
    if (!this.kept) return i - first;
    let index = 0;
    for (let j = first; j < i; j++) index += this.kept[j];
    return index;
  }

  /** Return the segments of a chunk. */
  chunk(k) {
    const chunk = this.open.get(k) ?? this.inflate(k);
    this.open.delete(k);
    this.open.set(k, chunk);
    if (this.open.size > 8) this.open.delete(this.open.keys().next().value);
    return chunk;
  }

  async inflate(k) {
    try {
      return codec.segments(await codec.inflateText(await transport.chunk(k)), this.shape);
    } catch (error) {
      this.open.delete(k);
      throw error;
    }
  }

  async segment(i) {
    if (!this.has(i)) return null;
    const segments = await this.chunk(Math.floor(i / this.meta.text.chunk));
    return segments[this.index(i)] ?? null;
  }
}

class Data {
  /** @param {Object} meta @param {ArrayBuffer} stats */
  constructor(meta, stats) {
    this.meta = meta;
    this.N = meta.segments;
    this.S = meta.systems.length;
    this.R = meta.references;
    this.order = meta.metric.order;
    this.documents = meta.documents ?? [];
    this.columns = codec.columns(stats, meta.columns);
    this.texts = new Texts(meta, this.column("text_kept"));
    this.made = new Map();
  }

  /** Return a typed array by name, or null. */
  column(name) {
    return this.columns.get(name) ?? null;
  }

  hyp(s) {
    return this.column(`hyp/${s}`);
  }

  /** Return effective reference lengths for system s, in units of 1 / reference_parts. */
  ref(s) {
    return this.column(`ref/${s}`);
  }

  match(s, n) {
    return this.column(`m/${s}/${n}`);
  }

  /** Return the number of n-grams of order n in the hypothesis of segment i. */
  total(s, n, i) {
    const stored = this.column(`t/${s}/${n}`);
    return stored ? stored[i] : Math.max(this.hyp(s)[i] - n + 1, 0);
  }

  /** Return the statistics of a segment. @returns {Row} */
  row(s, i) {
    const row = { hyp: this.hyp(s)[i], ref: this.ref(s)[i], m: [], t: [] };
    for (let n = 1; n <= this.order; n++) {
      row.m.push(this.match(s, n)[i]);
      row.t.push(this.total(s, n, i));
    }
    return row;
  }

  /** Sum a system's statistics where `mask` is 1 (null: everywhere). @returns {Row} */
  sums(s, mask) {
    if (!mask) return this.once(`sums/${s}`, () => this.summed(s, null));
    return this.summed(s, mask);
  }

  summed(s, mask) {
    const hyp = this.hyp(s);
    const row = { hyp: columnSum(hyp, mask), ref: columnSum(this.ref(s), mask), m: [], t: [] };
    for (let n = 1; n <= this.order; n++) {
      row.m.push(columnSum(this.match(s, n), mask));
      const stored = this.column(`t/${s}/${n}`);
      row.t.push(stored ? columnSum(stored, mask) : ngramSum(hyp, n, mask));
    }
    return row;
  }

  once(key, make) {
    if (!this.made.has(key)) this.made.set(key, make());
    return this.made.get(key);
  }

  /** Return the score of each segment, cached. @returns {Float64Array} */
  segmentScores(s) {
    return this.once(`scores/${s}`, () => {
      const scores = new Float64Array(this.N);
      this.eachRow(s, (row, i) => {
        scores[i] = bleu.value(row, this.meta.metric, true);
      });
      return scores;
    });
  }

  /** Call `visit` with the row of each segment. The row object is reused between calls. */
  eachRow(s, visit) {
    const [hyp, ref, orders] = [this.hyp(s), this.ref(s), this.order];
    const matches = Array.from({ length: orders }, (_, n) => this.match(s, n + 1));
    const stored = Array.from({ length: orders }, (_, n) => this.column(`t/${s}/${n + 1}`));
    const row = { hyp: 0, ref: 0, m: new Array(orders).fill(0), t: new Array(orders).fill(0) };
    for (let i = 0; i < this.N; i++) {
      row.hyp = hyp[i];
      row.ref = ref[i];
      for (let n = 0; n < orders; n++) {
        row.m[n] = matches[n][i];
        row.t[n] = stored[n] ? stored[n][i] : Math.max(row.hyp - n, 0);
      }
      visit(row, i);
    }
  }

  /** Return the corpus score of a system. */
  corpusScore(s) {
    return this.once(`corpus/${s}`, () => bleu.value(this.sums(s, null), this.meta.metric));
  }

  /** Return each segment's influence: the corpus score minus the score without that segment. */
  influence(s) {
    return this.once(`influence/${s}`, () => {
      const [all, whole] = [this.sums(s, null), this.corpusScore(s)];
      const influence = new Float64Array(this.N);
      const others = { hyp: 0, ref: 0, m: all.m.slice(), t: all.t.slice() };
      this.eachRow(s, (row, i) => {
        others.hyp = all.hyp - row.hyp;
        others.ref = all.ref - row.ref;
        for (let n = 0; n < this.order; n++) {
          others.m[n] = all.m[n] - row.m[n];
          others.t[n] = all.t[n] - row.t[n];
        }
        influence[i] = whole - bleu.value(others, this.meta.metric);
      });
      return influence;
    });
  }

  /** Return each segment's influence on the difference of the corpus scores, B - A. */
  pairInfluence(a, b) {
    const [first, second] = [this.influence(a), this.influence(b)];
    return this.once(`influence/${a}/${b}`, () => second.map((value, i) => value - first[i]));
  }

  /** Return the differences of the segment scores, B - A. @returns {Float64Array} */
  differences(a, b) {
    const [first, second] = [this.segmentScores(a), this.segmentScores(b)];
    return this.once(`differences/${a}/${b}`, () => second.map((value, i) => value - first[i]));
  }

  /** Return the hypothesis tokens per reference token. @returns {Float64Array} */
  ratios(s) {
    return this.once(`ratios/${s}`, () => {
      const [ref, parts] = [this.ref(s), this.meta.metric.reference_parts];
      return Float64Array.from(this.hyp(s), (hyp, i) => (ref[i] ? (hyp * parts) / ref[i] : NaN));
    });
  }

  /** Return the index of a segment's document, or -1. */
  docOf(i) {
    const column = this.column("doc");
    return column ? column[i] : -1;
  }

  /** Return the names of a segment's tags. */
  tagsOf(i) {
    const bits = this.column("tags")?.[i] ?? 0;
    return bits ? this.meta.tags.filter((_, bit) => (bits >>> bit) & 1) : [];
  }

  /** Return the texts of a segment; null if the report does not contain them. */
  text(i) {
    return this.texts.segment(i);
  }

  /** Return the n-gram tables. */
  ngrams() {
    return this.once("ngrams", async () =>
      JSON.parse(await codec.inflateText(await transport.ngrams())),
    );
  }
}

function ngramSum(hyp, n, mask) {
  let sum = 0;
  for (let i = 0; i < hyp.length; i++) {
    if (hyp[i] >= n && (!mask || mask[i])) sum += hyp[i] - n + 1;
  }
  return sum;
}

/** Open the report's data. @returns {Promise<Data>} */
export async function openData() {
  const meta = await transport.meta();
  return new Data(meta, await codec.inflate(await transport.stats()));
}
