/** Indicators: SIGNUM_RGG and the heatmap. */

import { decodeHeatmapQuery, decodeSignumListQuery, encodeSignumRefresh, problem } from '@barograph/contract';
import { err, ok } from '@barograph/core';
import { answerOf } from '../../answer.ts';
import type { Services } from '../../services.ts';
import type { Handlers } from '../handlers.ts';

type Indicators = 'indicators.heatmap' | 'indicators.signum' | 'indicators.signum_symbol' | 'indicators.signum_refresh';

const WARMING_SECONDS = 5;
const warming = err(problem('warming_up', 'The first rows are being computed.', { retryAfter: WARMING_SECONDS }));

/** The handlers of the family. */
export function indicatorHandlers({ signum, heatmap, dataSource }: Services): Pick<Handlers, Indicators> {
  return {
    'indicators.heatmap': async ({ query }) => {
      const answer = heatmap(decodeHeatmapQuery(query));
      return answer === undefined ? warming : ok(answer);
    },
    'indicators.signum': async ({ query }) => {
      const answer = signum.list(decodeSignumListQuery(query));
      return answer === undefined ? warming : ok(answer);
    },
    'indicators.signum_symbol': async ({ query, path }) => (await signum.detail(path.symbol, query)) ?? warming,
    'indicators.signum_refresh': async () =>
      ok(answerOf(encodeSignumRefresh({ ...(await signum.refresh()), dataSource }))),
  };
}
