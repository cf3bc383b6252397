/** Registry of the histories that a host's backfill job fills. */

import type { Market } from '@barograph/sources';
import type { Archiver } from '../archive/archiver.ts';
import { pastDays } from '../archive/past-days.ts';
import { pastMarketHealth } from '../producers/market-health/past.ts';
import { pastWhaleDays } from '../producers/positioning/past.ts';
import type { BackfilledHistory } from './history.ts';

/**
 * Not included, because the contract makes them forward-only: taker flow, rings of gamma exposure, committed long-horizon regimes,
 * and the five-minute samples of funding and open interest.
 *
 * @param timeline market name in the store.
 * @param archiver undefined when no files are stored.
 * @param ledger undefined without a model.
 */
export function backfilledHistories(
  market: Market,
  timeline: string,
  archiver: Archiver | undefined,
  ledger?: BackfilledHistory,
): readonly BackfilledHistory[] {
  const all = [
    pastMarketHealth(market, timeline),
    pastWhaleDays(market),
    pastDays(market, archiver, 'klines'),
    pastDays(market, archiver, 'funding'),
    ledger,
  ];
  return all.filter((history) => history !== undefined);
}
