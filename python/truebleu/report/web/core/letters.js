/** Setting for single-key shortcuts, which can interfere with screen readers. */

import { memory } from "./memory.js";

export const letterKeys = {
  KEY: "truebleu-letters",

  on: () => memory.get(letterKeys.KEY) !== "off",

  set(on) {
    memory.set(letterKeys.KEY, on ? "on" : "off");
  },
};
