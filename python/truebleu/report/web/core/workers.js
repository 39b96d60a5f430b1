/** Workers created from the page's own source, so that single-file reports have them too. */

import { transport } from "./transport.js";

export const workers = (() => {
  let address = null;

  /** Return a trusted script URL. Only the worker source embedded in the page may become code. */
  function trusted(url) {
    if (!window.trustedTypes) return url;
    workers.policy ??= window.trustedTypes.createPolicy("truebleu", {
      createScriptURL: (url) => (url === address ? url : ""),
    });
    return workers.policy.createScriptURL(url);
  }

  /**
   * Start a worker.
   * @param {(message: Object) => void} take called with each message
   * @param {() => void} fail called if the browser does not run the worker, or the worker fails
   * @returns {Promise<Worker>}
   */
  async function start(take, fail) {
    if (!address) {
      const source = await transport.worker();
      address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    }
    const worker = new Worker(trusted(address));
    worker.onmessage = ({ data }) => take(data);
    worker.onerror = fail;
    return worker;
  }

  return { start, policy: null };
})();
