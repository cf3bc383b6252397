/** GET /market-health/history: archived days, and the current state of today. */

import { bucketOpen, DAY_MS, ok } from '@barograph/core';
import { Type, type Static } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record, within } from '../fields.ts';
import { operation } from '../operation.ts';
import type { DataSource } from '../parameters.ts';
import { isoTime } from '../scalar.ts';
import { SCORE_ARCHIVE, type ScoreDay } from '../scores-port.ts';
import { encoded } from '../shapes/encoded.ts';
import { sourceFields, stampFields } from '../shapes/page.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { HEALTH_ERRORS, publishedHealth } from './answer.ts';
import { healthSummary, type MarketHealthWire } from './row.ts';

/** Maximum history, days. */
const LONGEST = 730;
/** Archived days are read at most once per minute. */
const KEPT_MS = 60_000;

/** Archived value of a day: scores, sentiments, and component scores. */
export const archivedHealth = record('MarketHealthDay', {
  ...healthSummary.fields,
  components: {
    schema: Type.Record(Type.String(), Type.Union([Type.Integer({ minimum: 0, maximum: 100 }), Type.Null()]), {
      description: 'Scores of the components by name; null of one that was not available.',
    }),
    read: ({ components }: MarketHealthWire) =>
      Object.fromEntries(Object.entries(components).map(([name, { score }]) => [name, score])),
  },
});
type ArchivedHealth = Static<typeof archivedHealth.schema>;

interface Point {
  readonly day: number;
  readonly scoredAt: number;
  readonly isLive: boolean;
  readonly backfilled: boolean;
  readonly scores: ArchivedHealth;
}
const point = fieldsOf<Point>();
const scoresOf = ({ scores }: Point): ArchivedHealth => scores;
const pointRow = record('MarketHealthHistoryPoint', {
  date: point.text('UTC day, YYYY-MM-DD.', ({ day }) => isoTime(day).slice(0, 10)),
  timestamp: point.moment('Open of the day.', ({ day }) => day),
  ...within(
    scoresOf,
    encoded(
      archivedHealth.fields,
      'total_score',
      'long_term_score',
      'short_term_score',
      'sentiment',
      'long_term_sentiment',
      'short_term_sentiment',
      'partial',
      'config_version',
      'components',
    ),
  ),
  scored_at: point.moment(
    'When it was computed: of an archived day five minutes after its end, of a backfilled one after the start of the service.',
    ({ scoredAt }) => scoredAt,
  ),
  backfilled: point.flag(
    'The day was computed afterwards from bars and series, as if at its end; what was told of that moment alone is not available.',
    ({ backfilled }) => backfilled,
  ),
  live: point.flag('Today, which has not ended: the scores are those of now.', ({ isLive }) => isLive),
});

interface Found {
  readonly points: readonly Point[];
  readonly days: number;
  readonly archiveStart: number | null;
  readonly asOf: number;
  readonly dataSource: DataSource;
}
const field = fieldsOf<Found>();
const reply = record('MarketHealthHistory', {
  history: field.items(
    pointRow,
    'Oldest first; a day of which too little is known is not there.',
    ({ points }) => points,
    {
      maxItems: LONGEST,
    },
  ),
  count: field.integer('Days in history.', ({ points }) => points.length, { minimum: 0 }),
  days: field.integer('UTC dates asked for, today included.', ({ days }) => days, { minimum: 1, maximum: LONGEST }),
  archive_start: field.textOrNull(
    'First archived day, YYYY-MM-DD; null before it. Backfilled days do not count.',
    ({ archiveStart }) => (archiveStart === null ? null : isoTime(archiveStart).slice(0, 10)),
  ),
  ...stampFields,
  source: sourceFields.source,
});

function archivedPoint({ day, scoredAt, backfilled, value: kept }: ScoreDay): Point {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the archiver of market health
  return { day, scoredAt, isLive: false, backfilled, scores: kept as ArchivedHealth };
}

export const marketHealthHistory = operation('market_health.history', {
  family: 'market-health',
  dataset: 'market_health',
  path: '/market-health/history',
  summary: 'Market health by day: one archived row for each UTC day, and today as it is now.',
  description:
    'A row is written five minutes after its day has ended, and never changed. Days before archive_start, and days on which the service did not run, are computed in the background after a start; backfilled says so.',
  query: Type.Object({ days: Type.Integer({ minimum: 1, maximum: LONGEST, default: 365 }) }),
  reply: withProvenance(reply.schema),
  ports: [SCORE_ARCHIVE],
  errors: HEALTH_ERRORS,
  answer: async (context, { query: { days } }) => {
    const published = publishedHealth(context);
    if (!published.ok) return published;
    const { view, health } = published.value;
    const today = bucketOpen(view.asOf, DAY_MS);
    const archive = context.use(SCORE_ARCHIVE);
    const now = context.now();
    const kept = await context.atMostEvery(KEPT_MS, `market-health-history/1 ${today} ${days}`, async () => ({
      past: await archive.days('market_health', today - (days - 1) * DAY_MS, now),
      start: await archive.start('market_health', now),
    }));
    const live: Point = {
      day: today,
      scoredAt: view.asOf,
      isLive: true,
      backfilled: false,
      scores: archivedHealth.encode(health),
    };
    const points = [...kept.past.filter(({ day }) => day < today).map(archivedPoint), live];
    const { asOf, dataSource } = view;
    return ok(value(provenanced(reply.encode({ points, days, archiveStart: kept.start, asOf, dataSource }), view)));
  },
});
