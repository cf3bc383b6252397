/// <reference types="node" />

import { CANDLE_COLUMNS, candlesOf, type Bar, type Candles } from '@barograph/core';
import * as fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BarsFile, ReadBarsOptions } from './bars-file.ts';
import { readBars, readBarsStream } from './read-bars.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2024, 0, 1);

/** Bars of any finite positive prices, in strictly ascending whole milliseconds. */
const bars: fc.Arbitrary<Candles> = fc
  .array(
    fc.record({
      step: fc.integer({ min: 1, max: 5 * HOUR }),
      prices: fc.array(fc.double({ min: 1e-12, max: 1e12, noNaN: true }), { minLength: 4, maxLength: 4 }),
      volume: fc.double({ min: 0, max: 1e15, noNaN: true }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((rows) => {
    let time = START;
    const list: Bar[] = rows.map(({ step, prices, volume }) => {
      const [low, open, close, high] = prices.sort((a, b) => a - b);
      return { time: (time += step), open: open!, high: high!, low: low!, close: close!, volume };
    });
    return candlesOf(list);
  });

function hourly(count: number): Candles {
  return candlesOf(
    Array.from({ length: count }, (_, i) => {
      const open = 100 + Math.sin(i / 7);
      const close = 100 + Math.sin((i + 1) / 7);
      return {
        time: START + i * HOUR,
        open,
        high: Math.max(open, close) + 0.25,
        low: Math.min(open, close) - 0.25,
        close,
        volume: (i * 37) % 101,
      };
    }),
  );
}

type TimeText = (time: number) => string;
const asMs: TimeText = String;

function csv(from: Candles, time: TimeText = asMs): string {
  const lines = ['timestamp,open,high,low,close,volume'];
  for (let i = 0; i < from.length; i++) {
    const cells = [from.open[i], from.high[i], from.low[i], from.close[i], from.volume[i]];
    lines.push([time(from.time[i]!), ...cells].join(','));
  }
  return `${lines.join('\n')}\n`;
}

function ndjson(from: Candles): string {
  let text = '';
  for (let i = 0; i < from.length; i++) {
    const [open, high, low, close, volume] = [from.open[i], from.high[i], from.low[i], from.close[i], from.volume[i]];
    text += `${JSON.stringify({ timestamp: from.time[i], open, high, low, close, volume })}\n`;
  }
  return text;
}

type ParquetTime = 'int64' | 'timestamp' | 'micros' | 'nanos' | 'double' | 'text' | 'date';

function parquet(from: Candles, kind: ParquetTime = 'int64', rowGroupSize = 16): Buffer {
  const times = Array.from(from.time);
  const time = {
    int64: { data: times.map(BigInt), element: { type: 'INT64' } },
    timestamp: {
      data: times.map((each) => new Date(each)),
      element: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
    },
    micros: {
      data: times.map((each) => BigInt(each) * 1000n),
      element: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' } },
    },
    nanos: {
      data: times.map((each) => BigInt(each) * 1_000_000n),
      element: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'NANOS' } },
    },
    double: { data: times, element: { type: 'DOUBLE' } },
    text: {
      data: times.map((each) => new Date(each).toISOString()),
      element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
    },
    date: { data: times.map((each) => new Date(each)), element: { type: 'INT32', converted_type: 'DATE' } },
  }[kind];
  const prices = (['open', 'high', 'low', 'close', 'volume'] as const).map((name) => ({
    name,
    data: Array.from(from[name]),
  }));
  type Schema = NonNullable<Parameters<typeof parquetWriteBuffer>[0]['schema']>;
  const schema = [
    { name: 'root', num_children: 6 },
    { name: 'timestamp', repetition_type: 'REQUIRED', ...time.element },
    ...prices.map(({ name }) => ({ name, repetition_type: 'REQUIRED', type: 'DOUBLE' })),
  ] as Schema;
  const columnData = [{ name: 'timestamp', data: time.data }, ...prices];
  return Buffer.from(parquetWriteBuffer({ columnData, schema, rowGroupSize }));
}

async function read(content: string | Buffer, options?: ReadBarsOptions, chunkBytes = 1 << 16): Promise<BarsFile> {
  const bytes = Buffer.from(content);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) chunks.push(bytes.subarray(at, at + chunkBytes));
  const result = await readBarsStream(Readable.from(chunks), 'memory', options);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function expectSame(actual: Candles, expected: Candles): void {
  for (const column of CANDLE_COLUMNS) {
    expect(Array.from(actual[column]), column).toStrictEqual(Array.from(expected[column]));
  }
}

describe('every format gives the bars back to the bit', () => {
  const writers = {
    csv: (from: Candles) => csv(from),
    'csv.gz': (from: Candles) => gzipSync(csv(from)),
    ndjson: (from: Candles) => ndjson(from),
    'ndjson.gz': (from: Candles) => gzipSync(ndjson(from)),
    parquet: (from: Candles) => parquet(from),
    'parquet.gz': (from: Candles) => gzipSync(parquet(from)),
  } as const;

  it.each(Object.keys(writers) as (keyof typeof writers)[])('%s', async (format) => {
    await fc.assert(
      fc.asyncProperty(bars, async (expected) => {
        const file = await read(writers[format](expected));
        expect(file.format).toBe(format);
        expect(file.rows).toBe(expected.length);
        expectSame(file.candles, expected);
      }),
      { numRuns: 40 },
    );
  });

  it.each([1, 2, 3, 7, 64, 1000])('cut into pieces of %d bytes, plain and packed', async (chunkBytes) => {
    const expected = hourly(50);
    const quoted = csv(expected, (time) => `"${new Date(time).toISOString()}"`).replaceAll('\n', '\r\n');
    for (const content of [csv(expected), quoted, ndjson(expected), gzipSync(csv(expected)), parquet(expected)]) {
      expectSame((await read(content, {}, chunkBytes)).candles, expected);
    }
  });

  it('two gzip members one after the other are one file', async () => {
    const expected = hourly(30);
    const text = csv(expected);
    const packed = Buffer.concat([gzipSync(text.slice(0, 500)), gzipSync(text.slice(500))]);
    expectSame((await read(packed)).candles, expected);
  });
});

describe('times', () => {
  const expected = hourly(30);

  it.each<[string, TimeText]>([
    ['epoch seconds', (time) => String(time / 1000)],
    ['epoch milliseconds', asMs],
    ['epoch microseconds', (time) => `${time}000`],
    ['epoch nanoseconds', (time) => `${time}000000`],
    ['milliseconds in scientific notation', (time) => (time / 1e12).toFixed(12) + 'e12'],
    ['ISO-8601 with Z', (time) => new Date(time).toISOString()],
    ['ISO-8601 without a zone', (time) => new Date(time).toISOString().slice(0, 19).replace('T', ' ')],
  ])('CSV: %s', async (_, time) => {
    expectSame((await read(csv(expected, time))).candles, expected);
  });

  it('a date is its midnight in UTC, and the step of daily bars has a name', async () => {
    const days = candlesOf(
      [0, 1, 2].map((i) => ({ time: START + i * 24 * HOUR, open: 1, high: 2, low: 1, close: 2, volume: 0 })),
    );
    const file = await read(csv(days, (time) => new Date(time).toISOString().slice(0, 10)));
    expectSame(file.candles, days);
    expect(file).toMatchObject({ interval: '1d', step: 24 * HOUR });
    expectSame((await read(parquet(days, 'date'))).candles, days);
  });

  it.each<ParquetTime>(['int64', 'timestamp', 'micros', 'nanos', 'double', 'text'])('Parquet: %s', async (kind) => {
    expectSame((await read(parquet(expected, kind))).candles, expected);
  });

  it('a Parquet timestamp is milliseconds by its annotation, however small', async () => {
    const early = candlesOf([0, HOUR].map((time) => ({ time, open: 1, high: 1, low: 1, close: 1, volume: 0 })));
    expectSame((await read(parquet(early, 'timestamp'))).candles, early);
  });
});

describe('the layout of the text', () => {
  const [first, second] = ['1704067200000', '1704070800000'];

  it.each<[string, string]>([
    ['columns in another order', `close,timestamp,low,volume,high,open\n2,${first},1,9,4,3\n2,${second},1,9,4,3\n`],
    [
      'further columns',
      `id,timestamp,open,high,low,close,volume,note\na,${first},3,4,1,2,9,x\nb,${second},3,4,1,2,9,\n`,
    ],
    [
      'names in capitals and with blanks',
      `Timestamp, OPEN,High ,Low,Close,Volume\n${first},3,4,1,2,9\n${second},3,4,1,2,9`,
    ],
    ['a byte order mark', `\uFEFFtimestamp,open,high,low,close,volume\n${first},3,4,1,2,9\n${second},3,4,1,2,9\n`],
    [
      'a byte order mark before a quote',
      `\uFEFF"timestamp",open,high,low,close,volume\n${first},3,4,1,2,9\n${second},3,4,1,2,9\n`,
    ],
    [
      'CR LF and blank lines at the end',
      `timestamp,open,high,low,close,volume\r\n${first},3,4,1,2,9\r\n${second},3,4,1,2,9\r\n\r\n\n`,
    ],
    ['blanks around numbers', `timestamp,open,high,low,close,volume\n ${first} , 3,4 ,1,2,9 \n${second},3,4,1,2,9\n`],
    [
      'quotes with commas, quotes and line ends in a further column',
      `note,timestamp,open,high,low,close,volume\n"a, ""b""\nc",${first},3,4,1,2,9\n"",${second},"3","4",1,2,"9"\n`,
    ],
    [
      'JSON with keys in another order and case',
      `{"Volume":9,"close":2,"LOW":1,"high":4,"open":3,"timestamp":${first}}\n{"Volume":9,"close":2,"LOW":1,"high":4,"open":3,"timestamp":${second},"x":null}`,
    ],
    [
      'JSON with prices as texts and blank lines',
      `\n{"timestamp":"${first}","open":"3","high":"4","low":"1","close":"2","volume":"9"}\r\n\r\n{"timestamp":${second},"open":3,"high":4,"low":1,"close":2,"volume":9}\n\n`,
    ],
    [
      'JSON with ISO times',
      `{"timestamp":"2024-01-01T00:00:00Z","open":3,"high":4,"low":1,"close":2,"volume":9}\n{"timestamp":"2024-01-01 01:00","open":3,"high":4,"low":1,"close":2,"volume":9}\n`,
    ],
  ])('%s', async (_, text) => {
    const bar = (time: string): Bar => ({ time: Number(time), open: 3, high: 4, low: 1, close: 2, volume: 9 });
    const expected = candlesOf([bar(first), bar(second)]);
    const file = await read(text);
    expectSame(file.candles, expected);
    expect(file).toMatchObject({ rows: 2, interval: '1h', step: HOUR, repairs: undefined });
  });
});

describe('files', () => {
  let folder = '';
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'barograph-files-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['csv', 'csv.gz', 'ndjson', 'parquet'] as const)(
    '%s is told from its content, whatever its name, and progress ends at its size',
    async (format) => {
      const expected = hourly(20_000);
      const path = join(folder, 'bars.dat');
      const text = format === 'ndjson' ? ndjson(expected) : csv(expected);
      const content =
        format === 'parquet'
          ? parquet(expected, 'int64', 5000)
          : format === 'csv.gz'
            ? gzipSync(text)
            : Buffer.from(text);
      writeFileSync(path, content);
      const seen: [number, number | undefined][] = [];
      const result = await readBars(path, { onProgress: (read, total) => seen.push([read, total]) });
      expect(result).toMatchObject({ ok: true, value: { file: path, format, rows: 20_000, interval: '1h' } });
      if (result.ok) expectSame(result.value.candles, expected);
      expect(seen.at(-1)).toStrictEqual([content.length, content.length]);
    },
  );
});

const REAL = '../shared/data/ohlcv_1h/binance_usdm_perp';

describe.skipIf(!existsSync(REAL))('a real hourly file (needs ../shared/data)', () => {
  it('is the same as CSV within gzip, as NDJSON, as Parquet and through a pipe', async () => {
    const path = join(REAL, readdirSync(REAL)[0]!);
    const result = await readBars(path);
    expect(result).toMatchObject({ ok: true, value: { format: 'csv.gz', interval: '1h' } });
    if (!result.ok) return;
    const { candles } = result.value;
    expect(candles.length).toBeGreaterThan(5000);
    expectSame((await read(csv(candles))).candles, candles);
    expectSame((await read(ndjson(candles))).candles, candles);
    expectSame((await read(parquet(candles, 'timestamp', 10_000))).candles, candles);
  });
});
