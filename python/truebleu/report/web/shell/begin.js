/** Page startup: open the data, build the shell, show the screen named in the URL. */

import { format } from "../core/format.js";
import { store } from "../core/state.js";
import { transport } from "../core/transport.js";
import { openData } from "../data/data.js";
import { spread } from "../data/intervals.js";
import { selection } from "../data/selection.js";
import { bucketsScreen } from "../screens/buckets.js";
import { compareScreen } from "../screens/compare.js";
import { disagreementScreen } from "../screens/disagreement.js";
import { documentsScreen } from "../screens/documents.js";
import { checksScreen } from "../screens/checks.js";
import { ngramsScreen } from "../screens/ngrams.js";
import { overviewScreen } from "../screens/overview.js";
import { reproduceScreen } from "../screens/reproduce.js";
import { segmentsScreen } from "../screens/segments.js";
import { keyboard } from "./keyboard.js";
import { messages } from "./messages.js";
import { screens } from "./screens.js";
import { shell } from "./shell.js";

const SCREENS = [
  segmentsScreen, overviewScreen, disagreementScreen, compareScreen, documentsScreen, ngramsScreen,
  bucketsScreen, checksScreen, reproduceScreen,
];

/** Show the error above the static overview, which is readable without the data. */
function failed(error) {
  const text = error?.message ?? String(error);
  const unreadable = error instanceof SyntaxError || error instanceof RangeError;
  messages.warn(unreadable ? "This file is damaged: its data cannot be read. Download it again." : text);
  document.documentElement.dataset.ready = "failed";
}

/** Open the data and build the page. */
async function build(more) {
  const data = await openData();
  for (const screen of [...SCREENS, ...more]) screens.add(screen);
  format.setup(data.meta.metric);
  store.start(data);
  selection.start(data);
  spread.start(data);
  screens.know(data);
  shell.start(data);
  screens.start();
  keyboard.start(data);
}

/**
 * Start the page.
 * @param {{prepare?: () => Promise<boolean>, more?: Object[], done?: () => void}} served hooks of
 *   the served page: `prepare` runs first and returns whether there is data to show; `more` are
 *   additional screens; `done` runs once the page is built
 */
export async function begin({ prepare = async () => true, more = [], done = () => {} } = {}) {
  try {
    if (!(await prepare())) return;
    await build(more);
    done();
    document.documentElement.dataset.ready = "true";
    transport.damage().then((damage) => damage && messages.warn(damage));
  } catch (error) {
    failed(error);
  }
}
