/** Long-horizon regimes reconstructed from all bars; not stored. */

import { encodeCycleDay, type CycleDayWire, type CyclePast, type ReconstructedCycle } from '@barograph/contract';
import { bucketOpen, DAY_MS } from '@barograph/core';
import { cycleDaySteps } from '@barograph/cycle';
import type { Market } from '@barograph/sources';
import { setImmediate } from 'node:timers/promises';
import { marketReader } from '../../market-reader.ts';
import { daysAfter } from './market.ts';

/** Days processed between two pauses for requests. */
const DAYS_AT_ONCE = 8;

async function reconstructed(market: Market, asOf: number): Promise<ReconstructedCycle> {
  const { days, dataSource = market.kind, provenance } = await daysAfter(marketReader(market), null, asOf, Infinity);
  const rows: CycleDayWire[] = [];
  for (const day of cycleDaySteps(days)) {
    rows.push(encodeCycleDay(day));
    if (rows.length % DAYS_AT_ONCE === 0) await setImmediate();
  }
  return { days: rows, dataSource, provenance };
}

/** Computes the days on request, at most once per UTC day. */
export function createCyclePast(market: Market): CyclePast {
  let kept: { readonly day: number; readonly made: Promise<ReconstructedCycle> } | undefined;
  return {
    days: async (asOf) => {
      const day = bucketOpen(asOf, DAY_MS);
      if (kept?.day !== day) {
        const made = reconstructed(market, day);
        kept = { day, made };
        made.catch(() => (kept = undefined));
      }
      return kept.made;
    },
  };
}
