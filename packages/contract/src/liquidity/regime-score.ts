/** GET /liquidity/regime/score: the fragility of the market. */

import { FRAGILITY_BANDS } from '@barograph/stress';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { answered, envelopeFields, marketFields, ofLiquidity, type LiquidityView } from './answer.ts';
import { liquidityMarketBody } from './market-body.ts';

const field = fieldsOf<LiquidityView>();
const scoreReply = record('LiquidityScore', {
  ...marketFields,
  band: field.choiceOrNull(FRAGILITY_BANDS, 'Band of the score; null without one.', ({ head }) => head.market.band),
  aggregate: field.custom(liquidityMarketBody.schema, ({ head }) => head.market),
  ...envelopeFields,
});

export const liquidityScoreNow = operation('liquidity.regime_score', {
  ...ofLiquidity,
  path: '/liquidity/regime/score',
  pointInTime: true,
  dataset: 'liquidity_regime',
  summary: 'The fragility score of the market: 0 to 100, higher is healthier.',
  description:
    'Mean of the scores of the coins by open interest, none above a quarter. healthy from 75, leaning_healthy from 60, neutral from 40, leaning_fragile from 25, fragile below.',
  ...answered(scoreReply),
});
