/**
 * Hand a file to the browser, which saves it.
 * @param {string} name what it is called
 * @param {Blob} file
 */

import { h } from "./elements.js";

export function saveFile(name, file) {
  const address = URL.createObjectURL(file);
  const link = h("a", { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  // Large files are still being read when the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Text as a file of one of the types that the page writes. */
export function textFile(text, type = "text/plain") {
  return new Blob([text], { type: `${type};charset=utf-8` });
}
