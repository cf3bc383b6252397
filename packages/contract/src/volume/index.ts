/** Volume of the perps relative to their own baselines. */

import { feature } from '../feature.ts';
import { volumeDetail } from './detail.ts';
import { volumeEngine } from './engine.ts';
import { volumeList } from './list.ts';

export type { VolumeHead } from './engine.ts';
export { anyVolumeRow, isReady as isReadyVolumeRow, volumeRow, type VolumeRowWire } from './row.ts';
export const volume = feature({ engine: volumeEngine, operations: [volumeList, volumeDetail] });
