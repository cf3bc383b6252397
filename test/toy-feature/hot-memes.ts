/** GET /meme/hot: a list over an engine that is there. */

import { memeEngine } from '../../packages/contract/src/meme/engine.ts';
import { memeRow, type MemeRowWire } from '../../packages/contract/src/meme/row.ts';
import { fieldSort, list } from '../../packages/contract/src/shapes/list.ts';

export const hotMemes = list('meme.hot', {
  family: 'meme',
  path: '/meme/hot',
  dataset: 'meme',
  title: 'HotMemes',
  summary: 'Meme coins by the volume of their last day.',
  of: memeEngine,
  row: memeRow,
  resource: 'meme rows',
  filters: {},
  sorts: fieldSort<MemeRowWire>('vol_spike'),
  sort: 'vol_spike',
  order: 'fixed',
  limit: { fallback: 3, most: 10 },
});
