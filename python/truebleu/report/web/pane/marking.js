/**
 * Text of one row of the segment pane, with its marks. The text is shown as in the file; the marked
 * tokens are the scorer's.
 */

import { h, replace } from "../core/elements.js";
import { format } from "../core/format.js";
import { highlight } from "./highlight.js";
import { invisible } from "./invisible.js";

export const marking = (() => {
  const MAX_DRAWN = 2000; // tokens drawn initially
  const LONGEST = 4000; // maximum characters per piece of text

  const shortened = (text) =>
    text.length > LONGEST
      ? `${text.slice(0, LONGEST)}\u2026 (${format.integer(text.length)} characters)`
      : text;

  /** Return a text as nodes, optionally with names for invisible characters. */
  function plain(text, showHidden) {
    const short = shortened(text);
    if (!showHidden) return [short];
    return invisible.parts(short).map((part) => {
      if (part.name === null) return part.text;
      const dot = part.name === "\u00b7";
      // Keep the line break opportunity of the whitespace.
      const name = h("span", { class: dot ? "hidden-dot" : "hidden-name" }, part.name);
      return /\s/.test(part.text) ? [name, h("wbr", {})] : name;
    });
  }

  /** Return the numbers of the references that have the match, if not all of them do. */
  function badge(row, i) {
    const having = row.cover.references[i];
    if (row.given < 2 || !having.length || having.length === row.given) return "";
    return having.map((r) => `r${r + 1}`).join(" ");
  }

  /** Return whether the next piece has the same badge, so that one badge serves both. */
  const sameBadge = (row, i, text) =>
    i < row.tokens.length && row.cover.longest[i] > 0 && badge(row, i) === text;

  function matchClass(row, piece, view) {
    const { cover } = row;
    let longest = 0;
    let clipped = false;
    for (let i = piece.from; i < piece.to; i += 1) {
      longest = Math.max(longest, cover.longest[i]);
      clipped ||= highlight.isClipped(cover, i);
    }
    const names = ["tok"];
    if (longest) names.push("matched", `step-${highlight.step(longest, view.orders)}`);
    if (clipped) names.push("clipped");
    if (!longest && !clipped) names.push("unmatched");
    return names.join(" ");
  }

  /** Return the element for a piece of a system's text. */
  function matchedPiece(row, piece, view) {
    const text = row.text.slice(piece.start, piece.end);
    const last = piece.to - 1;
    const refs = badge(row, last);
    const begins = row.cover.begins.slice(piece.from, piece.to).flat().join(" ");
    const only = view.only && row.only?.has(piece.from) ? " only" : "";
    return h("span", {
      class: matchClass(row, piece, view) + only,
      data: {
        i: piece.from,
        ...(begins ? { begins } : {}),
        ...(refs && !sameBadge(row, piece.to, refs) ? { refs } : {}),
      },
    }, plain(text, view.invisible));
  }

  /** Return the element for a piece of a reference, emphasized if no system has it. */
  function referencePiece(row, piece, view) {
    const nobody = row.producers && row.producers[piece.from] === 0;
    const text = row.text.slice(piece.start, piece.end);
    const names = nobody ? "tok nobody" : "tok";
    return h("span", { class: names, data: { i: piece.from } }, plain(text, view.invisible));
  }

  /** Return the element for a piece of a compared text. */
  function comparedPiece(row, piece, view) {
    const own = row.against.own.subarray(piece.from, piece.to).includes(1);
    const text = row.text.slice(piece.start, piece.end);
    const names = own ? `tok own own-${row.side}` : "tok";
    return h("span", { class: names, data: { i: piece.from } }, plain(text, view.invisible));
  }

  /** Return the element for text that only the other side has, at its position. */
  const absent = (text, names = "absent") => h("span", { class: names, data: { absent: shortened(text) } });

  const absentWords = (words) => absent(words.join(" "), "absent absent-words");

  function gap(row, text, i, view) {
    const level = row.cover && view.mode === "matches" && i > 0 ? row.cover.joined[i - 1] : 0;
    const nodes = plain(text, view.invisible);
    if (!level) return nodes;
    return h("span", { class: `gap step-${highlight.step(level, view.orders)}` }, nodes);
  }

  function pieceOf(row, piece, view) {
    if (view.mode !== "matches" && row.against) return comparedPiece(row, piece, view);
    if (row.kind === "system" && row.cover) return matchedPiece(row, piece, view);
    return referencePiece(row, piece, view);
  }

  /** Return the words that only the other side has, before or between these tokens. */
  function missingAt(row, view, from, to) {
    const words = [];
    if (view.mode === "matches" || !row.against) return words;
    for (let i = from; i < to; i += 1) words.push(...(row.against.missing.get(i) ?? []));
    return words;
  }

  /** Return the nodes of a tokenized text, up to the row's limit of pieces. */
  function byTokens(row, view) {
    const nodes = [];
    let end = 0;
    const all = highlight.pieces(row.tokens);
    for (const piece of all.slice(0, row.most)) {
      if (piece.start > end) nodes.push(gap(row, row.text.slice(end, piece.start), piece.from, view));
      const gone = missingAt(row, view, piece.from, piece.to);
      if (gone.length) nodes.push(absentWords(gone));
      nodes.push(pieceOf(row, piece, view));
      end = piece.end;
    }
    const gone = missingAt(row, view, row.tokens.length, row.tokens.length + 1);
    if (gone.length && all.length <= row.most) nodes.push(absentWords(gone));
    if (all.length <= row.most) nodes.push(...plain(row.text.slice(end), view.invisible));
    return { nodes, left: Math.max(0, all.length - row.most) };
  }

  /** Return the nodes of a text compared by characters, one per run of equal kind. */
  function byCharacters(row, view) {
    const { units, own, missing } = row.characters;
    const nodes = [];
    for (let i = 0; i < units.length; ) {
      if (missing.has(i)) nodes.push(absent(missing.get(i).join("")));
      let end = i + 1;
      while (end < units.length && own[end] === own[i] && !missing.has(end)) end += 1;
      const text = row.text.slice(units[i].start, units[end - 1].end);
      const part = plain(text, view.invisible);
      nodes.push(own[i] ? h("span", { class: `own own-${row.side}` }, part) : part);
      i = end;
    }
    if (missing.has(units.length)) nodes.push(absent(missing.get(units.length).join("")));
    return { nodes, left: 0 };
  }

  /**
   * Return a row's nodes.
   * @param {object} row @param {object} view @returns {{nodes: Array, left: number}}
   */
  function nodesOf(row, view) {
    if (row.characters && view.mode !== "matches") return byCharacters(row, view);
    if (row.tokens) return byTokens(row, view);
    return { nodes: plain(row.text, view.invisible), left: 0 };
  }

  /** Redraw a row's text. */
  function draw(row, view) {
    const { nodes, left } = nodesOf(row, view);
    replace(row.node, nodes);
    row.node.classList.toggle("silent", row.text === "");
    row.more.hidden = left === 0;
    row.more.textContent = `Show more (${format.many(left, "token")} left)`;
  }

  /**
   * Return a row's elements: the text, navigable with arrow keys, and the "Show more" button.
   * @param {object} row @param {string} label @param {(row: object) => void} more
   */
  function build(row, label, more) {
    row.most = MAX_DRAWN;
    const group = row.tokens ? { tabindex: "0", role: "group", "aria-label": label } : {};
    row.node = h("p", { class: `segment-text text-${row.kind}`, dir: "auto", ...group });
    row.more = h("button", { type: "button", class: "small-button more-tokens", hidden: true, on: {
      click: () => {
        row.most += MAX_DRAWN;
        more(row);
      },
    } });
    return [row.node, row.more];
  }

  return { build, draw, MAX_DRAWN };
})();
