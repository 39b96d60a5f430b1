/**
 * Elements without markup: text of others enters the page through text nodes only.
 *
 * `h`, `svg` and `replace` make and place elements, `announce` tells screen readers, `format`
 * writes numbers as the program writes them.
 */

const dom = (() => {
  // What may be set as an attribute; everything else that is asked for is a mistake.
  const PLAIN = new Set([
    "id", "title", "role", "type", "name", "value", "for", "dir", "lang", "tabindex", "placeholder",
    "rows", "cols", "min", "max", "step", "colspan", "rowspan", "scope", "autocomplete",
    "spellcheck", "inputmode", "download", "width", "height", "datetime", "accept", "multiple",
    "draggable", "enterkeyhint", "maxlength", "label", "list", "span", "start", "headers",
  ]);
  const SWITCHES = new Set([
    "hidden", "disabled", "checked", "selected", "open", "readonly", "required", "autofocus",
    "inert", "indeterminate",
  ]);
  const NOT_IN_SVG = /^(?:on|href|xlink|style)/i;

  /** Set one property of an element that was asked for by name. */
  function set(element, name, value) {
    if (value === undefined || value === null) return;
    if (name === "class") element.setAttribute("class", value);
    else if (name === "text") element.textContent = value;
    else if (name === "on") listen(element, value);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (SWITCHES.has(name)) element[name === "readonly" ? "readOnly" : name] = Boolean(value);
    else if (name === "href") setAddress(element, String(value));
    else if (PLAIN.has(name) || /^aria-[a-z]+$/.test(name)) element.setAttribute(name, value);
    else throw new Error(`no attribute of the page: ${name}`);
  }

  /** Links lead inside the page, or to what the page itself has made. */
  function setAddress(element, address) {
    if (!/^(?:#|blob:)/.test(address)) throw new Error("links stay inside the page");
    element.setAttribute("href", address);
  }

  function listen(element, handlers) {
    for (const [event, handler] of Object.entries(handlers)) {
      element.addEventListener(event, handler);
    }
  }

  function append(element, children) {
    for (const child of children.flat(Infinity)) {
      if (child === null || child === undefined || child === false) continue;
      element.append(child instanceof Node ? child : String(child));
    }
    return element;
  }

  /**
   * An HTML element.
   * @param {string} tag
   * @param {Object|null} [props] class, id, text, title, on: {event: fn}, data: {}, aria-*, ...
   * @param {...(Node|string|number|null|Array)} children
   * @returns {HTMLElement}
   */
  function h(tag, props, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(props ?? {})) set(element, name, value);
    return append(element, children);
  }

  /**
   * An SVG element; attributes as they are, but none that runs or loads anything.
   * @param {string} tag
   * @param {Object|null} [attributes]
   * @returns {SVGElement}
   */
  function svg(tag, attributes, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes ?? {})) {
      if (value === undefined || value === null) continue;
      if (name === "on") listen(element, value);
      else if (name === "data") Object.assign(element.dataset, value);
      else if (NOT_IN_SVG.test(name)) throw new Error(`no attribute of the page: ${name}`);
      else element.setAttribute(name, value);
    }
    return append(element, children);
  }

  /** Put `children` in the place of all that is in `node`. */
  function replace(node, ...children) {
    node.replaceChildren();
    return append(node, children);
  }

  return { h, svg, replace };
})();

const { h, svg, replace } = dom;

/**
 * Say something to screen readers, politely: the last of what is said within half a second.
 * @param {string} text
 */
const announce = (() => {
  let waiting = 0;
  return (text) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const region = document.getElementById("live");
      if (region) region.textContent = text;
    }, 500);
  };
})();

/** Numbers as text. */
const format = (() => {
  const MINUS = "\u2212";
  const settings = { scale: 100, decimals: 2 };

  /** Decimals as Python writes them: a tie goes to the even digit (`toFixed` rounds it up). */
  function fixed(x, places) {
    const text = Math.abs(x).toFixed(places);
    const exact = Math.abs(x) < 1e15 ? Math.abs(x).toFixed(Math.min(100, places + 25)) : text;
    const rest = exact.slice(exact.indexOf(".") + 1 + places);
    const tie = /^50*$/.test(rest);
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
    return `${Number((100 * x).toPrecision(12))} %`;
  }

  /** A share of 1 in percent that was found; it reads as 0 or 100 only where it is. */
  function percent(x, places = 1) {
    if (!Number.isFinite(x)) return "\u2013";
    const [text, least] = [fixed(100 * x, places), fixed(10 ** -places, places)];
    if (x > 0 && Number(text) === 0) return `<${least} %`;
    if (x < 1 && Number(text) === 100) return `>${fixed(100 - 10 ** -places, places)} %`;
    return `${text} %`;
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
