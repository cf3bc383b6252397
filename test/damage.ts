/** Damaged files of bars, reproducible: the same number is the same damage. */

import { candleColumns, candles, HOUR_MS, type Candles } from '@barograph/core';
import { parquetTable } from '@barograph/files/parquet';
import { gzipSync } from 'node:zlib';

/** Kinds of readable files, by extension. */
export const KINDS = ['csv', 'csv.gz', 'ndjson', 'ndjson.gz', 'parquet', 'parquet.gz'] as const;
export type Kind = (typeof KINDS)[number];

/** Internal words of JavaScript, Node and decoders that must not appear in user messages. */
export const LIBRARY_WORDS =
  /Cannot (?:read|set|convert|destructure|access|create|mix)|is not (?:a function|iterable|defined|valid JSON|a constructor)|Unexpected (?:token|end|number|string|non-whitespace|identifier)|in JSON at|Invalid (?:typed array|array|string|count|date|time value)|outside the bounds|out of (?:bounds|range|memory)|Maximum call stack|allocation failed|incorrect (?:header|data)|invalid (?:stored|block|code|distance|literal|bit|window)|unexpected end of file|unknown compression|\bparquet (?:file|metadata|unsupported|unknown|schema|column|rowEnd|missing|invalid|page|data)|thrift|ZSTD_|snappy|\b(?:Type|Range|Syntax|Reference)?Error\b|\bBigInt\b|DataView|\w+Array\b|\bERR_|\bE(?:NOENT|ISDIR|ACCES|NXIO)\b|node_modules|^\s+at /m;

/** A generator of whole numbers below `n` (mulberry32). @source public domain, Tommy Ettinger */
export type Dice = (n: number) => number;
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * n);
  };
}

const HEADING = 'timestamp,open,high,low,close,volume';
const START = Date.UTC(2024, 0, 1);

/** Hourly bars on a wave. */
export function soundBars(hours: number): Candles {
  const columns = candleColumns(hours);
  const price = (i: number): number => 100 * (1 + 0.2 * Math.sin(i / 90) + 0.02 * Math.sin(i / 5));
  for (let i = 0; i < hours; i++) {
    columns.time[i] = START + i * HOUR_MS;
    columns.open[i] = price(i);
    columns.close[i] = price(i + 1);
    columns.high[i] = Math.max(price(i), price(i + 1)) * 1.002;
    columns.low[i] = Math.min(price(i), price(i + 1)) * 0.998;
    columns.volume[i] = 1000 + (i % 24);
  }
  return candles(columns);
}

type Line = readonly string[];
function linesOf({ time, open, high, low, close, volume }: Candles): Line[] {
  return Array.from(time, (at, i) => [at, open[i], high[i], low[i], close[i], volume[i]].map(String));
}

const NASTY = `0 -1 1e308 1.7976931348623157e308 -1e308 5e-324 1e999 NaN Infinity null "" x 1,5 0x10 9007199254740993
  8640000000000001 -8640000000000000 17040672 1704067200 1704067200000000 2024-01-01 2024-13-45T99:00 '=1+1' 💥`
  .trim()
  .split(/\s+/);

/** Damage that keeps lines of text: numbers, times, order, cells. */
function damagedLines(lines: readonly Line[], roll: Dice): Line[] {
  const out = [...lines];
  for (let changes = 1 + roll(4); changes > 0; changes--) {
    const at = roll(out.length);
    const line = out[at] ?? [];
    const column = roll(6);
    const cell = NASTY[roll(NASTY.length)]!;
    switch (roll(8)) {
      case 0:
        out.splice(at, 1 + roll(30));
        break;
      case 1:
        out.splice(at, 0, line);
        break;
      case 2:
        [out[at], out[roll(out.length)]] = [out[roll(out.length)] ?? line, line];
        break;
      case 3:
        out[at] = line.slice(0, column);
        break;
      case 4:
        // A whole column in another unit, or of one value.
        for (let i = at; i < out.length; i++) out[i] = out[i]!.map((old, j) => (j === column ? cell : old));
        break;
      case 5:
        for (let i = at; i < out.length; i++) out[i] = out[i]!.map((cell, j) => (j === 0 ? `${cell}000` : cell));
        break;
      default:
        out[at] = line.map((old, j) => (j === column ? cell : old));
    }
  }
  return out;
}

