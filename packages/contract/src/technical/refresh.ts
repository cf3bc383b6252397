/** POST /indicators/technical/refresh. */

import { refresh } from '../shapes/refresh.ts';
import { technicalEngine } from './engine.ts';

export const technicalRefresh = refresh('indicators.technical_refresh', {
  family: 'indicators',
  path: '/indicators/technical/refresh',
  summary: 'Recomputes every technical row now.',
  of: technicalEngine,
});
