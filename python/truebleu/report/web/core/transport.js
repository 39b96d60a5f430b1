/**
 * Data access: blocks embedded in the page, or the server of a served page.
 *
 * Both return the same content: `meta()` an object; `stats()`, `chunk(k)`, `ngrams()` zlib bytes.
 */

import { codec } from "./codec.js";
import { memory } from "./memory.js";

export const transport = (() => {
  const TOKEN = "truebleu-token";
  const served = !document.getElementById("meta");

  /** Return the server's token: from the URL on first load, then from session storage. */
  function takeToken() {
    const match = /(?:^#|&)token=([\w-]+)/.exec(location.hash);
    if (!match) return memory.get(TOKEN, "sessionStorage") ?? "";
    memory.set(TOKEN, match[1], "sessionStorage");
    return match[1];
  }
  const token = served ? takeToken() : "";
  const pinned = {};

  /** Restrict requests to one generation of the data, because the server may update meanwhile. */
  function pin(generation) {
    pinned["X-TrueBleu-Generation"] = String(generation);
  }

  /**
   * Send a request to the server. Throw an Error with the server's message if it fails.
   * @param {string} path below /api/
   * @param {RequestInit} [options]
   * @returns {Promise<Response>}
   */
  async function request(path, options = {}) {
    const headers = { ...options.headers, ...pinned, "X-TrueBleu-Token": token };
    const answer = await fetch(`/api/${path}`, { ...options, headers });
    if (!answer.ok) throw new Error(await refusal(answer));
    return answer;
  }

  async function refusal(answer) {
    const text = await answer.text();
    try {
      return JSON.parse(text).error ?? text;
    } catch {
      return text || `the server answered ${answer.status}`;
    }
  }

  const fetchBytes = async (path) => new Uint8Array(await (await request(path)).arrayBuffer());

  const complete = new Promise((resolve) => {
    if (document.readyState !== "loading") resolve();
    else document.addEventListener("DOMContentLoaded", () => resolve(), { once: true });
  });

  /** Return the text of a block, waiting for the rest of the file if it has not loaded yet. */
  async function block(id) {
    if (!document.getElementById(id)?.nextSibling) await complete;
    const element = document.getElementById(id);
    if (!element) throw new Error("This file is truncated: part of the report is missing.");
    return element.textContent;
  }

  const read = async (id) => codec.fromBase64((await block(id)).trim());

  /** Return a description of the file's damage; null if it is complete. */
  async function damage() {
    if (served) return null;
    await complete;
    const end = document.getElementById("end");
    if (!end) return "This file is truncated: its end is missing. Copy or download it again.";
    const expected = JSON.parse(end.textContent).crc32 ?? {};
    for (const id of ["stats", "t-0", "ngrams"]) {
      const text = document.getElementById(id)?.textContent.trim();
      if (id in expected && (text === undefined || codec.crc32(text) !== expected[id])) {
        return `This file is damaged: its part "${id}" has changed. Download it again.`;
      }
    }
    return null;
  }

  const embedded = {
    meta: async () => JSON.parse(document.getElementById("meta").textContent),
    stats: () => read("stats"),
    chunk: (k) => read(`t-${k}`),
    ngrams: () => read("ngrams"),
    worker: () => block("worker-source"),
  };
  const remote = {
    meta: async () => (await request("meta")).json(),
    stats: () => fetchBytes("stats"),
    chunk: (k) => fetchBytes(`chunk/${k}`),
    ngrams: () => fetchBytes("ngrams"),
    worker: () => block("worker-source"),
  };
  return { served, request, pin, damage, complete, ...(served ? remote : embedded) };
})();
