/** JSON cases for the tests of the Python package: TypeScript results for the same inputs. */

import { ENDPOINT_LIST, operationNamed } from '@barograph/contract';
import { candlesOf, DAY_MS, type Candles } from '@barograph/core';
import { studyByState, STATE_STUDY_V1, type StateStudyOptions } from '@barograph/lab';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { join } from 'node:path';
import seedrandom from 'seedrandom';
import { PROBED, urlOf } from '../packages/host/test/http/table.cases.ts';
import type { FrontDoor } from './front-door.ts';
import { runCommand } from './run-command.ts';
import { ROOT } from './workspace.ts';

/** Hourly bars of a coin of the simulator. */
export function hoursOf(symbol: string, days: number): Candles {
  const from = SIMULATOR_V1.start;
  return createMarket(SIMULATOR_V1).candles(symbol, 'perpdex_perp', '1h', from, from + days * DAY_MS);
}

/** Bars as CSV. */
export function csvOf({ time, open, high, low, close, volume }: Candles): string {
  const rows = Array.from(time, (at, i) => [at, open[i], high[i], low[i], close[i], volume[i]].join());
  return ['timestamp,open,high,low,close,volume', ...rows, ''].join('\n');
}

/** Requests of every operation that can be read, each with what plain fetch gets of it. */
export async function hostCases({ url }: FrontDoor, key: string): Promise<readonly unknown[]> {
  const cases: unknown[] = [];
  for (const [id, { method, path }] of PROBED) {
    if (method !== 'GET' || id === 'health.get') continue;
    const address = urlOf(operationNamed(id));
    const [place = '', search] = address.split('?');
    const names = new RegExp(path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')).exec(place)?.groups;
    const response = await fetch(`${url}${address}`, { headers: { 'x-api-key': key } });
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    if (!isJson) continue;
    const parameters = { ...names, ...Object.fromEntries(new URLSearchParams(search)) };
    cases.push({ id, parameters, status: response.status, body: await response.json() });
  }
  if (cases.length < ENDPOINT_LIST.length / 2) throw new Error(`expected half of all operations, got ${cases.length}`);
  return cases;
}

/** Studies of the same labels and bars by the TypeScript function, and the first uniforms of their seeds. */
export function studyCases(): readonly unknown[] {
  const hours = hoursOf('BTC', 60);
  const gap = candlesOf(
    Array.from({ length: 400 }, (_, i) => ({
      time: (i < 200 ? i : i + 3) * DAY_MS,
      open: hours.open[i]!,
      high: hours.high[i]!,
      low: hours.low[i]!,
      close: hours.close[i]!,
      volume: 1,
    })),
  );
  const names = ['wild', 'calm', null, 'Öde'];
  const labelled = (bars: Candles, each: number) =>
    Array.from({ length: bars.length }, (_, i) => names[Math.floor(i / each) % names.length]!);
  const inPython = ({ overlap, trainedOn, level, bootstrap }: StateStudyOptions): object => ({
    ...(overlap === undefined ? {} : { overlap }),
    ...(trainedOn === undefined ? {} : { trained_on: trainedOn.map(({ from, to }) => [from, to]) }),
    ...(level === undefined ? {} : { level }),
    ...(bootstrap === undefined ? {} : { draws: bootstrap.draws, block: bootstrap.block, version: bootstrap.version }),
  });
  const quick = { ...STATE_STUDY_V1, draws: 200 };
  const tables: readonly (readonly [Candles, number, StateStudyOptions])[] = [
    [gap, 40, { horizon: 5 }],
    [gap, 9, { horizon: 3, overlap: 'apart', bootstrap: quick }],
    [gap, 25, { horizon: 1, level: 0.8, trainedOn: [{ from: 0, to: 90 * DAY_MS }], bootstrap: quick }],
    [hours, 30, { horizon: 24, bootstrap: { ...quick, version: 'stationary_bootstrap/test', block: 60 } }],
    [gap, 1000, { horizon: 399, bootstrap: quick }],
  ];
  return tables.map(([bars, each, options]) => {
    const labels = labelled(bars, each);
    const seed = `${(options.bootstrap ?? STATE_STUDY_V1).version}|study-by-state`;
    const uniform = seedrandom.alea(seed);
    return {
      labels,
      bars: { time: [...bars.time], low: [...bars.low], close: [...bars.close] },
      horizon: options.horizon,
      options: inPython(options),
      study: studyByState(labels, bars, options),
      seed,
      uniforms: Array.from({ length: 1000 }, () => uniform()),
    };
  });
}

const bits = (value: number): string =>
  Buffer.from(new Float64Array([value]).buffer)
    .reverse()
    .toString('hex');

/** A value with the bits of every number in it. */
function cell(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cell);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cell(item)]));
  return typeof value === 'number' ? bits(value) : (value ?? null);
}

/** Fields of a record, records within it opened up: `outer_inner`. */
function opened(row: object, prefix = ''): readonly (readonly [string, unknown])[] {
  return Object.entries(row).flatMap(([name, value]: readonly [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? opened(value, `${prefix}${name}_`)
      : [[`${prefix}${name}`, value] as const],
  );
}

/** Answers of `barograph risk --json` of the same books, numbers as their bits. */
export async function riskCases(
  bars: string,
  put: (name: string, value: unknown) => string,
): Promise<readonly unknown[]> {
  const book = [
    { coin: 'BTC', side: 'long', notional_usd: 10_000.1, leverage: 5, margin: 'isolated' },
    { coin: 'ETH', side: 'short', notional_usd: 7_000, leverage: 3 },
  ];
  const table: readonly Readonly<Record<string, string | number>>[] = [{}, { horizon: '4h', seed: 'of a test', collateral: 9_000.3 }]; // prettier-ignore
  const cases: unknown[] = [];
  for (const flags of table) {
    const words = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const path = put('book.json', book);
    const command = [join(ROOT, 'packages/barograph/bin/barograph.js'), 'risk', path, '--bars', bars, ...words, '--json']; // prettier-ignore
    const { code, stdout, stderr } = await runCommand(process.execPath, command);
    if (code !== 0) throw new Error(stderr);
    cases.push({ book, bars, flags, answer: cell(JSON.parse(stdout)) });
  }
  return cases;
}

/** The JSON of the command line of the same arguments, a column at a time, numbers as their bits. */
export async function scoreCases(folder: string, file: string): Promise<readonly unknown[]> {
  const table: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
    [file, 'nowcast', { rows: 'all' }],
    [folder, 'nowcast', { rows: 'all', at: '2024-02-20' }],
    [file, 'signum', { rows: 'all', interval: '1d' }],
    [folder, 'volatility', { rows: 'last' }],
    [folder, 'technical', { rows: 'all' }],
  ];
  const cases: unknown[] = [];
  for (const [bars, engine, flags] of table) {
    const words = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
    const command = [join(ROOT, 'packages/barograph/bin/barograph.js'), engine, bars, ...words, '--format', 'json'];
    const { code, stdout, stderr } = await runCommand(process.execPath, command);
    if (code !== 0) throw new Error(stderr);
    const rows = (JSON.parse(stdout) as readonly object[]).map((row) => new Map(opened(row)));
    const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
    const cells = names.map((name) => [name, rows.map((row) => cell(row.get(name)))] as const);
    cases.push({ bars, engine, flags, cells: Object.fromEntries(cells) });
  }
  return cases;
}
