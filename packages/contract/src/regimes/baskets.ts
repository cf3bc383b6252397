/** GET /trading-strategy-baskets: baskets of trading ideas, with the regimes that suit each. */

import { BASKET_GROUPS, type BasketGroup } from '@barograph/cycle';
import { fieldsOf, record } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import { sourceFields } from '../shapes/page.ts';
import { table } from '../shapes/table.ts';
import { FIRST_RELEASE } from '../version.ts';
import { idSchema } from './parts.ts';

const field = fieldsOf<BasketGroup['baskets'][number]>();
const basket = record(null, {
  slug: field.text('Stable.', (b) => b.slug),
  name: field.text('Name of the basket.', (b) => b.name),
  description: field.text('The idea, in a sentence.', (b) => b.description),
  regimes: field.list(
    idSchema('Id of a long-horizon regime.'),
    'Long-horizon regimes that it suits.',
    (b) => b.regimes,
  ),
});
const some = fieldsOf<BasketGroup>();
const group = record(null, {
  id: some.choice(['A', 'B', 'C', 'D', 'E', 'F'], 'Letter of the group.', (g) => g.id),
  name: some.text('Name of the group.', (g) => g.name),
  description: some.text('What its baskets have in common.', (g) => g.description),
  baskets: some.items(basket, 'The baskets of the group.', (g) => g.baskets),
});
const all = fieldsOf<{ readonly dataSource: DataSource }>();
const BASKETS = BASKET_GROUPS.reduce((sum, { baskets }) => sum + baskets.length, 0);

/** The catalogue. */
export const basketsReply = record('TradingStrategyBaskets', {
  groups: all.items(group, 'The groups, A to F.', () => BASKET_GROUPS),
  group_count: all.integer('Groups.', () => BASKET_GROUPS.length, { minimum: 0 }),
  basket_count: all.integer('Baskets of all groups.', () => BASKETS, { minimum: 0 }),
  ...sourceFields,
});

export const baskets = table('baskets', {
  path: '/trading-strategy-baskets',
  family: 'regimes',
  dataset: 'baskets',
  summary: '50 baskets of trading ideas in 6 groups, with the regimes that each suits.',
  reply: basketsReply,
  notes: [{ date: FIRST_RELEASE, text: 'regimes of a basket; id, name and description of a group' }],
});
