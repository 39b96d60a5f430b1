/** The page of a server: the report's page, with files, editing, other settings and the history of scores. */

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
