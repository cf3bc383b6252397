/** GET /streak/{symbol}: one symbol with its last hours. */

import { DAY_MS } from '@barograph/core';
import { fieldsOf } from '../../../packages/contract/src/fields.ts';
import { detail, type DetailFound } from '../../../packages/contract/src/shapes/detail.ts';
import { stampFields } from '../../../packages/contract/src/shapes/page.ts';
import { streaks, type StreakState } from '../engine/streak.ts';
import { streakEngine } from './engine.ts';
import { streakHour, streakRow } from './row.ts';

const { items } = fieldsOf<DetailFound<{ readonly history: readonly StreakState[] }>>();

export const streakDetail = detail('streak.symbol', {
  family: 'streak',
  path: '/streak/{symbol}',
  dataset: 'technical',
  title: 'StreakDetail',
  summary: 'The streak of one symbol, with those of the last 24 hours.',
  example: 'BTC',
  of: streakEngine,
  row: streakRow,
  resource: 'streak',
  lacks: 'too few closed hours for a streak',
  kPrefix: 'suggest',
  make: async ({ row, asOf, context }) => {
    const bars = await context.closedBars({ symbol: row.symbol, venue: row.source }, '1h', asOf - 9 * DAY_MS, asOf);
    return { history: bars === undefined ? [] : streaks(bars).slice(-24) };
  },
  fields: {
    history: items(streakHour, 'The last 24 closed hours, oldest first.', (detail) => detail.history, { maxItems: 24 }),
    ...stampFields,
  },
});
