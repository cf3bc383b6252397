/** GET /news/pulse: news pressure on every active perp. */

import { ok } from '@barograph/core';
import { NEWS_MARKET } from '@barograph/stress/news';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
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
  ofNews,
  publishedNews,
  pulseAt,
  type NewsStamp,
} from './answer.ts';
import { NEWS } from './port.ts';
import { pulseRow, type PulseRowWire } from './row.ts';

/** Maximum span of the pulse, hours. */
const LONGEST = 168;

interface Found extends NewsStamp {
  readonly rows: readonly PulseRowWire[];
  readonly market: PulseRowWire;
  readonly hours: number;
  readonly universe: number;
}
const field = fieldsOf<Found>();
const reply = record('NewsPulse', {
  items: field.custom(
    Type.Array(pulseRow.schema, {
      description: 'A row for every active perp, zeros included; the largest pressure first, then by symbol.',
    }),
    ({ rows }) => [...rows],
  ),
  count: field.integer('Rows in items.', ({ rows }) => rows.length, { minimum: 0 }),
  universe_size: field.integer('Active perps.', ({ universe }) => universe, { minimum: 0 }),
  market: field.custom(
    Type.Object(pulseRow.schema.properties, { description: 'The same of news about the whole market.' }),
    ({ market }) => market,
  ),
  hours: field.number('Hours back, as asked.', ({ hours }) => hours, { minimum: 1, maximum: LONGEST }),
  ...newsStampFields,
});

const kept = keptByView<Promise<ValueBody<WireOf<typeof reply>>>>();

export const newsPulseTable = operation('news.pulse', {
  ...ofNews,
  path: '/news/pulse',
  dataset: 'news_pulse',
  summary: 'Pressure and tilt of news for every active perp.',
  description:
    'Events above the threshold alone weigh; each fades by half in 12 hours, and counts once, as it is known now. A perp without news has zeros. headlines counts whole clock hours, the one that runs included.',
  query: Type.Object({ hours: hoursParameter(LONGEST, 24) }),
  reply: withProvenance(reply.schema),
  answer: async (context, { query, caller }) => {
    const published = publishedNews(context);
    if (!published.ok) return published;
    const view = published.value;
    const { hours } = query;
    const make = async (): Promise<ValueBody<WireOf<typeof reply>>> => {
      const { asOf, head } = view;
      const archive = context.use(NEWS);
      const after = hoursBefore(asOf, hours);
      const [events, funnel] = await Promise.all([archive.events({ after, asOf }), archive.hours(after, asOf)]);
      const all = pulseAt(view, [...head.perps, NEWS_MARKET], hours, events.map(({ event }) => event), funnel); // prettier-ignore
      const rows = all.filter(({ symbol }) => symbol !== NEWS_MARKET).map(pulseRow.encode);
      const market = pulseRow.encode(all.find(({ symbol }) => symbol === NEWS_MARKET)!);
      const found: Found = {
        ...newsStamp(view),
        rows: firstRows('news_pulse', caller, rows),
        market,
        hours,
        universe: head.perps.length,
      };
      return value(provenanced(reply.encode(found), view));
    };
    return ok(await kept(view, query, () => `${hours}`, make));
  },
});
