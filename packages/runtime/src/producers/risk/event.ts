/** Event risk at a moment: readings of the feeds, and the composite over the default window. */

import {
  coinsPublication,
  EVENT_WINDOW,
  eventRiskOf,
  eventScoreRow,
  type EventHead,
  type EventScoreWire,
} from '@barograph/contract';
import { eventInputs, NO_RISK_FEEDS, sectorRotation, stablecoinMints } from '@barograph/stress/risk';
import type { ProducerInput } from '../../producer.ts';
import { perpsAt, releasesAt, stablecoinFeeds, unlocksAt } from './feeds.ts';
import { publishedRows } from '../../published-rows.ts';

/** Composite with its inputs. */
export interface EventNow {
  readonly head: EventHead;
  readonly row: EventScoreWire;
}

async function rotationOf(input: ProducerInput): Promise<EventHead['rotation']> {
  const coins = await publishedRows(input, coinsPublication);
  return sectorRotation(
    coins.map(({ market_cap: marketCap, change_7d: change7d, categories }) => ({ marketCap, change7d, categories })),
  );
}

/**
 * Computes event risk at the moment of a run.
 * @throws {UsageError} when a feed has invalid numbers.
 */
export async function eventNow(input: ProducerInput): Promise<EventNow> {
  const { market, asOf } = input;
  const stablecoins = await stablecoinFeeds(market, asOf);
  const releases = await releasesAt(market, asOf);
  const read = eventInputs({ ...NO_RISK_FEEDS, ...stablecoins, releases }, asOf, EVENT_WINDOW.most);
  const head: EventHead = {
    unlocks: await unlocksAt(input, EVENT_WINDOW.most),
    prints: read.prints?.map(({ print, name, time }) => ({ print, name, time })) ?? null,
    stablecoins: read.stablecoins,
    mints: stablecoins.supplies === null ? null : stablecoinMints({ asOf, supplies: stablecoins.supplies }),
    rotation: await rotationOf(input),
    perps: await perpsAt(market, asOf),
  };
  return { head, row: eventScoreRow.encode(eventRiskOf(head, asOf, EVENT_WINDOW.usual)) };
}
