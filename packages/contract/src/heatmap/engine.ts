/** The heatmap as an engine of the universe. */

import { HOUR_MS } from '@barograph/core';
import {
  createHeatmapTracker,
  HEATMAP_V2,
  type HeatmapRow,
  type HeatmapTracker,
  type SignumRow,
} from '@barograph/indicators';
import type { VolumeRow } from '@barograph/volatility';
import { Type } from 'typebox';
import { rowsOf, type Engine } from '../engine.ts';
import { heatmapRow, type HeatmapRowWire } from './row.ts';

type NoHead = Readonly<Record<string, never>>;
/** Rows of the engines that run before it. */
type Before = { readonly signum: SignumRow; readonly volume: VolumeRow };

/** Tracks the closed hours of every symbol; pegged symbols have no record. */
export const heatmapEngine: Engine<HeatmapRowWire, NoHead, HeatmapTracker, HeatmapRow, Before> = {
  name: 'heatmap',
  snapshot: 'heatmap-snapshot/1',
  shape: { head: Type.Object({}), record: heatmapRow.schema },
  version: HEATMAP_V2.version,
  needs: { signum: rowsOf<SignumRow>('signum'), volume: rowsOf<VolumeRow>('volume') },
  create: (resume) => createHeatmapTracker(HEATMAP_V2, resume),
  // All rows share one time, at which a stale symbol has no price.
  row: (tracker, { staleCycles }, asOf, { signum, volume }) =>
    tracker.row({ signum, notional30: volume.avgVolume30d }, asOf + staleCycles * HOUR_MS),
  encode: (row) => (row.pegged ? undefined : heatmapRow.encode(row)),
  head: () => ({}),
};
