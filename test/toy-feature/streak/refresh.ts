/** POST /streak/refresh. */

import { refresh } from '../../../packages/contract/src/shapes/refresh.ts';
import { streakEngine } from './engine.ts';

export const streakRefresh = refresh('streak.refresh', {
  family: 'streak',
  path: '/streak/refresh',
  summary: 'Recomputes every streak now.',
  of: streakEngine,
});
