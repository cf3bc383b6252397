/**
 * Hosts in every mode that can run here, compared with the matrix of `docs/inputs.md`: an input is null only where the
 * matrix says so. Files are generated from the simulated market, which the loopback venue also serves.
 */

import { API_PREFIX, ENDPOINT_LIST } from '@barograph/contract';
import { DAY_MS, HOUR_MS, type Candles } from '@barograph/core';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { cellOf, inputMatrix, type HostMode } from '../../../runtime/src/inputs/matrix.ts';
import { createManualClock, type ManualClock } from '../../../sources/src/clock.ts';
import { askingOf, openSources } from '../../../sources/src/configured.ts';
import type { BarSeries } from '../../../sources/src/files/bars.ts';
import { FILES_FEEDS } from '../../../sources/src/files/declared.ts';
import { readDerivatives } from '../../../sources/src/files/derivatives.ts';
import { createFilesSource } from '../../../sources/src/files/source.ts';
import { FEED_NAMES } from '../../../sources/src/market/feeds.ts';
import { openMarket, type Market } from '../../../sources/src/market/market.ts';
import { withoutFeeds, type Source } from '../../../sources/src/market/source.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import { loopbackOf, type SourcesConfig } from '../../../sources/src/sources.ts';
import { until } from '../../../sources/test/deadlines.ts';
import { QUIET, startTestServer } from '../../../store/test/test-support.ts';
import { openVenue } from '../../../venue/src/venue.ts';
import { testModel } from '../services/quant/test-support.ts';
import { hostOver, TIER_GATE } from '../test-support.ts';

const NOW = Date.UTC(2025, 8, 2, 10, 23, 30);
const SYMBOLS = ['BTC', 'ETH', 'SOL', 'DOGE', 'kPEPE', 'XRP', 'ADA', 'AVAX', 'LINK', 'LTC'];
const simulated = createSimulatedSource(SIMULATOR_V2);

let ends: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ends.reverse()) await end();
  ends = [];
});

/** Hours of the perps of the simulated market. */
function series(): readonly BarSeries[] {
  const market = createMarket();
  const known = new Set(
    SIMULATOR_V2.listings.filter(({ venue }) => venue === 'perpdex_perp').map(({ symbol }) => symbol),
  );
  return SYMBOLS.filter((symbol) => known.has(symbol)).map((symbol) => {
    const bars: Candles = market.candles(symbol, 'perpdex_perp', '1h', SIMULATOR_V2.start, NOW - (NOW % HOUR_MS));
    return { symbol, venue: 'perpdex_perp', interval: '1h', bars };
  });
}

/** Files of funding, open interest and implied volatility, read as an operator's are. */
async function derivatives() {
  const folder = mkdtempSync(join(tmpdir(), 'barograph-inputs-'));
  ends.push(() => rmSync(folder, { recursive: true }));
  const write = (kind: string, name: string, head: string, rows: readonly (readonly number[])[]): void => {
    mkdirSync(join(folder, kind), { recursive: true });
    writeFileSync(join(folder, kind, `${name}.csv`), [head, ...rows.map((row) => row.join(',')), ''].join('\n'));
  };
  const last = NOW - (NOW % HOUR_MS);
  const range = { from: last - 40 * DAY_MS, to: last };
  for (const symbol of SYMBOLS) {
    const funding = await simulated.feeds.funding!.pull({ symbol, ...range });
    const interest = await simulated.feeds.openInterest!.pull({ symbol, ...range });
    if (!funding.ok || !interest.ok) continue;
    const hourly = (time: Float64Array, value: Float64Array, step: number) =>
      Array.from(time, (at, i) => [at, value[i]!] as const).filter(([at]) => at % (step * HOUR_MS) === 0);
    const rates = hourly(funding.value.rows.time, funding.value.rows.rate1h, 8);
    write('funding', symbol, 'timestamp,rate', rates.map(([at, rate]) => [at, rate * 8])); // prettier-ignore
    write(
      'open-interest',
      symbol,
      'timestamp,level',
      hourly(interest.value.rows.time, interest.value.rows.contracts, 1),
    );
  }
  for (const symbol of ['BTC', 'ETH']) {
    const rows = Array.from({ length: 60 }, (_, i) => [last - i * DAY_MS, 50, 52, 48, 51]).toReversed();
    write('dvol', symbol, 'timestamp,open,high,low,close', rows);
  }
  const read = await readDerivatives(folder);
  return read.ok ? read.value : expect.fail(read.error);
}

