/** GET /indicators/technical/{symbol}: one coin with its last days. */

import { TECHNICAL_V2, technicalHistory, type TechnicalDay } from '@barograph/indicators';
import { fieldsOf } from '../fields.ts';
import { detail, type DetailFound } from '../shapes/detail.ts';
import { stampFields } from '../shapes/page.ts';
import { technicalEngine } from './engine.ts';
import { ROW_NOTE } from './notes.ts';
import { technicalDay, technicalRow } from './row.ts';

const { items } = fieldsOf<DetailFound<{ readonly history: readonly TechnicalDay[] }>>();

export const technicalDetail = detail('indicators.technical_symbol', {
  family: 'indicators',
  path: '/indicators/technical/{symbol}',
  dataset: 'technical',
  access: 'key',
  title: 'TechnicalDetail',
  summary: 'The technical regime of one coin, with its history of 60 days.',
  description:
    'An exact name comes first, then the name without regard to case; a k-prefixed ticker stands for its plain symbol, and the other way round, where only one of them is listed.',
  example: 'BTC',
  of: technicalEngine,
  row: technicalRow,
  resource: 'technical',
  lacks: 'no completed day',
  kPrefix: 'alias',
  make: async ({ row, asOf, context }) => {
    const days = await context.closedBars({ symbol: row.symbol, venue: row.source }, '1d', 0, asOf);
    return { history: days === undefined ? [] : technicalHistory(days) };
  },
  fields: {
    history: items(technicalDay, 'The last 60 completed days, oldest first.', (detail) => detail.history, {
      maxItems: TECHNICAL_V2.historyDays,
    }),
    ...stampFields,
  },
  notes: [ROW_NOTE],
});
