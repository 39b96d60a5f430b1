/** Texts of one segment with their n-gram matches, computed when first shown. */

import { store } from "../core/state.js";
import { counting } from "../scoring/marks.js";
import { differences } from "./differences.js";
import { highlight } from "./highlight.js";

export class Anatomy {
  // Maximum length for comparison by characters; longer texts are compared by tokens.
  static MOST = 8000;

  /** @param {Data} data @param {number} segment @param {object} texts result of data.text */
  constructor(data, segment, texts) {
    this.data = data;
    this.metric = data.meta.metric;
    this.segment = segment;
    this.source = texts.source;
    this.isLong = highlight.size(texts) > highlight.MAX_SIZE;
    const marked = this.isLong ? Anatomy.unmarked(texts) : highlight.texts(texts, data.meta);
    this.references = marked.references.map((text, number) =>
      text && { ...text, kind: "reference", number },
    );
    this.systems = marked.systems.map((text, system) => ({ ...text, kind: "system", system }));
    this.given = this.references.filter(Boolean).length;
    this.addProducers();
    this.closest = this.closestReference();
  }

  static unmarked({ references, systems }) {
    const row = (text) => text !== null && { text, tokens: null, original: true };
    return { references: references.map((text) => row(text) || null), systems: systems.map(row) };
  }

  /** Count, for each token of each reference, the systems that have it. */
  addProducers() {
    const hypotheses = this.systems.map(({ tokens }) => tokens);
    if (!hypotheses.every(Boolean)) return;
    for (const row of this.references) {
      if (row) row.producers = counting.producers(row.tokens, hypotheses);
    }
  }

  /** Return a function from a system's statistics to the index of the closest reference. */
  closestReference() {
    const { reference_length: rule, reference_parts: parts } = this.metric;
    if (this.given < 2 || rule === "average") return () => null;
    return (row) =>
      this.references.findIndex((reference) => reference?.tokens && reference.tokens.length * parts === row.ref);
  }

  /** The tokens of the references, null for each missing one. */
  get referenceTokens() {
    return this.references.map((row) => row && row.tokens);
  }

  /** Return a system's row with its matches. */
  system(s) {
    const row = this.systems[s];
    if (row.marks || !row.tokens) return row;
    return this.count(row, this.data.row(s, this.segment));
  }

  /** Compute the matches of a row; `stored` are its statistics from the scorer. */
  count(row, stored) {
    const marks = counting.marks(row.tokens, this.referenceTokens, this.metric.order);
    row.given = this.given;
    // Discard matches that disagree with the scorer, because they would be misleading.
    row.agrees = highlight.agrees(row.tokens.length, marks, stored);
    if (row.agrees) row.marks = marks;
    return row;
  }

  /** Return what a row is compared with: the other system, or the nearest reference. */
  opposite(s, mode, rows) {
    const { a, b } = store.get();
    if (mode === "reference" || a === b || this.data.S < 2) return this.nearestReference(rows.get(s));
    return rows.get(s === a ? b : a) ?? this.system(s === a ? b : a);
  }

  /** Return the reference with the fewest differences from a row. */
  nearestReference(row) {
    let best = null;
    let minimum = Infinity;
    for (const reference of this.references) {
      if (!reference?.tokens || !row.tokens) continue;
      const { own, missing } = differences.against(row.tokens, reference.tokens);
      const changes = own.reduce((sum, one) => sum + one, 0) + [...missing.values()].flat().length;
      if (changes < minimum) [best, minimum] = [reference, changes];
    }
    return best ?? this.references.find(Boolean) ?? null;
  }

  /** Compare a row with another by words or by characters. */
  compare(row, other, mode) {
    row.against = null;
    row.characters = null;
    if (!other || mode === "matches") return;
    const isShort = Math.max(row.text.length, other.text.length) <= Anatomy.MOST;
    const bySign = differences.hasNoSpaces(row.text);
    if (isShort && (mode === "characters" || bySign || !row.tokens || !other.tokens)) {
      row.characters = differences.byCharacters(row.text, other.text);
    } else if (row.tokens && other.tokens) {
      row.against = differences.against(row.tokens, other.tokens);
    }
  }
}
