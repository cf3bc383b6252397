/** GET /tides: the stored days of the tides. */

import { err, ok } from '@barograph/core';
import { value, type ValueBody } from '../../../../packages/contract/src/body.ts';
import { fieldsOf, record, type WireOf } from '../../../../packages/contract/src/fields.ts';
import { operation } from '../../../../packages/contract/src/operation.ts';
import { keptByView } from '../../../../packages/contract/src/shapes/kept.ts';
import { NO_SOURCE, noSource } from '../../../../packages/contract/src/shapes/no-source.ts';
import { sourced, withSource } from '../../../../packages/contract/src/shapes/sourced.ts';
import { WARMING_UP, warmingUp } from '../../../../packages/contract/src/shapes/warming.ts';
import { tidesPublication, type TideDay } from './publication.ts';

const dayField = fieldsOf<TideDay>();
const day = record('TideDay', {
  date: dayField.text('UTC day, YYYY-MM-DD.', (row) => new Date(row.day).toISOString().slice(0, 10)),
  timestamp: dayField.moment('00:00 UTC of it.', (row) => row.day),
  value: dayField.number('The last reading of the day.', (row) => row.value, { minimum: 0, maximum: 100 }),
});

interface Found {
  readonly days: readonly TideDay[];
  readonly asOf: number;
}
const field = fieldsOf<Found>();
const reply = record('Tides', {
  items: field.items(day, 'Stored days, oldest first.', ({ days }) => days),
  count: field.integer('Days in items.', ({ days }) => days.length, { minimum: 0 }),
  as_of: field.moment('When the days were read.', ({ asOf }) => asOf),
});
const kept = keptByView<ValueBody<WireOf<typeof reply>>>();

export const tidesList = operation('tides.list', {
  path: '/tides',
  family: 'tides',
  dataset: 'sentiment',
  summary: 'Stored days of the tides.',
  reply: withSource(reply.schema),
  errors: [WARMING_UP, NO_SOURCE],
  answer: (context, { query }) => {
    const view = context.latest(tidesPublication);
    if (view === undefined) return err(warmingUp(context, tidesPublication, 'tides'));
    if (view.records.length === 0) return err(noSource('tides'));
    const make = () => {
      const days = view.records.map((record) => record.value);
      return value(sourced(reply.encode({ days, asOf: view.asOf }), view, 'fearGreed'));
    };
    return ok(kept(view, query, () => '', make));
  },
});
