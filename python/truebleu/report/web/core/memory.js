/** Browser storage, or memory of this page where a sandboxed frame has no storage. */

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
    /** Return a stored value. @returns {string|null} */
    get(key, storage = "localStorage") {
      return attempt(storage, (s) => s.getItem(key), () => own.get(key) ?? null);
    },
    set(key, value, storage = "localStorage") {
      attempt(storage, (s) => s.setItem(key, value), () => own.set(key, value));
    },
  };
})();
