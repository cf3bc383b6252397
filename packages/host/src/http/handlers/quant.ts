/** The nowcast: market, perps, history, model. */

import {
  decodeQuantHistoryQuery,
  decodeQuantListQuery,
  decodeQuantTimelineQuery,
  encodeRefresh,
  problem,
  type Problem,
} from '@barograph/contract';
import { err, ok, type Result } from '@barograph/core';
import { answerOf } from '../../answer.ts';
import type { Services } from '../../services.ts';
import type { QuantData } from '../../services/quant/answers.ts';
import type { Handlers } from '../handlers.ts';

type Quant =
  | 'quant.market'
  | 'quant.coins'
  | 'quant.coins_risk'
  | 'quant.coin'
  | 'quant.history'
  | 'quant.regimes_history'
  | 'quant.regimes_history_file'
  | 'quant.timeline'
  | 'quant.model'
  | 'quant.regimes'
  | 'quant.refresh';

const WARMING_SECONDS = 30;
const warming = err(problem('warming_up', 'The first nowcasts are being computed.', { retryAfter: WARMING_SECONDS }));
const notLoaded = err(problem('model_not_loaded', 'This host has no model of regimes; /api/v1/quant/model says why.'));
const ready = <T>(answer: T | undefined): Result<T, Problem> => (answer === undefined ? warming : ok(answer));

/** The handlers of the family. */
export function quantHandlers({ quant, clock, dataSource }: Services): Pick<Handlers, Quant> {
  /** With a model what it says, without one the 503. */
  const asked = async <T>(act: (data: QuantData) => Promise<Result<T, Problem>>): Promise<Result<T, Problem>> =>
    quant.data === undefined ? notLoaded : act(quant.data);

  return {
    'quant.market': ({ query }) => asked(async (data) => ready(data.market(query.horizon))),
    'quant.coins': ({ query }) => asked(async (data) => ready(data.coins(decodeQuantListQuery(query)))),
    'quant.coins_risk': ({ query }) => asked(async (data) => ready(data.risk(query.horizon))),
    'quant.coin': async ({ path }) => asked(async (data) => (await data.coin(path.symbol, {})) ?? warming),
    'quant.history': ({ query }) =>
      asked(async (data) => {
        const decoded = decodeQuantHistoryQuery(query, clock.now());
        return decoded.ok ? data.history(decoded.value, clock.now()) : decoded;
      }),
    'quant.regimes_history': async ({ query }) =>
      asked(async (data) => ok(await data.file.link(query.format, clock.now()))),
    'quant.regimes_history_file': ({ query }) => asked(async (data) => data.file.open(query, clock.now())),
    'quant.timeline': async ({ query }) =>
      asked(async (data) => {
        const from = decodeQuantTimelineQuery(query);
        return from.ok ? ok(await data.timeline(from.value, clock.now())) : from;
      }),
    'quant.model': () => ok(quant.model()),
    'quant.regimes': () => ok(quant.regimes()),
    'quant.refresh': async () =>
      asked(async (data) => ok(answerOf(encodeRefresh({ ...(await data.refresh()), dataSource })))),
  };
}
