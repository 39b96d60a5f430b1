// Exactly rounded sums. No DOM access.

/**
 * Return the sum rounded once, like Python's math.fsum (Shewchuk 1997).
 * @param {Iterable<number>} numbers @returns {number}
 */
export function exactSum(numbers) {
  const partials = [];
  for (const number of numbers) {
    let x = number;
    let length = 0;
    for (let y of partials) {
      if (Math.abs(x) < Math.abs(y)) [x, y] = [y, x];
      const high = x + y;
      const low = y - (high - x);
      if (low) partials[length++] = low;
      x = high;
    }
    partials.length = length;
    partials.push(x);
  }
  return roundedOnce(partials);
}

/** Return the sum of non-overlapping partials in ascending order, with ties rounded to even. */
function roundedOnce(partials) {
  let i = partials.length;
  if (i === 0) return 0;
  let high = partials[--i];
  let low = 0;
  while (i > 0) {
    const x = high;
    const y = partials[--i];
    high = x + y;
    low = y - (high - x);
    if (low) break;
  }
  const sameSide = i > 0 && (low < 0 ? partials[i - 1] < 0 : low > 0 && partials[i - 1] > 0);
  if (sameSide && low * 2 === high + low * 2 - high) return high + low * 2;
  return high;
}

/** Return the sum of a column where `mask` is 1. */
export function columnSum(column, mask) {
  let sum = 0;
  if (!mask) for (let i = 0; i < column.length; i++) sum += column[i];
  else for (let i = 0; i < column.length; i++) sum += column[i] * mask[i];
  return sum;
}
