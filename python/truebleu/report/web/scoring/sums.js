// Sums that are rounded once, and numbers as Python prints them. No document here.

/**
 * The sum of all numbers, rounded once, as Python's math.fsum (Shewchuk 1997).
 * @param {Iterable<number>} numbers @returns {number}
 */
export function exactSum(numbers) {
  const partials = [];
  for (const number of numbers) {
    let x = number;
    let kept = 0;
    for (let y of partials) {
      if (Math.abs(x) < Math.abs(y)) [x, y] = [y, x];
      const high = x + y;
      const low = y - (high - x);
      if (low) partials[kept++] = low;
      x = high;
    }
    partials.length = kept;
    partials.push(x);
  }
  return roundedOnce(partials);
}

/** The sum of partials that do not overlap, the smallest first: ties go to the even neighbour. */
function roundedOnce(partials) {
  let at = partials.length;
  if (at === 0) return 0;
  let high = partials[--at];
  let low = 0;
  while (at > 0) {
    const x = high;
    const y = partials[--at];
    high = x + y;
    low = y - (high - x);
    if (low) break;
  }
  const sameSide = at > 0 && (low < 0 ? partials[at - 1] < 0 : low > 0 && partials[at - 1] > 0);
  if (sameSide && low * 2 === high + low * 2 - high) return high + low * 2;
  return high;
}

/** The sum of a column where `mask` is 1. */
export function columnSum(column, mask) {
  let sum = 0;
  if (!mask) for (let i = 0; i < column.length; i++) sum += column[i];
  else for (let i = 0; i < column.length; i++) sum += column[i] * mask[i];
  return sum;
}
