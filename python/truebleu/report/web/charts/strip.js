/**
 * Strip chart of a document: one mark per segment, in order, colored by which system is better and
 * by how much. With more segments than pixels, each pixel shows a mean.
 */

import { chartExport } from "./export.js";

export const strip = {
  HEIGHT: 28,

  /** Return the theme's colors as numbers, computed once for many strips. */
  palette(node) {
    const rgb = ["minus", "tie", "plus"].map((name) => {
      const parts = chartExport.color(node, name).match(/[\d.]+/g) ?? ["0", "0", "0"];
      return parts.slice(0, 3).map(Number);
    });
    return { minus: rgb[0], even: rgb[1], plus: rgb[2] };
  },

  /** Return the pixels per segment that fit the longest document. */
  pixels(width, longest) {
    return Math.max(1, Math.min(20, Math.floor(width / Math.max(1, longest))));
  },

  /**
   * Draw the strip of a document.
   * @param {HTMLCanvasElement} canvas
   * @param {Float64Array|number[]} values one per segment, from -1 to 1
   * @param {{width: number, each: number, palette: object, floor: boolean}} how
   *   `floor`: no value is negative, so draw them from the bottom
   */
  draw(canvas, values, how) {
    const ratio = globalThis.devicePixelRatio || 1;
    const marks = Math.min(values.length, Math.floor(how.width / how.each));
    const width = Math.max(1, marks * how.each);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(strip.HEIGHT * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${strip.HEIGHT}px`;
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    for (let mark = 0; mark < marks; mark += 1) {
      const value = strip.mean(values, mark, marks);
      pen.fillStyle = strip.color(value, how.palette);
      const middle = how.floor ? strip.HEIGHT : strip.HEIGHT / 2;
      const tall = Math.max(3, Math.abs(value) * middle);
      const top = value === 0 && !how.floor ? middle - 1.5 : value >= 0 ? middle - tall : middle;
      pen.fillRect(mark * how.each, top, Math.max(0.8, how.each - (how.each > 2 ? 1 : 0)), tall);
    }
  },

  /** Return the mean of the values represented by one mark. */
  mean(values, mark, marks) {
    const from = Math.floor((mark * values.length) / marks);
    const to = Math.max(from + 1, Math.floor(((mark + 1) * values.length) / marks));
    let sum = 0;
    for (let i = from; i < to; i += 1) sum += values[i];
    return sum / (to - from);
  },

  color(value, palette) {
    const end = value > 0 ? palette.plus : value < 0 ? palette.minus : palette.even;
    return `rgb(${end.join(",")})`;
  },
};
