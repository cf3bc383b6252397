/** GET /meme/regime/{symbol}: one meme coin with its last days. */

import { memeDays, type MemeDay } from '@barograph/stress';
import { fieldsOf } from '../fields.ts';
import { detail, type DetailFound } from '../shapes/detail.ts';
import { FIRST_RELEASE } from '../version.ts';
import { memeEngine } from './engine.ts';
import { ROW_NOTE } from './notes.ts';
import { memeDay, memeRow } from './row.ts';
import { stampFields } from '../shapes/page.ts';

/** Days of the history, fixed by the contract. */
const DAYS = 60;
const { items } = fieldsOf<DetailFound<{ readonly history: readonly MemeDay[] }>>();

export const memeDetail = detail('meme.regime_symbol', {
  family: 'meme',
  path: '/meme/regime/{symbol}',
  dataset: 'meme_history',
  title: 'MemeDetail',
  summary: 'The regime of one meme coin, with its last 60 days.',
  description:
    'An exact name comes first: kPEPE is the perp, PEPE the plain row. Then the name without regard to case.',
  example: 'DOGE',
  of: memeEngine,
  row: memeRow,
  resource: 'meme',
  lacks: 'too few completed days for a regime',
  // the contract asks for the bare ticker, and the perp of PEPE is kPEPE
  kPrefix: 'alias',
  make: async ({ row, asOf, context }) => {
    const days = await context.closedBars({ symbol: row.symbol, venue: row.source }, '1d', 0, asOf);
    return { history: days === undefined ? [] : memeDays(days).slice(-DAYS) };
  },
  fields: {
    history: items(memeDay, 'The last 60 completed days, oldest first.', (detail) => detail.history, {
      maxItems: DAYS,
    }),
    ...stampFields,
  },
  notes: [ROW_NOTE, { date: FIRST_RELEASE, text: 'history is the last 60 completed days, oldest first' }],
});
