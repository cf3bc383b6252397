/** POST /meme/regime/refresh. */

import { refresh } from '../shapes/refresh.ts';
import { memeEngine } from './engine.ts';

export const memeRefresh = refresh('meme.regime_refresh', {
  family: 'meme',
  path: '/meme/regime/refresh',
  summary: 'Recomputes every meme row and the score now.',
  of: memeEngine,
});
