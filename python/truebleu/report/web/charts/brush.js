/**
 * Range selection in a chart along one or two axes, by mouse, touch or keyboard. It consists of
 * elements on top of the chart, which screen readers see as sliders.
 *
 * Ranges start and end at the edges of the chart's bins.
 */

import { h } from "../core/elements.js";
import { bins } from "../data/bins.js";

export class Brush {
  /**
   * @param {Chart} chart
   * @param {Object<string, {name: string, show: (value: number) => string}>} along axes: x, y
   * @param {(ranges: Object<string, [number, number]|null>, done: boolean) => void} onChange
   *   `done` is false until the mouse button is released
   */
  constructor(chart, along, onChange) {
    this.along = along;
    this.names = Object.keys(along);
    this.onChange = onChange;
    this.ranges = Object.fromEntries(this.names.map((name) => [name, null]));
    this.window = h("div", { class: "brush-window" });
    this.handles = this.names.flatMap((name) => [0, 1].map((end) => this.handle(name, end)));
    this.middle = this.grip();
    this.node = h("div", { class: "brush", role: "group" }, this.window, this.middle);
    this.node.setAttribute("aria-label", `Select a range: ${chart.given.title}`);
    this.node.append(...this.handles.map((handle) => handle.node));
    this.listen();
    chart.body.append(this.node);
  }

  handle(name, end) {
    const props = {
      class: `brush-handle brush-${name} brush-${end ? "upper" : "lower"}`,
      role: "slider",
      tabindex: "0",
      "aria-label": `${end ? "upper" : "lower"} end of ${this.along[name].name}`,
      "aria-orientation": name === "y" ? "vertical" : "horizontal",
      on: { keydown: (event) => this.key(event, name, [end]) },
    };
    return { node: h("div", props), name, end };
  }

  /** Return the handle that moves both ends together. */
  grip() {
    const name = this.names[0];
    const props = {
      class: "brush-grip",
      role: "slider",
      tabindex: "0",
      "aria-label": `range of ${this.along[name].name}`,
      on: { keydown: (event) => this.key(event, name, [0, 1]) },
    };
    return h("div", props);
  }

  /**
   * Align the brush with the plot.
   * @param {{left: number, right: number, top: number, bottom: number}} plot in pixels
   * @param {Object<string, {scale: object, edges: number[]}>} axesOf for each axis
   */
  place(plot, axesOf) {
    this.plot = plot;
    this.axesOf = axesOf;
    const { style } = this.node;
    style.left = `${plot.left}px`;
    style.top = `${plot.top}px`;
    style.width = `${plot.right - plot.left}px`;
    style.height = `${plot.bottom - plot.top}px`;
    this.draw();
  }

  /** Show the given ranges; null for none. */
  set(ranges) {
    for (const name of this.names) this.ranges[name] = ranges[name] ?? null;
    if (this.axesOf) this.draw();
  }

  /** Whether any axis has a range. */
  get active() {
    return this.names.some((name) => this.ranges[name] !== null);
  }

  clear() {
    for (const name of this.names) this.ranges[name] = null;
    this.changed(true);
  }

  changed(done) {
    this.draw();
    this.onChange({ ...this.ranges }, done);
  }

  // Edges

  /** Return the indices of the edges of a range, by default the outermost. */
  ends(name) {
    const { edges } = this.axesOf[name];
    const range = this.ranges[name];
    if (range === null) return [0, edges.length - 1];
    return range.map((value) => bins.nearest(edges, value));
  }

  setEnds(name, low, high) {
    const { edges } = this.axesOf[name];
    this.ranges[name] = [edges[low], edges[high]];
  }

  /** Return the bin at a pixel of the plot. */
  stepAt(name, pixel) {
    const { edges, scale } = this.axesOf[name];
    const value = scale.invert(pixel);
    let step = 0;
    while (step < edges.length - 2 && edges[step + 1] <= value) step += 1;
    return step;
  }

  // Keyboard

  key(event, name, ends) {
    if (event.key === "Escape" && this.active) {
      event.stopPropagation();
      return this.clear();
    }
    const steps = Brush.steps(event.key, name);
    if (steps === 0 || event.ctrlKey || event.metaKey || event.altKey) return undefined;
    event.preventDefault();
    event.stopPropagation();
    return this.move(name, ends, steps * (event.shiftKey ? 5 : 1));
  }

  /** Return the number of bins that a key moves. */
  static steps(key, name) {
    const up = name === "y" ? "ArrowUp" : "ArrowRight";
    const down = name === "y" ? "ArrowDown" : "ArrowLeft";
    const ways = { [up]: 1, [down]: -1, PageUp: 5, PageDown: -5, Home: -1e6, End: 1e6 };
    return ways[key] ?? 0;
  }

  /** Move one end, or both ends together. */
  move(name, ends, by) {
    const last = this.axesOf[name].edges.length - 1;
    const range = this.ends(name);
    if (ends.length === 2) {
      const shift = Math.max(-range[0], Math.min(last - range[1], by));
      this.setEnds(name, range[0] + shift, range[1] + shift);
    } else if (ends[0] === 0) {
      this.setEnds(name, Math.max(0, Math.min(range[1] - 1, range[0] + by)), range[1]);
    } else {
      this.setEnds(name, range[0], Math.min(last, Math.max(range[0] + 1, range[1] + by)));
    }
    this.changed(true);
  }

  // Mouse and touch

