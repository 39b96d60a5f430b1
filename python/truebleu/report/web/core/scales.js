/** Scales: conversion between numbers and pixels, and axis ticks. No DOM access. */

import { format } from "./format.js";

export const scales = {
  /**
   * Return the smallest of 1, 2, 2.5 or 5 times a power of ten that is at least `rough`.
   * @param {number} rough above 0
   * @returns {number}
   */
  step(rough) {
    const power = 10 ** Math.floor(Math.log10(rough));
    for (const times of [1, 2, 2.5, 5, 10]) {
      if (times * power >= rough * (1 - 1e-12)) return times * power;
    }
    return 10 * power;
  },

  /** Return the step for integers: as `step`, but never below 1 and never 2.5. */
  wholeStep(rough) {
    if (rough <= 1) return 1;
    const step = scales.step(rough);
    return Number.isInteger(step) ? step : Math.ceil(step / 5) * 5;
  },

  /**
   * Return about `count` round numbers from low to high, all multiples of one step.
   * @returns {number[]}
   */
  ticks(low, high, count = 5, whole = false) {
    if (!(high > low)) return [low];
    const rough = (high - low) / Math.max(1, count);
    const step = whole ? scales.wholeStep(rough) : scales.step(rough);
    const first = Math.ceil(low / step - 1e-9);
    const last = Math.floor(high / step + 1e-9);
    // Fewer than three ticks are hard to read, so retry with more. `count` bounds the recursion.
    const few = last - first < 2 && count < 12 && !(whole && step === 1);
    if (few) return scales.ticks(low, high, count + 2, whole);
    const ticks = [];
    // Multiply instead of adding steps: sums accumulate rounding errors.
    for (let i = first; i <= last; i += 1) ticks.push(scales.tidy(i * step));
    return ticks;
  },

  /** Round away binary floating-point noise: 0.30000000000000004 becomes 0.3. */
  tidy(value) {
    return Number(value.toPrecision(12)) + 0;
  },

  /** Return the number of decimals needed to tell apart multiples of `step`. */
  digits(step) {
    for (let digits = 0; digits < 8; digits += 1) {
      const scaled = Math.abs(step) * 10 ** digits;
      if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * Math.max(1, scaled)) return digits;
    }
    return 8;
  },

  /** Return tick labels with equal numbers of decimals; `signed` adds a sign. */
  labels(ticks, signed = false) {
    const step = ticks.length > 1 ? ticks[1] - ticks[0] : ticks[0] || 1;
    const digits = scales.digits(scales.tidy(step));
    return ticks.map((tick) => scales.label(tick, digits, signed));
  },

  /** Format one number with thousands separators and a true minus sign. */
  label(value, digits = 0, signed = false) {
    const [integer, decimals] = format.fixed(Math.abs(value), digits).split(".");
    const size = format.integer(integer) + (decimals ? `.${decimals}` : "");
    if (value < 0) return `\u2212${size}`;
    return signed && value > 0 ? `+${size}` : size;
  },

  /**
   * Return a linear scale. A domain of one number is widened on both sides.
   * @param {[number, number]} domain
   * @param {[number, number]} range in pixels
   */
  linear(domain, range) {
    let [low, high] = domain;
    if (!(high > low)) [low, high] = [low - 0.5, low + 0.5];
    const slope = (range[1] - range[0]) / (high - low);
    return {
      domain: [low, high],
      range,
      map: (value) => range[0] + (value - low) * slope,
      invert: (pixel) => low + (pixel - range[0]) / slope,
      ticks: (count, whole) => scales.ticks(low, high, count, whole),
    };
  },

  /** Return a logarithmic scale, for numbers above 0. */
  log(domain, range) {
    const inner = scales.linear(domain.map(Math.log), range);
    return { map: (value) => inner.map(Math.log(value)) };
  },

  /**
   * Return 1, 2 and 5 times powers of ten in a range. If they exceed `count`, return the powers
   * only.
   */
  logTicks(low, high, count) {
    const ticks = [];
    const start = Math.floor(Math.log10(low));
    for (let power = start; 10 ** power <= high; power += 1) {
      for (const times of [1, 2, 5]) {
        const tick = scales.tidy(times * 10 ** power);
        if (tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9)) ticks.push(tick);
      }
    }
    if (ticks.length <= count) return ticks;
    const powers = ticks.filter((tick) => Number.isInteger(Math.round(Math.log10(tick) * 1e9) / 1e9));
    return powers.length >= 2 ? powers : ticks.filter((_, place) => place % 2 === 0);
  },

  /** Return a scale of adjacent bands, each `width` wide and centered at `map(place)`. */
  band(count, range) {
    const width = (range[1] - range[0]) / Math.max(1, count);
    return {
      range,
      width,
      start: (place) => range[0] + place * width,
      map: (place) => range[0] + (place + 0.5) * width,
      invert: (pixel) => Math.min(count - 1, Math.max(0, Math.floor((pixel - range[0]) / width))),
    };
  },
};
