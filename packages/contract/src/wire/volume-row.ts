/** The volume scanner's row on the wire. */

import { VOLUME_BANDS, type VolumeRow } from '@barograph/volatility';
import { Type, type Static } from 'typebox';
import { nullable, num } from '../scalar.ts';

const Usd = Type.Number({ minimum: 0, description: 'USD' });
const Ratio = Type.Number({ minimum: 0 });
const Percent = Type.Number({ description: 'percent' });

/** A perp that has a rolling 24 h. */
export const VolumeItemWire = Type.Object(
  {
    symbol: Type.String(),
    volume_24h: Type.Number({ minimum: 0, description: 'USD, rolling over the closed hours' }),
    avg_volume_30d: nullable(Usd),
    median_volume_30d: nullable(Usd),
    multiplier: nullable(Ratio),
    multiplier_median: nullable(Ratio),
    band: Type.Enum([...VOLUME_BANDS], { type: 'string', description: 'unknown when there is no multiplier' }),
    volume_change_24h: nullable(Percent),
    spark_7d: Type.Array(Usd, { maxItems: 7, description: 'The last 7 settled UTC days, oldest first.' }),
    change_24h: nullable(Percent),
    config_version: Type.String(),
  },
  { title: 'VolumeRow' },
);
export type VolumeItemWire = Static<typeof VolumeItemWire>;

/** Any row: without a closed hour in the last 24 there is no rolling volume. */
export type VolumeRowWire = Omit<VolumeItemWire, 'volume_24h'> & { readonly volume_24h: number | null };

/** A row of the engine on the wire. */
export function encodeVolumeRow(row: VolumeRow): VolumeRowWire {
  return {
    symbol: row.symbol,
    volume_24h: num(row.volume24h),
    avg_volume_30d: num(row.avgVolume30d),
    median_volume_30d: num(row.medianVolume30d),
    multiplier: num(row.multiplier),
    multiplier_median: num(row.multiplierMedian),
    band: row.band,
    volume_change_24h: num(row.volumeChange24h),
    spark_7d: [...row.spark7d],
    change_24h: num(row.change24h),
    config_version: row.configVersion,
  };
}

/** The row when it has a rolling volume, else undefined: such a perp is named in `warming` instead. */
export function volumeItem(row: VolumeRowWire): VolumeItemWire | undefined {
  const { volume_24h } = row;
  return volume_24h === null ? undefined : { ...row, volume_24h };
}
