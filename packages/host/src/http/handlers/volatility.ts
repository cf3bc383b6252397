/** Volatility: the index, implied volatility, and the regime of every coin. */

import { decodeVolatilityListQuery, encodeRefresh, ENDPOINTS, problem, unlocks } from '@barograph/contract';
import { err, ok, type Result } from '@barograph/core';
import { answerOf } from '../../answer.ts';
import type { Services } from '../../services.ts';
import type { Caller } from '../access.ts';
import type { Handlers } from '../handlers.ts';
import { oncePerQuery } from '../once-per-query.ts';

type Volatility =
  | 'volatility.index'
  | 'volatility.implied'
  | 'volatility.index_history'
  | 'volatility.regime'
  | 'volatility.regime_score'
  | 'volatility.regime_symbol'
  | 'volatility.regime_refresh';

const WARMING_SECONDS = 5;
const warming = err(
  problem('warming_up', 'The first volatility rows are being computed.', { retryAfter: WARMING_SECONDS }),
);
const ready = <T>(answer: T | undefined): Result<T, (typeof warming)['error']> =>
  answer === undefined ? warming : ok(answer);

/** The coins of an answer that a caller may see; undefined: all. */
function coinsOf(id: Volatility, caller: Caller | undefined): readonly string[] | undefined {
  return caller === undefined ? undefined : ENDPOINTS[id].coinScope?.[caller.tier];
}
const seesDetail = (caller: Caller | undefined): boolean => unlocks(caller?.tier, 'pro_plus');

const listQuery = oncePerQuery(decodeVolatilityListQuery);

/** The handlers of the resource. */
export function volatilityHandlers({ volatility, dataSource }: Services): Pick<Handlers, Volatility> {
  const { market, list, detail, refresh } = volatility;
  return {
    'volatility.index': ({ caller }) => ready(market.index(coinsOf('volatility.index', caller))),
    'volatility.implied': ({ query, caller }) =>
      ready(
        market.implied({ coins: coinsOf('volatility.implied', caller), detail: query.detail && seesDetail(caller) }),
      ),
    'volatility.index_history': ({ query }) => ready(market.history(query)),
    'volatility.regime': ({ query, caller }) => ready(list(listQuery(query, coinsOf('volatility.regime', caller)))),
    'volatility.regime_score': () => ready(market.score()),
    'volatility.regime_symbol': async ({ path, caller }) =>
      (await detail(path.symbol, { history: seesDetail(caller) })) ?? warming,
    'volatility.regime_refresh': async () => ok(answerOf(encodeRefresh({ ...(await refresh()), dataSource }))),
  };
}
