/** Storage of the browser, or of this page alone where a sandboxed frame has none. */

export const memory = (() => {
  const own = new Map();
  function attempt(storage, action, fallback) {
    try {
      return action(window[storage]);
    } catch {
      return fallback();
    }
  }
  return {
    /** @returns {string|null} */
    get(key, storage = "localStorage") {
      return attempt(storage, (s) => s.getItem(key), () => own.get(key) ?? null);
    },
    set(key, value, storage = "localStorage") {
      attempt(storage, (s) => s.setItem(key, value), () => own.set(key, value));
    },
  };
})();
