/** Numbers as text. */

export const format = (() => {
  const MINUS = "\u2212";
  const settings = { scale: 100, decimals: 2 };

  /** Decimals as Python writes them: a tie goes to the even digit (`toFixed` rounds it up). */
  function fixed(x, places) {
    const text = Math.abs(x).toFixed(places);
    const exact = Math.abs(x) < 1e15 ? Math.abs(x).toFixed(Math.min(100, places + 25)) : text;
    const dropped = exact.slice(exact.indexOf(".") + 1 + places);
    const tie = /^50*$/.test(dropped);
    const odd = Number(text.replace(".", "").slice(-1)) % 2 === 1;
    const digits = tie && odd ? Math.abs(lower(exact, places)).toFixed(places) : text;
    return (x < 0 || Object.is(x, -0) ? "-" : "") + digits;
  }

  /** The decimals of `exact` cut off after so many places. */
  function lower(exact, places) {
    const point = exact.indexOf(".");
    return Number(exact.slice(0, places ? point + 1 + places : point));
  }

  /** ASCII digits of a score; it reads as the highest score only when it reaches it. */
  function plain(x, places = settings.decimals) {
    if (!Number.isFinite(x)) return "";
    const text = fixed(x, places);
    if (x < settings.scale && Number(text) >= settings.scale) {
      return fixed(settings.scale - 10 ** -places, places);
    }
    return text;
  }

  /** A score as it is shown; a dash where there is none. */
  function score(x, places = settings.decimals) {
    return Number.isFinite(x) ? plain(x, places).replace("-", MINUS) : "\u2013";
  }

  /** A difference with its sign. */
  function delta(x, places = settings.decimals) {
    if (!Number.isFinite(x)) return "\u2013";
    const text = fixed(Math.abs(x), places);
    const sign = Number(text) === 0 ? "" : x < 0 ? MINUS : "+";
    return sign + text;
  }

  /** A whole number in groups of three. */
  function integer(x) {
    return String(Math.round(x)).replace("-", MINUS).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  }

  /** How many there are of what has this name: "1 segment", "1,234 segments". */
  function many(count, name) {
    return `${integer(count)} ${name}${count === 1 ? "" : "s"}`;
  }

  /** A share of 1 in percent that was chosen, a confidence say: with all its digits. */
  function level(x) {
    return `${Number((100 * x).toPrecision(12))}%`;
  }

  /** A share of 1 in percent that was found; it reads as 0 or 100 only where it is. */
  function percent(x, places = 1) {
    if (!Number.isFinite(x)) return "\u2013";
    const [text, least] = [fixed(100 * x, places), fixed(10 ** -places, places)];
    if (x > 0 && Number(text) === 0) return `<${least}%`;
    if (x < 1 && Number(text) === 100) return `>${fixed(100 - 10 ** -places, places)}%`;
    return `${text}%`;
  }

  /** A p-value as the command line has it: four decimals, as long as they show two digits. */
  function p(x) {
    if (!Number.isFinite(x)) return "\u2013";
    if (x >= 0.00095) return fixed(x, 4);
    if (x === 0) return "0.0e+00";
    const [digits, exponent] = x.toExponential(1).split("e-");
    return `${digits}e-${(exponent ?? "0").padStart(2, "0")}`;
  }

  /** The metric's scale and decimals, once they are known. */
  function setup(metric) {
    settings.scale = metric.scale;
    settings.decimals = metric.decimals;
  }

  return { score, delta, integer, many, level, percent, p, plain, fixed, setup };
})();
