/** GET /sentiment/stablecoins with its two histories. */

import { bucketOpen, DAY_MS } from '@barograph/core';
import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { isoTime } from '../scalar.ts';
import { sentimentOperation, type SentimentView } from './answer.ts';
import type { SupplyPoint } from './publication.ts';
import { stablecoinsBlock } from './row.ts';

/** Maximum span of daily flows, days. */
const LONGEST = 365;
/** Maximum age difference of compared values. */
const NEXT_DAY_MS = 1.5 * DAY_MS;

export const sentimentStablecoins = sentimentOperation('sentiment.stablecoins', {
  path: '/sentiment/stablecoins',
  feed: 'stablecoins',
  title: 'Stablecoins',
  summary: 'Circulating value of stablecoins, and what flowed in within 7, 14 and 90 days.',
  reply: stablecoinsBlock.schema,
  make: (block) => block,
});

interface Day extends SupplyPoint {
  readonly before: SupplyPoint | undefined;
}
const day = fieldsOf<Day>();
const dayRow = record('StablecoinDay', {
  date: day.text('UTC day on which the value became known, YYYY-MM-DD.', ({ time }) => isoTime(time).slice(0, 10)),
  timestamp: day.moment('When it became known.', ({ time }) => time),
  market_cap: day.number('Circulating value of all stablecoins, USD.', ({ value }) => value, { minimum: 0 }),
  inflow: day.numberOrNull(
    'Change from the value before, USD; null where that is not of the day before.',
    ({ value, before }) => (before === undefined ? null : value - before.value),
  ),
});

/** Points of the last `days` UTC dates, including the answer's, each with its predecessor. */
function daysOf({ asOf, records }: SentimentView, days: number): readonly Day[] {
  const from = bucketOpen(asOf, DAY_MS) - (days - 1) * DAY_MS;
  const points = records.map(({ value }) => value);
  return points
    .map((point, i): Day => {
      const before = points[i - 1];
      return { ...point, before: before !== undefined && point.time - before.time <= NEXT_DAY_MS ? before : undefined };
    })
    .filter(({ time }) => time >= from);
}

interface Flows {
  readonly rows: readonly Day[];
  readonly days: number;
}
const flows = fieldsOf<Flows>();
const flowsReply = record('StablecoinFlows', {
  history: flows.items(
    dayRow,
    'Oldest first; a day on which the source said nothing is not there.',
    ({ rows }) => rows,
  ),
  count: flows.integer('Rows in history.', ({ rows }) => rows.length, { minimum: 0 }),
  days: flows.integer('UTC dates asked for, that of as_of included.', ({ days }) => days, { minimum: 1, maximum: LONGEST }), // prettier-ignore
});

export const stablecoinsRemoteHistory = sentimentOperation('sentiment.stablecoins_remote_history', {
  path: '/sentiment/stablecoins/remote-history',
  feed: 'stablecoins',
  title: 'StablecoinRemoteHistory',
  summary: 'Daily circulating value of stablecoins and inflows, as the source has them.',
  query: Type.Object({ days: Type.Integer({ minimum: 1, maximum: LONGEST, default: 90 }) }),
  reply: flowsReply.schema,
  make: (_block, view, { days }) => flowsReply.encode({ rows: daysOf(view, days), days }),
});

const point = fieldsOf<SupplyPoint>();
const pointRow = record('StablecoinPoint', {
  timestamp: point.moment('When the value became known.', ({ time }) => time),
  market_cap: point.number('Circulating value of all stablecoins, USD.', ({ value }) => value, { minimum: 0 }),
});
const raw = fieldsOf<readonly SupplyPoint[]>();
const rawReply = record('StablecoinSeries', {
  history: raw.items(pointRow, 'Oldest first, as it came.', (points) => points),
  count: raw.integer('Rows in history.', (points) => points.length, { minimum: 0 }),
});

export const stablecoinsHistory = sentimentOperation('sentiment.stablecoins_history', {
  path: '/sentiment/stablecoins/history',
  feed: 'stablecoins',
  title: 'StablecoinHistory',
  summary: 'The raw series of the circulating value of stablecoins: three years at most.',
  reply: rawReply.schema,
  make: (_block, { records }) => rawReply.encode(records.map(({ value }) => value)),
});
