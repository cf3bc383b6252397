/**
 * Rows of library, command line and HTTP agree field by field on the same bars, before and after a restart of the host.
 * Host and command line run as processes, as users run them.
 */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  heatmapRecord,
  isReadyMemeRow,
  memeRow as memeRecord,
  encodeSignumRow,
  encodeTechnicalRow,
  isReadyVolatilityRow,
  isReadyVolumeRow,
  volatilityRow as volatilityRecord,
  volumeRow as volumeRecord,
} from '@barograph/contract';
import { DAY_MS, HOUR_MS, resample, type Candles } from '@barograph/core';
import { coinOfFile, readBarsFolder } from '@barograph/files';
import { heatmapRow, isPegged, signumRow, technicalRow } from '@barograph/indicators';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { isMeme, memePerp, memeRow } from '@barograph/stress';
import { notional30, volatilityRow, volumeRow } from '@barograph/volatility';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../packages/store/test/built.ts';
import { prepareCluster } from '../packages/store/test/template.ts';
import { call, NO_MODEL, startHost } from './host-process.ts';
import { runCommand } from './run-command.ts';

const full = process.env['BAROGRAPH_FULL'] === '1';
/** Timeout of processes on a busy machine, ms. */
const PATIENCE_MS = full ? 600_000 : 240_000;
const REAL = '../shared/data/ohlcv_1h/binance_usdm_perp';
/** Majors, a meme, young and old ones, and two that stopped trading a year before the others; all in the long run. */
const SAMPLE = ['AAVE', 'BTC', 'ETH', 'MATIC', 'SUI', 'TIA', 'WIF', 'XRP'].map((coin) => `${coin}USDT.csv.gz`);

type Row = Readonly<Record<string, unknown>> & { readonly symbol: string };

/** Coin of the folder at the time of the host. */
interface Coin {
  readonly symbol: string;
  readonly file: string;
  readonly source: 'perpdex_perp';
  readonly pegged: boolean;
  readonly hourly: Candles;
  readonly daily: Candles;
  readonly notional30: number | null;
  readonly asOf: number;
}

/** The list of each engine, in the order of its command; and the row of the library, undefined where lists have none. */
const ENGINES: Readonly<
  Record<string, { readonly path: string; readonly row: (coin: Coin, perps: ReadonlySet<string>) => unknown }>
> = {
  signum: {
    path: '/indicators/signum-rgg?limit=1000&sort=symbol&order=asc',
    row: ({ daily: _, ...coin }) => encodeSignumRow(signumRow(coin)),
  },
  volatility: {
    path: '/volatility/regime?limit=500',
    row: (coin) => {
      const row = volatilityRow({ ...coin, staleCycles: 0 });
      return isReadyVolatilityRow(row) ? volatilityRecord.encode(row) : undefined;
    },
  },
  volume: {
    path: '/volume/scanner?limit=500',
    row: (coin) => {
      const row = volumeRow(coin);
      return isReadyVolumeRow(row) ? volumeRecord.encode(row) : undefined;
    },
  },
  technical: {
    path: '/indicators/technical?limit=500&order=asc',
    row: (coin) => encodeTechnicalRow(technicalRow(coin)),
  },
  heatmap: {
    path: '/indicators/heatmap?limit=500',
    row: (coin) => {
      const row = heatmapRow({ ...coin, signum: signumRow(coin) });
      return row.pegged ? undefined : heatmapRecord.encode(row);
    },
  },
  meme: {
    path: '/meme/regime?limit=500',
    row: (coin, perps) => {
      const live = { pdSymbol: memePerp(coin.symbol, perps), fundingRate: null, oiUsd: null };
      const row = memeRow({ ...coin, ...live });
      return isMeme(coin.symbol) && isReadyMemeRow(row) ? memeRecord.encode(row) : undefined;
    },
  },
};
const NAMES = Object.keys(ENGINES);

/** Six simulated coins as CSV; one has stopped trading, and the last day is incomplete. */
function writeBars(folder: string): void {
  const market = createMarket();
  const to = SIMULATOR_V2.start + 300 * DAY_MS + 13 * HOUR_MS;
  mkdirSync(folder, { recursive: true });
  for (const [symbol, until] of [
    ['BTC', to],
    ['ETH', to],
    ['SOL', to],
    ['kPEPE', to],
    ['DOGE', to],
    ['XRP', to - 40 * DAY_MS],
  ] as const) {
    const bars = market.candles(symbol, 'perpdex_perp', '1h', SIMULATOR_V2.start, until);
    const lines = Array.from({ length: bars.length }, (_, i) =>
      [bars.time[i], bars.open[i], bars.high[i], bars.low[i], bars.close[i], bars.volume[i]].join(','),
    );
    writeFileSync(join(folder, `${symbol}.csv`), ['timestamp,open,high,low,close,volume', ...lines, ''].join('\n'));
  }
}

interface Served {
  readonly asOf: number;
  /** Rows per engine, in the order of the answer. */
  readonly rows: ReadonlyMap<string, readonly Row[]>;
}

