/** Meme coins. */

import { decodeMemeListQuery, encodeRefresh, problem } from '@barograph/contract';
import { err, ok } from '@barograph/core';
import { answerOf } from '../../answer.ts';
import type { Services } from '../../services.ts';
import type { Handlers } from '../handlers.ts';
import { oncePerQuery } from '../once-per-query.ts';

type Meme = 'meme.regime' | 'meme.regime_score' | 'meme.regime_symbol' | 'meme.regime_refresh';

const WARMING_SECONDS = 5;
const warming = err(problem('warming_up', 'The first meme rows are being computed.', { retryAfter: WARMING_SECONDS }));

/** Until the next hourly job. */
const UNSCORED_SECONDS = 3600;
const unscored = err(
  problem('warming_up', 'No meme coin of this market has enough completed days for a score.', {
    retryAfter: UNSCORED_SECONDS,
  }),
);

const listQuery = oncePerQuery(decodeMemeListQuery);

/** The handlers of the family. */
export function memeHandlers({ meme, dataSource }: Services): Pick<Handlers, Meme> {
  return {
    'meme.regime': ({ query }) => {
      const answer = meme.list(listQuery(query));
      return answer === undefined ? warming : ok(answer);
    },
    'meme.regime_score': () => {
      const answer = meme.score();
      if (answer === null) return unscored;
      return answer === undefined ? warming : ok(answer);
    },
    'meme.regime_symbol': async ({ path }) => (await meme.detail(path.symbol, {})) ?? warming,
    'meme.regime_refresh': async () => ok(answerOf(encodeRefresh({ ...(await meme.refresh()), dataSource }))),
  };
}
