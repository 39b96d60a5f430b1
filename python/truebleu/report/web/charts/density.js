/**
 * Heat map of two scores of every segment: counts in 60 x 60 cells on a logarithmic color scale,
 * drawn on a canvas, with the diagonal of equal scores.
 *
 * Data: {x, y, mask|null, top, names: [x, y], ranges: {x, y}}
 */

import { h, svg } from "../core/elements.js";
import { format } from "../core/format.js";
import { scales } from "../core/scales.js";
import { bins } from "../data/bins.js";
import { axes } from "./axes.js";
import { Brush } from "./brush.js";
import { Chart } from "./chart.js";
import { chartExport } from "./export.js";
import { vegaLite } from "./vega.js";

export class DensityChart extends Chart {
  static CELLS = 60;
  static SHADES = 48;
  static HEAT = ["heat-low", "heat-middle", "heat-high"];

  constructor(given) {
    super(given);
    this.canvas = h("canvas", { class: "chart-canvas", "aria-hidden": "true" });
    this.body.prepend(this.canvas);
    if (given.brush) {
      const show = (value) => scales.label(value, 1);
      const along = { x: { name: `score of ${given.axes[0]}`, show } };
      along.y = { name: `score of ${given.axes[1]}`, show };
      this.brush = new Brush(this, along, given.brush);
    }
  }

  set(data) {
    const cells = DensityChart.CELLS;
    if (data.x !== this.data?.x || data.y !== this.data?.y || data.top !== this.data?.top) {
      this.edges = DensityChart.edgesOf(data.top);
      this.places = DensityChart.places(data.x, data.y, this.edges);
      this.all = bins.counts(this.places, cells * cells);
    }
    this.counts = data.mask === null ? this.all : bins.counts(this.places, cells * cells, data.mask);
    super.set(data);
  }

  /** Return the edges of the cells along each axis; `top` is the greatest possible score. */
  static edgesOf(top) {
    const cells = DensityChart.CELLS;
    return Array.from({ length: cells + 1 }, (_, i) => scales.tidy((top * i) / cells));
  }

  /** Return the cell index of every segment, row by row from the bottom. */
  static places(x, y, edges) {
    const cells = DensityChart.CELLS;
    const across = bins.places(x, edges);
    const up = bins.places(y, edges);
    for (let i = 0; i < across.length; i += 1) {
      if (across[i] < cells && up[i] < cells) across[i] += up[i] * cells;
      else across[i] = 65535;
    }
    return across;
  }

  redraw() {
    // As tall as two rows of other charts, if the width allows such a square.
    const width = Math.floor(this.body.clientWidth);
    this.height = Math.max(200, Math.min(604, width - 56 - DensityChart.beside(width) + 66));
    super.redraw();
  }

  /** Return the pixels right of the square. On narrow charts the legend is omitted. */
  static beside(width) {
    return width > 480 ? 78 : 16;
  }

  /** Return the plot area, the largest square that fits. */
  frame(width) {
    const legend = DensityChart.beside(width);
    const side = Math.min(this.height - 66, width - 56 - legend);
    const left = Math.max(56, Math.round((width - side - legend) / 2));
    return { left, right: left + side, top: 22, bottom: 22 + side };
  }

  paint(width) {
    const plot = this.frame(width);
    const { top, names } = this.data;
    this.x = scales.linear([0, top], [plot.left, plot.right]);
    this.y = scales.linear([0, top], [plot.bottom, plot.top]);
    const plotWidth = plot.right - plot.left;
    const titleX = plot.left - 36;
    return [
      axes.left(this.y, { x: plot.left, label: axes.fit(names[1], plotWidth), titleX, count: 5 }),
      axes.bottom(this.x, { y: plot.bottom, label: axes.fit(names[0], plotWidth), count: 5 }),
      svg("line", {
        class: "diagonal",
        x1: plot.left,
        y1: plot.bottom,
        x2: plot.right,
        y2: plot.top,
      }),
      svg("rect", {
        class: "plot-frame",
        x: plot.left,
        y: plot.top,
        width: plotWidth,
        height: plot.bottom - plot.top,
      }),
      ...this.legend(plot, width),
    ];
  }

  painted(width) {
    const plot = this.frame(width);
    this.fill(plot);
    this.brush?.place(plot, {
      x: { scale: this.x, edges: this.edges },
      y: { scale: this.y, edges: this.edges },
    });
    if (this.brush && !this.brush.dragged) this.brush.set(this.data.ranges ?? {});
  }

  // Colors

  /** Return the colors from few to many segments, in the current theme. */
  shades() {
    const stops = DensityChart.HEAT.map((name) => {
      const channels = chartExport.color(this.node, name).match(/[\d.]+/g) ?? ["0", "0", "0"];
      return channels.slice(0, 3).map(Number);
    });
    return Array.from({ length: DensityChart.SHADES }, (_, i) => {
      const along = (2 * i) / (DensityChart.SHADES - 1);
      const [from, to] = along < 1 ? [stops[0], stops[1]] : [stops[1], stops[2]];
      const part = along < 1 ? along : along - 1;
      const mixed = from.map((value, place) => Math.round(value + (to[place] - value) * part));
      return `rgb(${mixed.join(",")})`;
    });
  }

  /** Return the shade of a count, on a logarithmic scale. */
  shade(count, most) {
    const part = most > 1 ? Math.log(count) / Math.log(most) : 1;
    return Math.min(DensityChart.SHADES - 1, Math.floor(part * (DensityChart.SHADES - 1) + 1e-9));
  }

  get most() {
    return this.all.reduce((most, count) => Math.max(most, count), 1);
  }

