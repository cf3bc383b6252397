/**
 * Market health of days without an archive: the rows that the archiver would have written, marked, known since their
 * computation.
 */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { breadthSeries } from '../../../../runtime/src/producers/reference/archive.ts';
import { marketHealthProducers } from '../../../../runtime/src/producers/market-health/producer.ts';
import { pastMarketHealth } from '../../../../runtime/src/producers/market-health/past.ts';
import { createScoreArchive, pastScoreSeries, scoreSeries } from '../../../../runtime/src/producers/scores/archive.ts';
import { marketReader } from '../../../../runtime/src/market-reader.ts';
import type { ProducerInput } from '../../../../runtime/src/producer.ts';
import { openMarket, type Market } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import type { NewObservation } from '../../../../store/src/observations.ts';
import { memoryObservations } from '../quant/test-support.ts';

const COINS = new Set(['BTC', 'ETH', 'SOL', 'PEPE', 'DOGE', 'XRP', 'ADA', 'AVAX', 'LINK', 'LTC', 'USDC']);
const simulated = createSimulatedSource({
  ...SIMULATOR_V2,
  listings: SIMULATOR_V2.listings.filter(({ coin }) => COINS.has(coin)),
});
const market = openMarket([simulated]);
const TIMELINE = 't';
const TODAY = Date.UTC(2026, 2, 10);
const NOW = TODAY + 12 * HOUR_MS;
const DAY = TODAY - 40 * DAY_MS;

function stage(of: Market = market) {
  const observations = memoryObservations();
  const input = (asOf: number): ProducerInput => ({
    asOf,
    slot: asOf,
    market: marketReader(of),
    load: async () => [],
    published: async () => [],
    head: async () => undefined,
    observed: async (series, from, to) => observations.asOf(series, { knownAt: asOf, from, to }),
    log: { info: () => undefined, warn: () => undefined },
  });
  const history = pastMarketHealth(of, TIMELINE);
  const fill = async (day: number, at = NOW): Promise<readonly NewObservation[]> => {
    const { observations: rows = [] } = await history.fill(input(at), day);
    await observations.append(rows);
    return rows;
  };
  return { observations, input, history, fill, archive: createScoreArchive(observations, TIMELINE) };
}

/** The row that the archiver of a host writes five minutes after the end of a day. */
async function archivedRow(universe: unknown): Promise<NewObservation> {
  const { observations, input } = stage();
  const at = DAY + DAY_MS + 5 * MINUTE_MS;
  await observations.append([
    { series: breadthSeries(TIMELINE), key: '', validTime: DAY + DAY_MS, knownAt: at, value: universe, source: '' },
  ]);
  const archiver = marketHealthProducers(market, TIMELINE)[1]!;
  return (await archiver.create()(input(at))).observations![0]!;
}

describe('market health of the past', () => {
  it('[#170] is to the last component what an archiver would have written then, with a mark of its own', async () => {
    const symbols = ['BTC', 'ETH', 'SOL', 'PEPE', 'DOGE', 'XRP', 'ADA', 'AVAX', 'LINK', 'LTC'];
    const { observations, fill } = stage();
    await observations.append([
      { series: breadthSeries(TIMELINE), key: '', validTime: DAY + DAY_MS, knownAt: NOW, value: symbols, source: '' },
    ]);
    const [row] = await fill(DAY);
    const then = await archivedRow(symbols);
    expect(row!.value).toEqual(then.value);
    expect(row).toMatchObject({ series: pastScoreSeries('market_health', TIMELINE), validTime: DAY, source: 'seed' });
    expect(then.series).toBe(scoreSeries('market_health', TIMELINE));
  });

  it('draws its coins from the market caps of the day, and stores no day of breadth', async () => {
    const [row] = await stage().fill(DAY);
    const { components, partial } = (row!.value as { value: { components: Record<string, unknown>; partial: boolean } })
      .value;
    expect(partial).toBe(false);
    expect(components['market_breadth']).toEqual(expect.any(Number));
    expect(row!.series).not.toBe(breadthSeries(TIMELINE));
  });

  it('becomes known when it was computed, and never counts as an archived day', async () => {
    const { fill, archive } = stage();
    await fill(DAY);
    expect(await archive.days('market_health', 0, NOW - 1)).toEqual([]);
    expect(await archive.days('market_health', 0, NOW)).toMatchObject([{ day: DAY, scoredAt: NOW, backfilled: true }]);
    expect(await archive.start('market_health', NOW)).toBeNull();
  });

  it('fills no day twice, and none that was archived; an archived row goes before', async () => {
    const { fill, archive, observations } = stage();
    await fill(DAY);
    expect(await fill(DAY, NOW + 1)).toEqual([]);
    const archived = { series: scoreSeries('market_health', TIMELINE), key: '', knownAt: NOW, source: 'simulated' };
    const value = { version: 'v', value: 1 };
    await observations.append([
      { ...archived, validTime: DAY, value },
      { ...archived, validTime: DAY - DAY_MS, value },
    ]);
    expect(await fill(DAY - DAY_MS)).toEqual([]);
    expect((await archive.days('market_health', 0, NOW)).map(({ day, backfilled }) => [day, backfilled])).toEqual([
      [DAY - DAY_MS, false],
      [DAY, false],
    ]);
  });

  it('never ends with today', () => {
    const { history } = stage();
    for (const hour of [0, 5, 6, 12, 20, 23]) {
      expect(history.span(TODAY + hour * HOUR_MS).last).toBeLessThan(TODAY);
    }
  });

  it('asks a live source for nothing that it tells of the present alone', async () => {
    const asked: string[] = [];
    const live = openMarket([{ ...simulated, kind: 'live' }]);
    const read = (async (feed: string, query: never) => {
      asked.push(feed);
      return market.read(feed as 'bars', query);
    }) as Market['read'];
    const [row] = await stage({ ...live, read }).fill(DAY);
    expect(asked).toEqual(expect.arrayContaining(['bars', 'pairBars', 'fearGreed', 'macro', 'stablecoins']));
    for (const feed of ['contexts', 'venuePerps', 'venueOpenInterest', 'longShort', 'coins']) {
      expect(asked).not.toContain(feed);
    }
    expect((row!.value as { value: { partial: boolean } }).value.partial).toBe(true);
  });
});
