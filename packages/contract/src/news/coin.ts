/** GET /news/coin/{symbol}: events of one perp, and its news pressure. */

import { err, ok, symbolIndex } from '@barograph/core';
import type { PulseRow } from '@barograph/stress/news';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { fieldsOf, record, within, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import { problem } from '../problem.ts';
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
import { ANY_SPELLING } from '../parameters.ts';
import { newsEventRow, pulseFields, type NewsEventWire } from './row.ts';

const HOURS = { most: 336, usual: 72 } as const;

interface Found extends NewsStamp {
  readonly pulse: PulseRow;
  readonly events: readonly NewsEventWire[];
  readonly hours: number;
  readonly byCashtagOnly: boolean;
}
const field = fieldsOf<Found>();
const reply = record('NewsOfCoin', {
  symbol: field.text('Perp, as the venue lists it.', ({ pulse }) => pulse.symbol),
  ...within(({ pulse }: Found) => pulse, pulseFields),
  items: field.custom(
    Type.Array(newsEventRow.schema, {
      description: 'The newest publication first; each story once, as it is known now.',
    }),
    ({ events }) => [...events],
  ),
  count: field.integer('Rows in items.', ({ events }) => events.length, { minimum: 0 }),
  hours: field.number('Hours back, as asked.', ({ hours }) => hours, { minimum: 1, maximum: HOURS.most }),
  cashtag_only: field.flag(
    'Whether only a cashtag can name it: its ticker is an ordinary word, and no full name is known.',
    ({ byCashtagOnly }) => byCashtagOnly,
  ),
  ...newsStampFields,
});
const kept = keptByView<Promise<ValueBody<WireOf<typeof reply>>>>();

export const newsOfCoin = operation('news.coin', {
  ...ofNews,
  path: '/news/coin/{symbol}',
  dataset: 'news_of_coin',
  parts: { outcome: 'news_outcome' },
  summary: 'Events of one perp, and the pressure and tilt that they make.',
  description:
    'As market-moving and pulse, of one perp. A free key may ask for BTC and ETH. market_response and score_components are there on tier pro_plus.',
  pathParameters: Type.Object({
    symbol: Type.String({
      minLength: 1,
      maxLength: 80,
      examples: ['BTC'],
      description: `Perp. ${ANY_SPELLING}`,
    }),
  }),
  query: Type.Object({ hours: hoursParameter(HOURS.most, HOURS.usual) }),
  reply: withProvenance(reply.schema),
  errors: [...ofNews.errors, { code: 'unknown_symbol', when: 'No active perp of that name.' }],
  answer: async (context, { path, query, sees }) => {
    const published = publishedNews(context);
    if (!published.ok) return published;
    const view = published.value;
    const { asOf, head } = view;
    const perps = symbolIndex(head.perps);
    const symbol = perps.find(path.symbol, 'coin');
    if (symbol === undefined) {
      const suggestions = perps.suggest(path.symbol);
      return err(problem('unknown_symbol', `No active perp is named ${path.symbol}.`, { suggestions }));
    }
    const { hours } = query;
    const make = async (): Promise<ValueBody<WireOf<typeof reply>>> => {
      const archive = context.use(NEWS);
      const after = hoursBefore(asOf, hours);
      const [known, funnel] = await Promise.all([
        archive.events({ after, asOf, symbols: [symbol] }),
        archive.hours(after, asOf),
      ]);
      const [pulse] = pulseAt(view, [symbol], hours, known.map(({ event }) => event), funnel); // prettier-ignore
      const isWhole = sees('outcome');
      const found: Found = {
        ...newsStamp(view),
        pulse: pulse!,
        events: known.map((news) => newsEventRow.encode({ ...news, isWhole })),
        hours,
        byCashtagOnly: head.unresolvable.includes(symbol),
      };
      return value(provenanced(reply.encode(found), view));
    };
    return ok(await kept(view, {}, () => `${symbol} ${hours}`, make));
  },
});
