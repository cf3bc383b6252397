/**
 * Library, command line and HTTP report the same long-horizon signals and scores for the same bars,
 * before and after a restart of the host. What they commit may differ: the command
 * line confirms by days, a service by refreshes.
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cycleCurrent } from '@barograph/contract';
import { DAY_MS, resample } from '@barograph/core';
import { createCycle, marketDays } from '@barograph/cycle';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../packages/store/test/built.ts';
import { prepareCluster } from '../packages/store/test/template.ts';
import { call, NO_MODEL, startHost } from './host-process.ts';
import { runCommand } from './run-command.ts';

const SYMBOLS = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'ADA', 'AVAX', 'LINK', 'LTC', 'DOT'];
const TO = SIMULATOR_V2.start + 420 * DAY_MS;

interface Current {
  readonly id: number;
  readonly as_of: string;
  readonly signals: Readonly<Record<string, number | null>>;
  readonly signal_times: Readonly<Record<string, number | null>>;
  readonly universe: { readonly n: number; readonly rule: string; readonly version: string };
  readonly breadth: string;
  readonly breadth_reads: readonly number[];
  readonly raw: { readonly id: number; readonly scores: Readonly<Record<string, number | null>> };
}

const market = createMarket();
const coins = SYMBOLS.map((symbol) => ({
  symbol,
  daily: resample(market.candles(symbol, 'perpdex_perp', '1h', SIMULATOR_V2.start, TO), '1h', '1d').bars,
}));
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'barograph-cycle-faces-'));
  mkdirSync(join(folder, 'bars'));
  for (const { symbol, daily } of coins) {
    const lines = Array.from(daily.time, (time, i) =>
      [time, daily.open[i], daily.high[i], daily.low[i], daily.close[i], daily.volume[i]].join(','),
    );
    writeFileSync(
      join(folder, 'bars', `${symbol}.csv`),
      ['timestamp,open,high,low,close,volume', ...lines, ''].join('\n'),
    );
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

async function served(): Promise<Current> {
  const state = join(folder, 'state');
  const host = await startHost(['--data', join(folder, 'bars'), '--data-dir', state, ...NO_MODEL]);
  try {
    const key = readFileSync(join(state, 'dev-key'), 'utf8').trim();
    return (await call(`${host.url}/api/v1/regimes/current`, key)).body as Current;
  } finally {
    expect(await host.stop()).toBe(0);
  }
}

describe('the long-horizon regime by library, command line and HTTP', () => {
  it('is read alike from the same bars, before and after a restart', async () => {
    const cycle = createCycle();
    for (const day of marketDays(coins[0]!.daily, coins)) cycle.day(day);
    const report = cycle.refresh(TO)!;
    const library = JSON.parse(
      JSON.stringify(cycleCurrent.encode({ report, dataSource: 'files', committedAt: TO })),
    ) as Current;

    await prepareCluster(join(folder, 'state'));
    const http = await served();
    expect(http).toEqual(library);
    expect(await served()).toEqual(http);

    const args = [
      'cycle',
      '--btc',
      join(folder, 'bars', 'BTC.csv'),
      '--universe',
      join(folder, 'bars'),
      '--format',
      'json',
    ];
    const { stdout } = await runCommand(process.execPath, [built('packages/barograph/bin/barograph.js'), ...args]);
    const { as_of, signals, signal_times, raw, universe, breadth, breadth_reads } = JSON.parse(stdout) as Current;
    expect({ as_of, signals, signal_times, universe, breadth, breadth_reads }).toEqual({
      as_of: http.as_of,
      signals: http.signals,
      signal_times: http.signal_times,
      universe: http.universe,
      breadth: http.breadth,
      breadth_reads: http.breadth_reads,
    });
    expect(universe).toMatchObject({ n: SYMBOLS.length, version: 'cycle-breadth/3' });
    expect([raw.id, raw.scores]).toEqual([http.raw.id, http.raw.scores]);
    expect(Object.values(signals).filter((value) => value !== null).length).toBeGreaterThan(18);
  }, 240_000);
});
