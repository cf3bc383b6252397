/** The numbers of the heatmap, by version. */

import { integerAtLeast } from '@barograph/core';

/** Numbers of the heatmap. */
export interface HeatmapConfig {
  /** Travels into every row. A changed number is a new version. */
  readonly version: `heatmap/${string}`;
  /** Completed days in the moving average that a price is above or below. */
  readonly smaDays: number;
}

/** Numbers of the heatmap, version 1. */
export const HEATMAP_V1: HeatmapConfig = Object.freeze({ version: 'heatmap/1', smaDays: 200 });

/**
 * @throws {UsageError} naming the field, the expected and the actual value.
 * @example
 * checkHeatmapConfig(HEATMAP_V1).version; // → 'heatmap/1'
 */
export function checkHeatmapConfig(config: HeatmapConfig): HeatmapConfig {
  integerAtLeast('smaDays', config.smaDays, 1);
  return config;
}
