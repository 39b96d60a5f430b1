/**
 * The page's session with its server: what it asks for beside the data of the report.
 *
 * `serving.state` is what the server said last; `serving.on(fn)` follows it.
 */

import { saveFile } from "../core/files.js";
import { transport } from "../core/transport.js";
import { messages } from "../shell/messages.js";

export const serving = (() => {
  const followers = [];
  const it = { state: null, loaded: 0, ask, send, on, refresh, again, busy, download };

  /** Ask for an object. */
  async function ask(path, options) {
    return (await transport.request(path, options)).json();
  }

  /** Send an object, get one. */
  function send(path, content = {}, options = {}) {
    const headers = { "Content-Type": "application/json" };
    return ask(path, { method: "POST", body: JSON.stringify(content), headers, ...options });
  }

  /** Call `fn(state)` whenever the server says something new. */
  function on(fn) {
    followers.push(fn);
  }

  /** Take in what the server says of itself. */
  function refresh(state) {
    it.state = state;
    for (const fn of followers) fn(state);
  }

  /** Begin anew, with the same view, because there are other numbers. */
  function again() {
    location.reload();
  }

  /**
   * Do something that takes time; what goes wrong is said, and given to `failed`.
   * @returns {Promise<boolean>} whether it went well
   */
  async function busy(action, failed = (text) => messages.warn(text)) {
    document.documentElement.setAttribute("aria-busy", "true");
    try {
      await action();
      return true;
    } catch (error) {
      failed(error.message);
      return false;
    } finally {
      document.documentElement.removeAttribute("aria-busy");
    }
  }

  /** Save the report that the numbers of this page make. */
  function download() {
    return busy(async () => {
      const blob = await (await transport.request("report.html")).blob();
      saveFile("report.html", blob);
      messages.toast("Report saved");
    });
  }

  return it;
})();
