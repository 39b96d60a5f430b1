// Token positions in a text. The report stores token boundaries (report/boundaries.py), so the page
// needs no tokenizer. No DOM access.

/**
 * @typedef {{text: string, start: number, end: number}} Token positions in UTF-16 units; several
 *   tokens made from one character share a position
 */
export const tokens = (() => {
  // Python's whitespace; JavaScript's also has U+FEFF, and lacks U+0085.
  const SPACES = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
  const WORDS = RegExp(`[^${SPACES}]+`, "g");
  const CHARACTERS = RegExp(`[^${SPACES}]`, "gu");
  const SPACE = RegExp(`[${SPACES}]`);
  const SPACES_AT_END = RegExp(`[${SPACES}]+$`);
  const NUMBERS = /\(\d+\)|[0-9a-z]/g;

  /** Fold case as the metric does. Python stores the tokens for which this gives another result. */
  function folded(piece, casing) {
    if (casing === "mixed") return piece;
    if (casing !== "lc-ascii") return piece.toLowerCase();
    return piece.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  }

  /** Return the positions listed in a line, in UTF-16 units. */
  function listed(cuts, text) {
    let total = 0;
    const places = Array.from(cuts.match(NUMBERS) ?? [], (number) => {
      total += number.startsWith("(") ? Number(number.slice(1, -1)) : parseInt(number, 36);
      return total;
    });
    if (!/[\ud800-\udbff]/.test(text)) return places;
    const units = [];
    for (let p = 0; p < text.length; p += text.codePointAt(p) > 0xffff ? 2 : 1) units.push(p);
    return places.map((i) => units[i]);
  }

  /** Return the sorted start positions of tokens. */
  function starts(cuts, text) {
    const pattern = cuts.startsWith("*") ? CHARACTERS : WORDS;
    const starts = new Set(Array.from(text.matchAll(pattern), (match) => match.index));
    for (const start of listed(cuts, text)) if (!starts.delete(start)) starts.add(start);
    return [...starts].sort((a, b) => a - b);
  }

  /** Join tokens that do not occur in their text into a text of their own, separated by blanks. */
  function joined(all) {
    let offset = 0;
    const tokens = all.map((text) => {
      const start = offset;
      offset += text.length + 1;
      return { text, start, end: start + text.length };
    });
    return { text: all.join(" "), tokens, original: false };
  }

  /**
   * Return a text with its tokens. If they do not occur in it, return the joined tokens instead
   * (`original` is false).
   * @param {string} text @param {string} line the report's boundaries of this text
   * @param {string} casing of the metric @param {{begin: string, inside: string}} signs
   * @returns {{text: string, tokens: Token[], original: boolean}}
   */
  function of(text, line, casing, signs) {
    if (line.startsWith("=")) return joined(JSON.parse(line.slice(1)));
    const [cuts, odd] = line.split(/ (.*)/s);
    const others = new Map();
    const exceptions = odd ? JSON.parse(odd) : [];
    for (let k = 0; k < exceptions.length; k += 2) others.set(exceptions[k], exceptions[k + 1]);
    const places = starts(cuts, text);
    const spans = places.flatMap((start, k) => {
      const piece = text.slice(start, places[k + 1] ?? text.length).replace(SPACES_AT_END, "");
      const end = start + piece.length;
      const inside = start > 0 && !SPACE.test(text[start - 1]);
      const usual = () => [(inside ? signs.inside : signs.begin) + folded(piece, casing)];
      return (others.get(k) ?? usual()).map((token) => ({ text: token, start, end }));
    });
    return { text, tokens: spans, original: true };
  }

  return { of };
})();
