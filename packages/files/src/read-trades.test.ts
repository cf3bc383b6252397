import * as fc from 'fast-check';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTrades, readTradesStream } from './read-trades.ts';
import type { ReadTradesOptions } from './trades-file.ts';

const T = 1_700_000_000_000;
const HEADER = 'time,side,price,size,id';

/** Reads content that comes in pieces of so many bytes. */
async function read(content: string | Buffer, options: ReadTradesOptions = {}, piece = 1 << 20) {
  const bytes = Buffer.from(content);
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, i) =>
    bytes.subarray(i * piece, (i + 1) * piece),
  );
  const result = await readTradesStream(Readable.from(pieces), 'trades.csv', options);
  return result.ok ? result.value : result.error;
}

const rows = (...lines: readonly string[]): string => [HEADER, ...lines, ''].join('\n');

describe('readTrades reads', () => {
  const want = {
    trades: {
      time: Float64Array.of(T, T, T + 1),
      isBuy: Uint8Array.of(1, 0, 0),
      price: Float64Array.of(1.5, 2, 3e-9),
      size: Float64Array.of(10, 0.25, 1),
      id: ['7', 'x-1', '9007199254740993'],
      coin: undefined,
    },
    rows: 3,
    repairs: undefined,
  };
  const csv = rows(`${T},buy,1.5,10,7`, `${T},sell,2,.25,x-1`, `${T + 1},SELL,3e-9,1,9007199254740993`);

  it('CSV, plain and gzip, cut anywhere', async () => {
    for (const piece of [1, 7, 1000]) expect(await read(csv, {}, piece)).toMatchObject({ ...want, format: 'csv' });
    expect(await read(gzipSync(csv), {}, 11)).toMatchObject({ ...want, format: 'csv.gz' });
    const dressed = `\uFEFF${csv.replaceAll('\n', '\r\n').replace(',7\r', ',"7"\r')}`.trimEnd();
    expect(await read(dressed)).toMatchObject({ trades: { id: ['7', 'x-1', '9007199254740993'] } });
  });

  it('NDJSON, plain and gzip, keys in any order', async () => {
    const lines = csv
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [time, side, price, size, id] = line.split(',');
        return JSON.stringify({ id, note: 'x', size, price: Number(price), side, time: Number(time) });
      });
    expect(await read(`${lines.join('\n\n')}\n`, {}, 13)).toMatchObject({ ...want, format: 'ndjson' });
    expect(await read(gzipSync(lines.join('\n')))).toMatchObject({ ...want, format: 'ndjson.gz' });
  });

  it('the names and sides of venues, microseconds, ISO times, and a column of coins', async () => {
    const text = `tid,COIN,Px,ts,Sz,side\n1,BTC,10,${T}123,2,B\n1,ETH,10,${T}998,2,A\n`;
    expect(await read(text)).toMatchObject({
      trades: { time: Float64Array.of(T, T), isBuy: Uint8Array.of(1, 0), id: ['1', '1'], coin: ['BTC', 'ETH'] },
    });
    expect(await read(rows('2024-01-01T00:00:01.5Z,bid,1,1,a'))).toMatchObject({
      trades: { time: Float64Array.of(Date.UTC(2024, 0, 1, 0, 0, 1, 500)), isBuy: Uint8Array.of(1) },
    });
  });

  it('messages of a stream, whose data is a list of trades', async () => {
    const trade = (coin: string, tid: number) => ({ coin, side: 'A', px: '2', sz: '3', time: T, hash: '0x', tid });
    const text = [[trade('BTC', 5), trade('BTC', 6)], [trade('ETH', 5)]]
      .map((data) => JSON.stringify({ channel: 'trades', data }))
      .join('\n');
    expect(await read(text)).toMatchObject({ rows: 3, trades: { coin: ['BTC', 'BTC', 'ETH'], id: ['5', '6', '5'] } });
  });

  it('what any list of trades was written as', async () => {
    const trades = fc.array(
      fc.record({
        step: fc.nat({ max: 100_000 }),
        side: fc.constantFrom('buy', 'sell'),
        price: fc.double({ min: 1e-100, max: 1e100, noNaN: true }),
        size: fc.double({ min: 1e-100, max: 1e100, noNaN: true }),
      }),
      { minLength: 1, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(trades, fc.integer({ min: 1, max: 200 }), async (all, piece) => {
        let time = T;
        const times = all.map(({ step }) => (time += step));
        const text = rows(...all.map(({ side, price, size }, i) => `${times[i]},${side},${price},${size},${i}`));
        expect(await read(text, {}, piece)).toMatchObject({
          trades: {
            time: Float64Array.from(times),
            isBuy: Uint8Array.from(all, ({ side }) => (side === 'buy' ? 1 : 0)),
            price: Float64Array.from(all, ({ price }) => price),
            size: Float64Array.from(all, ({ size }) => size),
          },
        });
      }),
    );
  });
});

