/** GET /streak/score: how much of the market rises. */

import { fieldsOf, record } from '../../../packages/contract/src/fields.ts';
import { head, type Stamp } from '../../../packages/contract/src/shapes/head.ts';
import { sourceFields, stampFields } from '../../../packages/contract/src/shapes/page.ts';
import { streakEngine, type StreakHead } from './engine.ts';

const { integer, number } = fieldsOf<StreakHead & Stamp>();

export const streakScore = head('streak.score', {
  family: 'streak',
  path: '/streak/score',
  dataset: 'signum',
  summary: 'The share of symbols whose last hour closed higher.',
  of: streakEngine,
  resource: 'streak rows',
  reply: record('StreakScore', {
    rising: number('Share of symbols, 0 to 1.', (h) => h.rising / h.symbols, { minimum: 0, maximum: 1 }),
    falling: number('Share of symbols, 0 to 1.', (h) => h.falling / h.symbols, { minimum: 0, maximum: 1 }),
    symbols: integer('Symbols with a streak.', (h) => h.symbols, { minimum: 1 }),
    ...stampFields,
    ...sourceFields,
  }),
  make: ({ head }) => (head.symbols === 0 ? null : head),
  unknown: { message: 'No symbol has hours enough for a streak.', when: 'While no symbol has hours enough.' },
});
