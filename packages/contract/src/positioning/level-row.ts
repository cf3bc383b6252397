/** One of the six liquidation levels nearest to mark, a line per field. */

import type { LadderLevel } from '@barograph/positioning';
import { fieldsOf, record } from '../fields.ts';

const level = fieldsOf<LadderLevel>();

/** A level. */
export const levelRow = record('LadderLevel', {
  price: level.number('Middle of the bin, USD.', (l) => l.price, { exclusiveMinimum: 0 }),
  dist_pct: level.number('Signed distance from mark, percent.', (l) => l.distPct),
  total_usd: level.number('Notional that is liquidated there, USD at mark.', (l) => l.total, { minimum: 0 }),
  side: level.choice(['long', 'short'], 'long below mark: downside fuel; short above: upside fuel.', (l) => l.side),
  n_accounts: level.integer('Account-positions, not wallets.', (l) => l.positions, { minimum: 0 }),
});
