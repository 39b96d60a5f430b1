/**
 * Element construction without markup: external text enters the page only through text nodes.
 *
 * `h`, `svg` and `replace` make and place elements; `announce` informs screen readers.
 */

// Allowed attributes; any other name is a programming error.
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

/** Set one property or attribute of an element. */
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

/** Set the target of a link: a place in the page, or a file the page made. */
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
 * Create an HTML element.
 * @param {string} tag
 * @param {Object|null} [props] class, id, text, title, on: {event: fn}, data: {}, aria-*, ...
 * @param {...(Node|string|number|null|Array)} children
 * @returns {HTMLElement}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) set(element, name, value);
  return append(element, children);
}

/**
 * Create an SVG element. Attributes that run code or load resources are rejected.
 * @param {string} tag
 * @param {Object|null} [attributes]
 * @returns {SVGElement}
 */
export function svg(tag, attributes, ...children) {
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

/** Replace the content of `node` with `children`. */
export function replace(node, ...children) {
  node.replaceChildren();
  return append(node, children);
}

/**
 * Announce a text to screen readers after half a second; a newer text replaces a pending one.
 * @param {string} text
 */
export const announce = (() => {
  let waiting = 0;
  return (text) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const region = document.getElementById("live");
      if (region) region.textContent = text;
    }, 500);
  };
})();
