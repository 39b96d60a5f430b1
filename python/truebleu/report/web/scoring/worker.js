/** Worker: text search, and bootstrap intervals of the selection. */

import { codec } from "../core/codec.js";
import { bleu } from "./bleu.js";
import { interval, randomIntegers } from "./statistics.js";

const texts = (() => {
  let task = null;

  /** Return the line indices of a field within a segment's lines. */
  function linesOf(field, number, shape) {
    const first = shape.source ? 1 : 0;
    const span = (start, count) => Array.from({ length: count }, (_, i) => start + i);
    if (field === "src") return [0];
    if (field === "ref") return span(first, shape.references);
    if (field === "hyp") return span(first + shape.references, shape.systems);
    if (field === "system") return [first + shape.references + number];
    if (field.startsWith("ref")) return [first + Number(field.slice(3)) - 1];
    return span(0, first + shape.references + shape.systems);
  }

  function begin({ job, terms, shape }) {
    const width =
      (shape.source ? 1 : 0) + (shape.references + shape.systems) * 2;
    const matchers = terms.map(({ field, number, match }) => ({
      places: linesOf(field, number, shape),
      test: match.type === "regex" ? expression(match) : within(match.value),
    }));
    task = { job, width, terms: matchers };
  }

  function expression({ value, flags }) {
    const pattern = RegExp(value, flags);
    return { prefilter: null, test: (line) => pattern.test(line) };
  }

  /** Return a case-insensitive matcher. Its prefilter searches the whole chunk, still escaped. */
  function within(value) {
    const word = value.toLowerCase();
    const escaped = value.replace(/[\\\n\r]/g, (c) => ({ "\\": "\\\\", "\n": "\\n", "\r": "\\r" })[c]);
    return { prefilter: escaped.toLowerCase(), test: (line) => line.toLowerCase().includes(word) };
  }

  async function chunk({ job, k, bytes }) {
    const mine = task;
    if (mine?.job !== job) return;
    const text = await codec.inflateText(bytes);
    if (task !== mine) return;
    const lines = text.split("\n");
    const count = Math.floor(lines.length / mine.width);
    const low = mine.terms.some(({ test }) => test.prefilter !== null) ? text.toLowerCase() : "";
    const hits = mine.terms.map((term) => look(term, lines, count, mine.width, low));
    postMessage({ job, k, hits });
  }

  /** Return a byte for each segment: 1 if any of the lines matches. */
  function look({ places, test: { prefilter, test } }, lines, count, width, low) {
    const hits = new Uint8Array(count);
    if (prefilter !== null && !low.includes(prefilter)) return hits;
    for (let i = 0; i < count; i++) {
      for (const column of places) {
        const line = codec.unescape(lines[i * width + column]);
        if (line !== null && test(line)) {
          hits[i] = 1;
          break;
        }
      }
    }
    return hits;
  }

  return { begin, chunk };
})();

const intervals = (() => {
  let latest = 0;

  /** Draw as many segments as there are, with replacement; count the draws of each. */
  function draw(counts, next) {
    counts.fill(0);
    for (let i = 0; i < counts.length; i++) counts[next(counts.length)]++;
  }

  function weighted(column, counts) {
    let sum = 0;
    for (let i = 0; i < column.length; i++) sum += column[i] * counts[i];
    return sum;
  }

  function scored(rows, counts, metric) {
    const sum = (column) => weighted(column, counts);
    return bleu.value({ hyp: sum(rows.hyp), ref: sum(rows.ref), m: rows.m.map(sum), t: rows.t.map(sum) }, metric);
  }

  /** Resample in batches, yielding between them so that newer requests can cancel this one. */
  async function begin({ job, systems, metric, resamples, confidence, seed, steps }) {
    latest = job;
    const next = randomIntegers(seed);
    const counts = new Uint16Array(systems[0].hyp.length);
    const values = [];
    for (let done = 1; done <= resamples; done++) {
      draw(counts, next);
      const scores = systems.map((rows) => scored(rows, counts, metric));
      values.push(scores.length > 1 ? scores[1] - scores[0] : scores[0]);
      if (steps.includes(done)) {
        postMessage({ job, done, of: resamples, interval: interval(values, confidence) });
      }
      if (done % 16 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
      if (latest !== job) return;
    }
  }

  function stop() {
    latest = 0;
  }

  return { begin, stop };
})();

addEventListener("message", async ({ data: message }) => {
  try {
    if (message.type === "search") texts.begin(message);
    else if (message.type === "chunk") await texts.chunk(message);
    else if (message.type === "interval") await intervals.begin(message);
    else intervals.stop();
  } catch (error) {
    postMessage({ job: message.job, error: error.message });
  }
});
