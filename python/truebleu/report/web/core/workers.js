/** Workers created from the page's own source, so that single-file reports have them too. */

import { transport } from "./transport.js";

export const workers = (() => {
  let address = null;
  let policy = null;

  /** Return a trusted script URL. Only the worker source embedded in the page may become code. */
  function trusted(url) {
    if (!window.trustedTypes) return url;
    policy ??= window.trustedTypes.createPolicy("truebleu", {
      createScriptURL: (url) => (url === address ? url : ""),
    });
    return policy.createScriptURL(url);
  }

  async function create() {
    if (!address) {
      const source = await transport.worker();
      address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    }
    return new Worker(trusted(address));
  }

  /**
   * Return a worker that `start` creates at the first call, and again after `stop` or an error.
   * @param {(message: Object) => void} take called with each message
   * @param {() => void} fail called if the browser does not run the worker, or the worker fails
   * @returns {{start: () => Promise<void>, post: (message: Object, transfer?: Object[]) => void,
   *   stop: () => void}} `post` sends nothing if no worker runs
   */
  function lazy(take, fail) {
    let worker = null;
    let starting = null;

    async function start() {
      starting ??= create();
      try {
        worker = await starting;
      } catch (error) {
        stop();
        throw error;
      }
      worker.onmessage = ({ data }) => take(data);
      worker.onerror = () => {
        stop();
        fail();
      };
    }

    function stop() {
      worker?.terminate();
      [worker, starting] = [null, null];
    }

    const post = (message, transfer = []) => worker?.postMessage(message, transfer);

    return { start, post, stop };
  }

  return { lazy };
})();
