/** GET /liquidity/depth: the newest sample of every tracked coin. */

import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { answered, envelopeFields, ofLiquidity, type LiquidityView } from './answer.ts';
import { depthSampleRow } from './sample-row.ts';

const field = fieldsOf<LiquidityView>();
const depthReply = record('LiquidityDepth', {
  items: field.custom(
    Type.Array(depthSampleRow.schema, { description: 'Newest sample of each coin, in the order of tracked.' }),
    ({ records }) => records.map(({ value }) => value.sample),
  ),
  count: field.integer('Rows in items.', ({ records }) => records.length, { minimum: 0 }),
  ...envelopeFields,
});

export const liquidityDepth = operation('liquidity.depth', {
  ...ofLiquidity,
  path: '/liquidity/depth',
  pointInTime: true,
  dataset: 'depth',
  summary: 'Depth, spread and imbalance of the books of the 25 largest perps, sampled every 2 minutes.',
  description:
    'levels_truncated is true where the book ended inside the band, so that the depth is a lower bound, and null where it was not measured. depth_books names the book behind each number: bands that the exact book of 20 levels does not reach come from aggregated ones.',
  ...answered(depthReply),
});
