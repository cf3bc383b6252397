/** Settlements of the perps of the second perp exchange, with the time between them. */

import { DAY_MS, ok } from '@barograph/core';
import type { Feeds } from '../market/feeds.ts';
import type { DexbClient } from './client.ts';
import type { Instruments } from './instruments.ts';
import type { Outcomes } from './outcomes.ts';
import { intervalsOf } from './payloads.ts';

/**
 * Creates the feed of settlements of perps.
 * @param outcomes records each query.
 */
export function createSettlementsFeed(
  client: Pick<DexbClient, 'settlements'>,
  instruments: Pick<Instruments, 'listed'>,
  outcomes: Pick<Outcomes, 'take'>,
): Feeds['settlements'] {
  return {
    pull: async (query) => {
      const listed = await instruments.listed(query);
      if (!listed.ok) return listed;
      const { symbol, from, to } = query;
      // The preceding day gives the interval of the first settlement.
      const answer = outcomes.take('settlements', await client.settlements(symbol, Math.max(0, from - DAY_MS), to));
      if (!answer.ok) return answer;
      const { rows, at, stale } = answer.value;
      const hours = intervalsOf(rows);
      const inside = rows.flatMap(({ time }, i) => (time > from && time <= to ? [i] : []));
      const column = (valueOf: (i: number) => number): Float64Array => Float64Array.from(inside, valueOf);
      const settlements = {
        time: column((i) => rows[i]!.time),
        rate: column((i) => rows[i]!.value),
        intervalHours: column((i) => hours[i]!),
      };
      return ok({ rows: settlements, asOf: Math.min(to, at), ...stale });
    },
  };
}
