/// <reference types="node" />

import { describeProblem } from '@barograph/core';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readBarsStream } from './read-bars.ts';

const T = Date.UTC(2024, 0, 1);
const HOUR = 3_600_000;
const BARS = Array.from({ length: 5 }, (_, i) => ({
  open: 1 + i,
  high: 3 + i,
  low: 1 + i,
  close: 2 + i,
  volume: 10 * i,
}));
const times = BARS.map((_, i) => T + i * HOUR);
const names = ['open', 'high', 'low', 'close', 'volume'] as const;
const byIndex = (cells: (bar: (typeof BARS)[number], i: number) => unknown, key: (i: number) => string) =>
  Object.fromEntries(BARS.map((bar, i) => [key(i), cells(bar, i)]));
const asTime = (i: number): string => String(times[i]);

/** Tables of pandas, `df.to_json(orient=…)`, and of charting sites. */
const TABLES: Readonly<Record<string, unknown>> = {
  'columns, times in the index': Object.fromEntries(names.map((name) => [name, byIndex((bar) => bar[name], asTime)])),
  'columns, times in a column': Object.fromEntries([
    ['date', byIndex((_, i) => times[i], String)],
    ...names.map((name) => [name, byIndex((bar) => bar[name], String)] as const),
  ]),
  'index, times in the index': byIndex((bar) => bar, asTime),
  'index, ISO times in the index': byIndex(
    (bar) => bar,
    (i) => new Date(times[i]!).toISOString(),
  ),
  'index, times in a column': byIndex((bar, i) => ({ date: times[i], ...bar }), String),
  split: { columns: names, index: times, data: BARS.map((bar) => names.map((name) => bar[name])) },
  'split, times in a column': {
    columns: ['date', ...names],
    index: [0, 1, 2, 3, 4],
    data: BARS.map((bar, i) => [times[i], ...names.map((name) => bar[name])]),
  },
  table: { schema: { fields: [] }, data: BARS.map((bar, i) => ({ index: new Date(times[i]!).toISOString(), ...bar })) },
  'table, with its own name of the index': {
    schema: { fields: [] },
    data: BARS.map((bar, i) => ({ Date: new Date(times[i]!).toISOString(), ...bar })),
  },
  records: BARS.map((bar, i) => ({ date: times[i], ...bar })),
  values: BARS.map((bar, i) => [times[i], ...names.map((name) => bar[name])]),
  'Deribit and TradingView': {
    t: times.map((time) => time / 1000),
    o: BARS.map(({ open }) => open),
    h: BARS.map(({ high }) => high),
    l: BARS.map(({ low }) => low),
    c: BARS.map(({ close }) => close),
    v: BARS.map(({ volume }) => volume),
    s: 'ok',
  },
  'Deribit, its own names': {
    ticks: times,
    open: BARS.map(({ open }) => open),
    high: BARS.map(({ high }) => high),
    low: BARS.map(({ low }) => low),
    close: BARS.map(({ close }) => close),
    volume: BARS.map(({ volume }) => volume),
    cost: BARS.map(() => 1),
    status: 'ok',
  },
};

const arrays = BARS.map((bar, i) => [times[i], bar.open, bar.high, bar.low, bar.close, bar.volume]);
const records = BARS.map((bar, i) => ({ timestamp: times[i], ...bar }));

/** Answers of exchanges and data vendors, with a list of bars in them. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  'data, arrays': { code: '200000', data: arrays },
  'data, records': { success: true, data: records },
  'result.list, newest first': {
    retCode: 0,
    retMsg: 'OK',
    result: { symbol: 'BTCUSDT', category: 'linear', list: arrays.toReversed() },
    retExtInfo: {},
    time: 1_704_067_200_000,
  },
  'result by pair, and a cursor': { error: [], result: { XXBTZUSD: arrays, last: 1_704_067_200 } },
  'Data.Data': { Response: 'Success', Message: '', HasWarning: false, Data: { Aggregated: false, Data: records } },
  'columns in data': {
    success: true,
    code: 0,
    data: { time: times, ...Object.fromEntries(names.map((name) => [name, BARS.map((bar) => bar[name])])) },
  },
  candles: { candles: records, symbol: 'BTC', empty: false },
};

describe.each([
  ['on one line', 0, 1 << 16],
  ['over many lines', 2, 1 << 16],
  ['in pieces', 0, 7],
] as const)('tables in one JSON object, %s', (_, indent, size) => {
  it.each(Object.keys({ ...TABLES, ...ANSWERS }))('%s', async (name) => {
    const bytes = Buffer.from(JSON.stringify({ ...TABLES, ...ANSWERS }[name], null, indent));
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (__, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
    const found = await readBarsStream(Readable.from(pieces), 'file');
    if (!found.ok) throw new Error(describeProblem(found.error));
    const { candles } = found.value;
    expect([...candles.time]).toEqual(times);
    for (const column of names) expect([...candles[column]]).toEqual(BARS.map((bar) => bar[column]));
  });
});

it.each([
  [{ code: -1121, msg: 'Invalid symbol.' }, /got an answer without bars, which says "Invalid symbol\."/],
  [{ error: ['EQuery:Unknown asset pair'] }, /got an answer without bars, which says "EQuery:Unknown asset pair"/],
  [{ data: { BTC: arrays, ETH: arrays } }, /got several lists of bars \(data\.BTC, data\.ETH\): keep one/],
  [{ prices: [[1, 2]], total_volumes: [[1, 2]] }, /: expected /],
])('%j is refused with a reason', async (value, message) => {
  for (const indent of [0, 2]) {
    const text = JSON.stringify(value, null, indent);
    const found = await readBarsStream(Readable.from([Buffer.from(text)]), 'file');
    expect(found.ok ? 'read' : describeProblem(found.error)).toMatch(message);
  }
});

it.each(['{"a":{"b":1}}', '{\n"rows": 7\n}'])('%j is refused without an exception', async (text) => {
  const found = await readBarsStream(Readable.from([Buffer.from(text)]), 'file');
  expect(found.ok ? 'read' : describeProblem(found.error)).toMatch(/^file.*: expected /);
});
