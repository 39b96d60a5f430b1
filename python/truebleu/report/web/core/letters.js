/** Whether keys of one letter do something: they can get in the way of a screen reader. */

import { memory } from "./memory.js";

export const letterKeys = {
  KEY: "truebleu-letters",

  on: () => memory.get(letterKeys.KEY) !== "off",

  set(on) {
    memory.set(letterKeys.KEY, on ? "on" : "off");
  },
};
