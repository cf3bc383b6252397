/** Parameters of the heatmap, by version. */

import { checkBreaks, deepFreeze, integerAtLeast, type BreaksConfig } from '@barograph/core';

/** Parameters of the heatmap. */
export interface HeatmapConfig {
  /** Version in every row. A changed number needs a new version. */
  readonly version: `heatmap/${string}`;
  /** Length of the moving average, complete days. */
  readonly smaDays: number;
  /** Rules of breaks for the days of the average. Without them every day counts. */
  readonly breaks?: BreaksConfig;
  /** Rules of breaks for the hours of the moves. Without them every hour counts. */
  readonly hourBreaks?: BreaksConfig;
}

/** Parameters of the heatmap, version 1. */
export const HEATMAP_V1: HeatmapConfig = Object.freeze({ version: 'heatmap/1', smaDays: 200 });

/**
 * Version 2: no price and no move in a halt, no move across a change of scale, and an average over traded days. Moves
 * use exact hours, so hours need no limit for gaps.
 */
export const HEATMAP_V2: HeatmapConfig = deepFreeze<HeatmapConfig>({
  ...HEATMAP_V1,
  version: 'heatmap/2',
  breaks: { quietBars: 3, maxGap: 30, maxJump: 5 },
  hourBreaks: { quietBars: 3, maxGap: null, maxJump: 5 },
});

/**
 * Checks a config and returns it.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * checkHeatmapConfig(HEATMAP_V2).version; // → 'heatmap/2'
 */
export function checkHeatmapConfig(config: HeatmapConfig): HeatmapConfig {
  integerAtLeast('smaDays', config.smaDays, 1);
  if (config.breaks !== undefined) checkBreaks(config.breaks);
  if (config.hourBreaks !== undefined) checkBreaks(config.hourBreaks);
  return config;
}
