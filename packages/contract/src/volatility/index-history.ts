/** GET /volatility/index/history: the index, one point per UTC date. */

import { history } from '../shapes/history.ts';
import { volatilityEngine } from './engine.ts';
import { indexPoint } from './index-row.ts';

export const volatilityIndexHistory = history('volatility.index_history', {
  family: 'volatility',
  path: '/volatility/index/history',
  dataset: 'volatility_history',
  title: 'VolatilityIndexHistory',
  summary: 'The volatility index, one point per UTC date.',
  description:
    "Today's point appears after the snapshot of 20:00 UTC. Dates that were not captured live are reconstructed from the same bars, and backfilled says so; before 2026-08-24 all are.",
  of: volatilityEngine,
  point: indexPoint,
  resource: 'volatility rows',
  points: ({ head }) => head.history,
  days: { fallback: 90, most: 365, at: ({ date }) => Date.parse(date) },
});
