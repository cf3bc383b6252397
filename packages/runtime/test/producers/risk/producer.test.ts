/** Producers of the risks: which a market has, what they publish and archive, and that a replay knows nothing of later. */

import {
  eventPublication,
  policyPublication,
  securityPublication,
  supplyPublication,
  type FloatRowWire,
  type PolicyHead,
  type SecurityHead,
} from '@barograph/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { openMarket, type Market } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import { unlocksAt } from '../../../src/producers/risk/feeds.ts';
import { hasRisk, riskProducers } from '../../../src/producers/risk/producer.ts';
import { marketReader } from '../../../src/market-reader.ts';
import type { Produced, ProducerInput } from '../../../src/producer.ts';

const NOW = Date.UTC(2025, 8, 2, 10, 15);
const market = openMarket([createSimulatedSource(SIMULATOR_V2)]);
/** No transfer was ever read. */
const kept = { read: async () => undefined };
const inputAt = (asOf: number, of: Market = market): ProducerInput => ({
  asOf,
  slot: asOf,
  market: marketReader(of),
  load: async () => [],
  published: async () => [],
  head: async () => undefined,
  observed: async () => [],
  log: { info: () => undefined, warn: () => undefined },
});
async function run(name: string, asOf: number): Promise<Produced> {
  const producer = riskProducers(market, 't', kept).find((one) => one.name === name)!;
  return producer.create()(inputAt(asOf));
}
const headOf = <Head>({ published }: Produced): Head => JSON.parse(published[0]!.head) as Head;
const rowOf = ({ published }: Produced): Record<string, unknown> =>
  JSON.parse(published[0]!.records[0]!) as Record<string, unknown>;

describe('producers of the risks', () => {
  it('are there where a feed of one part is', () => {
    const marketWith = (...feeds: readonly string[]) => ({ has: (feed: string) => feeds.includes(feed) });
    const names = (of: Pick<Market, 'has'>): readonly string[] =>
      riskProducers({ ...of, isFresh: () => undefined }, 't', kept).map(({ name }) => name);
    expect(names(marketWith())).toEqual([]);
    expect(names(marketWith('headlines', 'stablecoins', 'coins'))).toEqual([]);
    expect(names(marketWith('pegs'))).toEqual(['event', 'daily-score-event', 'security', 'daily-score-security']);
    expect(names(marketWith('macro'))).toEqual(['policy', 'daily-score-policy']);
    expect([hasRisk(marketWith('hacks'), 'security'), hasRisk(marketWith('hacks'), 'event')]).toEqual([true, false]);
  });

  it('publish a composite over the simulator every 15 minutes [#614] [#625] [#632]', async () => {
    for (const { name, publishes, cadence } of riskProducers(market, 't', kept).filter(
      (one) => one.publishes.length > 0,
    )) {
      const done = await run(name, NOW);
      expect(done.published.map((one) => one.name)).toEqual(publishes);
      expect(cadence.step).toBe(15 * MINUTE_MS);
      const row = rowOf(done);
      expect(row['composite']).toBeGreaterThanOrEqual(0);
      expect(row['composite']).toBeLessThanOrEqual(100);
    }
    expect([eventPublication.name, securityPublication.name, policyPublication.name]).toEqual([
      'event',
      'security',
      'policy',
    ]);
  });

  it('archive the row of the day that has ended, once, and no sidecar with it [#616] [#625] [#633]', async () => {
    const midnight = Date.UTC(2025, 8, 3) + 5 * MINUTE_MS;
    for (const risk of ['event', 'security', 'policy']) {
      const { observations } = await run(`daily-score-${risk}`, midnight);
      expect(observations).toMatchObject([
        {
          series: `daily-score/${risk}@t`,
          validTime: Date.UTC(2025, 8, 2),
          knownAt: midnight,
          value: { version: `${risk}/1` },
        },
      ]);
      expect(observations![0]!.value).toEqual({ version: `${risk}/1`, value: rowOf(await run(risk, midnight)) });
      // Sidecars are live-only.
      expect(JSON.stringify(observations)).not.toMatch(/headlines|rotation/);
    }
  });

  it('know nothing of what comes later', async () => {
    for (const days of [0, 20, 40]) {
      const asOf = NOW - days * DAY_MS;
      const security = headOf<SecurityHead>(await run('security', asOf));
      expect([...security.hacks!, ...security.headlines!].every(({ time }) => time <= asOf)).toBe(true);
      expect(security.episodes!.every(({ end, worstAt }) => (end ?? worstAt) <= asOf)).toBe(true);
      const policy = headOf<PolicyHead>(await run('policy', asOf));
      expect(policy.headlines!.every(({ time }) => time <= asOf)).toBe(true);
      expect(policy.rates!.every(({ time }) => time >= asOf - DAY_MS)).toBe(true);
    }
  });
});

describe('unlocks of event risk', () => {
  const unlock = (timestamp: number, usd: number | null, more = {}) => ({
    symbol: 'X',
    id: 'x',
    date: '',
    timestamp,
    last_timestamp: timestamp + HOUR_MS,
    tokens: 1,
    usd,
    pct_of_float: 0.1,
    tranches: 1,
    pd_symbol: null,
    ...more,
  });
  const FLOAT: FloatRowWire = {
    symbol: 'X',
    id: 'x',
    name: 'X',
    rank: 1,
    price: 1,
    market_cap: 5,
    circulating_supply: 5,
    supply_basis: null,
    supply_basis_kind: null,
    float_pct: null,
    dilution_overhang: null,
    locked_usd: null,
    quality: 'no_basis',
    next_unlock: null,
    unlock_coverage: 'tracked',
    pd_symbol: null,
  };
  const read = async (head: object | undefined) =>
    unlocksAt(
      {
        ...inputAt(NOW),
        head: async (name) => (name === supplyPublication.name ? head : undefined),
        published: async () => [JSON.stringify(FLOAT)],
      },
      30,
    );
  const fresh = { coins_as_of: NOW, schedules_as_of: NOW - DAY_MS, tracked: 1, config_version: 'x' };

  it('are those of the published calendar, by their last tranche while the first has passed', async () => {
    const unlocks = [unlock(NOW - MINUTE_MS, 7), unlock(NOW + DAY_MS, null), unlock(NOW + 31 * DAY_MS, 9)];
    expect(await read({ ...fresh, unlocks })).toEqual([
      {
        symbol: 'X',
        time: NOW + HOUR_MS - MINUTE_MS,
        usd: 7,
        dayNotional: null,
        marketCap: 5,
        shareOfFloat: 0.1,
        perp: null,
      },
    ]);
  });

  it('have the mean notional of 30 days of the perp', async () => {
    const [found] = (await read({ ...fresh, unlocks: [unlock(NOW + DAY_MS, 7, { pd_symbol: 'BTC' })] }))!;
    expect(found!.dayNotional).toBeGreaterThan(0);
  });

  it('are none where nothing is ahead, and not known without a calendar, with an old one, or without schedules', async () => {
    expect(await read({ ...fresh, unlocks: [] })).toEqual([]);
    expect(await read(undefined)).toBeNull();
    expect(await read({ ...fresh, coins_as_of: NOW - 3 * DAY_MS, unlocks: [] })).toBeNull();
    expect(await read({ ...fresh, schedules_as_of: null, unlocks: [] })).toBeNull();
  });
});
