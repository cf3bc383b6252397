/**
 * Builds the fonts of the package from the WOFF files of `@fontsource/inter`, because resvg only reads TrueType.
 *
 * `npx tsx packages/plot/build-font.ts FOLDER`, FOLDER with `inter-latin-400-normal.woff` and
 * `inter-latin-600-normal.woff`.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

interface Table {
  readonly tag: string;
  readonly checksum: number;
  readonly bytes: Buffer;
}

/** Tables of a WOFF 1.0 file. @source W3C, WOFF File Format 1.0, sections 3 to 5. */
function tablesOf(woff: Buffer): { readonly flavor: number; readonly tables: readonly Table[] } {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('expected a WOFF 1.0 file');
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, i): Table => {
    const entry = 44 + 20 * i;
    const [offset = 0, packed = 0, length = 0] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at));
    const stored = woff.subarray(offset, offset + packed);
    return {
      tag: woff.toString('latin1', entry, entry + 4),
      checksum: woff.readUInt32BE(entry + 16),
      bytes: packed < length ? inflateSync(stored) : stored,
    };
  });
  return { flavor: woff.readUInt32BE(4), tables };
}

/** Converts the tables to a TrueType file. @source OpenType 1.9, organisation of an OpenType font. */
function trueType(woff: Buffer): Buffer {
  const { flavor, tables } = tablesOf(woff);
  const power = Math.floor(Math.log2(tables.length));
  const head = Buffer.alloc(12 + 16 * tables.length);
  head.writeUInt32BE(flavor, 0);
  head.writeUInt16BE(tables.length, 4);
  head.writeUInt16BE(16 * 2 ** power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(16 * (tables.length - 2 ** power), 10);
  let offset = head.length;
  const parts = tables.map(({ tag, checksum, bytes }, i) => {
    const entry = 12 + 16 * i;
    head.write(tag, entry, 'latin1');
    head.writeUInt32BE(checksum, entry + 4);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(bytes.length, entry + 12);
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
    offset += padded.length;
    return padded;
  });
  return Buffer.concat([head, ...parts]);
}

/** Advance widths of the printable characters of ASCII, in hundredths of an em. */
function advances(woff: Buffer): readonly number[] {
  const table = new Map(tablesOf(woff).tables.map(({ tag, bytes }) => [tag, bytes]));
  const [head, hhea, hmtx, cmap] = [table.get('head')!, table.get('hhea')!, table.get('hmtx')!, table.get('cmap')!];
  const unitsPerEm = head.readUInt16BE(18);
  const metrics = hhea.readUInt16BE(34);
  const glyphOf = format4(cmap);
  return Array.from({ length: 95 }, (_, i) => {
    const glyph = Math.min(glyphOf(32 + i), metrics - 1);
    return Math.round((100 * hmtx.readUInt16BE(4 * glyph)) / unitsPerEm);
  });
}

/** Finds the glyph of a character in the first subtable of format 4. */
function format4(cmap: Buffer): (code: number) => number {
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) => cmap.readUInt32BE(8 + 8 * i));
  const at = offsets.find((offset) => cmap.readUInt16BE(offset) === 4);
  if (at === undefined) throw new Error('expected a cmap of format 4');
  const doubled = cmap.readUInt16BE(at + 6);
  return (code) => {
    for (let i = 0; i < doubled; i += 2) {
      const [end, start] = [cmap.readUInt16BE(at + 14 + i), cmap.readUInt16BE(at + 16 + doubled + i)];
      if (code < start || code > end) continue;
      const delta = cmap.readUInt16BE(at + 16 + 2 * doubled + i);
      const place = at + 16 + 3 * doubled + i;
      const range = cmap.readUInt16BE(place);
      return range === 0
        ? (code + delta) & 0xff_ff
        : (cmap.readUInt16BE(place + range + 2 * (code - start)) + delta) & 0xff_ff;
    }
    return 0;
  };
}

const [folder = '.'] = process.argv.slice(2);
for (const weight of [400, 600]) {
  const woff = readFileSync(join(folder, `inter-latin-${weight}-normal.woff`));
  writeFileSync(join(import.meta.dirname, 'fonts', `inter-latin-${weight}.ttf`), trueType(woff));
  process.stdout.write(`${weight}: ${advances(woff).join(', ')}\n`);
}
