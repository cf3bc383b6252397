/** The heatmap as an engine of the universe. */

import { encodeHeatmapRow, rowsOf } from '@barograph/contract';
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

type Before = { readonly signum: SignumRow; readonly volume: VolumeRow };

export const heatmapEngine: EngineDefinition<'heatmap', HeatmapTracker, HeatmapRow, Before> = {
  name: 'heatmap',
  snapshot: 'heatmap-snapshot/1',
  version: HEATMAP_V1.version,
  needs: { signum: rowsOf<SignumRow>('signum'), volume: rowsOf<VolumeRow>('volume') },
  create: (resume) => createHeatmapTracker(HEATMAP_V1, resume),
  // All rows are of one moment: a stale symbol has no price at it.
  row: (tracker, { staleCycles }, asOf, { signum, volume }) =>
    tracker.row({ signum, notional30: volume.avgVolume30d }, asOf + staleCycles * HOUR_MS),
  encode: encodeHeatmapRow,
  head: () => ({}),
};
