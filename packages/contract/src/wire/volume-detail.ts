/** The volume scanner's detail on the wire: the row at the top level, and the days of its baseline. */

import type { NotionalDay } from '@barograph/volatility';
import { Type, type Static } from 'typebox';
import { DataSourceSchema } from '../parameters.ts';
import { EpochMsSchema } from '../scalar.ts';
import { VolumeItemWire } from './volume-row.ts';

/** One settled UTC day. */
export const VolumeDayWire = Type.Object(
  { timestamp: EpochMsSchema, notional: Type.Number({ minimum: 0, description: 'USD' }) },
  { title: 'VolumeDay' },
);
export type VolumeDayWire = Static<typeof VolumeDayWire>;

/** The answer of a detail. */
export const VolumeDetailWire = Type.Object(
  {
    ...VolumeItemWire.properties,
    history: Type.Array(VolumeDayWire, {
      maxItems: 30,
      description: 'The settled days that the row is measured against, oldest first.',
    }),
    as_of: EpochMsSchema,
    data_source: DataSourceSchema,
  },
  { title: 'VolumeDetail' },
);
export type VolumeDetailWire = Static<typeof VolumeDetailWire>;

/** Settled days on the wire. */
export function encodeVolumeDays(days: readonly NotionalDay[]): VolumeDayWire[] {
  return days.map(({ time, notional }) => ({ timestamp: time, notional }));
}

/** The parts of a detail as the host has them. */
export interface VolumeDetail {
  readonly row: VolumeItemWire;
  readonly history: readonly VolumeDayWire[];
  readonly asOf: number;
  readonly dataSource: VolumeDetailWire['data_source'];
}

/** A detail on the wire. */
export function encodeVolumeDetail({ row, history, asOf, dataSource }: VolumeDetail): VolumeDetailWire {
  return { ...row, history: [...history], as_of: asOf, data_source: dataSource };
}
