/**
 * Library, command line and HTTP agree on every field of the nowcast for the same hours, model, funding, open interest
 * and perps, before and after a restart of the host.
 */

import { quantMarket, type QuantHorizon, type QuantMarketWire } from '@barograph/contract';
import { barAt, DAY_MS, HOUR_MS, type Candles, type ModelEntry } from '@barograph/core';
import { readBarsFolder, readSeries } from '@barograph/files';
import {
  breadthAt,
  createNowcast,
  explain,
  FUNDING_V1,
  hourlyFunding,
  hourlyLevels,
  loadModel,
  nextDay,
  NO_INPUTS,
  OPEN_INTEREST_V1,
  outlooksOf,
  provenancesOf,
  publishable,
  publishedOf,
  createShock,
  type NowcastPoint,
} from '@barograph/nowcast';
import { createDerivatives, createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256, testModelText } from '../packages/host/test/services/quant/test-support.ts';
import { prepareCluster } from '../packages/store/test/template.ts';
import { built } from '../packages/store/test/built.ts';
import { call, startHost } from './host-process.ts';
import { runCommand } from './run-command.ts';

const DATA = '../shared/data';
const HORIZONS: readonly QuantHorizon[] = ['4h', '24h'];
/** Enough for a breadth; all trade in the last hour. */
const SIMULATED = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'AVAX', 'LINK', 'ADA', 'DOT'];
const REAL = ['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'BNB', 'DOT', 'LTC', 'SUI', 'WIF', 'APT'];

/** Hours left out at the end: open interest stops an hour before the bars do. */
const DROPPED = 24;

/** Everything in one folder: `bars`, `derivatives` and the model. */
interface World {
  readonly models: string;
  /** File of the market's bars. */
  readonly market: string;
  readonly funding: string;
  readonly openInterest: string;
}

let simulatedFolder = '';
const at = (...names: readonly string[]): string => join(simulatedFolder, ...names);

beforeEach(() => {
  simulatedFolder = mkdtempSync(join(tmpdir(), 'barograph-quant-faces-'));
  for (const folder of ['bars', 'models', 'derivatives/funding', 'derivatives/open-interest']) {
    mkdirSync(at(folder), { recursive: true });
  }
});
afterEach(() => rmSync(simulatedFolder, { recursive: true }));

/** Seventy days of the simulator, and a small model with a map of the drawdown. */
function simulatedWorld(): World {
  const { start } = SIMULATOR_V2;
  const to = start + 70 * DAY_MS;
  const market = createMarket();
  for (const coin of SIMULATED) {
    const bars = market.candles(coin, 'perpdex_perp', '1h', start, to);
    const rows = Array.from(bars.time, (time, i) =>
      [time, bars.open[i], bars.high[i], bars.low[i], bars.close[i], bars.volume[i]].join(','),
    );
    writeFileSync(at('bars', `${coin}.csv`), ['timestamp,open,high,low,close,volume', ...rows, ''].join('\n'));
  }
  const { time, fundingRate, openInterest } = createDerivatives(SIMULATOR_V2)('BTC', 0, to);
  const series = (values: Float64Array): string =>
    `timestamp,value\n${Array.from(values, (value, i) => `${time[i]! + HOUR_MS},${value}`).join('\n')}\n`;
  writeFileSync(at('derivatives/funding/BTC.csv'), series(fundingRate));
  writeFileSync(at('derivatives/open-interest/BTC.csv'), series(openInterest));

  const text = testModelText();
  writeFileSync(at('models', 'model.json'), text);
  const entry: ModelEntry = {
    id: 'nowcast',
    version: 'test-1',
    file: 'model.json',
    sha256: sha256(text),
    bytes: Buffer.byteLength(text),
    schema: 'nowcast/1',
  };
  writeFileSync(at('models', 'manifest.json'), JSON.stringify([entry]));
  return {
    models: at('models'),
    market: at('bars', 'BTC.csv'),
    funding: at('derivatives/funding/BTC.csv'),
    openInterest: at('derivatives/open-interest/BTC.csv'),
  };
}

const textOf = (file: string): string => gunzipSync(readFileSync(`${DATA}/${file}`)).toString();

/** Real perps, their funding and open interest, and the shipped model. */
function realWorld(): World {
  for (const coin of REAL) {
    const lines = textOf(`ohlcv_1h/binance_usdm_perp/${coin}USDT.csv.gz`).trimEnd().split('\n');
    writeFileSync(at('bars', `${coin}USDT.csv`), lines.slice(0, -DROPPED).join('\n'));
  }
  const openInterest = at('derivatives/open-interest/BTCUSDT.csv.gz');
  copyFileSync(`${DATA}/derivs/open_interest_bybit_1h/BTCUSDT.csv.gz`, openInterest);
  const [, ...lines] = gunzipSync(readFileSync(`${DATA}/derivs/funding_binance_8h.csv.gz`))
    .toString()
    .split('\n');
  const rows = lines.map((line) => line.split(',')).filter(([, symbol]) => symbol === 'BTCUSDT');
  const funding = at('derivatives/funding/BTCUSDT.csv');
  writeFileSync(funding, ['timestamp,funding_rate', ...rows.map(([time, , rate]) => `${time},${rate}`), ''].join('\n'));
  return { models: 'models', market: at('bars', 'BTCUSDT.csv'), funding, openInterest };
}

async function served({ models }: World): Promise<readonly QuantMarketWire[]> {
  const folders = ['--data', at('bars'), '--derivatives', at('derivatives'), '--data-dir', at('state')];
  const host = await startHost([...folders, '--models', models]);
  try {
    const key = readFileSync(at('state', 'dev-key'), 'utf8').trim();
    const answers: QuantMarketWire[] = [];
    for (const horizon of HORIZONS) {
      const { status, body } = await call(`${host.url}/api/v1/quant/market?horizon=${horizon}`, key);
      expect(status).toBe(200);
      answers.push(body as QuantMarketWire);
    }
    return answers;
  } finally {
    expect(await host.stop()).toBe(0);
  }
}

/** @param asOf the moment of the host: what closes later is not known. */
async function printedBy(world: World, horizon: QuantHorizon, asOf: number): Promise<unknown> {
  const inputs = ['--funding', world.funding, '--open-interest', world.openInterest, '--panel', at('bars')];
  const flags = ['--models', world.models, '--horizon', horizon, '--at', String(asOf), '--format', 'json'];
  const args = [built('packages/barograph/bin/barograph.js'), 'nowcast', world.market, ...inputs, ...flags];
  const { stdout, stderr } = await runCommand(process.execPath, args);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as unknown;
}

async function read<T>(reading: Promise<{ ok: true; value: T } | { ok: false; error: unknown }>): Promise<T> {
  const result = await reading;
  return result.ok ? result.value : expect.fail(JSON.stringify(result.error));
}

function modelOf({ models }: World): ReturnType<typeof loadModel> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written here, or shipped
  const entries = JSON.parse(readFileSync(join(models, 'manifest.json'), 'utf8')) as readonly ModelEntry[];
  const newest = entries.findLast(({ id }) => id === 'nowcast')!;
  return loadModel(readFileSync(join(models, newest.file), 'utf8'));
}

