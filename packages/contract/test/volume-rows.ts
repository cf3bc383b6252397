/** Rows of the volume scanner on the wire. */

import type { VolumeRowWire } from '../src/volume/row.ts';

/** A perp of which nothing can be measured, but for `known`. */
export function bareVolumeRow<Known extends Partial<VolumeRowWire>>(symbol: string, known: Known) {
  return {
    symbol,
    volume_24h: null,
    avg_volume_30d: null,
    median_volume_30d: null,
    multiplier: null,
    multiplier_median: null,
    band: 'unknown' as const,
    volume_change_24h: null,
    spark_7d: [],
    change_24h: null,
    config_version: 'volume/2',
    ...known,
  };
}
