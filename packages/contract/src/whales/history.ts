/** GET /quant/whales/history: positions of large accounts at the end of each UTC day. */

import { DAY_MS, ok } from '@barograph/core';
import { WHALES_V1, type WhaleDay } from '@barograph/positioning';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import { POSITIONING } from '../positioning/port.ts';
import { ofPositioning } from '../positioning/published.ts';
import { nullable, utcDate } from '../scalar.ts';
import { publishedCycle } from '../shapes/account-cycle.ts';
import { keptByView } from '../shapes/kept.ts';
import { sourced, withSource } from '../shapes/sourced.ts';
import { whaleDayRow } from './day-row.ts';
import { whalesPublication } from './publication.ts';

/** Days before encoding. */
interface Found {
  readonly days: readonly WhaleDay[];
  /** First stored live day, requested or not. */
  readonly firstLive: string | null;
  readonly liveOnly: boolean;
}
const field = fieldsOf<Found>();
const countOf = ({ days }: Found, source: WhaleDay['source']): number =>
  days.filter((day) => day.source === source).length;

const meta = record(null, {
  seeded_count: field.integer('Days of a seed in the answer.', (f) => countOf(f, 'seed'), {
    minimum: 0,
  }),
  live_count: field.integer('Days of a cycle in the answer.', (f) => countOf(f, 'live'), { minimum: 0 }),
  first_live_date: field.custom(
    nullable(
      Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$` }),
      'First day of a cycle that is kept, also when it lies before those that are asked for, YYYY-MM-DD; null before any.',
    ),
    ({ firstLive }) => firstLive,
  ),
  live_only: field.flag('As asked.', ({ liveOnly }) => liveOnly),
});

const reply = record('WhaleHistory', {
  days: field.items(whaleDayRow, 'Oldest first; a day without a cycle is missing.', ({ days }) => days, {
    maxItems: WHALES_V1.days,
  }),
  meta: field.inner(meta, (found) => found, 'Number of the days by their source.'),
});
const kept = keptByView<Promise<ValueBody<WireOf<typeof reply>>>>();

export const quantWhalesHistory = operation('quant.whales_history', {
  ...ofPositioning,
  path: '/quant/whales/history',
  dataset: 'whales_history',
  summary: 'Longs and shorts of large accounts at the end of each UTC day.',
  description:
    'A row for each UTC day in which a cycle ended: its last cycle, and of today the newest one. Days before the first cycle are computed after the start where the source tells what accounts held then, and source is seed; a live venue does not tell. Nothing is estimated.',
  query: Type.Object({
    days: Type.Integer({
      minimum: 7,
      maximum: WHALES_V1.days,
      default: 180,
      description: 'Newest UTC days, that of the newest cycle included.',
    }),
    live_only: Type.Boolean({ default: false, description: 'Leaves out days of a seed.' }),
  }),
  reply: withSource(reply.schema),
  answer: async (context, { query }) => {
    const archive = context.use(POSITIONING);
    const published = publishedCycle(context, archive.status, whalesPublication);
    if (!published.ok) return published;
    const view = published.value;
    const make = async (): Promise<ValueBody<WireOf<typeof reply>>> => {
      const asOf = view.head.positions_as_of;
      const all = await archive.whaleDays(utcDate(asOf - (WHALES_V1.days - 1) * DAY_MS), asOf);
      const from = utcDate(asOf - (query.days - 1) * DAY_MS);
      const days = all.filter(({ date, source }) => date >= from && (source === 'live' || !query.live_only));
      const firstLive = all.find(({ source }) => source === 'live')?.date ?? null;
      return value(sourced(reply.encode({ days, firstLive, liveOnly: query.live_only }), view));
    };
    return ok(await kept(view, query, () => `${query.days} ${query.live_only}`, make));
  },
});
