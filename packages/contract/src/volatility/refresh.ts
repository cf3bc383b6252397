/** POST /volatility/regime/refresh. */

import { refresh } from '../shapes/refresh.ts';
import { volatilityEngine } from './engine.ts';

export const volatilityRefresh = refresh('volatility.regime_refresh', {
  family: 'volatility',
  path: '/volatility/regime/refresh',
  summary: 'Recomputes every volatility row, the index and the score now.',
  of: volatilityEngine,
});
