/** The numbers of the heatmap, by version. */

import { checkBreaks, deepFreeze, integerAtLeast, type BreaksConfig } from '@barograph/core';

/** Numbers of the heatmap. */
export interface HeatmapConfig {
  /** Travels into every row. A changed number is a new version. */
  readonly version: `heatmap/${string}`;
  /** Completed days in the moving average that a price is above or below. */
  readonly smaDays: number;
  /** Halts, gaps and changes of scale among the days of the average. Without it every day counts. */
  readonly breaks?: BreaksConfig;
  /** The same among the hours of the moves. Without it every hour counts. */
  readonly hourBreaks?: BreaksConfig;
}

/** Numbers of the heatmap, version 1. */
export const HEATMAP_V1: HeatmapConfig = Object.freeze({ version: 'heatmap/1', smaDays: 200 });

/**
 * Version 2: no price and no move where nothing trades, no move across a change of scale, and an average of days that
 * trade. Moves are of exact hours, so hours need no limit for gaps.
 */
export const HEATMAP_V2: HeatmapConfig = deepFreeze<HeatmapConfig>({
  ...HEATMAP_V1,
  version: 'heatmap/2',
  breaks: { quietBars: 3, maxGap: 30, maxJump: 5 },
  hourBreaks: { quietBars: 3, maxGap: null, maxJump: 5 },
});

/**
 * @throws {UsageError} naming the field, the expected and the actual value.
 * @example
 * checkHeatmapConfig(HEATMAP_V2).version; // → 'heatmap/2'
 */
export function checkHeatmapConfig(config: HeatmapConfig): HeatmapConfig {
  integerAtLeast('smaDays', config.smaDays, 1);
  if (config.breaks !== undefined) checkBreaks(config.breaks);
  if (config.hourBreaks !== undefined) checkBreaks(config.hourBreaks);
  return config;
}
