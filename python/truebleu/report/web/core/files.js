/** Files made by the page, which the browser saves. */

import { h } from "./elements.js";

/**
 * Save a file through the browser.
 * @param {string} name file name
 * @param {Blob} file
 */
export function saveFile(name, file) {
  const address = URL.createObjectURL(file);
  const link = h("a", { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads large files after the click event ends.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Return text as a UTF-8 file of the given media type. */
export function textFile(text, type = "text/plain") {
  return new Blob([text], { type: `${type};charset=utf-8` });
}
