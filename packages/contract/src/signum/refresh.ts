/** POST /indicators/signum-rgg/refresh. */

import { refresh } from '../shapes/refresh.ts';
import { signumEngine } from './engine.ts';

export const signumRefresh = refresh('indicators.signum_refresh', {
  family: 'indicators',
  path: '/indicators/signum-rgg/refresh',
  summary: 'Recomputes every SIGNUM_RGG row now.',
  of: signumEngine,
});
