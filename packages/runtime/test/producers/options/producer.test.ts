/** Published implied volatility: of the simulator, of a source that has days alone, and of one that is late. */

import { impliedPublication, type ImpliedRowWire } from '@barograph/contract';
import { DAY_MS, HOUR_MS, ok } from '@barograph/core';
import { createMarket, createOptions, SIMULATOR_V2 } from '@barograph/simulator';
import { termStructure } from '@barograph/volatility';
import { describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../src/snapshots/memory/snapshot-store.ts';
import { openMarket, type Market } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import type { Source } from '../../../../sources/src/market/source.ts';
import { optionsProducers } from '../../../src/producers/options/producer.ts';
import { runAt } from '../../test-support.ts';

const NOW = SIMULATOR_V2.start + 500 * DAY_MS + 7 * HOUR_MS + 60_000;

async function publishedBy(source: Market, at: number): Promise<readonly ImpliedRowWire[]> {
  const snapshots = createMemorySnapshotStore();
  await runAt(optionsProducers(source)[0]!, { source, snapshots })(at);
  return snapshots.latest(impliedPublication.name)!.records.map(({ value }) => value as ImpliedRowWire);
}

/** One value a day for each of ten days, of BTC alone, the last one `late` ms ago. */
function daysAlone(late: number): Source {
  return {
    id: 'days',
    kind: 'files',
    feeds: {
      implied: {
        pull: async ({ from, to }) => {
          const all = Array.from({ length: 10 }, (_, i) => NOW - late - (9 - i) * DAY_MS);
          const time = Float64Array.from(all.filter((one) => one > from && one <= to));
          return ok({ rows: { time, implied: time.map(() => 42) }, asOf: to });
        },
      },
    },
    start: async () => undefined,
    close: async () => undefined,
    state: () => [],
  };
}

describe('published implied volatility', () => {
  it('[#392] is of BTC and ETH, and equals the law of the simulator: index, a year of days, the money of each expiry', async () => {
    const options = createOptions(createMarket());
    const rows = await publishedBy(openMarket([createSimulatedSource(SIMULATOR_V2)]), NOW);
    expect(rows.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH']);
    for (const { symbol, implied, as_of: asOf, history, term_structure: terms } of rows) {
      const index = options.index(symbol, NOW - 365 * DAY_MS, NOW);
      expect([asOf, implied]).toEqual([index.time.at(-1), index.implied.at(-1)]);
      expect(history).toHaveLength(365);
      for (const { timestamp, implied: value } of history) {
        expect([timestamp % DAY_MS, value]).toEqual([0, index.implied[index.time.indexOf(timestamp)]]);
      }
      const points = termStructure(options.chain(symbol, NOW), NOW);
      expect(points.length).toBeGreaterThan(6);
      expect(terms.map(({ expiry, atm_iv: atm }) => [expiry, atm])).toEqual(
        points.map(({ expiry, atmVolatility }) => [expiry, atmVolatility]),
      );
    }
  });

  it('of a source of days alone has the day that ended last, and no expiries', async () => {
    const [btc] = await publishedBy(openMarket([daysAlone(7 * HOUR_MS)]), NOW);
    expect(btc).toMatchObject({ symbol: 'BTC', implied: 42, as_of: NOW - 7 * HOUR_MS, term_structure: [] });
  });

  it('is null from 26 hours on, where the past stays', async () => {
    const at = async (hours: number) => (await publishedBy(openMarket([daysAlone(hours * HOUR_MS)]), NOW))[0]!;
    expect((await at(25.99)).implied).toBe(42);
    const old = await at(26);
    expect([old.implied, old.as_of, old.history.length]).toEqual([null, null, 10]);
  });

  it('is not made where no source has any', () => {
    expect(optionsProducers({ has: () => false })).toEqual([]);
  });
});
