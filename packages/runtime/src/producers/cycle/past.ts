/** The days that the rules of the long-horizon regime would have given, read from all bars; nothing of it is stored. */

import { encodeCycleDay, type CycleDayWire, type CyclePast, type ReconstructedCycle } from '@barograph/contract';
import { bucketOpen, DAY_MS } from '@barograph/core';
import { cycleDaySteps } from '@barograph/cycle';
import type { Market } from '@barograph/sources';
import { setImmediate } from 'node:timers/promises';
import { marketReader } from '../../market-reader.ts';
import { daysAfter } from './market.ts';

/** Days between two breaks, in which requests come through. */
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

/** Computes the days when they are asked for, once in a UTC day. */
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