describe('readTrades refuses, naming file, row and column', () => {
  const good = `${T},buy,1,1,a`;
  it.each([
    ['time', `soon,buy,1,1,b`, 'an epoch number like the first', '"soon"'],
    ['time', `,buy,1,1,b`, 'an epoch number like the first', 'an empty cell'],
    ['side', `${T},maker,1,1,b`, 'buy or sell', '"maker"'],
    ['price', `${T},buy,0,1,b`, 'a price within 1e-100…1e+100', '"0"'],
    ['price', `${T},buy,NaN,1,b`, 'a price within 1e-100…1e+100', '"NaN"'],
    ['price', `${T},buy,,1,b`, 'a price within 1e-100…1e+100', 'an empty cell'],
    ['size', `${T},buy,1,0,b`, 'a size within 1e-100…1e+100', '"0"'],
    ['size', `${T},buy,1,-2,b`, 'a size within 1e-100…1e+100', '"-2"'],
    ['size', `${T},buy,1,Infinity,b`, 'a size within 1e-100…1e+100', '"Infinity"'],
    ['id', `${T},buy,1,1,`, 'text or a whole number', 'an empty cell'],
    ['id', good, 'an id that was not there before', '"a"'],
    ['time', `${T - 1},buy,1,1,b`, `a time not before that of the row above, ${T}`, String(T - 1)],
    [undefined, `${T},buy,1,1`, '5 cells as in the header', '4'],
  ])('%s of %s', async (column, line, expected, got) => {
    const problem = await read(rows(good, line));
    expect(problem).toEqual({
      code: expected.startsWith('a time not') ? 'bad_order' : 'bad_value',
      file: 'trades.csv',
      row: 2,
      ...(column === undefined ? {} : { column }),
      expected,
      got,
    });
    // with a repair the row is left out, or in its place
    const repaired = await read(rows(good, line), { repair: true });
    expect(repaired).toMatchObject({ rows: 2, trades: { id: expected.startsWith('a time') ? ['b', 'a'] : ['a'] } });
  });

  it('what is no file of trades', async () => {
    const missing = { code: 'missing_column', expected: 'a header with time, side, price, size, id' };
    expect(await read('timestamp,open,high,low,close,volume\n1,1,1,1,1,1\n')).toMatchObject({
      ...missing,
      column: 'side',
    });
    expect(await read('time,side,price,size\n')).toMatchObject({ ...missing, column: 'id' });
    expect(await read('{"channel":"subscriptionResponse","data":{}}\n')).toMatchObject({ ...missing, column: 'time' });
    expect(await read('time,time,side,price,size,id\n')).toMatchObject({
      expected: 'a column there once',
      column: 'time',
    });
    expect(await read('')).toMatchObject({ code: 'empty_file', got: 'an empty file' });
    expect(await read('\n\n')).toMatchObject({ code: 'empty_file', got: 'blank lines only' });
    expect(await read(rows())).toMatchObject({ code: 'empty_file', got: 'a header only' });
    expect(await read(rows('x,x,x,x,x'), { repair: true })).toMatchObject({ got: 'none of 1' });
    expect(await read('PAR1xxxx')).toMatchObject({ code: 'unreadable_file', expected: 'a readable Parquet file' });
    expect(await read(gzipSync(rows(good)).subarray(0, 30))).toMatchObject({ code: 'unreadable_file' });
    expect(await read(`${HEADER}\n"${T},buy,1,1,b\n`)).toMatchObject({ row: 1, expected: 'a closing quote' });
    expect(await read(`{"time":${T},"side":"b","price":1,"size":1,"id":1.5}`)).toMatchObject({ row: 1, column: 'id' });
    const some = `{"time":${T},"side":"b","price":1,"size":1,"id":1}\nnothing\n`;
    expect(await read(some)).toMatchObject({ row: 2, expected: 'a JSON object on a line', got: '"nothing"' });
    expect(await readTrades('nowhere.csv')).toMatchObject({ ok: false, error: { code: 'missing_file' } });
  });
});

