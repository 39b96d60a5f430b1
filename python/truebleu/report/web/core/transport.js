/**
 * Where the data come from: blocks of the page itself, or the server that gave the page.
 *
 * Both give the same bytes: `meta()` an object, `stats()`, `chunk(k)` and `ngrams()` zlib bytes.
 */

import { codec } from "./codec.js";
import { memory } from "./memory.js";

export const transport = (() => {
  const TOKEN = "truebleu-token";
  const served = !document.getElementById("meta");

  /** The server's token: once in the address, from then on in this tab's memory. */
  function takeToken() {
    const match = /(?:^#|&)token=([\w-]+)/.exec(location.hash);
    if (!match) return memory.get(TOKEN, "sessionStorage") ?? "";
    memory.set(TOKEN, match[1], "sessionStorage");
    return match[1];
  }
  const token = served ? takeToken() : "";
  const pinned = {};

  /** Ask only for what belongs to these numbers: the server may have others in the meantime. */
  function pin(generation) {
    pinned["X-TrueBleu-Generation"] = String(generation);
  }

  /**
   * Ask the server. Throws an Error with what it said where it refuses.
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

  /** The text of a block; one that is not there yet is waited for until the file ends. */
  async function block(id) {
    if (!document.getElementById(id)?.nextSibling) await complete;
    const element = document.getElementById(id);
    if (!element) throw new Error("This file is cut off: part of the report is missing.");
    return element.textContent;
  }

  const read = async (id) => codec.fromBase64((await block(id)).trim());

  /** What is wrong with the file, in words; null if it is whole. */
  async function damage() {
    if (served) return null;
    await complete;
    const end = document.getElementById("end");
    if (!end) return "This file is cut off: its end is missing. Copy or download it again.";
    const expected = JSON.parse(end.textContent).crc32 ?? {};
    for (const id of ["stats", "t-0", "ngrams"]) {
      const text = document.getElementById(id)?.textContent.trim();
      if (id in expected && (text === undefined || codec.crc32(text) !== expected[id])) {
        return `This file is damaged: its part "${id}" is not what was written. Get it again.`;
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
