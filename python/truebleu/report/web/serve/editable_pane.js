/** Segment pane with editable hypotheses, whose statistics the server computes. */

import { h, replace } from "../core/elements.js";
import { store } from "../core/state.js";
import { tokens } from "../scoring/tokens.js";
import { arithmetic } from "../pane/arithmetic.js";
import { SegmentPane } from "../pane/segment_pane.js";
import { whatIf } from "./edits.js";

export class EditablePane extends SegmentPane {
  static open = null; // the current pane

  constructor(container, data, go) {
    super(container, data, go);
    EditablePane.open = this;
    whatIf.on(() => this.segment !== undefined && this.editsChanged());
  }

  build() {
    this.boxes = new Map(); // edits with an open editor
    super.build();
  }

  redraw() {
    replace(this.banner, whatIf.banner(this.data));
    super.redraw();
  }

  /** Return the row of a system, with its edited text if there is one. */
  rowOf(s) {
    const edit = whatIf.get(s, this.segment);
    if (!this.anatomy || !edit || edit.text === edit.before) return super.rowOf(s);
    const row = { kind: "system", system: s };
    // The statistics of an edited text arrive later than the text.
    if (edit.countedText !== edit.text) return { ...row, text: edit.text, tokens: null, original: true };
    const { metric } = this.data.meta;
    Object.assign(row, tokens.of(edit.text, edit.boundaries, metric.case, { begin: "", inside: "" }));
    if (row.original) return this.anatomy.count(row, edit.row);
    return { ...row, text: edit.text, tokens: null, original: true };
  }

  headOf(s) {
    const head = super.headOf(s);
    const edit = whatIf.get(s, this.segment);
    this.boxes.set(s, edit);
    if (!this.anatomy) return head;
    if (edit) {
      this.box = this.editor(s, edit);
      return [...head, this.box.node];
    }
    const button = h("button", { type: "button", class: "small-button edit-button", title: "Edit this hypothesis and see the score move (e)",
      on: { click: () => this.edit(s) } }, "Edit");
    return [h("div", { class: "block-title" }, head, button)];
  }

  /** Return the numbers of a system, including its edits. */
  numbers(s) {
    const edit = whatIf.get(s, this.segment);
    const row = edit?.row ?? this.data.row(s, this.segment);
    return arithmetic.of(row, whatIf.sums(this.data, s), this.data.meta.metric);
  }

  plainly(s) {
    const edit = whatIf.get(s, this.segment);
    const plain = super.plainly(s);
    return edit && edit.text !== edit.before ? { ...plain, text: edit.text, edited: true } : plain;
  }

  /** Open the editor of a system: by default the focused one, otherwise B. */
  edit(s) {
    const { a, b } = store.get();
    const inside = document.activeElement?.closest?.(".block-system")?.dataset.system;
    const system = s ?? (inside === undefined ? (a === b ? a : b) : Number(inside));
    if (!this.anatomy || !this.blocks.has(system)) return;
    whatIf.open(this.data, system, this.segment, this.anatomy.systems[system].text);
    this.fillSystem(system);
    this.box.area.focus();
    this.redraw();
  }

  editor(s, edit) {
    return whatIf.editor(this.data, edit, {
      // The response can arrive after another segment was opened.
      changed: () => this.boxes.get(s) === edit && this.editedText(s),
      closed: () => {
        if (edit.text === edit.before) whatIf.revert(s, this.segment);
        this.fillSystem(s);
        this.redraw();
        this.blocks.get(s).querySelector(".edit-button, .segment-text")?.focus();
      },
    });
  }

  /** Update marks and numbers after an edit, without redrawing the editor that has the focus. */
  editedText(s) {
    const old = this.rows.get(s);
    const row = this.rowOf(s);
    Object.assign(row, { node: old.node, more: old.more, sums: old.sums, side: old.side, most: old.most });
    this.rows.set(s, row);
    this.ofNode.set(row.node, row);
    replace(row.sums, arithmetic.line(this.numbers(s), this.data.meta.metric));
    this.redraw();
  }

  /** Open and close editors after edits were added, reverted or undone. */
  editsChanged() {
    replace(this.banner, whatIf.banner(this.data));
    if (!this.anatomy) return;
    const others = [...this.blocks.keys()].filter((s) => this.boxes.get(s) !== whatIf.get(s, this.segment));
    for (const s of others) this.fillSystem(s);
    if (others.length) this.redraw();
  }
}
