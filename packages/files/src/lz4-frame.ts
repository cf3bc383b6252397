/**
 * Frames of LZ4, as Feather packs its columns.
 *
 * @source Y. Collet, "LZ4 Frame Format Description" 1.6.4 and "LZ4 Block Format Description", 2022
 */

const MAGIC = 0x184d2204;
const MATCH_LEAST = 4;

/** The contents of a frame. @throws {RangeError} for damaged bytes. */
export function lz4Frame(packed: Uint8Array): Uint8Array {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  if (view.getUint32(0, true) !== MAGIC) throw new RangeError('expected a frame of LZ4');
  const flags = packed[4]!;
  const hasBlockSum = (flags & 16) !== 0;
  let at = 6 + ((flags & 8) !== 0 ? 8 : 0) + ((flags & 1) !== 0 ? 4 : 0) + 1;
  const out: number[] = [];
  for (;;) {
    const size = view.getUint32(at, true);
    at += 4;
    if (size === 0) return Uint8Array.from(out);
    const length = size & 0x7fff_ffff;
    const block = packed.subarray(at, at + length);
    if (block.length < length) throw new RangeError('expected a whole block');
    if (size >>> 31 === 1) for (const byte of block) out.push(byte);
    else unpackBlock(block, out);
    at += length + (hasBlockSum ? 4 : 0);
  }
}

/** Appends a block, which may copy from those before it. */
function unpackBlock(block: Uint8Array, out: number[]): void {
  let at = 0;
  const lengthOf = (base: number): number => {
    let length = base;
    if (base !== 15) return length;
    for (;;) {
      const byte = block[at++];
      if (byte === undefined) throw new RangeError('expected the rest of a length');
      length += byte;
      if (byte !== 255) return length;
    }
  };
  while (at < block.length) {
    const token = block[at++]!;
    const literals = lengthOf(token >> 4);
    if (at + literals > block.length) throw new RangeError('expected more literals');
    for (let i = 0; i < literals; i++) out.push(block[at++]!);
    if (at >= block.length) return;
    const offset = block[at]! | (block[at + 1]! << 8);
    at += 2;
    const from = out.length - offset;
    if (!(offset > 0 && from >= 0)) throw new RangeError('expected an offset within the output');
    const length = lengthOf(token & 15) + MATCH_LEAST;
    for (let i = 0; i < length; i++) out.push(out[from + i]!);
  }
}