async function computed(world: World, asOf: number): Promise<(horizon: QuantHorizon) => unknown> {
  const loaded = modelOf(world);
  const model = loaded.ok ? loaded.value : expect.fail(JSON.stringify(loaded.error));
  const { artifact } = model;
  const perps: Candles[] = [];
  let market: Candles | undefined;
  for (const { file, candles } of (await read(readBarsFolder(at('bars')))).files) {
    perps.push(candles);
    if (file === world.market) market = candles;
  }
  const nowcast = createNowcast(model);
  const shocks = createShock();
  let latest: NowcastPoint | undefined;
  for (let i = 0; i < market!.length && market!.time[i]! + HOUR_MS <= asOf; i++) {
    latest = publishable(nowcast.next(barAt(market!, i)));
    shocks.next(barAt(market!, i));
  }
  const point = publishedOf(latest!, 'market');
  const inputs = {
    ...NO_INPUTS,
    fundingRates: hourlyFunding(await read(readSeries(world.funding)), point.time, FUNDING_V1.window),
    openInterest: hourlyLevels(await read(readSeries(world.openInterest)), point.time, OPEN_INTEREST_V1.window + 1),
    breadth: breadthAt(perps, point.time),
  };
  const outlooks = { h4: outlooksOf(point, 'h4', inputs), h24: outlooksOf(point, 'h24', inputs) };
  const simulated = nextDay(model, point, 'market');
  return (horizon) => {
    const key = horizon === '4h' ? 'h4' : 'h24';
    const parts = {
      symbol: 'BTC',
      point,
      shock: shocks.row,
      explain: explain(point, {
        artifact,
        hmm: model.hmm,
        scope: 'market',
        horizon: key,
        otherHeads: provenancesOf(outlooks[key]),
      }),
      outlooks,
      monteCarlo: simulated,
      hysteresis: artifact.hysteresis,
      modelVersion: artifact.modelVersion,
      asOf,
      dataSource: 'files',
    } as const;
    return JSON.parse(JSON.stringify(quantMarket.encode({ ...parts, horizon }))) as unknown;
  };
}

/** Outputs of the faces for a world, at both horizons. */
interface Faces {
  readonly http: readonly QuantMarketWire[];
  readonly afterRestart: readonly unknown[];
  readonly cli: readonly unknown[];
  readonly library: readonly unknown[];
}

async function facesOf(world: World): Promise<Faces> {
  await prepareCluster(at('state'));
  const http = await served(world);
  const asOf = http[1]!.as_of;
  const cli: unknown[] = [];
  for (const horizon of HORIZONS) cli.push(await printedBy(world, horizon, asOf));
  const library = await computed(world, asOf);
  return { http, afterRestart: await served(world), cli, library: HORIZONS.map(library) };
}

/** Otherwise three nulls would agree. */
function hasEverything([four, day]: readonly QuantMarketWire[]): boolean {
  const heads = [four!, day!].flatMap(({ funding, open_interest, breadth }) => [funding, open_interest, breadth]);
  const { p_drawdown_5: mapped, p_drawdown_5_raw: raw } = day!.monte_carlo!;
  return heads.every((head) => head !== null) && mapped !== null && mapped !== raw;
}

describe('the nowcast by library, command line and HTTP', () => {
  it('says the same of a simulated market, before and after a restart', async () => {
    const { http, ...others } = await facesOf(simulatedWorld());
    expect(hasEverything(http)).toBe(true);
    expect(others).toEqual({ afterRestart: http, cli: http, library: http });
  }, 240_000);

  it.skipIf(!existsSync(DATA))(
    'says the same of real bars, with the shipped model (needs ../shared/data)',
    async () => {
      const { http, ...others } = await facesOf(realWorld());
      expect(hasEverything(http)).toBe(true);
      expect(others).toEqual({ afterRestart: http, cli: http, library: http });
    },
    240_000,
  );
});
