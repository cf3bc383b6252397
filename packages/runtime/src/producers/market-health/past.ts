/** Days of market health before the first archived one. */

import { archivedHealth } from '@barograph/contract';
import { bucketOpen, DAY_MS, err } from '@barograph/core';
import { drawBreadthUniverse } from '@barograph/indicators';
import { breadthCandidates, coinTable } from '@barograph/stress';
import { readOver, type FeedName, type Market, type Read } from '@barograph/sources';
import type { BackfilledHistory } from '../../backfill/history.ts';
import type { MarketReader } from '../../market-reader.ts';
import type { ProducerInput } from '../../producer.ts';
import { answered, unlessAway } from '../answered.ts';
import { pastScores } from '../scores/past.ts';
import { healthAt } from './producer.ts';
import { HEALTH_MARKET_V1 } from './readings.ts';
import { listingOf, PULLED_DAYS, universeAt, type KnownUniverse } from './universe.ts';

/** Feeds for which a live source has only present values or the last days. */
const OF_NOW = [
  'contexts',
  'venuePerps',
  'venueOpenInterest',
  'longShort',
  'coins',
] as const satisfies readonly FeedName[];
/** Days per pull of bars, of which single days are then parts. */
const BLOCK_MS = 64 * DAY_MS;

/** Market without the feeds whose past its live sources do not have. */
function pastMarket(market: MarketReader, sources: Market['sources']): MarketReader {
  const isLive = (feed: FeedName): boolean =>
    sources.some(({ kind, feeds }) => kind === 'live' && feeds[feed] !== undefined);
  const reason = 'a live source tells the present alone';
  const read = OF_NOW.filter(isLive).reduce<Read>(
    (next, feed) => readOver(next, feed, async () => err({ code: 'stale_source', reason } as const)),
    market.read,
  );
  return { ...market, read };
}

/** Universe of a day: the stored one, else drawn from the coins of that day. */
async function pastUniverse(input: ProducerInput, timeline: string): Promise<KnownUniverse | undefined> {
  const kept = await universeAt(input, timeline, true);
  if (kept !== undefined) return kept;
  const day = bucketOpen(input.asOf, DAY_MS);
  const coins = await answered(input.market.read('coins', { asOf: day }));
  if (coins === null) return undefined;
  const { symbols } = drawBreadthUniverse(undefined, breadthCandidates(coinTable(coins.coins).coins), day);
  return { day, symbols };
}

/** Pulls the bars of a block of days. */
async function pullBlock({ market }: ProducerInput, moment: number, now: number, symbols: readonly string[]) {
  const from = bucketOpen(moment, BLOCK_MS);
  const to = Math.min(now, from + BLOCK_MS + DAY_MS);
  const listings = await market.listings(to);
  const { lead, days, hourDays } = HEALTH_MARKET_V1;
  for (const symbol of new Set([lead, ...symbols])) {
    const listing = listingOf(listings, symbol);
    if (listing === undefined) continue;
    const reach = (symbol === lead ? Math.max(days, PULLED_DAYS) : PULLED_DAYS) * DAY_MS;
    await unlessAway(async () => market.closedBars(listing, '1d', from - reach, to));
    if (symbol === lead) await unlessAway(async () => market.closedBars(listing, '1h', from - hourDays * DAY_MS, to));
  }
}

/**
 * Returns the history of market health for the backfill.
 * @param timeline market name in the store.
 */
export function pastMarketHealth({ sources }: Pick<Market, 'sources'>, timeline: string): BackfilledHistory {
  return pastScores(timeline, 'market_health', async (input, now) => {
    const past = { ...input, market: pastMarket(input.market, sources) };
    const universe = await pastUniverse(past, timeline);
    await pullBlock(past, input.asOf, now, universe?.symbols ?? []);
    const { health } = await healthAt(past, universe);
    return health === null ? null : { version: health.config_version, value: archivedHealth.encode(health) };
  });
}
