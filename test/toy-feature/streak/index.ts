/** Streaks: how many hours in a row a symbol closed higher, or lower. */

import { feature } from '../../../packages/contract/src/feature.ts';
import { streakDetail } from './detail.ts';
import { streakEngine } from './engine.ts';
import { streakList } from './list.ts';
import { streakRefresh } from './refresh.ts';
import { streakScore } from './score.ts';

export const streak = feature({
  engine: streakEngine,
  operations: [streakList, streakScore, streakDetail, streakRefresh],
  families: { streak: 'Streaks: how many hours in a row a symbol closed higher, or lower.' },
});
