/** The heatmap: recent moves of every coin, with its colours and liquidity. */

import { feature } from '../feature.ts';
import { heatmapEngine } from './engine.ts';
import { heatmapList } from './list.ts';

export { heatmapRow as heatmapRecord, type HeatmapRowWire } from './row.ts';
export const heatmap = feature({
  engine: heatmapEngine,
  operations: [heatmapList],
  families: { indicators: 'Indicators over daily bars: SIGNUM_RGG, the technical regime, and the heatmap.' },
});
