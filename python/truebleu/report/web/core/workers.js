/** Workers from the page's own source, so that a report that is one file can have them too. */

import { transport } from "./transport.js";

export const workers = (() => {
  let address = null;

  /** The one way by which text becomes code here: the worker's source, which the page brought. */
  function trusted(url) {
    if (!window.trustedTypes) return url;
    workers.policy ??= window.trustedTypes.createPolicy("truebleu", {
      createScriptURL: (url) => (url === address ? url : ""),
    });
    return workers.policy.createScriptURL(url);
  }

  /** A new worker. @returns {Promise<Worker>} */
  async function start() {
    if (!address) {
      const source = await transport.worker();
      address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    }
    return new Worker(trusted(address));
  }

  return { start, policy: null };
})();
