/** Entry point of the served page: the report with files, edits, settings and score history. */

import { announce } from "../core/elements.js";
import { panes } from "../pane/segment_pane.js";
import { begin } from "../shell/begin.js";
import { keyboard } from "../shell/keyboard.js";
import { EditablePane } from "./editable_pane.js";
import { whatIf } from "./edits.js";
import { filesScreen } from "./files.js";
import { historyScreen } from "./history.js";
import { labScreen } from "./lab.js";
import { starting } from "./start.js";

panes.Kind = EditablePane;
keyboard.add({
  e: () => EditablePane.open?.edit(),
  U: () => announce(whatIf.undo() ? "Edit undone" : "No edit to undo"),
}, "edit the hypothesis; undo the last edit");
begin({
  prepare: starting.begin,
  more: [filesScreen, labScreen, historyScreen],
  done: starting.started,
});
