/** Indicators: SIGNUM_RGG, the technical regime and the heatmap. */

import {
  decodeHeatmapQuery,
  decodeSignumListQuery,
  decodeTechnicalListQuery,
  encodeRefresh,
  problem,
} from '@barograph/contract';
import { err, ok } from '@barograph/core';
import { answerOf } from '../../answer.ts';
import type { Services } from '../../services.ts';
import type { Handlers } from '../handlers.ts';
import { oncePerQuery } from '../once-per-query.ts';

type Indicators =
  | 'indicators.heatmap'
  | 'indicators.signum'
  | 'indicators.signum_symbol'
  | 'indicators.signum_refresh'
  | 'indicators.technical'
  | 'indicators.technical_symbol'
  | 'indicators.technical_refresh';

const WARMING_SECONDS = 5;
const warming = err(problem('warming_up', 'The first rows are being computed.', { retryAfter: WARMING_SECONDS }));

const heatmapQuery = oncePerQuery(decodeHeatmapQuery);
const signumQuery = oncePerQuery(decodeSignumListQuery);
const technicalQuery = oncePerQuery(decodeTechnicalListQuery);

/** The handlers of the family. */
export function indicatorHandlers({ signum, technical, heatmap, dataSource }: Services): Pick<Handlers, Indicators> {
  return {
    'indicators.heatmap': ({ query }) => {
      const answer = heatmap(heatmapQuery(query));
      return answer === undefined ? warming : ok(answer);
    },
    'indicators.signum': ({ query }) => {
      const answer = signum.list(signumQuery(query));
      return answer === undefined ? warming : ok(answer);
    },
    'indicators.signum_symbol': async ({ query, path }) => (await signum.detail(path.symbol, query)) ?? warming,
    'indicators.signum_refresh': async () => ok(answerOf(encodeRefresh({ ...(await signum.refresh()), dataSource }))),
    'indicators.technical': ({ query }) => {
      const decoded = technicalQuery(query);
      if (!decoded.ok) return decoded;
      const answer = technical.list(decoded.value);
      return answer === undefined ? warming : ok(answer);
    },
    'indicators.technical_symbol': async ({ path }) => (await technical.detail(path.symbol, {})) ?? warming,
    'indicators.technical_refresh': async () =>
      ok(answerOf(encodeRefresh({ ...(await technical.refresh()), dataSource }))),
  };
}
