/** Bulk files as the source packs them, for tests. */

import { crc32, deflateRawSync } from 'node:zlib';

/** A line of a file of mentions. */
export function mention(address: string, tone: string, kind: string = '1'): string {
  return [
    '9',
    '20260401000000',
    '20260401001500',
    kind,
    'x',
    address,
    '1',
    '-1',
    '-1',
    '9',
    '1',
    '50',
    '900',
    tone,
    '',
    '',
  ].join('\t');
}

/** An archive of one file. @param other parts that lie about it. */
export function zipOf(
  file: Buffer,
  other: { readonly packed?: Buffer; readonly crc?: number; readonly files?: number } = {},
): Buffer {
  const { packed = deflateRawSync(file), crc = crc32(file), files = 1 } = other;
  const name = Buffer.from('20260401001500.mentions.CSV');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(crc >>> 0, 14);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(file.length, 22);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(crc >>> 0, 16);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(file.length, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  const start = local.length + name.length + packed.length;
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files, 8);
  end.writeUInt16LE(files, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(start, 16);
  return Buffer.concat([local, name, packed, entry, name, end]);
}
