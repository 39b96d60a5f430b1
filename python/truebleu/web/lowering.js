// Lower-casing as Python's str.lower, of the core's Unicode version: the browser's own may be
// older or newer. No document here.

const lowering = (() => {
  const SIGMA = 0x3a3;
  const DOTTED = 0x130;
  let tables = null;

  const numbers = (entry) => entry.split(":").map((part) => parseInt(part, 36));

  /** Calls `visit` with the first and the last code point of each range, and what else it says. */
  function eachRange(text, visit) {
    let behind = 0;
    for (const entry of text.split(" ")) {
      const [gap, longer = 0, ...rest] = numbers(entry);
      const first = behind + gap;
      behind = first + longer;
      visit(first, behind, ...rest);
    }
  }

  function setOf(text) {
    const found = new Set();
    eachRange(text, (first, last) => {
      for (let code = first; code <= last; code += 1) found.add(code);
    });
    return found;
  }

  function pairsOf(text) {
    const found = new Map();
    eachRange(text, (first, last, step, distance) => {
      for (let code = first; code <= last; code += step) found.set(code, code + distance);
    });
    return found;
  }

  /** Made when they are first needed: most texts are ASCII. */
  function opened() {
    const { pairs, cased, skipped } = LOWERCASE_TABLES;
    tables ??= { pairs: pairsOf(pairs), cased: setOf(cased), skipped: setOf(skipped) };
    return tables;
  }

  const codeBefore = (text, p) => {
    const low = text.charCodeAt(p - 1);
    const pair = low >= 0xdc00 && low <= 0xdfff && p > 1 ? text.codePointAt(p - 2) : 0;
    return pair > 0xffff ? pair : low;
  };

  /** Whether a letter with case is on this side of a sigma, marks and dots passed over. */
  function touchesLetter(text, p, backwards) {
    const { cased, skipped } = opened();
    let at = p;
    while (backwards ? at > 0 : at < text.length) {
      const code = backwards ? codeBefore(text, at) : text.codePointAt(at);
      if (cased.has(code)) return true;
      if (!skipped.has(code)) return false;
      at += (backwards ? -1 : 1) * (code > 0xffff ? 2 : 1);
    }
    return false;
  }

  const sigma = (text, p) =>
    touchesLetter(text, p, true) && !touchesLetter(text, p + 1, false) ? "\u03c2" : "\u03c3";

  function lowerAt(text, p, code) {
    if (code === SIGMA) return sigma(text, p);
    if (code === DOTTED) return "i\u0307";
    const lower = opened().pairs.get(code);
    return String.fromCodePoint(lower ?? code);
  }

  const isAscii = (text) => !/[^\0-\x7f]/.test(text);

  const lowerAscii = (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

  /** Calls `visit` with each character's place and lower case. */
  function eachLower(text, visit) {
    for (let p = 0; p < text.length; ) {
      const code = text.codePointAt(p);
      visit(p, code > 0xffff ? 2 : 1, lowerAt(text, p, code));
      p += code > 0xffff ? 2 : 1;
    }
  }

  /**
   * The lower case of a text.
   * @param {string} text @returns {string}
   */
  function lower(text) {
    if (isAscii(text)) return lowerAscii(text);
    let made = "";
    eachLower(text, (_, __, letters) => {
      made += letters;
    });
    return made;
  }

  /**
   * The lower case of a text, and what each unit of it stands for.
   * @param {string} text @param {boolean} ascii of A to Z alone @returns {Mapped}
   */
  function mapped(text, ascii = false) {
    if (ascii || isAscii(text)) return { text: lowerAscii(text), starts: null, ends: null };
    if (!text.includes("\u0130")) return { text: lower(text), starts: null, ends: null };
    const starts = [];
    const ends = [];
    eachLower(text, (p, width, letters) => {
      for (let unit = 0; unit < letters.length; unit += 1) {
        // The halves of a pair are never apart, so the whole of it will do for both.
        starts.push(p);
        ends.push(p + width);
      }
    });
    return { text: lower(text), starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
  }

  return { lower, mapped };
})();
