/**
 * One engine, three faces: the library's row, the command line's and the HTTP answer's agree field by field on the same
 * bars, before and after the host was restarted. The host and the command line run as processes, as users run them.
 */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { encodeSignumRow, encodeVolatilityItem } from '@barograph/contract';
import { DAY_MS, HOUR_MS, resample } from '@barograph/core';
import { readBarsFolder } from '@barograph/files';
import { isPegged, signumRow } from '@barograph/indicators';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { notional30, volatilityRow } from '@barograph/volatility';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, startHost } from './host-process.ts';
import { runCommand } from './run-command.ts';

type Row = Readonly<Record<string, unknown>> & { readonly symbol: string };

const SOURCES = ['--conditions=source', '--import', 'tsx'];
const REAL = '../shared/data/ohlcv_1h/binance_usdm_perp';
let made = '';

/** Six simulated coins as CSV, one of which stopped trading; the last day is still running. */
function writeBars(folder: string): void {
  const market = createMarket();
  const to = SIMULATOR_V1.start + 300 * DAY_MS + 13 * HOUR_MS;
  mkdirSync(folder, { recursive: true });
  for (const [symbol, until] of [
    ['BTC', to],
    ['ETH', to],
    ['SOL', to],
    ['kPEPE', to],
    ['DOGE', to],
    ['XRP', to - 40 * DAY_MS],
  ] as const) {
    const bars = market.candles(symbol, 'perpdex_perp', '1h', SIMULATOR_V1.start, until);
    const lines = Array.from({ length: bars.length }, (_, i) =>
      [bars.time[i], bars.open[i], bars.high[i], bars.low[i], bars.close[i], bars.volume[i]].join(','),
    );
    writeFileSync(join(folder, `${symbol}.csv`), ['timestamp,open,high,low,close,volume', ...lines, ''].join('\n'));
  }
}

/** Starts a host on a folder, asks it for every row, and stops it. */
async function httpRows(
  folder: string,
  state: string,
): Promise<{ readonly asOf: number; readonly rows: readonly Row[]; readonly volatility: readonly Row[] }> {
  const host = await startHost(['--data', folder, '--data-dir', state]);
  try {
    const key = readFileSync(join(state, 'dev-key'), 'utf8').trim();
    const list = '/api/v1/indicators/signum-rgg?limit=1000&sort=symbol&order=asc';
    const body = (await call(`${host.url}${list}`, key)).body as { as_of: number; items: Row[]; warming: string[] };
    expect(body.warming).toEqual([]);
    const regimes = '/api/v1/volatility/regime?limit=500&sort=symbol&order=asc';
    const volatility = (await call(`${host.url}${regimes}`, key)).body as { as_of: number; items: Row[] };
    expect(volatility.as_of).toBe(body.as_of);
    return { asOf: body.as_of, rows: body.items, volatility: volatility.items };
  } finally {
    expect(await host.stop()).toBe(0);
  }
}

async function cliRow(file: string, symbol: string, asOf: number): Promise<Row> {
  const flags = ['--interval', '1d', '--format', 'json', '--symbol', symbol, '--as-of', String(asOf)];
  const { stdout } = await runCommand(process.execPath, [
    ...SOURCES,
    'packages/barograph/src/cli.ts',
    'signum',
    file,
    ...flags,
  ]);
  const { timestamp, ...row } = JSON.parse(stdout) as Row & { timestamp: number };
  expect(timestamp).toBe(row['computed_from']);
  return row;
}

/** The rows of a whole folder, in one run. */
async function cliVolatility(folder: string, asOf: number): Promise<readonly Row[]> {
  const args = ['packages/barograph/src/cli.ts', 'volatility', folder, '--format', 'json', '--as-of', String(asOf)];
  const { stdout } = await runCommand(process.execPath, [...SOURCES, ...args]);
  return JSON.parse(stdout) as readonly Row[];
}

const bySymbol = (rows: readonly Row[]): Row[] => [...rows].sort((a, b) => (a.symbol < b.symbol ? -1 : 1));

async function expectFacesAgree(folder: string): Promise<void> {
  const state = join(made, `state-${basename(folder)}`);
  const first = await httpRows(folder, state);
  const read = await readBarsFolder(folder);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const { files } = read.value;
  expect(first.rows.length).toBe(files.length);
  for (const { symbol: name, candles: hourly } of files) {
    const symbol = name.replace(/USDT$/, '');
    const pegged = isPegged(symbol, resample(hourly, '1h', '1d').bars);
    const row = signumRow({ symbol, source: 'perpdex_perp', hourly, asOf: first.asOf, pegged });
    const served = first.rows.find((one) => one.symbol === symbol);
    expect(served).toEqual(JSON.parse(JSON.stringify(encodeSignumRow(row))));
    const daily = resample(hourly, '1h', '1d').bars;
    const about = { symbol, source: 'perpdex_perp', pegged, staleCycles: 0 } as const;
    const volatility = volatilityRow({ ...about, notional30: notional30(daily).at(-1)!, daily, asOf: first.asOf });
    expect(first.volatility.find((one) => one.symbol === symbol)).toEqual(encodeVolatilityItem(volatility));
  }
  expect(bySymbol(await cliVolatility(folder, first.asOf))).toEqual(bySymbol(first.volatility));
  const sample = files.filter((_, i) => i % Math.ceil(files.length / 6) === 0);
  for (const { file, symbol: name } of sample) {
    const symbol = name.replace(/USDT$/, '');
    expect(await cliRow(file, symbol, first.asOf)).toEqual(first.rows.find((one) => one.symbol === symbol));
  }
  // The second host goes on from the state that the first one stored.
  expect(await httpRows(folder, state)).toEqual(first);
}

describe('library, command line and HTTP', () => {
  beforeAll(() => {
    made = mkdtempSync(join(tmpdir(), 'barograph-faces-'));
    writeBars(join(made, 'bars'));
  });
  afterAll(() => rmSync(made, { recursive: true }));

  it('agree field by field on simulated bars, before and after a restart', async () => {
    expect(readdirSync(join(made, 'bars')).length).toBe(6);
    await expectFacesAgree(join(made, 'bars'));
  });

  it.skipIf(!existsSync(REAL))(
    'agree field by field on real bars, before and after a restart (needs ../shared/data)',
    async () => {
      await expectFacesAgree(REAL);
    },
  );
});
