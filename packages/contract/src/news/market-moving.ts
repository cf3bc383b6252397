/** GET /news/market-moving: the tape of catalysts, with the market's reaction to each. */

import { ok } from '@barograph/core';
import { NEWS_V2 } from '@barograph/stress/news';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { DATASETS } from '../datasets.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import { firstRows } from '../shapes/first-rows.ts';
import { keptByView } from '../shapes/kept.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import {
  hoursBefore,
  hoursParameter,
  newsStamp,
  newsStampFields,
  newsSymbol,
  ofNews,
  publishedNews,
  type NewsStamp,
} from './answer.ts';
import { NEWS } from './port.ts';
import { newsEventRow, type NewsEventWire } from './row.ts';

/** Maximum span of the tape, hours. */
const MOST_HOURS = 336;
const [FREE_HOURS, PRO_HOURS] = DATASETS.news_tape.horizon!.map(({ most }) => most);
const LIMITS = { most: 500, usual: 50 } as const;
const { threshold } = NEWS_V2;

interface Found extends NewsStamp {
  readonly rows: readonly NewsEventWire[];
  readonly total: number;
  readonly symbols: readonly string[] | null;
  readonly hours: number;
  readonly asked: number;
  readonly limit: number;
}
const field = fieldsOf<Found>();
const reply = record('NewsTape', {
  items: field.custom(
    Type.Array(newsEventRow.schema, {
      description: 'The newest publication first; each story once, as it is known now.',
    }),
    ({ rows }) => [...rows],
  ),
  count: field.integer('Rows in items.', ({ rows }) => rows.length, { minimum: 0 }),
  total: field.integer('Events that pass and the key may see, before limit.', ({ total }) => total, { minimum: 0 }),
  symbols: field.custom(
    Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'Symbols that the rows are of, as asked or as the tier of the key sees; null: all.',
    }),
    ({ symbols }) => (symbols === null ? null : [...symbols]),
  ),
  hours: field.number('Hours back, as asked or as the tier of the key sees.', ({ hours }) => hours, {
    minimum: 1,
    maximum: MOST_HOURS,
  }),
  min_impact: field.number('Least impact in effect.', ({ asked }) => Math.max(asked, threshold), { minimum: 0 }),
  min_impact_raised: field.flag(
    `Whether a lower one was asked for: nothing below the threshold of ${threshold} is kept.`,
    ({ asked }) => asked < threshold,
  ),
  limit: field.integer('Most rows, as asked.', ({ limit }) => limit, { minimum: 1, maximum: LIMITS.most }),
  ...newsStampFields,
});

const kept = keptByView<Promise<ValueBody<WireOf<typeof reply>>>>();

export const newsMarketMoving = operation('news.market_moving', {
  ...ofNews,
  path: '/news/market-moving',
  pointInTime: true,
  dataset: 'news_tape',
  paid: { hours: 'news_tape' },
  parts: { outcome: 'news_outcome' },
  summary: 'Catalysts that can move a perp, and what price, open interest and funding did after them.',
  description: `Reports that name a perp or the market, are of a kind that can move it, and have an impact of ${threshold} or more; there is no raw feed. Impact says that something was reported, not that it will move a price. A key of tier free sees BTC, ETH and MARKET over ${FREE_HOURS} hours, one of tier pro all over ${PRO_HOURS} hours. market_response and score_components are there on tier pro_plus: a horizon is null until its last minute has closed, and is then written once.`,
  query: Type.Object({
    symbol: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 400,
        description: 'Perps or MARKET, separated by commas; all when left out.',
      }),
    ),
    hours: hoursParameter(MOST_HOURS, 24),
    min_impact: Type.Number({
      default: threshold,
      description: `Least impact; below ${threshold} it is raised to it, and min_impact_raised says so.`,
    }),
    limit: Type.Integer({ minimum: 1, maximum: LIMITS.most, default: LIMITS.usual }),
  }),
  reply: withProvenance(reply.schema),
  answer: async (context, { query, caller, sees }) => {
    const published = publishedNews(context);
    if (!published.ok) return published;
    const view = published.value;
    const { symbol, hours, min_impact: least, limit } = query;
    const make = async (): Promise<ValueBody<WireOf<typeof reply>>> => {
      const { asOf, head } = view;
      const names = symbol?.split(',').flatMap((name) => (name.trim() === '' ? [] : newsSymbol(head, name.trim())));
      const symbols = names === undefined ? undefined : [...new Set(names)];
      const minImpact = Math.max(least, threshold);
      const events = await context.use(NEWS).events({ after: hoursBefore(asOf, hours), asOf, symbols, minImpact });
      const isWhole = sees('outcome');
      const passing = firstRows('news_tape', caller, events.map((known) => newsEventRow.encode({ ...known, isWhole }))); // prettier-ignore
      const rows = passing.slice(0, limit);
      const found: Found = { ...newsStamp(view), rows, total: passing.length, symbols: symbols ?? null, hours, asked: least, limit }; // prettier-ignore
      return value(provenanced(reply.encode(found), view));
    };
    return ok(await kept(view, query, () => JSON.stringify(query), make));
  },
});
