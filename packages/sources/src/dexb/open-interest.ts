/** Open interest of the perps of the second perp exchange: current values and past samples. */

import { ok } from '@barograph/core';
import type { Feeds } from '../market/feeds.ts';
import type { VenuePerp } from '../market/venues.ts';
import type { DexbClient } from './client.ts';
import type { Instruments } from './instruments.ts';
import type { Outcomes } from './outcomes.ts';
import type { AskPerps } from './venue-perps.ts';

/**
 * Creates the feed of open interest.
 * @param perps requests the current perps.
 * @param outcomes records each query about the past.
 */
export function createOpenInterestFeed(
  client: Pick<DexbClient, 'samples'>,
  instruments: Pick<Instruments, 'listed'>,
  perps: AskPerps,
  outcomes: Pick<Outcomes, 'take'>,
): Feeds['venueOpenInterest'] {
  return {
    pull: async (query) => {
      const listed = await instruments.listed(query);
      if (!listed.ok) return listed;
      const { symbol, step, from, to } = query;
      if (step === 'now') {
        const answer = await perps();
        if (!answer.ok) return answer;
        const { rows, fetchedAt, stale } = answer.value;
        const now = rows.filter((perp) => perp.symbol === symbol && !Number.isNaN(perp.openInterest));
        const column = (valueOf: (perp: VenuePerp) => number): Float64Array => Float64Array.from(now, valueOf);
        const samples = {
          time: column(() => fetchedAt),
          contracts: column(({ openInterest }) => openInterest),
          notional: column(({ openInterest, mark }) => openInterest * mark),
        };
        return ok({ rows: samples, asOf: fetchedAt, ...stale });
      }
      const answer = outcomes.take('venueOpenInterest', await client.samples(symbol, step, Math.max(0, from), to));
      if (!answer.ok) return answer;
      const { rows, at, stale } = answer.value;
      const inside = rows.filter(({ time }) => time > from && time <= to);
      const samples = {
        time: Float64Array.from(inside, ({ time }) => time),
        contracts: Float64Array.from(inside, ({ value }) => value * listed.value.factor),
        // The venue states no price with its samples.
        notional: new Float64Array(inside.length).fill(NaN),
      };
      return ok({ rows: samples, asOf: Math.min(to, at), ...stale });
    },
  };
}
