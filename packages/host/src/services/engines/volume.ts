/** The volume scanner as an engine of the universe. */

import { encodeVolumeDays, encodeVolumeRow, volumeItem } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import { createVolumeTracker, VOLUME_V1, type VolumeRow, type VolumeTracker } from '@barograph/volatility';
import type { EngineDefinition } from './engine.ts';

/** Spot pairs have rows, of which other engines make use, and no records: the scanner is of perps. */
const isPerp = (row: VolumeRow): boolean => row.source === 'perpdex_perp';

export const volumeEngine: EngineDefinition<'volume', VolumeTracker, VolumeRow> = {
  name: 'volume',
  snapshot: 'volume-snapshot/1',
  version: VOLUME_V1.version,
  needs: {},
  create: (resume) => createVolumeTracker(VOLUME_V1, resume),
  // Of a stale symbol too, the last 24 hours are those before now: their hours are missing.
  row: (tracker, about, asOf) => tracker.row(about, asOf + about.staleCycles * HOUR_MS),
  encode: (row) => (isPerp(row) ? volumeItem(encodeVolumeRow(row)) : undefined),
  head: ({ members }) => {
    const perps = members.map(({ row }) => row).filter(isPerp);
    return {
      warming: perps.filter(({ volume24h }) => volume24h === null).map(({ symbol }) => symbol),
      days: Object.fromEntries(perps.map(({ symbol, days }) => [symbol, encodeVolumeDays(days)])),
    };
  },
};
