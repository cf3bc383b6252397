/** GET /streak: the streak of every symbol. */

import { VenueSchema } from '../../../packages/contract/src/parameters.ts';
import { fieldSort, list } from '../../../packages/contract/src/shapes/list.ts';
import { streakEngine } from './engine.ts';
import { streakRow, type StreakRowWire } from './row.ts';

export const streakList = list('streak.list', {
  family: 'streak',
  path: '/streak',
  dataset: { access: 'key', rows: { free: { by: 'hours', top: 2 } }, by: 'a toy' },
  title: 'StreakList',
  summary: 'How many hours in a row each symbol closed higher, or lower.',
  of: streakEngine,
  row: streakRow,
  resource: 'streak rows',
  lacks: 'too few closed hours for a streak',
  filters: { source: VenueSchema },
  sorts: { symbol: 'symbol', ...fieldSort<StreakRowWire>('streak', 'hours') },
  sort: 'streak',
  limit: { fallback: 250, most: 500 },
});
