/** Number formatting. */

export const format = (() => {
  const MINUS = "\u2212";
  const settings = { scale: 100, decimals: 2 };

  /** Return decimals as Python formats them: ties round to even (`toFixed` rounds them up). */
  function fixed(x, places) {
    const text = Math.abs(x).toFixed(places);
    const exact = Math.abs(x) < 1e15 ? Math.abs(x).toFixed(Math.min(100, places + 25)) : text;
    const dropped = exact.slice(exact.indexOf(".") + 1 + places);
    const tie = /^50*$/.test(dropped);
    const odd = Number(text.replace(".", "").slice(-1)) % 2 === 1;
    const digits = tie && odd ? Math.abs(lower(exact, places)).toFixed(places) : text;
    return (x < 0 || Object.is(x, -0) ? "-" : "") + digits;
  }

  /** Truncate `exact` to `places` decimals. */
  function lower(exact, places) {
    const point = exact.indexOf(".");
    return Number(exact.slice(0, places ? point + 1 + places : point));
  }

  /** Format a score in ASCII digits. Only the maximum itself prints as the maximum. */
  function plain(x, places = settings.decimals) {
    if (!Number.isFinite(x)) return "";
    const text = fixed(x, places);
    if (x < settings.scale && Number(text) >= settings.scale) {
      return fixed(settings.scale - 10 ** -places, places);
    }
    return text;
  }

  /** Format a score for display; a dash if there is none. */
  function score(x, places = settings.decimals) {
    return Number.isFinite(x) ? plain(x, places).replace("-", MINUS) : "\u2013";
  }

  /** Format a difference with its sign. */
  function delta(x, places = settings.decimals) {
    if (!Number.isFinite(x)) return "\u2013";
    const text = fixed(Math.abs(x), places);
    const sign = Number(text) === 0 ? "" : x < 0 ? MINUS : "+";
    return sign + text;
  }

  /** Format an integer with thousands separators. */
  function integer(x) {
    return String(Math.round(x)).replace("-", MINUS).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  }

  /** Format a count with its noun: "1 segment", "1,234 segments". */
  function many(count, name) {
    return `${integer(count)} ${name}${count === 1 ? "" : "s"}`;
  }

  /** Format a chosen proportion (such as a confidence level) in percent, with all its digits. */
  function level(x) {
    return `${Number((100 * x).toPrecision(12))}%`;
  }

  /** Format a measured proportion in percent. Only exact 0 and 1 print as 0% and 100%. */
  function percent(x, places = 1) {
    if (!Number.isFinite(x)) return "\u2013";
    const [text, least] = [fixed(100 * x, places), fixed(10 ** -places, places)];
    if (x > 0 && Number(text) === 0) return `<${least}%`;
    if (x < 1 && Number(text) === 100) return `>${fixed(100 - 10 ** -places, places)}%`;
    return `${text}%`;
  }

  /**
   * Format a p-value as the command line does: 4 decimals, or scientific notation below 0.00095.
   */
  function p(x) {
    if (!Number.isFinite(x)) return "\u2013";
    if (x >= 0.00095) return fixed(x, 4);
    if (x === 0) return "0.0e+00";
    const [digits, exponent] = x.toExponential(1).split("e-");
    return `${digits}e-${(exponent ?? "0").padStart(2, "0")}`;
  }

  /** Set the scale and decimals of the metric. */
  function setup(metric) {
    settings.scale = metric.scale;
    settings.decimals = metric.decimals;
  }

  return { score, delta, integer, many, level, percent, p, plain, fixed, setup };
})();