/** Starts a host on a folder, asks it for every row of every engine, and stops it. */
async function httpRows(folder: string, state: string): Promise<Served> {
  const host = await startHost(['--data', folder, '--data-dir', state, ...NO_MODEL]);
  try {
    const key = readFileSync(join(state, 'dev-key'), 'utf8').trim();
    const moments = new Set<number>();
    const rows = new Map<string, readonly Row[]>();
    for (const name of NAMES) {
      const { status, body } = await call(`${host.url}/api/v1${ENGINES[name]!.path}`, key);
      expect([name, status]).toEqual([name, 200]);
      const list = body as { readonly items: readonly Row[]; readonly timestamp?: number; readonly as_of: number };
      moments.add(list.timestamp ?? list.as_of);
      rows.set(name, list.items);
    }
    const [asOf, ...others] = moments;
    expect(others).toEqual([]);
    return { asOf: asOf!, rows };
  } finally {
    expect(await host.stop()).toBe(0);
  }
}

async function cli(...args: readonly string[]): Promise<unknown> {
  const command = built('packages/barograph/bin/barograph.js');
  const { stdout, stderr } = await runCommand(process.execPath, [command, ...args, '--format', 'json']);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Row of one file by the SIGNUM_RGG command, which runs per file. */
async function cliSignum({ file, symbol, asOf }: Coin): Promise<Row> {
  const flags = ['--interval', '1d', '--at', String(asOf)];
  const { timestamp, ...row } = (await cli('signum', file, ...flags)) as Row & { readonly timestamp: number };
  expect([timestamp, row.symbol]).toEqual([row['computed_from'], symbol]);
  return row;
}

/** The rows of a folder, without the moment that each of them names. */
async function cliRows(name: string, folder: string, asOf: number): Promise<readonly Row[]> {
  const rows = (await cli(name, folder, '--at', String(asOf))) as readonly (Row & { readonly as_of: number })[];
  return rows.map(({ as_of, ...row }) => {
    expect(as_of).toBe(asOf);
    return row;
  });
}

async function readCoins(folder: string, asOf: number): Promise<readonly Coin[]> {
  const read = await readBarsFolder(folder);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value.files.map(({ symbol: name, file, candles: hourly }) => {
    const symbol = coinOfFile(name);
    const daily = resample(hourly, '1h', '1d').bars;
    const mean = notional30(daily).at(-1)!;
    const liquidity = Number.isNaN(mean) ? null : mean;
    const pegged = isPegged(symbol, daily);
    return { symbol, file, source: 'perpdex_perp', pegged, hourly, daily, notional30: liquidity, asOf };
  });
}

const bySymbol = (rows: readonly Row[]): readonly Row[] => rows.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));

async function expectFacesAgree(folder: string, state: string): Promise<void> {
  await prepareCluster(state);
  const first = await httpRows(folder, state);
  const coins = await readCoins(folder, first.asOf);
  const perps = new Set(coins.map(({ symbol }) => symbol));
  for (const name of NAMES) {
    const served = first.rows.get(name)!;
    const rows = coins.flatMap((coin) => (ENGINES[name]!.row(coin, perps) as Row | undefined) ?? []);
    expect([name, rows.length]).toEqual([name, served.length]);
    expect(bySymbol(served)).toEqual(bySymbol(JSON.parse(JSON.stringify(rows)) as Row[]));
    if (name === 'signum') {
      for (const coin of coins.slice(0, 3)) {
        expect(await cliSignum(coin)).toEqual(served.find(({ symbol }) => symbol === coin.symbol));
      }
    } else {
      // A perp without a closed hour in the last 24 has a row of nulls here, and is listed as warming in the answer.
      const printed = await cliRows(name, folder, first.asOf);
      // Stale coins are last here where the order is by a number, and in the order of the list there.
      const listed = name === 'volume' ? printed.filter((row) => row['volume_24h'] !== null) : printed;
      const isStale = (row: Row): boolean => 'stale' in row && row['stale'] === true;
      const isRanked = name === 'volatility' || name === 'meme';
      const last = isRanked ? [...served.filter((row) => !isStale(row)), ...served.filter(isStale)] : served;
      expect(listed).toEqual(last);
    }
  }
  // The second host resumes from the first one's stored state.
  expect(await httpRows(folder, state)).toEqual(first);
}

describe('library, command line and HTTP', () => {
  let simulated = '';
  beforeAll(() => {
    simulated = mkdtempSync(join(tmpdir(), 'barograph-faces-'));
  });
  afterAll(() => rmSync(simulated, { recursive: true }));

  it(
    'agree field by field on simulated bars, before and after a restart',
    async () => {
      writeBars(join(simulated, 'bars'));
      await expectFacesAgree(join(simulated, 'bars'), join(simulated, 'state'));
    },
    PATIENCE_MS,
  );

  it.skipIf(!existsSync(REAL))(
    'agree field by field on real bars, before and after a restart (needs ../shared/data)',
    async () => {
      const folder = join(simulated, basename(REAL));
      mkdirSync(folder);
      for (const file of full ? readdirSync(REAL) : SAMPLE) copyFileSync(join(REAL, file), join(folder, file));
      await expectFacesAgree(folder, join(simulated, 'real-state'));
    },
    PATIENCE_MS,
  );
});
