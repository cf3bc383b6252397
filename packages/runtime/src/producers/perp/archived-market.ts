/** Open interest before the first observation of a live source: the samples that this service kept itself. */

import { HOUR_MS, ok } from '@barograph/core';
import { readOver, type Market, type OpenInterest } from '@barograph/sources';
import type { PerpSamples } from './archive.ts';

/** Rows of one range after those of another. */
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
 * A market with a memory of open interest: a venue states that of the moment only, so the hours before this process
 * started come from the archive. A market without a live source is returned as it is: it knows its own past.
 */
export function withArchivedInterest(market: Market, samples: PerpSamples): Market {
  if (!market.sources.some(({ kind }) => kind === 'live')) return market;
  return {
    ...market,
    read: readOver(market.read, 'openInterest', async (range) => {
      const answer = await market.read('openInterest', range);
      if (!answer.ok) return answer;
      const until = Math.min(answer.value.time[0] ?? Infinity, range.to + 1) - 1;
      // Detectors of the minute need no archive.
      if (until - range.from < HOUR_MS) return answer;
      const older = await samples.openInterest({ symbol: range.symbol, from: range.from, to: until });
      if (older.time.length === 0) return answer;
      return ok({ ...answer.value, ...joined(older, answer.value) });
    }),
  };
}