  /**
   * Return position and color of each non-empty cell. Unselected cells are grey. Edges are rounded
   * to whole pixels, to avoid visible gaps between cells.
   */
  cells() {
    const size = DensityChart.CELLS;
    const shades = this.shades();
    const unselected = chartExport.color(this.node, "heat-none");
    const { most } = this;
    const squares = [];
    for (let cell = 0; cell < size * size; cell += 1) {
      if (!this.all[cell]) continue;
      const count = this.counts[cell];
      const fill = count ? shades[this.shade(count, most)] : unselected;
      const [column, row] = [cell % size, Math.floor(cell / size)];
      const [left, right] = [column, column + 1].map((edge) => Math.round(this.x.map(this.edges[edge])));
      const [bottom, top] = [row, row + 1].map((edge) => Math.round(this.y.map(this.edges[edge])));
      squares.push({ x: left, y: top, width: right - left, height: bottom - top, fill });
    }
    return squares;
  }

  fill(plot) {
    const side = plot.right - plot.left;
    const ratio = globalThis.devicePixelRatio || 1;
    const { canvas } = this;
    canvas.width = Math.round(side * ratio);
    canvas.height = canvas.width;
    canvas.style.left = `${plot.left}px`;
    canvas.style.top = `${plot.top}px`;
    canvas.style.width = `${side}px`;
    canvas.style.height = `${side}px`;
    const pen = canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, -plot.left * ratio, -plot.top * ratio);
    for (const { x, y, width, height, fill } of this.cells()) {
      pen.fillStyle = fill;
      pen.fillRect(x, y, width, height);
    }
  }

  /** Return the cells as SVG, for file export. */
  vector() {
    return this.cells().map((cell) => svg("rect", cell));
  }

  /** Draw the color legend. */
  legend(plot, width) {
    if (width - plot.right < 76) return [];
    const { most } = this;
    const x = plot.right + 22;
    const [top, bottom] = [plot.top + 20, plot.top + 140];
    const scale = scales.log([1, Math.max(most, 2)], [bottom, top]);
    const shades = this.shades();
    const part = (bottom - top) / shades.length;
    const bars = shades.map((fill, i) =>
      svg("rect", { x, y: bottom - (i + 1) * part, width: 12, height: part + 0.4, fill }),
    );
    const ticks = scales.logTicks(1, Math.max(most, 2), 4);
    const texts = ticks.map((tick) =>
      svg("text", { class: "axis-text", x: x + 18, y: scale.map(tick) + 4 }, format.integer(tick)),
    );
    const title = svg("text", { class: "axis-title", x, y: plot.top + 8 }, "segments");
    return [title, ...bars, ...texts];
  }

  spec(color) {
    const { mask, names, top } = this.data;
    const rows = this.table().rows.map(([x, x2, y, y2, segments, selected]) =>
      mask === null ? { x, x2, y, y2, segments } : { x, x2, y, y2, segments, selected });
    const field = mask === null ? "segments" : "selected";
    const scale = { type: "log", domain: [1, Math.max(this.most, 2)], range: DensityChart.HEAT.map(color) };
    const shade = vegaLite.value(field, "segments", { scale });
    const unselectedColor = { condition: { test: "datum.selected === 0", value: color("heat-none") } };
    const along = { scale: { domain: [0, top] }, axis: { grid: false } };
    // Marks have `aria: false`: their descriptions would compile axis titles, which are system
    // names, into Vega expressions.
    const ends = [{ x: 0, y: 0 }, { x: top, y: top }];
    return {
      width: 420,
      height: 420,
      note: mask === null ? "" : "in color: the selected segments",
      layer: [
        {
          data: { values: rows },
          mark: { type: "rect", aria: false, ...vegaLite.told },
          encoding: {
            x: vegaLite.value("x", names[0], along),
            x2: { field: "x2" },
            y: vegaLite.value("y", names[1], along),
            y2: { field: "y2" },
            color: mask === null ? shade : { ...unselectedColor, ...shade },
          },
        },
        {
          data: { values: ends },
          mark: { type: "line", aria: false, color: color("ink"), strokeWidth: 1, ...vegaLite.dashed },
          encoding: { x: vegaLite.value("x", names[0]), y: vegaLite.value("y", names[1]) },
        },
      ],
    };
  }

  // Text

  /** Count the selected segments above, on and below the diagonal. */
  sides() {
    const counts = { above: 0, below: 0, same: 0 };
    const { x, y, mask } = this.data;
    for (let i = 0; i < x.length; i += 1) {
      if (mask !== null && !mask[i]) continue;
      if (y[i] > x[i]) counts.above += 1;
      else if (y[i] < x[i]) counts.below += 1;
      else counts.same += 1;
    }
    return counts;
  }

  sentence() {
    const { above, below, same } = this.sides();
    const [first, second] = this.data.names;
    const parts = [
      `${second} scores higher on ${format.many(above, "segment")}`,
      `${first} on ${format.integer(below)}`,
      `equal on ${format.integer(same)}`,
    ];
    return `Scores of ${second} compared with ${first}: ${parts.join(", ")}.`;
  }

  table() {
    const number = { number: true, show: (value) => scales.label(value, 2) };
    const columns = [
      { name: "first from", ...number },
      { name: "to", ...number },
      { name: "second from", ...number },
      { name: "to", ...number },
      { name: "segments", number: true, show: format.integer },
      { name: "selected", number: true, show: format.integer },
    ];
    const size = DensityChart.CELLS;
    const rows = [];
    for (let cell = 0; cell < size * size; cell += 1) {
      if (!this.all[cell]) continue;
      const [x, y] = [cell % size, Math.floor(cell / size)];
      const edges = [this.edges[x], this.edges[x + 1], this.edges[y], this.edges[y + 1]];
      rows.push([...edges, this.all[cell], this.counts[cell]]);
    }
    return { columns, rows };
  }
}
