/**
 * Session with the server: requests other than those for the report's data.
 *
 * `serving.state` is the server's latest state; `serving.on(fn)` subscribes to changes.
 */

import { saveFile } from "../core/files.js";
import { transport } from "../core/transport.js";
import { messages } from "../shell/messages.js";

export const serving = (() => {
  const followers = [];
  const it = { state: null, loaded: 0, ask, send, on, refresh, again, busy, download };

  /** Request an object. */
  async function ask(path, options) {
    return (await transport.request(path, options)).json();
  }

  /** Send an object and return the response. */
  function send(path, content = {}, options = {}) {
    const headers = { "Content-Type": "application/json" };
    return ask(path, { method: "POST", body: JSON.stringify(content), headers, ...options });
  }

  /** Call `fn(state)` on each new state of the server. */
  function on(fn) {
    followers.push(fn);
  }

  /** Store a new state of the server and notify subscribers. */
  function refresh(state) {
    it.state = state;
    for (const fn of followers) fn(state);
  }

  /** Reload the page with the same view, to show new scores. */
  function again() {
    location.reload();
  }

  /**
   * Run a long action. Errors are shown as a message, or passed to `failed`.
   * @returns {Promise<boolean>} whether it succeeded
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

  /** Save this page's report as a file. */
  function download() {
    return busy(async () => {
      const blob = await (await transport.request("report.html")).blob();
      saveFile("report.html", blob);
      messages.toast("Report saved");
    });
  }

  return it;
})();
