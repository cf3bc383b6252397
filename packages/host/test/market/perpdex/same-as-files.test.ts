/** Engines over the loopback venue give the same results as over files of the same bars. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { createManualClock } from '../../../../sources/src/clock.ts';
import { openConfigured } from '../../../../sources/src/configured.ts';
import { openMarket, type Market } from '../../../../sources/src/market/market.ts';
import { createPerpdexSource, perpdexStreamUrl } from '../../../../sources/src/perpdex/source.ts';
import { createUpstreamMeter } from '../../../../sources/src/upstream/meter.ts';
import { readConfig } from '../../../src/config.ts';
import { venueConfig } from '../../../../venue/src/universe.ts';
import { marketProducers } from '../../../../runtime/src/producers.ts';
import { testModel } from '../../services/quant/test-support.ts';
import { QUIET } from '../../../../store/test/test-support.ts';
import { testVenue, type TestVenue } from '../../../../venue/test/test-support.ts';
import { memoryStates } from '../../test-support.ts';
import { runnerOf } from '../../../../runtime/test/test-support.ts';

const COINS = 4;
const { seed, start } = SIMULATOR_V2;
const { listings } = venueConfig(seed, COINS);
/** The longest history that the venue still has as hours alone: 4,800 of its 5,000. */
const NOW = start + 200 * DAY_MS + 10 * HOUR_MS;
/** Funding of an hour is printed, and an answer of the venue is settled, a moment after its end. */
const SETTLED_MS = 2000;

const folder = mkdtempSync(join(tmpdir(), 'barograph-perpdex-'));
afterAll(() => rmSync(folder, { recursive: true }));

const csv = (header: string, rows: readonly (readonly unknown[])[]): string =>
  `${[header, ...rows.map((row) => row.join(','))].join('\n')}\n`;

/** Files of the simulator's hours and of the settled funding, as an operator would have them. */
async function filesMarket(venue: TestVenue): Promise<Market> {
  const simulated = createMarket(venueConfig(seed, COINS));
  const [data, derivatives] = [join(folder, 'bars'), join(folder, 'derivatives')];
  const kinds = ['funding', 'open-interest'].map((name) => join(derivatives, name));
  for (const path of [data, ...kinds]) mkdirSync(path, { recursive: true });
  for (const { symbol } of listings) {
    const bars = simulated.candles(symbol, 'perpdex_perp', '1h', start, NOW);
    const rows = Array.from(bars.time, (time, i) => [
      time,
      ...(['open', 'high', 'low', 'close', 'volume'] as const).map((name) => bars[name][i]),
    ]);
    writeFileSync(join(data, `${symbol}.csv`), csv('timestamp,open,high,low,close,volume', rows));
    const asked = { type: 'fundingHistory', coin: symbol, startTime: NOW - 300 * HOUR_MS };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the venue's own form
    const funding = (await venue.info(asked)).json as readonly {
      readonly time: number;
      readonly fundingRate: string;
    }[];
    const rates = funding.map(({ time, fundingRate }) => [time - (time % HOUR_MS), fundingRate]);
    writeFileSync(join(derivatives, 'funding', `${symbol}.csv`), csv('timestamp,rate', rates));
    // The venue has none of hours before its first poll.
    writeFileSync(join(derivatives, 'open-interest', `${symbol}.csv`), csv('timestamp,contracts', [[start, 1]]));
  }
  const asked = readConfig({ argv: ['--data', data, '--derivatives', derivatives], env: {}, readFile: () => '' });
  if (!asked.ok || asked.value.kind !== 'serve') throw new Error('no config');
  const opened = await openConfigured(asked.value.config, QUIET);
  if (!opened.ok) throw new Error(opened.error);
  return opened.value.market;
}

/** Everything that the producers publish of a market at {@link NOW}, without the kind of its source. */
async function publishedOf(source: Market): Promise<ReadonlyMap<string, { head: unknown; rows: readonly unknown[] }>> {
  const snapshots = createMemorySnapshotStore();
  // Neither the venue nor files have states of accounts.
  const producers = marketProducers('t', testModel()).filter(({ reads }) => !reads.includes('accounts'));
  const runner = runnerOf(producers, createManualClock(NOW), { source, snapshots, states: memoryStates() });
  await runner.withSharedPulls(async () => runner.catchUp());
  const plain = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll(/"(?:files|live)"/g, '"kind"'));
  return new Map(
    producers
      .flatMap(({ publishes }) => publishes)
      .map((name) => {
        const { head, records } = snapshots.latest(name)!;
        return [name, { head: plain(head), rows: records.map(({ value }) => plain(value)) }];
      }),
  );
}

it('says field by field the same of every coin and of the market [#300]', async () => {
  // A full hour: files have no minutes of a running one.
  const venue = await testVenue({ coins: COINS }, NOW + SETTLED_MS);
  const source = createPerpdexSource({
    url: venue.url,
    wsUrl: perpdexStreamUrl(venue.url),
    clock: createManualClock(NOW + SETTLED_MS),
    log: QUIET,
    meter: createUpstreamMeter('perpdex'),
  });
  const live = openMarket([source]);
  await live.start();
  try {
    const [overVenue, overFiles] = [await publishedOf(live), await publishedOf(await filesMarket(venue))];
    expect([...overVenue.keys()]).toEqual([...overFiles.keys()]);
    for (const [name, { rows }] of overFiles) {
      if (name !== 'cycle' && name !== 'meme') expect(rows.length, name).toBe(COINS);
    }
    for (const [name, of] of overFiles) expect(overVenue.get(name), name).toEqual(of);
    const { weight, budget } = venue.venue.state();
    expect(weight).toEqual([expect.objectContaining({ refused: 0 })]);
    expect(weight[0]!.mostInMinute).toBeLessThanOrEqual(budget);
  } finally {
    await live.close();
    await venue.venue.close();
  }
});
