/** The meme row on the wire. */

import type { MemeRow } from '@barograph/stress';
import { Type, type Static } from 'typebox';
import { MemeRegimeSchema, VenueSchema } from '../parameters.ts';
import { EpochMsSchema, nullable, num } from '../scalar.ts';

const Percent = nullable(Type.Number({ description: 'percent' }));

/** What a completed day says, in rows and histories alike. */
export const memeDayFields = {
  ret_7d: Percent,
  ret_30d: Percent,
  vol_spike: nullable(Type.Number({ minimum: 0, description: 'Volume of the day over the mean of the 30 before it.' })),
  vol_pctile_30: nullable(Type.Number({ minimum: 0, maximum: 100 })),
  sma20_extension_pct: nullable(Type.Number({ description: 'Percent above the mean of the last 20 closes.' })),
  extension_max_14d_pct: nullable(Type.Number({ description: 'The largest extension of the last 14 days.' })),
  share_of_high_30d: nullable(
    Type.Number({ minimum: 0, maximum: 1, description: 'Close over the highest close of the last 30 days.' }),
  ),
  regime_changed: Type.Boolean({ description: 'That very day changed the regime.' }),
  prev_regime: nullable(MemeRegimeSchema),
};

/** A row of the list. Everything but funding and open interest is of the last completed day. */
export const MemeRowWire = Type.Object(
  {
    symbol: Type.String(),
    source: VenueSchema,
    regime: MemeRegimeSchema,
    days_in_regime: Type.Integer({ minimum: 1, description: 'Completed days, the day of the change included.' }),
    ret_1d: Type.Optional(Type.Number({ description: 'Percent; left out when the day before is missing.' })),
    ...memeDayFields,
    pd_symbol: nullable(Type.String({ description: 'The perp that trades this coin; null when there is none.' })),
    funding_rate: nullable(Type.Number({ description: 'Live: fraction per hour; null without a source.' })),
    oi_usd: nullable(Type.Number({ minimum: 0, description: 'Live: USD; null without a source.' })),
    price: Type.Number({ exclusiveMinimum: 0, description: 'Close of the last completed day, quote units.' }),
    computed_from: EpochMsSchema,
    stale: Type.Boolean({ description: 'The last completed day is not the one that should be last.' }),
    config_version: Type.String(),
  },
  { title: 'MemeRow' },
);
export type MemeRowWire = Static<typeof MemeRowWire>;

/** The row on the wire; undefined before its first regime: such a symbol is named in `warming` instead. */
export function encodeMemeRow(row: MemeRow): MemeRowWire | undefined {
  const { regime, daysInRegime, price, computedFrom } = row;
  if (regime === null || daysInRegime === null || price === null || computedFrom === null) return undefined;
  const ret1d = num(row.ret1d);
  return {
    symbol: row.symbol,
    source: row.source,
    regime,
    days_in_regime: daysInRegime,
    prev_regime: row.prevRegime,
    regime_changed: row.regimeChanged,
    ...(ret1d === null ? {} : { ret_1d: ret1d }),
    ret_7d: num(row.ret7d),
    ret_30d: num(row.ret30d),
    vol_spike: num(row.volSpike),
    vol_pctile_30: num(row.volPctile30),
    sma20_extension_pct: num(row.sma20ExtensionPct),
    extension_max_14d_pct: num(row.extensionMax),
    share_of_high_30d: num(row.shareOfHigh),
    pd_symbol: row.pdSymbol,
    funding_rate: num(row.fundingRate),
    oi_usd: num(row.oiUsd),
    price,
    computed_from: computedFrom,
    stale: row.stale,
    config_version: row.configVersion,
  };
}
