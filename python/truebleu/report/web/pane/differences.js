// Text comparison with Myers' O(ND) algorithm (1986). No DOM access.

/**
 * @typedef {{kind: "same"|"first"|"second", first: [number, number], second: [number, number]}}
 *   Part half-open ranges of units in both texts; one of them is empty unless the kind is "same"
 */
export const differences = (() => {
  // Texts with more changes count as entirely different, because a comparison would be unreadable.
  const MAX_CHANGES = 1200;
  const SHORT = 3;
  const NO_SPACES = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/gu;

  /** Return the furthest paths after each number of changes; null beyond MAX_CHANGES. */
  function trace(first, second) {
    const [n, m] = [first.length, second.length];
    const limit = Math.min(n + m, MAX_CHANGES);
    const furthest = new Int32Array(2 * limit + 3);
    const steps = [];
    for (let d = 0; d <= limit; d += 1) {
      for (let k = -d; k <= d; k += 2) {
        const index = limit + 1 + k;
        const down = k === -d || (k !== d && furthest[index - 1] < furthest[index + 1]);
        let x = down ? furthest[index + 1] : furthest[index - 1] + 1;
        while (x < n && x - k < m && x - k >= 0 && first[x] === second[x - k]) x += 1;
        furthest[index] = x;
        if (x >= n && x - k >= m) return { steps, d, k, limit };
      }
      steps.push(furthest.slice(limit + 1 - d, limit + 2 + d));
    }
    return null;
  }

  /** Return the pairs of common units in order. */
  function commonPairs(first, second) {
    const path = trace(first, second);
    const pairs = [];
    if (!path) return pairs;
    let [x, y] = [first.length, second.length];
    for (let { d } = path; d >= 0; d -= 1) {
      const k = x - y;
      const before = d > 0 ? previous(path.steps[d - 1], d, k) : { x: 0, y: 0, down: true };
      const start = d > 0 ? before.next : 0;
      while (x > start) {
        x -= 1;
        y -= 1;
        pairs.push([x, y]);
      }
      [x, y] = [before.x, before.y];
    }
    return pairs.reverse();
  }

  /** Return the path's position before its last change, and the first unit after the change. */
  function previous(row, d, k) {
    const value = (diagonal) => row[diagonal + d - 1];
    const down = k === -d || (k !== d && value(k - 1) < value(k + 1));
    const diagonal = down ? k + 1 : k - 1;
    const x = value(diagonal);
    return { x, y: x - diagonal, next: down ? x : x + 1 };
  }

  /** Count the common units at the start or at the end. */
  function common(first, second, fromEnd) {
    const limit = Math.min(first.length, second.length);
    const unit = (units, i) => (fromEnd ? units[units.length - 1 - i] : units[i]);
    let count = 0;
    while (count < limit && unit(first, count) === unit(second, count)) count += 1;
    return count;
  }

  /**
   * Return both texts as an ordered list of parts.
   * @param {string[]} first @param {string[]} second @returns {Part[]}
   */
  function parts(first, second) {
    const head = common(first, second, false);
    const tail = common(first.slice(head), second.slice(head), true);
    const middle = commonPairs(first.slice(head, first.length - tail), second.slice(head, second.length - tail));
    const pairs = [
      ...Array.from({ length: head }, (_, i) => [i, i]),
      ...middle.map(([x, y]) => [x + head, y + head]),
      ...Array.from({ length: tail }, (_, i) => [first.length - tail + i, second.length - tail + i]),
      [first.length, second.length],
    ];
    return grouped(pairs);
  }

  function grouped(pairs) {
    const parts = [];
    let [x, y] = [0, 0];
    for (const [nextX, nextY] of pairs) {
      if (nextX > x) parts.push({ kind: "first", first: [x, nextX], second: [y, y] });
      if (nextY > y) parts.push({ kind: "second", first: [nextX, nextX], second: [y, nextY] });
      const last = parts.at(-1);
      if (last?.kind === "same") {
        last.first[1] = nextX + 1;
        last.second[1] = nextY + 1;
      } else {
        parts.push({ kind: "same", first: [nextX, nextX + 1], second: [nextY, nextY + 1] });
      }
      [x, y] = [nextX + 1, nextY + 1];
    }
    return withoutEnd(parts);
  }

  /** Remove the sentinel pair that marks the ends of both texts. */
  function withoutEnd(parts) {
    const last = parts.pop();
    last.first[1] -= 1;
    last.second[1] -= 1;
    if (last.first[1] > last.first[0]) parts.push(last);
    return parts;
  }

  const length = (range) => range[1] - range[0];

  /** Treat short common parts between changes as changed, because such matches are accidental. */
  function readable(parts) {
    const readableParts = [];
    parts.forEach((part, i) => {
      const inside = i > 0 && i < parts.length - 1;
      const chance = part.kind === "same" && inside && length(part.first) < SHORT;
      if (!chance) return readableParts.push(part);
      const [x, y] = [part.first, part.second];
      readableParts.push({ kind: "first", first: x, second: [y[0], y[0]] });
      readableParts.push({ kind: "second", first: [x[1], x[1]], second: y });
      return readableParts.length;
    });
    return readableParts;
  }

  /**
   * Return whether most of a text is in a script without spaces: Chinese, Japanese, Thai, Lao, ...
   */
  const hasNoSpaces = (text) => (text.match(NO_SPACES) ?? []).length > 0.3 * text.length;

  /** Return a text's grapheme clusters with their positions. */
  function characters(text) {
    if (!Intl.Segmenter) {
      let start = 0;
      return Array.from(text, (character) => ({ text: character, start, end: (start += character.length) }));
    }
    const words = [];
    for (const { segment, index } of new Intl.Segmenter("und").segment(text)) {
      words.push({ text: segment, start: index, end: index + segment.length });
    }
    return words;
  }

  const words = (units) => units.map((unit) => unit.text);

  /** Return the changes of the first text: its own units, and those missing before each unit. */
  function changes(parts, others, length_) {
    const own = new Uint8Array(length_);
    const missing = new Map();
    for (const { kind, first, second } of parts) {
      if (kind === "first") own.fill(1, ...first);
      if (kind !== "second") continue;
      const gone = words(others.slice(...second));
      missing.set(first[0], [...(missing.get(first[0]) ?? []), ...gone]);
    }
    return { own, missing };
  }

  /**
   * Compare two lists of units.
   * @param {{text: string}[]} units @param {{text: string}[]} others
   * @returns {{own: Uint8Array, missing: Map<number, string[]>}} `own[i]`: only in `units`;
   *   `missing`: only in `others`, by the index of the unit they would precede
   */
  function against(units, others) {
    return changes(parts(words(units), words(others)), others, units.length);
  }

  /** Compare two pieces of text by characters, or as units if they have little in common. */
  function inside(text, other) {
    const [first, second] = [characters(text), characters(other)];
    const changedParts = readable(parts(words(first), words(second)));
    const same = changedParts.reduce((sum, { kind, first: range }) => sum + (kind === "same" ? length(range) : 0), 0);
    if (2 * same >= Math.max(first.length, second.length)) {
      return { units: first, ...changes(changedParts, second, first.length) };
    }
    const units = text ? [{ text, start: 0, end: text.length }] : [];
    const missing = new Map(other ? [[0, [other]]] : []);
    return { units, own: new Uint8Array(units.length).fill(1), missing };
  }

  /** Split a text into words and the blanks between them. */
  const withBlanks = (text) => text.match(/\s+|\S+/g) ?? [];

  /** Yield aligned pieces of both texts, equal or different, split at word boundaries. */
  function* pieces(text, other) {
    const [first, second] = [withBlanks(text), withBlanks(other)];
    const changed = parts(first, second);
    for (let i = 0; i < changed.length; i += 1) {
      const part = changed[i];
      const both = part.kind === "first" && changed[i + 1]?.kind === "second";
      const behind = both ? changed[(i += 1)] : part;
      const [own, theirs] = [first.slice(...part.first).join(""), second.slice(...behind.second).join("")];
      yield { same: part.kind === "same", own, theirs };
    }
  }

  /**
   * Compare two texts by characters within the words that differ.
   * @param {string} text @param {string} other
   * @returns {{units: {start: number, end: number}[], own: Uint8Array,
   *   missing: Map<number, string[]>}}
   */
  function byCharacters(text, other) {
    if (hasNoSpaces(text)) {
      const units = characters(text);
      return { units, ...against(units, characters(other)) };
    }
    const [units, own, missing] = [[], [], new Map()];
    let offset = 0;
    for (const { same, own: ours, theirs } of pieces(text, other)) {
      const marked = same
        ? { units: [{ start: 0, end: ours.length }], own: [0], missing: new Map() }
        : inside(ours, theirs);
      for (const [i, gone] of marked.missing) missing.set(units.length + i, gone);
      own.push(...marked.own);
      for (const { start, end } of marked.units) units.push({ start: offset + start, end: offset + end });
      offset += ours.length;
    }
    return { units, own: Uint8Array.from(own), missing };
  }

  return { parts, hasNoSpaces, against, byCharacters };
})();
