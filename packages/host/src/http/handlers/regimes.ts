/** Long-horizon regimes and baskets. */

import { decodeCycleHistoryQuery, problem } from '@barograph/contract';
import { err, ok } from '@barograph/core';
import type { Services } from '../../services.ts';
import type { Handlers } from '../handlers.ts';

type Regimes = 'regimes.list' | 'regimes.current' | 'regimes.history' | 'baskets';

const WARMING_SECONDS = 900;
const warming = err(
  problem('warming_up', 'There is not enough history for a long-horizon regime yet.', { retryAfter: WARMING_SECONDS }),
);

/** The handlers of the family. */
export function regimeHandlers({ cycle, clock }: Services): Pick<Handlers, Regimes> {
  return {
    'regimes.list': () => ok(cycle.list()),
    'regimes.current': () => {
      const answer = cycle.current();
      return answer === undefined ? warming : ok(answer);
    },
    'regimes.history': async ({ query }) => {
      const decoded = decodeCycleHistoryQuery(query, clock.now());
      return decoded.ok ? ok(await cycle.history(decoded.value)) : decoded;
    },
    baskets: async () => ok(cycle.baskets()),
  };
}
