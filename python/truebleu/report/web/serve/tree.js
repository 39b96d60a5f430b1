/** Static overview, which the server sends as a tree, built element by element. */

export const serveTree = (() => {
  const ELEMENTS = new Set((
    "main section header footer div p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody " +
    "tfoot tr th td colgroup col span strong em b i small sub sup br wbr hr code pre bdi abbr details " +
    "summary figure figcaption button a svg g title desc path line rect circle ellipse polyline " +
    "polygon text tspan defs pattern"
  ).split(" "));
  const ATTRIBUTES = new Set((
    "id class title role dir lang scope colspan rowspan tabindex hidden open type headers span " +
    "viewBox width height x y x1 x2 y1 y2 cx cy r rx ry d dx dy points transform fill stroke opacity " +
    "text-anchor dominant-baseline preserveAspectRatio focusable patternUnits"
  ).split(" "));
  const FAMILIES = /^(?:aria|data|stroke|font)-[a-z-]+$/;
  const SVG = "http://www.w3.org/2000/svg";

  function node(part, inside) {
    if (typeof part === "string") return document.createTextNode(part);
    const [name, attributes, children] = part;
    if (!ELEMENTS.has(name)) return ""; // elements not needed with scripts, such as noscript
    const svgHere = inside || name === "svg";
    const element = svgHere ? document.createElementNS(SVG, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (ATTRIBUTES.has(key) || FAMILIES.test(key)) element.setAttribute(key, value);
      else if (key === "href" && value.startsWith("#")) element.setAttribute(key, value);
    }
    element.append(...children.map((child) => node(child, svgHere && name !== "foreignObject")));
    return element;
  }

  /** @param {Array} tree texts, and lists of name, attributes and children */
  const build = (tree) => tree.map((part) => node(part, false));

  return { build };
})();
