/** Pickers for system A, the baseline, and system B. */

import { announce, h } from "../core/elements.js";
import { store } from "../core/state.js";
import { axes } from "../charts/axes.js";

export const pickers = (() => {
  /** Return a list of all systems that sets `key` of the state. */
  function picker(data, key, name, label) {
    const names = data.meta.systems.map((system) => system.name);
    const options = axes.apart(names).map((text, s) =>
      h("option", { value: String(s), title: names[s] }, text),
    );
    const select = h(
      "select",
      { id: `picker-${key}`, "aria-label": label, on: { change: () => choose(key, select) } },
      options,
    );
    const node = h(
      "label",
      { class: `picker picker-${key}`, title: label },
      h("span", { class: `letter letter-${key}`, "aria-hidden": "true" }, name),
      select,
    );
    return { node, select, key };
  }

  function choose(key, select) {
    const otherKey = key === "a" ? "b" : "a";
    const { [key]: before, [otherKey]: otherSystem } = store.get();
    const now = Number(select.value);
    // Choosing the other picker's system swaps the two.
    store.set(otherSystem === now ? { [key]: now, [otherKey]: before } : { [key]: now });
  }

  /** Swap both systems. */
  function swap() {
    const { a, b } = store.get();
    store.set({ a: b, b: a });
  }

  /** Step to the next or previous system, skipping the one selected in the other picker. */
  function step(key, by, data) {
    const state = store.get();
    const taken = state[key === "a" ? "b" : "a"];
    let s = state[key];
    do s = (s + by + data.S) % data.S;
    while (s === taken && data.S > 1);
    store.set({ [key]: s });
    announce(`${key.toUpperCase()} is ${data.meta.systems[s].name}`);
  }

  /** Return the two lists and the swap button. @param {Data} data */
  function make(data) {
    if (data.S < 2) return null;
    const pickers = [picker(data, "a", "A", "A, the baseline"), picker(data, "b", "B", "B")];
    const turn = h(
      "button",
      { class: "icon-button", type: "button", title: "Swap A and B (x)", "aria-label": "Swap A and B",
        on: { click: swap } },
      "\u21c4",
    );
    const show = () => {
      for (const { select, key } of pickers) select.value = String(store.get()[key]);
    };
    store.on(["a", "b"], show);
    show();
    return h("div", { class: "pickers", role: "group", "aria-label": "Systems compared" }, pickers[0].node, turn, pickers[1].node);
  }

  return { make, swap, step };
})();