describe('a repair', () => {
  it('sorts, and leaves bad rows and duplicates out, and says so', async () => {
    const text = rows(
      `${T + 2},buy,1,1,c`,
      `${T},sell,1,1,a`,
      `${T + 1},sell,0,1,b`,
      `${T},sell,9,9,a`,
      `${T},buy,1,2,d`,
    );
    expect(await read(text, { repair: true })).toMatchObject({
      rows: 5,
      trades: { id: ['a', 'd', 'c'], size: Float64Array.of(1, 2, 1) },
      repairs: { duplicates: 1, reordered: true, dropped: [{ row: 3, column: 'price' }] },
    });
  });
});

describe('a file on disk', () => {
  let folder = '';
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'barograph-trades-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is read with progress', async () => {
    const path = join(folder, 'BTC.csv');
    writeFileSync(path, rows(...Array.from({ length: 20_000 }, (_, i) => `${T + i},buy,1,1,${i}`)));
    const reports: number[] = [];
    const result = await readTrades(path, { onProgress: (done) => reports.push(done) });
    expect(result).toMatchObject({ ok: true, value: { file: path, rows: 20_000 } });
    expect(reports.length).toBeGreaterThan(1);
  });
});

/** Numbers 0 ≤ x < 1 of a seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

describe('damaged files', () => {
  const count = process.env['BAROGRAPH_FULL'] === '1' ? 10_000 : 1_000;
  const csv = rows(
    ...Array.from({ length: 12 }, (_, i) => `${T + i},${i % 2 ? 'buy' : 'sell'},${100 + i},${i + 0.5},${i}`),
  );
  const ndjson = `${JSON.stringify({ data: [{ coin: 'A', side: 'A', px: '2', sz: '3', time: T, tid: 5 }] })}\n`.repeat(
    3,
  );

  it(`are trades that keep the rules, or a problem with its place (${count} of a seed)`, async () => {
    const next = random(7);
    const noise = Buffer.from(',"\n\r{}[]:.-+eE0189NaInfity \u0000\uFEFF');
    let refused = 0;
    for (let i = 0; i < count; i++) {
      const bytes = Buffer.from(i % 3 === 0 ? ndjson : csv);
      for (let changes = 1 + Math.floor(next() * 4); changes > 0; changes--) {
        bytes[Math.floor(next() * bytes.length)] = noise[Math.floor(next() * noise.length)]!;
      }
      const cut = next() < 0.2 ? bytes.subarray(0, Math.floor(next() * bytes.length)) : bytes;
      const result = await readTradesStream(Readable.from([cut]), 'm', { repair: i % 2 === 0 });
      if (!result.ok) {
        refused++;
        expect(result.error).toMatchObject({ file: 'm', expected: expect.any(String), got: expect.any(String) });
        continue;
      }
      const { time, price, size, id } = result.value.trades;
      expect(time.every((moment, at) => Number.isSafeInteger(moment) && (at === 0 || moment >= time[at - 1]!))).toBe(
        true,
      );
      expect([...price, ...size].every((value) => value >= 1e-100 && value <= 1e100)).toBe(true);
      expect(id.every((id) => id !== '')).toBe(true);
    }
    expect(refused).toBeGreaterThan(count / 10);
    expect(refused).toBeLessThan(count);
  });
});

const RECORDED = '../shared/data/api/hyperliquid';
describe.skipIf(!existsSync(RECORDED))('recorded trades (needs ../shared/data)', () => {
  it('of the stream: messages, sorted by a repair', async () => {
    const path = `${RECORDED}/tardis_ws_trades.ndjson`;
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    const found = lines.flatMap((line): unknown[] => JSON.parse(line).data);
    const result = await readTrades(path, { repair: true });
    expect(result).toMatchObject({ ok: true, value: { rows: found.length, repairs: { dropped: [], duplicates: 0 } } });
    expect(result.ok && result.value.trades.id.length).toBe(found.length);
  });

  it('of a request, newest first, one to a line', async () => {
    const found: readonly object[] = JSON.parse(readFileSync(`${RECORDED}/recentTrades_BTC__2024-12-21.json`, 'utf8'));
    const lines = found.map((trade) => JSON.stringify(trade)).join('\n');
    expect(await read(lines)).toMatchObject({ code: 'bad_order', column: 'time' });
    expect(await read(lines, { repair: true })).toMatchObject({
      rows: found.length,
      repairs: { reordered: true, dropped: [] },
    });
  });

  it('of single accounts, which have no ids: refused', async () => {
    const path = '../shared/data/liquidations/hyperliquid_non_mm_trades_2023-02_2023-05.csv.gz';
    expect(await readTrades(path)).toMatchObject({
      ok: false,
      error: { code: 'missing_column', column: 'id', file: path },
    });
  });
});
