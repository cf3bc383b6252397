/** A venue whose funding a test decides. */

import { err, HOUR_MS, ok } from '@barograph/core';
import { readOver, type Read } from '../../../sources/src/market/market.ts';
import type { FundingHistoryParts } from '../../src/producers/venues/funding-history.ts';
import type { Outcome } from './funding-history.ts';

const NOTHING: Read = async () => err({ code: 'unavailable', reason: 'no such feed' });
/** A venue with that outcome, once `until` resolves. */
export function venueOf(
  outcome: () => Outcome,
  until: () => Promise<void> = async () => undefined,
): FundingHistoryParts['market'] {
  return {
    has: () => true,
    read: readOver(NOTHING, 'funding', async ({ to }) => {
      const now = outcome();
      await until();
      if (now === 'throws') throw new Error('broken');
      if (now === 'fails') return err({ code: 'stale_source', reason: 'down' });
      if (now === 'unlisted') return err({ code: 'unknown_symbol', reason: 'no such perp' });
      const last = now === 'late' ? to - 20 * HOUR_MS : to;
      const time = now === 'none' ? [] : Array.from({ length: 26 }, (_, i) => last - (25 - i) * HOUR_MS);
      const rows = { time: Float64Array.from(time), rate1h: Float64Array.from(time, () => 1e-5) };
      return ok({ ...rows, provenance: { source: 'venue', kind: 'live', asOf: to, isFresh: true } });
    }),
  };
}
