/** Gold: daily close of a token for an ounce, at the large exchange. */

import { DAY_MS } from '@barograph/core';
import { parseKlines } from '../cexa/payloads-spot.ts';
import { klinesPayload, refusalOf } from '../cexa/payloads.ts';
import { reachedBy } from '../upstream/venue-time.ts';
import type { Publisher } from './publisher.ts';

/** Gold price by token. */
export const GOLD: Publisher = {
  source: 'gold',
  budget: 'gold',
  tasks: ({ config, store, task }) => {
    const { pair, publisher } = config.gold;
    const closes = store({ name: 'gold_usd', publisher, publication: 'utc_day', isProxy: true });
    const query = { symbol: pair, interval: '1d', limit: String(config.historyDays) };
    return [
      task(
        config.everyMs.gold,
        () => ({ weight: 2, path: '/api/v3/klines', query, schema: klinesPayload, refusalOf }),
        (answer) => {
          // The current day has no close yet.
          const closed = parseKlines(answer.value, '1d').rows.filter(({ time }) => time + DAY_MS <= reachedBy(answer));
          closes.take(
            closed.map(({ time, close }) => ({ day: time, value: close })),
            answer.fetchedAt,
          );
        },
      ),
    ];
  },
};
