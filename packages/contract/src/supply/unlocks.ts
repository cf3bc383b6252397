/** GET /supply/unlocks: dated cliffs ahead. */

import { isWithinDays } from '@barograph/stress';
import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { leastHorizon } from '../datasets.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { keptByView } from '../shapes/kept.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { publishedReference, REFERENCE_ERRORS, REFERENCE_SOURCES } from '../shapes/reference.ts';
import { isNamed, LONGEST_WINDOW } from './board.ts';
import { supplyPublication } from './publication.ts';
import { UNLOCK_COVERAGES, unlockRow, type UnlockRowWire } from './row.ts';
import { ANY_SPELLING } from '../parameters.ts';
import { supplyStamp, supplyStampFields, type SupplyStamp } from './stamp.ts';

/** Maximum window of a free key, days. */
const FREE_DAYS = leastHorizon('unlocks');

interface Calendar extends SupplyStamp {
  readonly rows: readonly UnlockRowWire[];
  readonly windowDays: number;
  readonly coverage: (typeof UNLOCK_COVERAGES)[number] | null;
}
const field = fieldsOf<Calendar>();
const reply = record('SupplyUnlocks', {
  items: {
    schema: Type.Array(unlockRow.schema, { description: 'Soonest day first, then the larger in USD.' }),
    read: ({ rows }: Calendar) => [...rows],
  },
  count: field.integer('Entries in items.', ({ rows }) => rows.length, { minimum: 0 }),
  window_days: field.integer('UTC days after that of as_of, the last one included.', ({ windowDays }) => windowDays, {
    minimum: 1,
    maximum: LONGEST_WINDOW,
  }),
  unlock_coverage: field.choiceOrNull(
    UNLOCK_COVERAGES,
    'Of the coin that was asked for: not_tracked when the source has no schedule of it, though one may exist. Null when no coin was asked for, or the table has none of that name.',
    ({ coverage }) => coverage,
  ),
  ...supplyStampFields,
});
const kept = keptByView<ValueBody<never>>();

export const supplyUnlocks = operation('supply.unlocks', {
  family: 'supply',
  path: '/supply/unlocks',
  pointInTime: true,
  dataset: 'unlocks',
  paid: { window_days: 'unlocks' },
  ports: [REFERENCE_SOURCES],
  summary: 'Dated cliffs ahead, in tokens, USD and share of float.',
  description: `Tranches of one UTC day are summed; steady emission is left out: a tranche of a series counts from a fifth of the emission of the 30 days before. Prices and floats are those of now. Only schedules that were known at as_of count. A free key sees ${FREE_DAYS} days, also when it asks for none.`,
  query: Type.Object({
    window_days: Type.Integer({ minimum: 1, maximum: LONGEST_WINDOW, default: 30 }),
    symbol: Type.Optional(
      Type.String({ minLength: 1, maxLength: 80, description: `A ticker or an id. ${ANY_SPELLING}` }),
    ),
  }),
  reply: withProvenance(reply.schema),
  errors: REFERENCE_ERRORS,
  answer: (context, { query }) => {
    const published = publishedReference(context, supplyPublication);
    if (!published.ok) return published;
    const view = published.value;
    const { window_days: windowDays, symbol } = query;
    const make = (): ValueBody<never> => {
      const { asOf, head, records } = view;
      const rows = head.unlocks.filter(
        (row) =>
          isWithinDays({ day: Date.parse(row.date), lastTime: row.last_timestamp }, asOf, windowDays) &&
          (symbol === undefined || isNamed(row, symbol)),
      );
      const named = symbol === undefined ? [] : records.filter(({ value: row }) => isNamed(row, symbol));
      const isTracked = named.some(({ value: row }) => row.unlock_coverage === 'tracked');
      const coverage = named.length === 0 ? null : isTracked ? 'tracked' : 'not_tracked';
      const wire = reply.encode({ ...supplyStamp(view), rows, windowDays, coverage });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the reply's own codec
      return value(provenanced(wire, view)) as ValueBody<never>;
    };
    return ok(kept(view, query, () => JSON.stringify(query), make));
  },
});
