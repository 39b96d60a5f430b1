/**
 * A document as a strip: one mark for each segment, in their order, colored by which system is
 * better there and how much. Where there are more segments than pixels, a pixel is their mean.
 */

import { chartExport } from "./export.js";

export const strip = {
  HEIGHT: 28,

  /** The colors of the page's theme as numbers, found once for many strips. */
  palette(node) {
    const rgb = ["minus", "tie", "plus"].map((name) => {
      const parts = chartExport.color(node, name).match(/[\d.]+/g) ?? ["0", "0", "0"];
      return parts.slice(0, 3).map(Number);
    });
    return { minus: rgb[0], even: rgb[1], plus: rgb[2] };
  },

  /** Pixels of a segment, so that the longest document fits. */
  pixels(width, longest) {
    return Math.max(1, Math.min(20, Math.floor(width / Math.max(1, longest))));
  },

  /**
   * Draw a document.
   * @param {HTMLCanvasElement} canvas
   * @param {Float64Array|number[]} values of its segments, from -1 to 1
   * @param {{width: number, each: number, palette: object, floor: boolean}} how
   *   `floor`: values stand on the ground, none is below 0
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

  /** The mean of the values that one mark stands for. */
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
