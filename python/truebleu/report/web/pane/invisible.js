// Names of invisible characters. No DOM access.

export const invisible = (() => {
  const NAMES = {
    9: "TAB", 10: "LF", 11: "VT", 12: "FF", 13: "CR", 0x20: "\u00b7", 0x7f: "DEL", 0x85: "NEL",
    0xa0: "NBSP", 0xad: "SHY", 0x34f: "CGJ", 0x61c: "ALM", 0x1680: "OGHAM", 0x2007: "FIGSP",
    0x2009: "THINSP", 0x200a: "HAIRSP", 0x200b: "ZWSP", 0x200c: "ZWNJ", 0x200d: "ZWJ",
    0x200e: "LRM", 0x200f: "RLM", 0x2028: "LSEP", 0x2029: "PSEP", 0x202a: "LRE", 0x202b: "RLE",
    0x202c: "PDF", 0x202d: "LRO", 0x202e: "RLO", 0x202f: "NNBSP", 0x205f: "MMSP", 0x2060: "WJ",
    0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI", 0x3000: "IDSP", 0xfeff: "BOM",
    0xfe0e: "VS15", 0xfe0f: "VS16",
  };
  const HIDDEN =
    /[\p{Cc}\p{Cf}\p{Z}\ufe00-\ufe0f\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u;

  const nameOf = (code) =>
    NAMES[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;

  /**
   * Split a text into visible parts and single invisible characters with their names.
   * @param {string} text @returns {{text: string, name: string|null}[]}
   */
  function parts(text) {
    const parts = [];
    let seen = "";
    const flush = () => {
      if (seen) parts.push({ text: seen, name: null });
      seen = "";
    };
    for (const character of text) {
      if (HIDDEN.test(character)) {
        flush();
        parts.push({ text: character, name: nameOf(character.codePointAt(0)) });
      } else {
        seen += character;
      }
    }
    flush();
    return parts;
  }

  return { parts };
})();
