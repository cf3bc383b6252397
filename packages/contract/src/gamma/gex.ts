/** GET /quant/gex: the gamma analog of each coin, with the rules that explain its score. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { operation } from '../operation.ts';
import {
  askedRecords,
  ofPositioning,
  publishedPositioning,
  symbolsParameter,
  type PositioningView,
} from '../positioning/published.ts';
import { keptByView } from '../shapes/kept.ts';
import { sourced, withSource } from '../shapes/sourced.ts';
import { gammaAnswer, type GammaAnswerWire } from './answer.ts';
import type { GammaRowWire } from './row.ts';

const kept = keptByView<ValueBody<GammaAnswerWire>>();

export const quantGex = operation('quant.gex', {
  ...ofPositioning,
  path: '/quant/gex',
  pointInTime: true,
  dataset: 'gamma',
  parts: { accounts: 'ladder' },
  summary: 'Gamma analog of each coin: do market makers and forced closes amplify a move, or dampen it?',
  description:
    'The score is a sum of published rules: with a row and meta.regime_rules state, score and confidence can be recomputed. Percentiles are those of the newest hourly sample (distribution_context.sample_ts), everything else is of the cycle. score is null where coverage is none. Nothing here says that a state foretells a price. A free key sees BTC. open_interest_share and the intervals are there on tier pro_plus: they tell what the tracked accounts hold.',
  query: Type.Object({ symbol: symbolsParameter }),
  reply: withSource(gammaAnswer.schema),
  answer: (context, { query, sees }) => {
    const published = publishedPositioning(context);
    if (!published.ok) return published;
    const view = published.value;
    const isWhole = sees('accounts');
    return ok(
      kept(
        view,
        query,
        () => `${isWhole} ${query.symbol ?? ''}`,
        () => value(sourced(answerOf(view, query.symbol, isWhole), view)),
      ),
    );
  },
});

/** Row without the share of open interest and the intervals derived from it. */
function withoutAccounts(row: GammaRowWire): GammaRowWire {
  const levels = row.levels.map((level) => ({ ...level, total_usd_interval: null }));
  return { ...row, open_interest_share: null, dist_to_flip_interval: null, levels };
}

function answerOf(view: PositioningView, list: string | undefined, isWhole: boolean): GammaAnswerWire {
  const { positionsAsOf, gamma: meta } = view.head;
  const coins = askedRecords(view, list).map(
    ({ symbol, gamma }) => [symbol, isWhole ? gamma : withoutAccounts(gamma)] as const,
  );
  const tiers = coins.flatMap(([symbol]) => {
    const known = meta.maintenance_margin_tiers[symbol];
    return known === undefined ? [] : [[symbol, known] as const];
  });
  return {
    positions_as_of: positionsAsOf,
    coins: Object.fromEntries(coins),
    meta: { ...meta, maintenance_margin_tiers: Object.fromEntries(tiers) },
  };
}
