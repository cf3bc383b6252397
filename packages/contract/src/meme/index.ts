/** Meme coins: regimes, and the score of their market. */

import { feature } from '../feature.ts';
import { memeDetail } from './detail.ts';
import { memeEngine } from './engine.ts';
import { memeList } from './list.ts';
import { memeRefresh } from './refresh.ts';
import { memeScoreHead } from './score.ts';

export type { MemeHead } from './engine.ts';
export { isReady as isReadyMemeRow, memeDay, memeRow, type MemeRowWire } from './row.ts';
export const meme = feature({
  engine: memeEngine,
  operations: [memeList, memeScoreHead, memeDetail, memeRefresh],
  families: { meme: 'Meme coins: regimes and the temper of their market.' },
});
