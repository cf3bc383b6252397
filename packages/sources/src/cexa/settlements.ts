/** Settlements of perps, with the time between them. */

import { HOUR_MS, MINUTE_MS, ok } from '@barograph/core';
import type { Feeds } from '../market/feeds.ts';
import type { CexaClient } from './client.ts';
import type { CexaConfig } from './config.ts';
import type { PerpsList } from './venue-perps.ts';
import type { SharedAnswers } from './shared-answers.ts';
import { column, within } from './within.ts';

/** Longest delay of a settlement print after its hour. */
const PRINT_MS = MINUTE_MS;

/** Creates the feed of settlements of perps. */
export function createSettlementsFeed(
  client: Pick<CexaClient, 'settlements'>,
  { perpOf }: Pick<PerpsList, 'perpOf'>,
  shared: SharedAnswers,
  { longestIntervalMs }: Pick<CexaConfig, 'longestIntervalMs'>,
): Feeds['settlements'] {
  return {
    pull: async (query) => {
      const perp = await perpOf(query);
      if (!perp.ok) return perp;
      const { symbol, from, to } = query;
      // Start at the settlement before the first: its interval is the time between them.
      const begin = Math.max(0, Math.floor((from - longestIntervalMs) / HOUR_MS) * HOUR_MS);
      const key = `settlements ${symbol} ${begin} ${Math.floor(to / HOUR_MS)}`;
      const answer = await shared(key, async () => client.settlements(symbol, { from: begin, to: to + PRINT_MS }));
      const all = within(answer, { from: begin - 1, to });
      if (!all.ok) return all;
      const { rows } = all.value;
      const first = rows.findIndex(({ time }) => time > from);
      const wanted = first === -1 ? [] : rows.slice(first);
      const before = (i: number): number => rows[first + i - 1]?.time ?? NaN;
      return ok({
        ...all.value,
        rows: {
          time: column(wanted, ({ time }) => time),
          rate: column(wanted, ({ rate }) => rate),
          intervalHours: column(wanted, ({ time }, i) => (time - before(i)) / HOUR_MS),
        },
      });
    },
  };
}
