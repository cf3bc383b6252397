/** GET /news/sources: state of each source, hourly funnel, and perps that titles can hardly name. */

import { ok } from '@barograph/core';
import {
  NEWS_CATEGORIES,
  NEWS_OUTCOMES,
  NEWS_READER_V1,
  NEWS_V2,
  wilsonShare,
  type FunnelCounts,
} from '@barograph/stress/news';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { fieldsOf, record, within, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import { keptByView } from '../shapes/kept.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { hoursBefore, newsStamp, newsStampFields, ofNews, publishedNews, type NewsStamp } from './answer.ts';
import { NEWS, type FunnelHour, type NewsSource } from './port.ts';
import type { NewsHead } from './publication.ts';

const MIN = { minimum: 0 };
/** Hours of the shown funnel. */
const FUNNEL_HOURS = 24;

const field = fieldsOf<NewsSource>();
const STATUSES = ['ok', 'failing', 'waiting'] as const;
/** `failing` means that the last request failed. */
function statusOf({ lastSuccessAt, lastErrorAt }: NewsSource): (typeof STATUSES)[number] {
  if (lastErrorAt !== null && lastErrorAt > (lastSuccessAt ?? -1)) return 'failing';
  return lastSuccessAt === null ? 'waiting' : 'ok';
}
const sourceRow = record('NewsSource', {
  name: field.text('As it is configured.', ({ name }) => name),
  status: field.choice(STATUSES, 'failing: the newest word was an error; waiting: none yet.', statusOf),
  url: field.textOrNull('Address that is asked; null where there is none.', ({ url }) => url),
  tier: field.integer(
    '1 regulators and first-hand announcements, 2 papers of the trade, 3 others.',
    ({ tier }) => tier,
    {
      minimum: 1,
      maximum: 3,
    },
  ),
  category: field.choiceOrNull(
    NEWS_CATEGORIES,
    'Kind of all of its items; null: each by its title.',
    ({ category }) => category,
  ),
  last_success_at: field.momentOrNull(
    'Last answer that was read; null: none yet.',
    ({ lastSuccessAt }) => lastSuccessAt,
  ),
  last_error_at: field.momentOrNull('Last failure; null: none.', ({ lastErrorAt }) => lastErrorAt),
  last_error: field.textOrNull('Reason of that failure; null: none.', ({ lastError }) => lastError),
  items: field.integer('Items that were taken so far.', ({ items }) => items, MIN),
  not_modified: field.integer(
    'Answers so far that said that nothing is new (304).',
    ({ notModified }) => notModified,
    MIN,
  ),
  dropped: field.custom(
    Type.Record(Type.String(), Type.Integer(MIN), {
      description: 'Items and whole feeds that were dropped so far, by reason.',
    }),
    ({ dropped }) => ({ ...dropped }),
  ),
});

type Judged = NonNullable<NewsSource['judged']>;
const judged = fieldsOf<Judged>();
const UNIT = { minimum: 0, maximum: 1 };
const share = (hits: number, total: number): number | null => (total === 0 ? null : hits / total);
const accuracyRow = record(
  'NewsReaderAccuracy',
  {
    reports: judged.integer('Reports of known truth, copies left out.', ({ reports }) => reports, MIN),
    qualified: judged.integer('Those that qualified.', ({ qualified }) => qualified, MIN),
    events: judged.integer('Those that qualified and report an event.', ({ events }) => events, MIN),
    precision: judged.numberOrNull('events / qualified; null where nothing qualified.', ({ events, qualified }) => share(events, qualified), UNIT), // prettier-ignore
    precision_low: judged.numberOrNull('Lower end of its Wilson interval of 95 %.', ({ events, qualified }) => wilsonShare(events, qualified).low, UNIT), // prettier-ignore
    precision_high: judged.numberOrNull('Upper end of its Wilson interval of 95 %.', ({ events, qualified }) => wilsonShare(events, qualified).high, UNIT), // prettier-ignore
    core: judged.integer('Reports of attacks and regulation.', ({ core }) => core, MIN),
    recall_core: judged.numberOrNull('Share of them that qualified; null without one.', ({ core, coreQualified }) => share(coreQualified, core), UNIT), // prettier-ignore
  },
  'Verdicts of the reader on simulated headlines, whose truth is known: synthetic, and with more traps than a feed has.',
);

const count = fieldsOf<FunnelCounts>();
const counted = (name: (typeof NEWS_OUTCOMES)[number], description: string) =>
  count.integer(description, (counts) => counts[name], MIN);
const funnelFields = {
  ingested: count.integer('Items that arrived: the sum of the others.', ({ ingested }) => ingested, MIN),
  dropped_noise: counted('dropped_noise', 'No news, or a near-duplicate.'),
  dropped_no_catalyst: counted('dropped_no_catalyst', 'Of no kind that can move a perp.'),
  dropped_no_entity: counted('dropped_no_entity', 'About no perp, nor the market.'),
  dropped_below_threshold: counted('dropped_below_threshold', `Below an impact of ${NEWS_V2.threshold}.`),
  qualified: counted('qualified', 'Events, and reports that joined one.'),
};
const funnelRow = record(
  'NewsFunnel',
  funnelFields,
  'Sum of the clock hours of the last day, the one that runs included.',
);
const hour = fieldsOf<FunnelHour>();
const funnelHourRow = record('NewsFunnelHour', {
  hour: hour.moment('Its open.', (hour) => hour.hour),
  ...within(({ counts }: FunnelHour) => counts, funnelFields),
});

interface Found extends NewsStamp {
  readonly sources: readonly NewsSource[];
  readonly hours: readonly FunnelHour[];
  readonly head: NewsHead;
}
const found = fieldsOf<Found>();
const reply = record('NewsSources', {
  sources: found.items(sourceRow, 'By name.', ({ sources }) => sources),
  funnel_24h: found.inner(funnelRow, ({ hours }) => sumOf(hours)),
  funnel_hours: found.items(funnelHourRow, 'The same by the hour, oldest first; an hour without an item is missing.', ({ hours }) => hours), // prettier-ignore
  unresolvable: found.list(
    Type.String(),
    'Active perps that only a cashtag can name: their ticker is an ordinary word, and no full name is known.',
    ({ head }) => head.unresolvable,
  ),
  universe_size: found.integer('Active perps.', ({ head }) => head.perps.length, MIN),
  threshold: found.number('Least impact of what is kept.', () => NEWS_V2.threshold, { minimum: 0, maximum: 1 }),
  words_version: found.text('Version of ordinary words and names.', ({ head }) => head.wordsVersion),
  reader_version: found.text('Version of the reader of headlines.', () => NEWS_READER_V1.version),
  reader_accuracy: found.innerOrNull(
    accuracyRow,
    'Precision and recall of the reader since the host began; null where no report has a known truth, as on live feeds.',
    ({ sources }) => judgedOf(sources),
  ),
  ...newsStampFields,
});

/** Sum of the verdicts over all sources; null without verdicts. */
function judgedOf(sources: readonly NewsSource[]): Judged | null {
  const all = sources.flatMap(({ judged }) => judged ?? []);
  if (all.length === 0) return null;
  const sum = (name: keyof Judged): number => all.reduce((total, counts) => total + counts[name], 0);
  return { reports: sum('reports'), qualified: sum('qualified'), events: sum('events'), core: sum('core'), coreQualified: sum('coreQualified') }; // prettier-ignore
}

function sumOf(hours: readonly FunnelHour[]): FunnelCounts {
  const names = ['ingested', ...NEWS_OUTCOMES] as const;
  const sum = { ingested: 0, dropped_noise: 0, dropped_no_catalyst: 0, dropped_no_entity: 0, dropped_below_threshold: 0, qualified: 0 }; // prettier-ignore
  for (const { counts } of hours) for (const name of names) sum[name] += counts[name];
  return sum;
}
const kept = keptByView<Promise<ValueBody<WireOf<typeof reply>>>>();

export const newsSources = operation('news.sources', {
  ...ofNews,
  path: '/news/sources',
  summary: 'Condition of the sources of news, the funnel, and the perps that only a cashtag can name.',
  description:
    'Counts only: what was dropped is not kept. ingested = dropped_noise + dropped_no_catalyst + dropped_no_entity + dropped_below_threshold + qualified, of every hour.',
  reply: withProvenance(reply.schema),
  answer: async (context) => {
    const published = publishedNews(context);
    if (!published.ok) return published;
    const view = published.value;
    const make = async (): Promise<ValueBody<WireOf<typeof reply>>> => {
      const { asOf, head } = view;
      const archive = context.use(NEWS);
      const after = hoursBefore(asOf, FUNNEL_HOURS);
      const [sources, hours] = await Promise.all([archive.sources(), archive.hours(after, asOf)]);
      return value(provenanced(reply.encode({ ...newsStamp(view), sources, hours, head }), view));
    };
    return ok(await kept(view, view, () => '', make));
  },
});