/** Damaged bytes: flipped, overwritten, missing, duplicated, truncated, inserted. */
export function damagedBytes(bytes: Buffer, roll: Dice): Buffer {
  let out = Buffer.from(bytes);
  for (let changes = 1 + roll(3); changes > 0; changes--) {
    const at = roll(out.length + 1);
    const length = 1 + roll(Math.max(1, Math.min(200, out.length - at)));
    const noise = Buffer.from(Array.from({ length }, () => roll(256)));
    const [before, after] = [out.subarray(0, at), out.subarray(at)];
    switch (roll(7)) {
      case 0:
        out = Buffer.concat([before, noise, after]);
        break;
      case 1:
        out = Buffer.concat([before, after.subarray(length)]);
        break;
      case 2:
        out = Buffer.concat([before, after.subarray(0, length), after]);
        break;
      case 3:
        out = Buffer.from(before);
        break;
      case 4:
        out.fill(roll(2) === 0 ? 0 : 255, at, Math.min(out.length, at + length));
        break;
      case 5:
        noise.copy(out, at);
        break;
      default:
        if (at < out.length) out[at] = out[at]! ^ (1 << roll(8));
    }
  }
  return out;
}

function csvOf(lines: readonly Line[], heading = HEADING): string {
  return [heading, ...lines.map((line) => line.join(','))].join('\n');
}

/** Writes cells unquoted: a cell that is not valid JSON gives an invalid line. */
function ndjsonOf(lines: readonly Line[]): string {
  const names = HEADING.split(',');
  return lines.map((line) => `{${line.map((cell, i) => `"${names[i]}":${cell}`).join(',')}}`).join('\n');
}

function parquetOf(lines: readonly Line[]): Buffer {
  const columns = HEADING.split(',').map((name, i) => ({ name, type: i === 0 ? 'timestamp' : 'number' }) as const);
  const rows = lines.filter((line) => line.length === 6).map((line) => line.map(Number));
  return Buffer.concat([...parquetTable(columns, rows)]);
}

/** Text in another encoding or with another header, as some programs write it. */
function recoded(text: string, roll: Dice): Buffer {
  switch (roll(12)) {
    case 0:
      return Buffer.from(`\ufeff${text}`, 'utf16le');
    case 1:
      return Buffer.from(text.replaceAll('\n', '\r'));
    case 2:
      return Buffer.from(text.replace('open', 'close'));
    case 3:
      return Buffer.from(text.replaceAll(',', ';'));
    case 4:
      return Buffer.from(text.replace(/\d/, '"'));
    default:
      return Buffer.from(text);
  }
}

/** The bytes of a file of bars with some damage. @param bars sound ones. */
export function damagedFile(kind: Kind, bars: Candles, roll: Dice): Buffer {
  const format = kind.replace('.gz', '');
  const isText = format !== 'parquet';
  // Damage half of the files by number or line, so that readers accept them and engines see the damage.
  const inLines = isText && roll(2) === 0;
  const lines = inLines ? damagedLines(linesOf(bars), roll) : linesOf(bars);
  const plain = !isText
    ? parquetOf(lines)
    : recoded(format === 'csv' ? csvOf(lines) : ndjsonOf(lines), inLines ? () => 11 : roll);
  const isPacked = kind.endsWith('.gz');
  if (inLines) return isPacked ? gzipSync(plain) : plain;
  // Damage the content, or the compressed bytes.
  if (!isPacked) return damagedBytes(plain, roll);
  return roll(2) === 0 ? gzipSync(damagedBytes(plain, roll)) : damagedBytes(gzipSync(plain), roll);
}
