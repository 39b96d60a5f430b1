// Quantiles, percentile intervals and random numbers of the bootstrap. No DOM access, because the
// worker uses them too.

/** Return the quantile at proportion `part` of sorted numbers, interpolated linearly. */
export function quantile(sorted, part) {
  if (!sorted.length) return NaN;
  const position = (sorted.length - 1) * part;
  const low = Math.floor(position);
  const high = Math.ceil(position);
  return sorted[low] + (sorted[high] - sorted[low]) * (position - low);
}

/** Return the percentile interval of resampled scores. @returns {[number, number]} */
export function interval(values, confidence) {
  const sorted = Float64Array.from(values).sort();
  const tail = (1 - confidence) / 2;
  return [quantile(sorted, tail), quantile(sorted, 1 - tail)];
}

/** Return a seeded generator of integers in [0, limit), with the mixing of mulberry32. */
export function randomIntegers(seed) {
  let state = (seed * 0x9e3779b9) >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit);
  };
}
