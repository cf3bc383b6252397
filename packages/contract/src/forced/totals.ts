/** GET /market-intelligence/liquidations: 24-hour forced closes by base coin, over all venues. */

import { err, ok } from '@barograph/core';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import type { View } from '../published.ts';
import { keptByView } from '../shapes/kept.ts';
import { NO_SOURCE, noSource } from '../shapes/no-source.ts';
import { sourced, withSource } from '../shapes/sourced.ts';
import { WARMING_UP, warmingUp } from '../shapes/warming.ts';
import { FORCED_SOURCES, forcedPublication, type ForcedHead } from './publication.ts';
import { forcedRow, forcedTotalsBody, forcedVenueRow, type ForcedRowWire } from './row.ts';

type Totals = View<ForcedRowWire, ForcedHead>;
const field = fieldsOf<Totals>();
const reply = record('Liquidations', {
  window_start: field.moment('Start of the 24 hours, exclusive.', ({ head }) => head.from),
  window_end: field.moment('Their end.', ({ head }) => head.to),
  min_usd: field.number(
    'Smaller closes do not count; the event stream tells of the same ones.',
    ({ head }) => head.minUsd,
    {
      minimum: 0,
    },
  ),
  totals: field.custom(forcedTotalsBody.schema, ({ head }) => head.totals),
  venues: field.custom(
    Type.Array(forcedVenueRow.schema, { description: 'Every venue, also one that nothing is known of.' }),
    ({ head }) => [...head.venues],
  ),
  silent: field.list(
    Type.String(),
    'Venues whose closes of now are missing: those that are down, silent or have told of nothing yet.',
    ({ head }) =>
      head.venues.filter(({ status }) => ['down', 'silent', 'warming'].includes(status)).map(({ venue }) => venue),
  ),
  data: field.custom(
    Type.Array(forcedRow.schema, { description: 'Coins with any, the largest usd first.' }),
    ({ records }) => records.map((record) => record.value),
  ),
  count: field.integer('Rows in data.', ({ records }) => records.length, { minimum: 0 }),
  as_of: field.moment('When the totals were made.', ({ asOf }) => asOf),
});
const kept = keptByView<ValueBody<WireOf<typeof reply>>>();

export const liquidationTotals = operation('market_intelligence.liquidations', {
  path: '/market-intelligence/liquidations',
  pointInTime: true,
  family: 'market-intelligence',
  dataset: 'liquidations',
  summary: 'Liquidations of 24 hours by base coin, on all venues together, with both sides.',
  description:
    'Every minute: the sums of the liquidation events of the stream. The side is that of the position that was closed. A close that a venue repeats counts once. venues says how much of the window was watched on each, and names those that are silent: what they would have told is missing, not 0.',
  reply: withSource(reply.schema),
  ports: [FORCED_SOURCES],
  errors: [WARMING_UP, NO_SOURCE],
  answer: (context, { query }) => {
    const view = context.latest(forcedPublication);
    if (view === undefined) {
      if (!context.use(FORCED_SOURCES).hasForced) return err(noSource('liquidations'));
      return err(warmingUp(context, forcedPublication, 'liquidations'));
    }
    const make = () => value(sourced(reply.encode(view), view, 'forcedCloses'));
    return ok(kept(view, query, () => '', make));
  },
});
