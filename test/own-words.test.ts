/** Damaged files and what the readers say of them: in our own words, never in those of a decoder. Damage is made from numbers. */

import { describeProblem, type DataProblem, type Result } from '@barograph/core';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readAccountBytesHere } from '../packages/files/src/read-accounts-here.ts';
import { readBytesHere } from '../packages/files/src/read-bars-here.ts';
import { parquetTable, readTable } from '../packages/files/src/parquet-tables.ts';
import { parseBook } from '../packages/files/src/book-levels.ts';
import { seriesRows } from '../packages/files/src/series-rows.ts';
import { damagedBytes, damagedFile, dice, KINDS, LIBRARY_WORDS, soundBars } from './damage.ts';

const ROUNDS = process.env['BAROGRAPH_FULL'] === '1' ? 5_000 : 60;
const BARS = soundBars(100);

const plain = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;
const wordsOf = (read: Result<unknown, DataProblem>): string => (read.ok ? '' : describeProblem(read.error));

const ARRAYS = Buffer.from(
  JSON.stringify(Array.from(BARS.time, (t, i) => [t, BARS.open[i], BARS.high[i], BARS.low[i], BARS.close[i], 9])),
);
const POSITIONS = Array.from({ length: 50 }, (_, i) => ({
  address: `0x${i}`,
  coin: 'BTC',
  size: i + 1,
  entry: 9,
  mark: 10,
}));
const ACCOUNTS = Buffer.from(JSON.stringify(POSITIONS));
const COLUMNS = [
  { name: 'address', type: 'text' },
  { name: 'coin', type: 'text' },
  { name: 'size', type: 'number' },
  { name: 'entry', type: 'number' },
  { name: 'mark', type: 'number' },
] as const;
const TABLE = Buffer.concat([
  ...parquetTable(
    COLUMNS,
    POSITIONS.map((row) => Object.values(row)),
  ),
]);
const BOOK = Buffer.from('{"bids": [[64000, 1.5], [63999, 4]], "asks": [["64000.5", "0.8"]], "coin": "BTC"}');
const SERIES = Buffer.from('timestamp,rate\n1704067200000,0.0001\n1704070800000,0.0002\n');

/** Damaged bytes, packed or not. */
const damaged = (bytes: Buffer, seed: number): Buffer => {
  const broken = damagedBytes(bytes, dice(seed));
  return seed % 3 === 0 ? gzipSync(broken) : broken;
};

/** Readers, each given a number of a damage. */
const READERS: Readonly<Record<string, (seed: number) => Promise<string>>> = {
  ...Object.fromEntries(
    KINDS.map((kind) => [
      `bars in ${kind}`,
      async (seed: number) => wordsOf(await readBytesHere(plain(damagedFile(kind, BARS, dice(seed))), 'bars', {})),
    ]),
  ),
  'bars in json': async (seed) => wordsOf(await readBytesHere(plain(damaged(ARRAYS, seed)), 'bars', {})),
  'bars in json, repaired': async (seed) =>
    wordsOf(await readBytesHere(plain(damaged(ARRAYS, seed)), 'bars', { repair: true })),
  'accounts in json': async (seed) => wordsOf(await readAccountBytesHere(plain(damaged(ACCOUNTS, seed)), 'accounts')),
  'accounts in parquet': async (seed) => wordsOf(await readAccountBytesHere(plain(damaged(TABLE, seed)), 'accounts')),
  'a table': async (seed) => {
    try {
      await readTable(damagedBytes(TABLE, dice(seed)), COLUMNS);
      return '';
    } catch (error) {
      return String(error);
    }
  },
  'a book': async (seed) => wordsOf(parseBook(damagedBytes(BOOK, dice(seed)).toString('utf8'))),
  'a series': async (seed) => wordsOf(seriesRows(damagedBytes(SERIES, dice(seed)).toString('utf8'))),
};

describe('a damaged file', () => {
  it.each(Object.keys(READERS))('is described in our own words: %s', async (name) => {
    let refused = 0;
    for (let seed = 0; seed < ROUNDS; seed++) {
      const words = await READERS[name]!(seed);
      if (words !== '') refused++;
      expect(words.replace(/^(?:QuantError|UsageError): /, ''), `damage ${seed}`).not.toMatch(LIBRARY_WORDS);
    }
    expect(refused).toBeGreaterThan(ROUNDS / 20);
  });

  it('of the size of a footer and no more says so', async () => {
    const magic = Buffer.from('PAR1');
    const empty = Buffer.concat([magic, Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0]), magic]);
    expect(wordsOf(await readBytesHere(plain(empty), 'x.parquet', {}))).toBe(
      'x.parquet: expected a readable Parquet file, got a damaged footer',
    );
    expect(wordsOf(await readBytesHere(plain(Buffer.from('PAR1PAR1')), 'x.parquet', {}))).toBe(
      'x.parquet: expected a readable Parquet file, got 8 bytes',
    );
  });

  it('of words of a library is noticed', () => {
    for (const words of [
      "Cannot read properties of undefined (reading 'map')",
      'Unexpected token } in JSON at position 12',
      'Invalid typed array length: -1',
      'Offset is outside the bounds of the DataView',
      'incorrect header check',
      'parquet metadata length 9 exceeds available buffer 8',
    ]) {
      expect(words).toMatch(LIBRARY_WORDS);
    }
  });
});