  listen() {
    this.node.addEventListener("pointerdown", (event) => this.start(event));
    this.node.addEventListener("pointermove", (event) => this.drag(event));
    this.node.addEventListener("pointerup", (event) => this.finish(event));
    this.node.addEventListener("pointercancel", () => this.cancel());
    this.node.addEventListener("dblclick", () => this.clear());
  }

  /** Return the bin under the pointer along each axis. */
  stepsAt(event) {
    const box = this.node.getBoundingClientRect();
    const pixels = {
      x: event.clientX - box.left + this.plot.left,
      y: event.clientY - box.top + this.plot.top,
    };
    return Object.fromEntries(this.names.map((name) => [name, this.stepAt(name, pixels[name])]));
  }

  start(event) {
    if (event.button !== 0 || !this.axesOf) return;
    event.preventDefault();
    this.node.setPointerCapture(event.pointerId);
    const handle = this.handles.find((one) => one.node === event.target);
    const start = this.stepsAt(event);
    const before = Object.fromEntries(this.names.map((name) => [name, this.ends(name)]));
    const moveRange = this.active && event.target === this.middle;
    this.dragged = { handle, start, before, moveRange, moved: false, x: event.clientX, y: event.clientY };
    (handle?.node ?? (moveRange ? this.middle : null))?.focus();
  }

  drag(event) {
    const dragged = this.dragged;
    if (!dragged) return;
    const far = Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) > 3;
    if (!dragged.moved && !far) return;
    dragged.moved = true;
    this.pull(dragged, this.stepsAt(event));
    if (this.frame) return;
    // Notify once per frame, because pointer events can be more frequent.
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.changed(false);
    });
  }

  /** Move the dragged end or range to the pointer. */
  pull(dragged, now) {
    for (const name of dragged.handle ? [dragged.handle.name] : this.names) {
      const [low, high] = dragged.before[name];
      if (dragged.handle) this.pullEnd(name, dragged.handle.end, now[name], low, high);
      else if (dragged.moveRange) this.pullRange(name, now[name] - dragged.start[name], low, high);
      else {
        const [from, to] = [dragged.start[name], now[name]].sort((a, b) => a - b);
        this.setEnds(name, from, to + 1);
      }
    }
  }

  pullEnd(name, end, step, low, high) {
    if (end === 0) this.setEnds(name, Math.min(step, high - 1), high);
    else this.setEnds(name, low, Math.max(step + 1, low + 1));
  }

  pullRange(name, by, low, high) {
    const last = this.axesOf[name].edges.length - 1;
    const shift = Math.max(-low, Math.min(last - high, by));
    this.setEnds(name, low + shift, high + shift);
  }

  /**
   * End a drag or a click. A click selects the bin under it, or clears it if it is the only one.
   */
  finish(event) {
    const dragged = this.dragged;
    this.stop();
    if (!dragged || dragged.handle) {
      if (dragged?.moved) this.changed(true);
      return;
    }
    if (!dragged.moved) this.click(this.stepsAt(event));
    else this.changed(true);
  }

  click(steps) {
    const same = this.names.every((name) => {
      const [low, high] = this.ends(name);
      return this.ranges[name] !== null && low === steps[name] && high === low + 1;
    });
    if (same) {
      this.clear();
      return;
    }
    for (const name of this.names) this.setEnds(name, steps[name], steps[name] + 1);
    this.changed(true);
  }

  /** Stop because the page scrolls; keep the selection made so far. */
  cancel() {
    const moved = this.dragged?.moved;
    this.stop();
    if (moved) this.changed(true);
  }

  stop() {
    this.dragged = null;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  // Drawing

  draw() {
    const spans = Object.fromEntries(this.names.map((name) => [name, this.pixels(name)]));
    const height = this.plot.bottom - this.plot.top;
    const [left, right] = spans.x;
    const [top, bottom] = spans.y ?? [0, height];
    for (const node of [this.window, this.middle]) Brush.cover(node, left, top, right, bottom);
    this.node.classList.toggle("brush-active", this.active);
    this.middle.hidden = !this.active;
    for (const { node, name, end } of this.handles) {
      node.style.left = `${name === "x" ? [left, right][end] : (left + right) / 2}px`;
      node.style.top = `${name === "y" ? [bottom, top][end] : (top + bottom) / 2}px`;
      this.tell(node, name, this.ends(name)[end]);
    }
    this.tell(this.middle, this.names[0], this.ends(this.names[0])[0]);
  }

  static cover(node, left, top, right, bottom) {
    node.style.left = `${left}px`;
    node.style.top = `${top}px`;
    node.style.width = `${right - left}px`;
    node.style.height = `${bottom - top}px`;
  }

  /** Return the ends of a range in pixels from the brush's corner, in ascending order. */
  pixels(name) {
    const { scale, edges } = this.axesOf[name];
    const from = name === "x" ? this.plot.left : this.plot.top;
    const pixels = this.ends(name).map((end) => scale.map(edges[end]) - from);
    return pixels.sort((a, b) => a - b);
  }

  /** Set a slider's ARIA attributes. */
  tell(node, name, step) {
    const { edges } = this.axesOf[name];
    const { show } = this.along[name];
    const [low, high] = this.ends(name).map((end) => edges[end]);
    const isMiddle = node === this.middle;
    node.setAttribute("aria-valuemin", String(edges[0]));
    node.setAttribute("aria-valuemax", String(edges.at(-1)));
    node.setAttribute("aria-valuenow", String(edges[step]));
    node.setAttribute("aria-valuetext", isMiddle ? `${show(low)} to ${show(high)}` : show(edges[step]));
  }
}
