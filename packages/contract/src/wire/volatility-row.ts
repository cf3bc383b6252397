/** The volatility row, its history and its detail on the wire. */

import type { VolatilityRecord, VolatilityRow } from '@barograph/volatility';
import { Type, type Static } from 'typebox';
import { DataSourceSchema, VenueSchema, VolatilityRegimeSchema, type DataSource } from '../parameters.ts';
import { EpochMsSchema, nullable, num } from '../scalar.ts';

const Count = Type.Integer({ minimum: 0 });
const Volatility = nullable(Type.Number({ minimum: 0, description: 'annualised percent' }));

/** What is said of a completed day. */
const day = {
  rv_gk_30: Volatility,
  rv_gk_7: Volatility,
  rv_cc_30: Volatility,
  rv_cc_7: Volatility,
  rv_parkinson_30: Volatility,
  rv_parkinson_7: Volatility,
  vol_pctile_30: nullable(
    Type.Number({ minimum: 0, maximum: 100, description: 'rank of rv_gk_30 among 365 days; null below 90' }),
  ),
  rv_z_30: nullable(Type.Number({ description: 'standard deviations from the mean of 90 days' })),
  rv_z_7: nullable(Type.Number({ description: 'standard deviations from the mean of 90 days' })),
  term_structure_ratio: nullable(Type.Number({ minimum: 0, description: 'rv_gk_7 / rv_gk_30' })),
  vol_target_multiplier: nullable(
    Type.Number({ minimum: 0.25, maximum: 3, description: '60 % / rv_gk_30, within 0.25…3: absolute' }),
  ),
};
const regime = {
  regime: VolatilityRegimeSchema,
  raw_regime: nullable(VolatilityRegimeSchema),
  days_in_regime: Type.Integer({ minimum: 1, description: 'completed days, the first one included' }),
  days_compressed: Type.Integer({ minimum: 0, description: 'days_in_regime while compressed, else 0' }),
  prev_regime: nullable(VolatilityRegimeSchema),
  regime_changed: Type.Boolean({ description: 'The regime changed at the last completed day.' }),
};

/** A row with a regime: what lists and details carry. */
export const VolatilityItemWire = Type.Object(
  {
    symbol: Type.String(),
    source: VenueSchema,
    ...regime,
    ...day,
    vol: Type.Object({
      multiplier_at_floor: nullable(Type.Boolean({ description: 'vol_target_multiplier is 0.25' })),
      multiplier_floor_days: nullable(Type.Integer({ minimum: 0, description: 'completed days in a row' })),
    }),
    is_stable: Type.Boolean({ description: 'Pegged: listed, but outside the index.' }),
    notional_30: nullable(Type.Number({ minimum: 0, description: 'USD a day, mean of the last settled days' })),
    stale_cycles: Type.Integer({ minimum: 0, maximum: 8, description: 'Failed pulls; 0 is fresh, rows drop after 8.' }),
    stale: Type.Boolean({
      description: 'The last completed day is not the one that should be last: listed, but outside the index.',
    }),
    computed_from: EpochMsSchema,
    config_version: Type.String(),
  },
  { title: 'VolatilityRow' },
);
export type VolatilityItemWire = Static<typeof VolatilityItemWire>;

/** One completed day of a history. */
export const VolatilityDayWire = Type.Object(
  {
    timestamp: EpochMsSchema,
    regime: nullable(VolatilityRegimeSchema),
    raw_regime: nullable(VolatilityRegimeSchema),
    days_in_regime: nullable(Count),
    ...day,
  },
  { title: 'VolatilityDay' },
);
export type VolatilityDayWire = Static<typeof VolatilityDayWire>;

/** The answer of a detail. */
export const VolatilityDetailWire = Type.Object(
  {
    ...VolatilityItemWire.properties,
    history: Type.Array(VolatilityDayWire, {
      maxItems: 60,
      description: 'The last 60 completed days, oldest first; empty below tier pro_plus.',
    }),
    as_of: EpochMsSchema,
    data_source: DataSourceSchema,
  },
  { title: 'VolatilityDetail' },
);
export type VolatilityDetailWire = Static<typeof VolatilityDetailWire>;

function encodeDay(record: VolatilityRecord): Pick<VolatilityItemWire, keyof typeof day> {
  return {
    rv_gk_30: num(record.rvGk30),
    rv_gk_7: num(record.rvGk7),
    rv_cc_30: num(record.rvCc30),
    rv_cc_7: num(record.rvCc7),
    rv_parkinson_30: num(record.rvParkinson30),
    rv_parkinson_7: num(record.rvParkinson7),
    vol_pctile_30: num(record.volPctile30),
    rv_z_30: num(record.rvZ30),
    rv_z_7: num(record.rvZ7),
    term_structure_ratio: num(record.termStructureRatio),
    vol_target_multiplier: num(record.volTargetMultiplier),
  };
}

/** The row on the wire when it has a regime, else undefined: such a symbol is named in `warming` instead. */
export function encodeVolatilityItem(row: VolatilityRow): VolatilityItemWire | undefined {
  const { regime: published, daysInRegime, daysCompressed, computedFrom } = row;
  if (published === null || daysInRegime === null || daysCompressed === null || computedFrom === null) return undefined;
  return {
    symbol: row.symbol,
    source: row.source,
    regime: published,
    raw_regime: row.rawRegime,
    days_in_regime: daysInRegime,
    days_compressed: daysCompressed,
    prev_regime: row.prevRegime,
    regime_changed: row.regimeChanged,
    ...encodeDay(row),
    vol: { multiplier_at_floor: row.multiplierAtFloor, multiplier_floor_days: num(row.multiplierFloorDays) },
    is_stable: row.isStable,
    notional_30: num(row.notional30),
    stale_cycles: row.staleCycles,
    stale: row.stale,
    computed_from: computedFrom,
    config_version: row.configVersion,
  };
}

/** A completed day on the wire; undefined of a coin without one. */
export function encodeVolatilityDay(record: VolatilityRecord): VolatilityDayWire | undefined {
  if (record.computedFrom === null) return undefined;
  return {
    timestamp: record.computedFrom,
    regime: record.regime,
    raw_regime: record.rawRegime,
    days_in_regime: num(record.daysInRegime),
    ...encodeDay(record),
  };
}

/** The parts of a detail as the host has them. */
export interface VolatilityDetail {
  readonly row: VolatilityItemWire;
  /** Oldest first. */
  readonly history: readonly VolatilityRecord[];
  readonly asOf: number;
  readonly dataSource: DataSource;
}

/** A detail on the wire. */
export function encodeVolatilityDetail({ row, history, asOf, dataSource }: VolatilityDetail): VolatilityDetailWire {
  const days = history.flatMap((record) => encodeVolatilityDay(record) ?? []);
  return { ...row, history: days, as_of: asOf, data_source: dataSource };
}
