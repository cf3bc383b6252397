/** GET /liquidity/oi-divergence: open interest against price, the most fragile coin first. */

import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { byValue } from '../shapes/order.ts';
import { answered, envelopeFields, ofLiquidity, type LiquidityView } from './answer.ts';
import { divergenceRow, type DivergenceRowWire } from './divergence-row.ts';

const ranked = byValue<DivergenceRowWire>('desc', (row) => row.divergence_4h);

const field = fieldsOf<LiquidityView>();
const divergenceReply = record('OiDivergence', {
  items: field.custom(
    Type.Array(divergenceRow.schema, {
      description: 'By divergence_4h, largest first; coins without it last, equal ones by symbol.',
    }),
    ({ records }) => records.map(({ value }) => value.divergence).sort(ranked),
  ),
  count: field.integer('Rows in items.', ({ records }) => records.length, { minimum: 0 }),
  ...envelopeFields,
});

export const liquidityDivergence = operation('liquidity.oi_divergence', {
  ...ofLiquidity,
  path: '/liquidity/oi-divergence',
  pointInTime: true,
  dataset: 'depth',
  summary: 'Change of open interest less change of price over 1, 4 and 24 hours, ranked by 4 hours.',
  description:
    'Open interest is in units of the coin: in USD the price would enter twice. A change is from the sample nearest to its horizon, at most 10 % of it away.',
  ...answered(divergenceReply),
});
