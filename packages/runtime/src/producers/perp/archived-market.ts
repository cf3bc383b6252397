/** Open interest before a live source's first observation, from the service's own samples. */

import { HOUR_MS, ok } from '@barograph/core';
import { readOver, type Market, type OpenInterest } from '@barograph/sources';
import type { PerpSamples } from './archive.ts';

/** Concatenates the rows of two ranges. */
function joined(first: OpenInterest, second: OpenInterest): OpenInterest {
  const both = (a: Float64Array, b: Float64Array): Float64Array => {
    const all = new Float64Array(a.length + b.length);
    all.set(a);
    all.set(b, a.length);
    return all;
  };
  return {
    time: both(first.time, second.time),
    contracts: both(first.contracts, second.contracts),
    mark: both(first.mark, second.mark),
  };
}

/**
 * Extends a market by archived open interest. A venue reports only present values, so hours before this process started come
 * from the archive. A market without a live source has its own past and is returned unchanged.
 */
export function withArchivedInterest(market: Market, samples: PerpSamples): Market {
  if (!market.sources.some(({ kind }) => kind === 'live')) return market;
  return {
    ...market,
    read: readOver(market.read, 'openInterest', async (range) => {
      const answer = await market.read('openInterest', range);
      if (!answer.ok) return answer;
      const until = Math.min(answer.value.time[0] ?? Infinity, range.to + 1) - 1;
      // The minute's detectors need no archive.
      if (until - range.from < HOUR_MS) return answer;
      const older = await samples.openInterest({ symbol: range.symbol, from: range.from, to: until });
      if (older.time.length === 0) return answer;
      return ok({ ...answer.value, ...joined(older, answer.value) });
    }),
  };
}
