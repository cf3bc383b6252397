/** The second and the third venue of the loopback venue have the laws of the simulator: perps, settlements, forced closes. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createManualClock } from '../../sources/src/clock.ts';
import { createLog } from '../../store/src/log.ts';
import { cexbStreamUrl } from '../../sources/src/cexb/config.ts';
import { createCexbSource } from '../../sources/src/cexb/source.ts';
import { dexbStreamUrl } from '../../sources/src/dexb/config.ts';
import { createDexbSource } from '../../sources/src/dexb/source.ts';
import type { Liquidation } from '../../sources/src/market/liquidations.ts';
import { createSimulatedSource } from '../../sources/src/simulated/source.ts';
import { createUpstreamMeter } from '../../sources/src/upstream/meter.ts';
import { exchangeConfig } from '../src/universe.ts';
import { openVenue } from '../src/venue.ts';
import { settled } from '../../sources/test/deadlines.ts';

const { seed } = SIMULATOR_V2;
const truth = createSimulatedSource(exchangeConfig(seed, 3, undefined)).feeds;
const closesOf = async (venue: 'dexb' | 'cexb', from: number): Promise<readonly Liquidation[]> => {
  const pulled = await truth.forcedCloses!.pull({ venue, from, to: from + HOUR_MS });
  return pulled.ok ? pulled.value.rows.liquidations : [];
};
/** Start of an hour in which both venues have some. */
const NOW = await (async () => {
  for (let at = SIMULATOR_V2.start + 120 * DAY_MS + 600_000; ; at += HOUR_MS) {
    const lists = await Promise.all([closesOf('dexb', at), closesOf('cexb', at)]);
    if (lists.every((list) => list.length > 0)) return at;
  }
})();
const clock = createManualClock(NOW);
const venue = openVenue({ clock, speed: 1, seed, coins: 3 });
let dexb: ReturnType<typeof createDexbSource>;
let cexb: ReturnType<typeof createCexbSource>;
beforeAll(async () => {
  const { origin } = new URL(await venue.listen('127.0.0.1', 0));
  const of = (name: 'dexb' | 'cexb') => ({
    clock,
    log: createLog('silent'),
    meter: createUpstreamMeter(name),
    url: `${origin}/${name}`,
  });
  dexb = createDexbSource({ ...of('dexb'), wsUrl: dexbStreamUrl(`${origin}/dexb`) });
  cexb = createCexbSource({ ...of('cexb'), wsUrl: cexbStreamUrl(`${origin}/cexb`) });
  await Promise.all([dexb.start(), cexb.start()]);
  const isUp = (source: typeof dexb): boolean => source.state(NOW).at(-1)!.status === 'ok';
  while (!isUp(dexb) || !isUp(cexb)) await setTimeout(10);
});
afterAll(async () => {
  await Promise.all([dexb.close(), cexb.close()]);
  await venue.close();
});

it('has the perps and the settlements of the second exchange', async () => {
  const query = { venue: 'dexb', asOf: NOW } as const;
  const [own, law] = await Promise.all([dexb.feeds.venuePerps!.pull(query), truth.venuePerps!.pull(query)]);
  expect(own.ok && own.value.rows).toEqual(law.ok && law.value.rows);
  const range = { venue: 'dexb', symbol: 'BTCUSDT', from: NOW - 20 * DAY_MS, to: NOW } as const;
  const [rows, truly] = await Promise.all([dexb.feeds.settlements!.pull(range), truth.settlements!.pull(range)]);
  expect(rows.ok && rows.value.rows).toEqual(truly.ok && truly.value.rows);
});

it('has the forced closes of both, within an hour of the simulator', async () => {
  const until = NOW + HOUR_MS;
  const step = 30_000;
  const got = { dexb: [] as readonly Liquidation[], cexb: [] as readonly Liquidation[] };
  for (let at = NOW; at < until; at += step) {
    clock.moveTo(at + step);
    await settled();
  }
  clock.moveTo(until + 10_000);
  const summed = (list: readonly Liquidation[], side: string): number =>
    list.reduce((usd, one) => usd + (one.side === side ? one.price * one.size : 0), 0);
  for (const [name, source] of [
    ['dexb', dexb],
    ['cexb', cexb],
  ] as const) {
    const want = await closesOf(name, NOW);
    for (let look = 0; look < 400 && got[name].length < want.length; look++) {
      clock.moveTo(clock.now() + 1);
      const answer = await source.feeds.forcedCloses!.pull({ venue: name, from: NOW - 1, to: clock.now() });
      got[name] = answer.ok ? answer.value.rows.liquidations.filter(({ time }) => time <= until) : [];
      await setTimeout(10);
    }
    expect(want.length).toBeGreaterThan(0);
    expect(got[name].map(({ time }) => time).toSorted((a, b) => a - b)).toEqual(
      want.map(({ time }) => time).toSorted((a, b) => a - b),
    );
    for (const side of ['long', 'short']) {
      expect(summed(got[name], side)).toBeCloseTo(summed(want, side), 4);
    }
  }
});
