/** The heatmap as an engine of the universe. */

import { encodeHeatmapRow } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import {
  createHeatmapTracker,
  HEATMAP_V1,
  type HeatmapRow,
  type HeatmapTracker,
  type SignumRow,
} from '@barograph/indicators';
import type { VolumeRow } from '@barograph/volatility';
import type { EngineDefinition } from './engine.ts';
import { signumEngine } from './signum.ts';
import { volumeEngine } from './volume.ts';

type Before = { readonly signum: SignumRow; readonly volume: VolumeRow };

export const heatmapEngine: EngineDefinition<'heatmap', HeatmapTracker, HeatmapRow, Before> = {
  name: 'heatmap',
  version: HEATMAP_V1.version,
  needs: { signum: signumEngine, volume: volumeEngine },
  create: (resume) => createHeatmapTracker(HEATMAP_V1, resume),
  // All rows are of one moment: a stale symbol has no price at it.
  row: (tracker, { staleCycles }, asOf, { signum, volume }) =>
    tracker.row({ signum, notional30: volume.avgVolume30d }, asOf + staleCycles * HOUR_MS),
  encode: encodeHeatmapRow,
  head: () => ({}),
};
