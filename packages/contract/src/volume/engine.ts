/** The volume scanner as an engine of the universe. */

import { HOUR_MS } from '@barograph/core';
import { createVolumeTracker, VOLUME_V2, type VolumeRow, type VolumeTracker } from '@barograph/volatility';
import { Type } from 'typebox';
import type { Engine } from '../engine.ts';
import { symbolsHead, type SymbolsHead } from '../published.ts';
import { isReady, volumeDay, volumeRow, type VolumeDayWire, type VolumeRowWire } from './row.ts';

/** Head of the volume rows. */
export interface VolumeHead extends SymbolsHead {
  /** Baselines by symbol, for the detail; oldest first. */
  readonly days: Readonly<Record<string, readonly VolumeDayWire[]>>;
}

/** Spot pairs have rows for other engines, but no records: the scanner lists perps. */
const isPerp = (row: VolumeRow): boolean => row.source === 'perpdex_perp';

export const volumeEngine: Engine<VolumeRowWire, VolumeHead, VolumeTracker, VolumeRow> = {
  name: 'volume',
  version: VOLUME_V2.version,
  snapshot: 'volume-snapshot/1',
  shape: {
    head: symbolsHead({ days: Type.Record(Type.String(), Type.Array(volumeDay.schema)) }),
    record: volumeRow.schema,
  },
  needs: {},
  create: (resume) => createVolumeTracker(VOLUME_V2, resume),
  // A stale symbol's last 24 hours also end now, so its recent hours are missing.
  row: (tracker, about, asOf) => tracker.row(about, asOf + about.staleCycles * HOUR_MS),
  encode: (row) => (isPerp(row) && isReady(row) ? volumeRow.encode(row) : undefined),
  head: ({ members }) => {
    const perps = members.map(({ row }) => row).filter(isPerp);
    return {
      warming: perps.filter((row) => !isReady(row)).map(({ symbol }) => symbol),
      days: Object.fromEntries(perps.map(({ symbol, days }) => [symbol, days.map(volumeDay.encode)])),
    };
  },
};
