/** Decoders for the report's bytes: base64, zlib, numeric columns, text lines. No DOM access. */

export const codec = (() => {
  /** Decode base64. @param {string} text @returns {Uint8Array} */
  function fromBase64(text) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  }

  /** Decompress zlib data, with a readable error on failure. @returns {Promise<ArrayBuffer>} */
  async function inflate(bytes) {
    try {
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
      return await new Response(stream).arrayBuffer();
    } catch {
      throw new Error("This file is damaged: part of its data cannot be read. Download it again.");
    }
  }

  /** Decompress zlib data to text. @param {Uint8Array} bytes @returns {Promise<string>} */
  async function inflateText(bytes) {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await inflate(bytes));
  }

  const VIEWS = {
    u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array,
  };

  /** Return columns by name, as zero-copy views into one buffer. */
  function columns(buffer, described) {
    const views = new Map();
    for (const { name, dtype, offset, length } of described) {
      views.set(name, new VIEWS[dtype](buffer, offset, length));
    }
    return views;
  }

  const ESCAPED = { "\\": "\\", n: "\n", r: "\r" };

  /** Return the unescaped line; null for a missing reference. */
  function unescape(line) {
    if (!line.includes("\\")) return line;
    if (line === "\\-") return null;
    return line.replace(/\\(.)/g, (whole, letter) => ESCAPED[letter] ?? whole);
  }

  /**
   * Return the segments of a chunk. `shape` is {source: bool, references: R, systems: S}.
   * @returns {Array<{source: string|null, references: Array<string|null>, systems: string[],
   *   boundaries: {references: Array<string|null>, systems: string[]}}>} `boundaries`: token offsets
   */
  function segments(text, shape) {
    const lines = text.split("\n");
    const fields = shape.references + shape.systems;
    const width = (shape.source ? 1 : 0) + fields * 2;
    const segments = [];
    for (let start = 0; start + width <= lines.length; start += width) {
      segments.push(segment(lines.slice(start, start + width), shape));
    }
    return segments;
  }

  function segment(lines, shape) {
    let start = shape.source ? 1 : 0;
    const take = (count) => lines.slice(start, (start += count));
    const source = shape.source ? unescape(lines[0]) : null;
    const references = take(shape.references).map(unescape);
    const systems = take(shape.systems).map(unescape);
    const boundaries = {
      references: take(shape.references).map(unescape),
      systems: take(shape.systems).map(unescape),
    };
    return { source, references, systems, boundaries };
  }

  let table = null;

  /** Return the CRC-32 of ASCII text as zlib does. @param {string} text @returns {number} */
  function crc32(text) {
    table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
      let value = byte;
      for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
      return value;
    });
    let crc = ~0;
    for (let i = 0; i < text.length; i++) crc = table[(crc ^ text.charCodeAt(i)) & 255] ^ (crc >>> 8);
    return ~crc >>> 0;
  }

  return { fromBase64, inflate, inflateText, columns, segments, unescape, crc32 };
})();
