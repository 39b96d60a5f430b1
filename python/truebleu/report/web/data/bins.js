/** Histogram binning. No DOM access. */

import { scales } from "../core/scales.js";

export const bins = {
  /**
   * Return edges of bins of equal width from the minimum to the maximum. Widths are round numbers
   * and edges are multiples of them, so 0 is an edge if it is inside the range.
   * @param {ArrayLike<number>} values
   * @param {number} most maximum number of bins
   * @returns {number[]} at least two edges
   */
  edges(values, most = 40) {
    const [low, high] = bins.extent(values);
    // Put a single value between two integer bins, because an empty range has no scale.
    if (low === high) return [-1, 0, 1].map((by) => Math.floor(low) + by);
    const step = scales.step(Math.max(high - low, 1e-6) / Math.max(1, most - 1));
    const first = Math.floor(low / step + 1e-9);
    let last = Math.ceil(high / step - 1e-9);
    if (last <= first) last = first + 1;
    const edges = [];
    for (let i = first; i <= last; i += 1) edges.push(scales.tidy(i * step));
    return edges;
  },

  /** Return the minimum and maximum of the finite values; [0, 0] if there are none. */
  extent(values) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < values.length; i += 1) {
      const value = values[i];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return low <= high ? [low, high] : [0, 0];
  },

  /**
   * Return the bin of each value. A value on an edge belongs to the bin above it, and the greatest
   * edge to the last bin. Values outside all bins and NaN get 65535.
   * @returns {Uint16Array}
   */
  places(values, edges) {
    const steps = new Uint16Array(values.length);
    const last = edges.length - 2;
    for (let i = 0; i < values.length; i += 1) steps[i] = bins.place(values[i], edges, last);
    return steps;
  },

  /** Return the bin of one value; see `places`. */
  place(value, edges, last = edges.length - 2) {
    if (!(value >= edges[0] && value <= edges[last + 1])) return 65535;
    let low = 0;
    let high = last;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (edges[middle] <= value) low = middle;
      else high = middle - 1;
    }
    return low;
  },

  /**
   * Return the number of values in each bin, of all or of those in the mask.
   * @param {Uint16Array} places
   * @param {number} count number of bins
   * @param {Uint8Array|null} mask
   * @returns {Uint32Array}
   */
  counts(places, count, mask = null) {
    const counts = new Uint32Array(count);
    for (let i = 0; i < places.length; i += 1) {
      if ((mask === null || mask[i]) && places[i] < count) counts[places[i]] += 1;
    }
    return counts;
  },

  /** Return the values of each bin as sorted arrays. */
  sorted(values, places, count, mask = null) {
    const sizes = bins.counts(places, count, mask);
    const groups = Array.from(sizes, (size) => new Float64Array(size));
    const filled = new Uint32Array(count);
    for (let i = 0; i < places.length; i += 1) {
      const step = places[i];
      if ((mask !== null && !mask[i]) || step >= count) continue;
      groups[step][filled[step]] = values[i];
      filled[step] += 1;
    }
    for (const group of groups) group.sort();
    return groups;
  },

  /** Return the index of the edge that is nearest to a value. */
  nearest(edges, value) {
    let best = 0;
    for (let i = 1; i < edges.length; i += 1) {
      if (Math.abs(edges[i] - value) < Math.abs(edges[best] - value)) best = i;
    }
    return best;
  },

  /**
   * Return integer edges that divide lengths into bins of about equal size.
   * The last edge is one above the maximum: bins are half-open, [from, to).
   * @returns {number[]}
   */
  evenEdges(values, steps = 10) {
    const sorted = Float64Array.from(values).sort();
    if (!sorted.length) return [0, 1];
    const edges = [Math.floor(sorted[0])];
    for (let step = 1; step < steps; step += 1) {
      const edge = Math.ceil(sorted[Math.floor((sorted.length * step) / steps)]);
      if (edge > edges.at(-1)) edges.push(edge);
    }
    edges.push(Math.floor(sorted.at(-1)) + 1);
    return edges;
  },
};
