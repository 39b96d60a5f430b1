/**
 * Parser of the filter language. It is written by hand, so that no user input runs as code.
 *
 *   A.bleu<10 B.bleu>30 delta>20 len:40.. doc:news* ref:"parliament" hyp:/\bnot\b/i flag:empty -tag:x
 *
 * Terms are separated by spaces and must all match; a leading minus negates a term. A term without
 * a field name searches all texts.
 */

import { format } from "../core/format.js";
import { others } from "../scoring/other_metrics.js";
import { filterMask } from "./masks.js";

export const filters = (() => {
  // Numeric fields: names of measures, with and without a system prefix.
  const NUMBERS = {
    delta: "delta", difference: "delta", influence: "influence", len: "reflen", ratio: "ratio",
    id: "number",
  };
  const OF_SYSTEM = ["bleu", "len", "ratio", "influence"];
  const TEXTS = ["src", "ref", "hyp", "text"];
  const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
  const FLAGS = /^[imsu]*$/;

  class Mistake extends Error {
    constructor(message, at, end) {
      super(message);
      Object.assign(this, { at, end });
    }
  }

  /**
   * Parse a filter.
   * @param {string} text @param {Data} data
   * @returns {{terms: Object[], errors: Array<{message: string, at: number, end: number}>}}
   */
  function parse(text, data) {
    const [terms, errors] = [[], []];
    const reader = { text, at: 0, data };
    while (skipBlanks(reader)) {
      const start = reader.at;
      try {
        terms.push(term(reader));
      } catch (error) {
        if (!(error instanceof Mistake)) throw error;
        errors.push({ message: error.message, at: error.at ?? start, end: error.end ?? reader.at });
        reader.at = Math.max(reader.at, start + 1);
        skipWord(reader);
      }
    }
    return { terms, errors };
  }

  function skipBlanks(reader) {
    while (/\s/.test(reader.text[reader.at] ?? "")) reader.at++;
    return reader.at < reader.text.length;
  }

  function skipWord(reader) {
    while (/\S/.test(reader.text[reader.at] ?? "")) reader.at++;
  }

  /** Parse one term at the reader's position. */
  function term(reader) {
    const start = reader.at;
    const negated = /^-[^\s]/.test(reader.text.slice(start));
    if (negated) reader.at++;
    const named = /^([A-Za-z][\w.]*)(\s*)(:|<=|>=|!=|<|>|=)/.exec(reader.text.slice(reader.at));
    if (!named || (named[2] && !isNumeric(named[1]))) {
      return { kind: "text", field: "text", match: value(reader), negated };
    }
    const [whole, name, blanks, sign] = named;
    reader.at += whole.length;
    if (blanks) {
      throw new Mistake(`Write ${name}${sign} and the number without spaces, or put the text in quotes.`, start, reader.at);
    }
    if (sign === "!=") {
      throw new Mistake(`Write -${name}=, with a minus, for "not equal", or put the text in quotes.`, start, reader.at);
    }
    const term = byName(reader, name, sign, start);
    return { ...term, negated };
  }

  /** Return whether a name is that of a numeric field, such as A.bleu or delta. */
  function isNumeric(name) {
    return /^(?:[ab]|delta)\.\w/i.test(name) || Object.hasOwn(NUMBERS, name.toLowerCase());
  }

  function byName(reader, name, sign, start) {
    const low = name.toLowerCase();
    const system = /^([ab])(?:\.(\w+))?$/.exec(low);
    if (system) return ofSystem(reader, system, sign, start);
    const between = /^delta\.(\w+)$/.exec(low);
    if (between) return ofMetric(reader, "delta", between[1], sign, start);
    if (Object.hasOwn(NUMBERS, low)) return ofPair(reader, low, sign, start);
    if (TEXTS.includes(low) || /^ref\d+$/.test(low)) return inText(reader, low, sign, start);
    if (low === "doc") return inDocuments(reader, sign, start);
    if (low === "flag" || low === "tag") return flagged(reader, sign, start);
    throw new Mistake(
      `Unknown field "${name}". Choose from A.bleu, B.bleu, delta, influence, len, ratio, id, doc, ` +
        `flag, src, ref, hyp. To search for text with a colon or < > =, put it in quotes.`,
      start,
      reader.at,
    );
  }

  /** Parse a range of a measure that does not name a system. */
  function ofPair(reader, name, sign, start) {
    if (NUMBERS[name] === "delta" && reader.data.S < 2) {
      throw new Mistake("This report has one system, so it has no differences.", start, reader.at);
    }
    return range(reader, NUMBERS[name], null, sign, start);
  }

  function ofSystem(reader, [, letter, field], sign, start) {
    const name = letter.toUpperCase();
    if (name === "B" && reader.data.S < 2) {
      throw new Mistake("This report has one system, which is A.", start, reader.at);
    }
    if (!field || field === "text") return inText(reader, letter, sign, start);
    // The key of another metric can begin with one of these names, and `find` accepts prefixes.
    if (OF_SYSTEM.includes(field)) return range(reader, field, letter, sign, start);
    if (others.find(reader.data, field) >= 0) return ofMetric(reader, name, field, sign, start);
    const keys = others.list(reader.data).map(({ key }) => key);
    const fields = [...OF_SYSTEM, ...keys].map((one) => `${name}.${one}`).join(", ");
    throw new Mistake(`Unknown field "${name}.${field}". Choose from ${fields}.`, start, reader.at);
  }

  /** Parse a range of another metric's scores, or of their differences. */
  function ofMetric(reader, way, word, sign, start) {
    const { data } = reader;
    const keys = others.list(data).map(({ key }) => `delta.${key}`);
    if (others.find(data, word) < 0 || (way === "delta" && data.S < 2)) {
      const choices = keys.length && data.S > 1 ? `Choose from ${keys.join(", ")}.` : "This report has none.";
      throw new Mistake(`Unknown difference "delta.${word}". ${choices}`, start, reader.at);
    }
    return range(reader, `${way}.${word}`, null, sign, start);
  }

  // Numbers

  function range(reader, measure, system, sign, start) {
    const from = reader.at;
    skipWord(reader);
    const text = reader.text.slice(from, reader.at);
    const wrong = () => {
      const field = reader.text.slice(start, from);
      return new Mistake(`"${field}" requires a number or a range, as in ${field.replace(/[:<>=]+$/, "")}:10..20`, start, reader.at);
    };
    const number = (part) => {
      if (part === "") return null;
      if (!NUMBER.test(part)) throw wrong();
      return Number(part);
    };
    const ends = text.split("..");
    if (text === "" || text === ".." || ends.length > 2) throw wrong();
    if (ends.length === 2 && sign !== ":" && sign !== "=") throw wrong();
    const [low, high] = ends.map(number);
    if (ends.length === 2 && low !== null && high !== null && low > high) {
      throw new Mistake(`The range ${text} contains no number. Write ${ends[1]}..${ends[0]}`, start, reader.at);
    }
    const limits = ends.length === 2 ? { low, high } : compared(sign, low);
    return { kind: "range", measure, system, open: false, ...limits };
  }

  function compared(sign, number) {
    if (sign === "<" || sign === "<=") return { low: null, high: number, open: sign === "<" };
    if (sign === ">" || sign === ">=") return { low: number, high: null, open: sign === ">" };
    return { low: number, high: number };
  }

  // Texts

  /** Parse the text to search for: quoted, between slashes, or up to the next blank. */
  function value(reader) {
    const first = reader.text[reader.at];
    if (first === '"') return quoted(reader);
    if (first === "/") return expression(reader);
    const start = reader.at;
    skipWord(reader);
    return { type: "text", value: reader.text.slice(start, reader.at) };
  }

  /** Read text up to an unescaped delimiter. */
  function upTo(reader, delimiter, missing) {
    const start = reader.at++;
    let text = "";
    for (; reader.at < reader.text.length; reader.at++) {
      const letter = reader.text[reader.at];
      if (letter === delimiter) {
        reader.at++;
        return text;
      }
      if (letter === "\\") text += reader.text[reader.at++];
      text += reader.text[reader.at] ?? "";
    }
    throw new Mistake(missing, start, reader.text.length);
  }

  function quoted(reader) {
    const text = upTo(reader, '"', "Missing closing quotation mark.");
    return { type: "text", value: text.replace(/\\(["\\])/g, "$1") };
  }

  function expression(reader) {
    const start = reader.at;
    const source = upTo(reader, "/", "Missing slash at the end of the regular expression.");
    const from = reader.at;
    skipWord(reader);
    const flags = reader.text.slice(from, reader.at);
    if (!FLAGS.test(flags)) {
      throw new Mistake(`Unknown regular expression flags "${flags}". Use i, m, s or u.`, from, reader.at);
    }
    if (!source) throw new Mistake("The regular expression is empty.", start, reader.at);
    try {
      RegExp(source, flags);
    } catch (error) {
      const why = error.message.replace(/^Invalid regular expression: /, "");
      throw new Mistake(`Invalid regular expression: ${why}`, start, reader.at);
    }
    return { type: "regex", value: source, flags };
  }

  function inText(reader, field, sign, start) {
    if (sign !== ":") throw new Mistake(`Use a colon to search texts: ${field}:word`, start, reader.at);
    const { meta } = reader.data;
    if (field === "src" && !meta.has_source) {
      throw new Mistake("This report has no source texts.", start, reader.at);
    }
    const number = /^ref(\d+)$/.exec(field);
    if (number && (Number(number[1]) < 1 || Number(number[1]) > meta.references)) {
      throw new Mistake(`This report has ${format.many(meta.references, "reference")}: ref1 is the first.`, start, reader.at);
    }
    const match = value(reader);
    if (!match.value) throw new Mistake(`Add the text to search for: ${field}:word`, start, reader.at);
    return { kind: "text", field, match };
  }

  // Documents and flags

  function inDocuments(reader, sign, start) {
    const match = sign === ":" ? value(reader) : null;
    if (!match?.value || match.type !== "text") {
      throw new Mistake("Use a colon and a document name: doc:news*", start, reader.at);
    }
    const pattern = match.value.toLowerCase();
    const { documents } = reader.data;
    const matching = documents.map((name) => fits(name.toLowerCase(), pattern));
    if (!matching.includes(true)) {
      const why = documents.length ? `No document name matches "${match.value}".` : "This report has no document names.";
      throw new Mistake(why, start, reader.at);
    }
    return { kind: "documents", matching };
  }

  /**
   * Return whether a name matches a pattern where * matches anything, without backtracking blowup.
   */
  function fits(name, pattern) {
    let [i, j, star, mark] = [0, 0, -1, 0];
    while (i < name.length) {
      if (pattern[j] === "*") [star, mark] = [j++, i];
      else if (pattern[j] === name[i]) [i, j] = [i + 1, j + 1];
      else if (star >= 0) [j, i] = [star + 1, ++mark];
      else return false;
    }
    while (pattern[j] === "*") j++;
    return j === pattern.length;
  }

  function flagged(reader, sign, start) {
    const match = sign === ":" ? value(reader) : null;
    const { tags, findings } = reader.data.meta;
    const kinds = (findings ?? []).map((finding) => finding.kind);
    const flags = [...new Set([...tags, ...kinds])];
    if (!match || !flags.includes(match.value)) {
      const choices = flags.length ? `Choose from ${flags.join(", ")}.` : "No segment has a flag.";
      throw new Mistake(`Unknown flag "${match?.value ?? ""}". ${choices}`, start, reader.at);
    }
    const bit = tags.indexOf(match.value);
    const ids = (findings ?? [])
      .filter((finding) => finding.kind === match.value)
      .flatMap((finding) => finding.segments);
    return { kind: "flag", bit, ids: bit < 0 ? ids : [] };
  }

  return { parse, mask: (...given) => filterMask.make(...given), fits };
})();
