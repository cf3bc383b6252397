/** The volume scanner's query as the host works with it. */

import type { VolumeBand } from '@barograph/volatility';
import type { QueryIn } from '../endpoint.ts';
import { volume } from '../endpoints/volume.ts';
import type { Tier } from '../tiers.ts';
import type { VolumeRowWire } from '../wire/volume-row.ts';
import { bySymbol, byValue } from '../shapes/order.ts';

/** What is asked of the list; undefined filters let every row pass. */
export interface VolumeListQuery {
  readonly band: VolumeBand | undefined;
  /** Drops rows without a multiplier too. */
  readonly minMultiplier: number | undefined;
  readonly sort: 'multiplier' | 'volume_24h' | 'symbol' | 'change_24h';
  readonly limit: number;
  /** Of the perps with the largest rolling volume, how many the caller may see; undefined: all. */
  readonly top: number | undefined;
}

/** The checked query under the names of the host, for a caller of that tier. */
export function decodeVolumeListQuery(
  query: QueryIn<(typeof volume)['volume.scanner']>,
  tier: Tier | undefined,
): VolumeListQuery {
  return {
    band: query.band,
    minMultiplier: query.min_multiplier,
    sort: query.sort,
    limit: query.limit,
    top: tier === undefined ? undefined : volume['volume.scanner'].rowScope?.[tier]?.top,
  };
}

/** True when the row passes every filter of the query. */
export function matchesVolumeQuery(row: VolumeRowWire, query: VolumeListQuery): boolean {
  return (
    (query.band === undefined || row.band === query.band) &&
    (query.minMultiplier === undefined || (row.multiplier !== null && row.multiplier >= query.minMultiplier))
  );
}

/** Symbols A to Z, everything else largest first; rows without the value last, ties by symbol. */
export function volumeOrder({ sort }: Pick<VolumeListQuery, 'sort'>): (a: VolumeRowWire, b: VolumeRowWire) => number {
  return sort === 'symbol' ? bySymbol('asc') : byValue('desc', (row) => row[sort]);
}
