/** GET /backtesting/news-events: qualified events as they became known, with the market's moves after them. */

import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { archivedNewsRow } from '../shapes/news-event.ts';
import { archivedSymbol, pageAsked, READER, SYMBOL_PATTERN } from './asked.ts';
import { pageOf } from './page.ts';
import { BACKTESTING } from './port.ts';

const LIMITS = { most: 5000, usual: 500 } as const;
const page = pageOf('BacktestingNewsEvents', archivedNewsRow, 'In the order of publication, story and revision.');

export const backtestingNewsEvents = operation('backtesting.news_events', {
  ...READER,
  family: 'news',
  notes: [],
  path: '/backtesting/news-events',
  summary: 'Archived qualified events, with returns, volume, open interest and funding after them.',
  description:
    'A row for each thing that became known: a story that more sources report has a row more, with a higher revision. For events as a reader first knew them take revision 1; known_at says from when on a row was known. Outcome columns are measured from the publication of the first report, and are the same in all rows of a story; volume, open interest, funding and abnormality are of one hour. Null: not matured, or not known. The first page fixes what the following ones show.',
  query: Type.Object({
    start: Type.String({
      minLength: 1,
      maxLength: 40,
      examples: ['2025-08-01'],
      description: 'First publication, included: ISO-8601 or unix ms.',
    }),
    end: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        description: 'Last publication, not included: ISO-8601 or unix ms; now when left out.',
      }),
    ),
    symbol: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        pattern: SYMBOL_PATTERN,
        description: 'One perp, as it is listed or in another usual spelling, or MARKET; all when left out.',
      }),
    ),
    min_impact: Type.Number({ default: 0, description: 'Least impact of a row.' }),
    limit: Type.Integer({
      minimum: 1,
      maximum: LIMITS.most,
      default: LIMITS.usual,
      description: 'Most rows of the page.',
    }),
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description: 'next_cursor of the page before, with the same start, end, symbol and min_impact.',
      }),
    ),
  }),
  reply: page.schema,
  ports: [BACKTESTING],
  answer: async (context, { query, cancelled }) => {
    const { min_impact: minImpact, ...rest } = query;
    const request = pageAsked({ ...rest, symbol: archivedSymbol(rest.symbol) }, cancelled);
    if (!request.ok) return request;
    const { start = 0 } = request.value;
    return page.answer(context, await context.use(BACKTESTING).newsEvents({ ...request.value, start, minImpact }));
  },
});
