/**
 * The text of one row of the segment's pane, with its marks: elements of tokens and what is
 * between them. Text is shown as it is in the file; what is marked are the scorer's tokens.
 */

import { h, replace } from "../core/elements.js";
import { format } from "../core/format.js";
import { highlight } from "./highlight.js";
import { invisible } from "./invisible.js";

export const marking = (() => {
  const MAX_DRAWN = 2000; // tokens that are drawn before someone asks for more
  const LONGEST = 4000; // characters of one piece of text

  const shortened = (text) =>
    text.length > LONGEST
      ? `${text.slice(0, LONGEST)}\u2026 (${format.integer(text.length)} characters)`
      : text;

  /** Text as nodes; with names in the place of what cannot be seen. */
  function plain(text, showHidden) {
    const short = shortened(text);
    if (!showHidden) return [short];
    return invisible.parts(short).map((part) => {
      if (part.name === null) return part.text;
      const dot = part.name === "\u00b7";
      // A line breaks after it as it would have.
      const name = h("span", { class: dot ? "hidden-dot" : "hidden-name" }, part.name);
      return /\s/.test(part.text) ? [name, h("wbr", {})] : name;
    });
  }

  /** References by their numbers, where not all of them have what is matched. */
  function badge(row, i) {
    const having = row.cover.references[i];
    if (row.given < 2 || !having.length || having.length === row.given) return "";
    return having.map((r) => `r${r + 1}`).join(" ");
  }

  /** Whether the piece behind has the same badge, so that one will do for both. */
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

  /** The element of a piece of a system's text. */
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

  /** The element of a piece of a reference: bold where no system has it. */
  function referencePiece(row, piece, view) {
    const nobody = row.producers && row.producers[piece.from] === 0;
    const text = row.text.slice(piece.start, piece.end);
    const names = nobody ? "tok nobody" : "tok";
    return h("span", { class: names, data: { i: piece.from } }, plain(text, view.invisible));
  }

  /** The element of a piece of a text that is compared with another. */
  function comparedPiece(row, piece, view) {
    const own = row.against.own.subarray(piece.from, piece.to).includes(1);
    const text = row.text.slice(piece.start, piece.end);
    const names = own ? `tok own own-${row.side}` : "tok";
    return h("span", { class: names, data: { i: piece.from } }, plain(text, view.invisible));
  }

  /** What only the other text has, where it would stand. */
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

  /** The nodes of a text with tokens, up to a number of pieces. */
  function byTokens(row, view) {
    const nodes = [];
    let end = 0;
    const all = highlight.pieces(row.tokens);
    for (const piece of all.slice(0, row.most)) {
      if (piece.start > end) nodes.push(gap(row, row.text.slice(end, piece.start), piece.from, view));
      const gone = view.mode !== "matches" && row.against?.missing.get(piece.from);
      if (gone) nodes.push(absentWords(gone));
      nodes.push(pieceOf(row, piece, view));
      end = piece.end;
    }
    const gone = view.mode !== "matches" && row.against?.missing.get(row.tokens.length);
    if (gone && all.length <= row.most) nodes.push(absentWords(gone));
    if (all.length <= row.most) nodes.push(...plain(row.text.slice(end), view.invisible));
    return { nodes, left: Math.max(0, all.length - row.most) };
  }

  /** The nodes of a text whose characters are compared: runs of the same kind. */
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

  /** @param {object} row @param {object} view @returns {{nodes: Array, left: number}} */
  function nodesOf(row, view) {
    if (row.characters && view.mode !== "matches") return byCharacters(row, view);
    if (row.tokens) return byTokens(row, view);
    return { nodes: plain(row.text, view.invisible), left: 0 };
  }

  /** Draw a row's text anew. */
  function draw(row, view) {
    const { nodes, left } = nodesOf(row, view);
    replace(row.node, nodes);
    row.node.classList.toggle("silent", row.text === "");
    row.more.hidden = left === 0;
    row.more.textContent = `Show more (${format.many(left, "token")} left)`;
  }

  /**
   * The elements of a row: its text, which arrows move in, and a button for what is left.
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