/** The feeds that a folder of reference data can have. */
function reference(): Source {
  const others = FEED_NAMES.filter((name) => !FILES_FEEDS.reference.includes(name));
  return { ...withoutFeeds(simulated, new Set(others)), id: 'reference', kind: 'files' };
}

async function loopback(clock: ManualClock): Promise<Market> {
  const venue = openVenue({ clock, speed: 0, seed: SIMULATOR_V2.seed, coins: 6, pairs: 4 });
  const base = new URL(await venue.listen('127.0.0.1', 0)).origin;
  ends.push(async () => venue.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields that are left out are undefined
  const config = { positioning: true, live: false, ...loopbackOf(base) } as SourcesConfig;
  const opened = openSources(config, { ...askingOf(config, 'live'), clock, log: QUIET });
  const sources = opened.ok ? opened.value : expect.fail(opened.error);
  for (const source of sources) ends.push(async () => source.close());
  await Promise.all(sources.map(async (source) => source.start()));
  const asked = new Set(['stablecoins', 'pegs', 'media', 'macro', 'fearGreed', 'coins', 'unlocks', 'contexts']);
  await until(() =>
    sources.every((one) => one.state(NOW).every(({ feed, status }) => status === 'ok' || !asked.has(feed))),
  );
  return openMarket(sources);
}

const MARKETS: Readonly<Partial<Record<HostMode, (clock: ManualClock) => Promise<Market>>>> = {
  simulated: async () => openMarket([simulated]),
  files: async () => openMarket([createFilesSource(series())]),
  'files + reference': async () => openMarket([createFilesSource(series()), reference()]),
  'files + derivatives': async () => openMarket([createFilesSource(series(), await derivatives())]),
  loopback,
};

/** Values at a path of an answer: `a.b`, `items[].a` of every item, `a.*.b` of every member. */
function valuesAt(body: unknown, path: string): readonly unknown[] {
  let found: readonly unknown[] = [body];
  for (const step of path.replaceAll('[]', '.*').split('.')) {
    found = found.flatMap((one): readonly unknown[] => {
      if (typeof one !== 'object' || one === null) return [];
      return step === '*' ? Object.values(one) : [(one as Readonly<Record<string, unknown>>)[step]];
    });
  }
  return found;
}

/** A host on the loopback venue waits two minutes for the weight of its cold start: the full tier has it. */
const MODES = Object.keys(MARKETS).filter((mode) => mode !== 'loopback' || process.env['BAROGRAPH_FULL'] === '1');

it.each(MODES as HostMode[])('a host on %s has every input that the matrix names a feed of', async (mode) => {
  const server = await startTestServer();
  ends.push(async () => server.stop());
  const store = await server.open(await server.database());
  const clock = createManualClock(NOW);
  const market = await MARKETS[mode]!(clock);
  const host = hostOver(store, { market, clock, gate: TIER_GATE, model: testModel() });
  await host.start();
  ends.push(async () => host.stop());
  const paths = new Map(ENDPOINT_LIST.map(([id, { path }]) => [id, path]));
  const rows = inputMatrix().filter((row) => {
    const { feeds, after } = cellOf(row, mode);
    return feeds.length > 0 && after === null;
  });
  const missingNow = async (): Promise<readonly string[]> => {
    const missing: string[] = [];
    for (const { engine, input, shown } of rows) {
      const [operation, path] = shown;
      const reply = await host.server.inject({ url: paths.get(operation)!, headers: { 'x-api-key': 'pro_plus' } });
      const values = reply.statusCode === 200 ? valuesAt(reply.json(), path) : [];
      const isThere = values.some((value) => value !== null && value !== undefined);
      if (!isThere) missing.push(`${engine} ${input}: ${reply.statusCode === 200 ? 'null' : reply.body}`);
    }
    return missing;
  };
  expect(paths.get('regimes.current')).toBe(`${API_PREFIX}/regimes/current`);
  expect(rows.length).toBeGreaterThan(1);
  expect(await missingNow()).toEqual([]);
});
