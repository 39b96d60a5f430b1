// The core's tokenizers none, 13a and char, with the places of tokens in the original text. What
// they do is the core's (crates/truebleu-core/src/tokenizers); here one character at a time. No
// document here: the worker tokenizes too.

/**
 * @typedef {{text: string, start: number, end: number}} Token places count UTF-16 units; tokens
 *   of one character that lower-casing or an entity made have the same places
 * @typedef {{text: string, starts: Int32Array|null, ends: Int32Array|null}} Mapped a changed text,
 *   and for each unit the part of the original that it stands for (null: it stands for itself)
 */
const tokenizing = (() => {
  const [WORD, SPACE, ISOLATED, MARK, DIGIT, HYPHEN] = [0, 1, 2, 3, 4, 5];
  const ASCII = new Uint8Array(128).fill(WORD);
  const fill = (characters, kind) => {
    for (const c of characters) ASCII[c.charCodeAt(0)] = kind;
  };
  fill("\t\n\v\f\r\x1c\x1d\x1e\x1f ", SPACE);
  fill("{|}~[\\]^_`!\"#$%&()*+:;<=>?@/", ISOLATED);
  fill(".,", MARK);
  fill("0123456789", DIGIT);
  fill("-", HYPHEN);
  const REPLACEMENTS = [
    ["<skipped>", ""], ["-\n", ""], ["&quot;", '"'], ["&amp;", "&"], ["&lt;", "<"], ["&gt;", ">"],
  ];

  /** White space outside ASCII, as Python has it: JavaScript's has U+FEFF too, and no U+0085. */
  const isWideSpace = (code) =>
    code === 0x85 || code === 0xa0 || code === 0x1680 || (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f || code === 0x3000;

  const isSpace = (code) => (code < 128 ? ASCII[code] === SPACE : isWideSpace(code));

  const kindOf = (code) => {
    if (code < 128) return ASCII[code];
    return isWideSpace(code) ? SPACE : WORD;
  };

  const unchanged = (text) => ({ text, starts: null, ends: null });

  /** A part of a changed text as a token. */
  function token({ text, starts, ends }, from, to) {
    const part = text.slice(from, to);
    if (!starts) return { text: part, start: from, end: to };
    return { text: part, start: starts[from], end: ends[to - 1] };
  }

  /** The text without Python's white space at its end. */
  function trimmed(mapped) {
    let end = mapped.text.length;
    while (end > 0 && isSpace(mapped.text.charCodeAt(end - 1))) end -= 1;
    return { ...mapped, text: mapped.text.slice(0, end) };
  }

  /** All occurrences of `from` replaced by `to`, of one unit or none, from left to right. */
  function replaced(mapped, from, to) {
    const { text } = mapped;
    if (!text.includes(from)) return mapped;
    const length = text.length;
    const starts = new Int32Array(length);
    const ends = new Int32Array(length);
    const oldStart = (p) => (mapped.starts ? mapped.starts[p] : p);
    const oldEnd = (p) => (mapped.ends ? mapped.ends[p] : p + 1);
    let made = 0;
    let p = 0;
    while (p < length) {
      const width = text.startsWith(from, p) ? from.length : 1;
      if (width === 1 || to) {
        starts[made] = oldStart(p);
        ends[made] = oldEnd(p + width - 1);
        made += 1;
      }
      p += width;
    }
    return { text: text.replaceAll(from, () => to), starts, ends };
  }

  /** 13a's text. Tools that do not trim first join what a last hyphen and line break part. */
  const rewritten = (mapped, trims = true) =>
    REPLACEMENTS.reduce(
      (now, [from, to]) => replaced(now, from, to),
      trims ? trimmed(mapped) : mapped,
    );

  /**
   * A run of marks from p on: every mark is a token, but a number behind the run keeps its last
   * one when the pairs before it come out even. Gives where the run ends.
   */
  function cutRun(kinds, cuts, p) {
    let behind = p;
    while (behind < kinds.length && kinds[behind] === MARK) behind += 1;
    const marks = behind - p;
    const before = p > 0 && kinds[p - 1] === DIGIT;
    const after = behind < kinds.length && kinds[behind] === DIGIT;
    const held = after && before === (marks % 2 === 1);
    if (held && marks === 1) return behind;
    cuts.fill(1, p, behind);
    if (!held) cuts[behind] = 1;
    return behind;
  }

  /** Where 13a begins a token, but for white space. */
  function cutsOf(kinds) {
    const cuts = new Uint8Array(kinds.length + 1);
    for (let p = 0; p < kinds.length; p += 1) {
      const kind = kinds[p];
      if (kind === MARK) {
        p = cutRun(kinds, cuts, p) - 1;
      } else if (kind === ISOLATED || (kind === HYPHEN && p > 0 && kinds[p - 1] === DIGIT)) {
        cuts[p] = 1;
        cuts[p + 1] = 1;
      }
    }
    return cuts;
  }

  /** What white space and cuts leave. */
  function spans(mapped, kinds, cuts) {
    const found = [];
    let start = -1;
    for (let p = 0; p < kinds.length; p += 1) {
      const space = kinds[p] === SPACE;
      if (start >= 0 && (space || (cuts && cuts[p]))) {
        found.push(token(mapped, start, p));
        start = -1;
      }
      if (start < 0 && !space) start = p;
    }
    if (start >= 0) found.push(token(mapped, start, kinds.length));
    return found;
  }

  function kindsOf(text) {
    const kinds = new Uint8Array(text.length);
    for (let p = 0; p < text.length; p += 1) kinds[p] = kindOf(text.charCodeAt(p));
    return kinds;
  }

  function thirteenA(mapped) {
    const ready = rewritten(mapped);
    const kinds = kindsOf(ready.text);
    return spans(ready, kinds, cutsOf(kinds));
  }

  const none = (mapped) => spans(mapped, kindsOf(mapped.text), null);

  /** Each character a token; one beyond the basic plane has two units. */
  function characters(mapped) {
    const found = [];
    const { text } = mapped;
    for (let p = 0; p < text.length; ) {
      const width = text.codePointAt(p) > 0xffff ? 2 : 1;
      if (width === 2 || !isSpace(text.charCodeAt(p))) found.push(token(mapped, p, p + width));
      p += width;
    }
    return found;
  }

  const TOKENIZERS = { none, "13a": thirteenA, char: characters };

  return { TOKENIZERS, isSpace, unchanged, token, rewritten };
})();

/**
 * The tokens of a text, equal to the core's.
 * @param {string} text
 * @param {string} tokenizer none, 13a or char
 * @param {string} casing mixed, lc, lc-ascii or lc-after
 * @returns {Token[]}
 */
function tokenize(text, tokenizer, casing = "mixed") {
  const first = casing === "lc" || casing === "lc-ascii";
  const mapped = first ? lowering.mapped(text, casing === "lc-ascii") : tokenizing.unchanged(text);
  const tokens = tokenizing.TOKENIZERS[tokenizer](mapped);
  if (casing !== "lc-after") return tokens;
  return tokens.map((token) => ({ ...token, text: lowering.lower(token.text) }));
}
