// Where tokens that were made elsewhere stand in their text. No document here.

const aligning = (() => {
  // What SentencePiece writes for a blank.
  const BLANK = "\u2581";

  /** The text and its changed forms in which tokens are looked for, the likely ones first. */
  function* forms(text) {
    const plain = tokenizing.unchanged(text);
    const lower = lowering.mapped(text);
    yield plain;
    yield lower;
    yield tokenizing.rewritten(plain);
    yield tokenizing.rewritten(lower);
    yield tokenizing.rewritten(plain, false);
    yield tokenizing.rewritten(lower, false);
    yield compatible(text);
  }

  /** Each character as Unicode's compatible form has it (NFKC): full-width letters, ligatures. */
  function compatible(text) {
    const [starts, ends] = [[], []];
    let made = "";
    for (let p = 0; p < text.length; ) {
      const character = String.fromCodePoint(text.codePointAt(p));
      const changed = character.normalize("NFKC");
      for (let unit = 0; unit < changed.length; unit += 1) {
        starts.push(p);
        ends.push(p + character.length);
      }
      made += changed;
      p += character.length;
    }
    return { text: made, starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
  }

  /** What a token is in a text from p on: itself, or itself without the sign for a blank. */
  function partAt(text, p, token) {
    if (text.startsWith(token, p)) return token;
    const bare = token.replaceAll(BLANK, "");
    return bare && text.startsWith(bare, p) ? bare : null;
  }

  /** The tokens one behind the other with nothing but white space between; null if they are not. */
  function inForm(form, tokens) {
    const found = [];
    let p = 0;
    const isBlank = () => p < form.text.length && tokenizing.isSpace(form.text.charCodeAt(p));
    for (const text of tokens) {
      // To some tokenizers not all white space parts tokens: it may be in one.
      const before = p;
      let part = partAt(form.text, p, text);
      while (part === null && isBlank()) part = partAt(form.text, (p += 1), text);
      if (part === null && text.replaceAll(BLANK, "")) return null;
      if (part === null) p = before;
      if (part) found.push({ ...tokenizing.token(form, p, p + part.length), text });
      else found.push({ text, start: -1, end: -1 });
      p += part?.length ?? 0;
    }
    while (isBlank()) p += 1;
    return p === form.text.length ? placed(found, form) : null;
  }

  /** Tokens of which nothing is in the text stand before the next one. */
  function placed(tokens) {
    let next = tokens.findLast((token) => token.end >= 0)?.end ?? 0;
    return tokens
      .toReversed()
      .map((token) => {
        if (token.start < 0) return { ...token, start: next, end: next };
        next = token.start;
        return token;
      })
      .toReversed();
  }

  return { forms, inForm };
})();

/**
 * The places of tokens in the text that they were made of; null where they cannot be found.
 * @param {string} text @param {string[]} tokens @returns {Token[]|null}
 */
function alignTokens(text, tokens) {
  for (const form of aligning.forms(text)) {
    const found = aligning.inForm(form, tokens);
    if (found) return found;
  }
  return null;
}
