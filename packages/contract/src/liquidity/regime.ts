/** GET /liquidity/regime: the liquidity label and the fragility of every tracked coin, and of the market. */

import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { answered, envelopeFields, marketFields, ofLiquidity, type LiquidityView } from './answer.ts';
import { liquidityMarketBody } from './market-body.ts';
import { liquidityRegimeRow } from './regime-row.ts';

const field = fieldsOf<LiquidityView>();
const regimeReply = record('LiquidityRegimes', {
  items: field.custom(
    Type.Array(liquidityRegimeRow.schema, { description: 'In the order of tracked.' }),
    ({ records }) => records.map(({ value }) => value.regime),
  ),
  count: field.integer('Rows in items.', ({ records }) => records.length, { minimum: 0 }),
  ...marketFields,
  aggregate: field.custom(liquidityMarketBody.schema, ({ head }) => head.market),
  ...envelopeFields,
});

export const liquidityRegimes = operation('liquidity.regime', {
  ...ofLiquidity,
  path: '/liquidity/regime',
  pointInTime: true,
  dataset: 'liquidity_regime',
  summary: 'The liquidity label and the fragility score of each tracked coin, and of the market.',
  description:
    'post_cascade_impaired: a cascade within 6 hours, and depth below 0.7 of its baseline. depth_withdrawal: depth up to 0.6 of it on 3 of 5 samples. oi_price_divergence: divergence_4h from divergence_limit on. deep_book: depth from 1.25 of it on, with a spread up to its own. The first that fits is the label; an alarm is left after 3 samples without its condition.',
  ...answered(regimeReply),
});
