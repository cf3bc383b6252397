/** SIGNUM_RGG: the daily trend colour. */

import { feature } from '../feature.ts';
import { signumDetail } from './detail.ts';
import { signumEngine } from './engine.ts';
import { signumList } from './list.ts';
import { signumRefresh } from './refresh.ts';

export { signumEngine, type SignumHead } from './engine.ts';
export { encodeSignumRow, type SignumItemWire, type SignumRowWire } from './row.ts';
export const signum = feature({
  engine: signumEngine,
  operations: [signumList, signumDetail, signumRefresh],
});
