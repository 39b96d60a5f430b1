/** Bytes of the report: base64, zlib, numbers in columns, lines of text. No document in here. */

export const codec = (() => {
  /** @param {string} text base64 @returns {Uint8Array} */
  function fromBase64(text) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  }

  /** What zlib packed. Says what it means if it cannot be read. @returns {Promise<ArrayBuffer>} */
  async function inflate(bytes) {
    try {
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
      return await new Response(stream).arrayBuffer();
    } catch {
      throw new Error("This file is damaged: a part of its data cannot be read. Get it again.");
    }
  }

  /** @param {Uint8Array} bytes @returns {Promise<string>} */
  async function inflateText(bytes) {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await inflate(bytes));
  }

  const VIEWS = {
    u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array,
  };

  /** Columns by name, as views into one buffer: nothing is copied. */
  function columns(buffer, described) {
    const views = new Map();
    for (const { name, dtype, offset, length } of described) {
      views.set(name, new VIEWS[dtype](buffer, offset, length));
    }
    return views;
  }

  const ESCAPED = { "\\": "\\", n: "\n", r: "\r" };

  /** A line as it was; null where a reference is missing. */
  function unescape(line) {
    if (!line.includes("\\")) return line;
    if (line === "\\-") return null;
    return line.replace(/\\(.)/g, (whole, letter) => ESCAPED[letter] ?? whole);
  }

  /**
   * The segments of a chunk. `shape` is {source: bool, references: R, systems: S}.
   * @returns {Array<{source: string|null, references: Array<string|null>, systems: string[],
   *   boundaries: {references: Array<string|null>, systems: string[]}}>} where tokens begin
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

  /** CRC-32 of ASCII text, as zlib counts it. @param {string} text @returns {number} */
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
