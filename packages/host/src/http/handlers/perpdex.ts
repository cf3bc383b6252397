/** The perp venue: candles. */

import { decodeCandlesBatchQuery, decodeCandlesQuery } from '@barograph/contract';
import type { Services } from '../../services.ts';
import type { Handlers } from '../handlers.ts';

type Perpdex = 'perpdex.candles' | 'perpdex.candles_batch';

/** The handlers of the family. */
export function perpdexHandlers({ clock, candles }: Services): Pick<Handlers, Perpdex> {
  return {
    'perpdex.candles': ({ query }) => {
      const decoded = decodeCandlesQuery(query, clock.now());
      return decoded.ok ? candles.single(decoded.value) : decoded;
    },
    'perpdex.candles_batch': ({ query }) => {
      const decoded = decodeCandlesBatchQuery(query);
      return decoded.ok ? candles.batch(decoded.value) : decoded;
    },
  };
}
