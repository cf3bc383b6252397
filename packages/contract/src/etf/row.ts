/** Wire format of daily spot ETF flows. */

import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { nullable } from '../scalar.ts';

/** Coins with spot ETFs, as paths name them. */
export const ETF_ASSETS = ['btc', 'eth', 'sol'] as const;
/** One of them. */
export type EtfAsset = (typeof ETF_ASSETS)[number];

/** Source of days that an operator has imported. */
export const ETF_IMPORT = 'import';

/** A trading day. */
export interface EtfDay {
  /** 00:00 UTC of the trading day, epoch ms. */
  readonly day: number;
  /** USD over all funds; null until a fund reports. */
  readonly netFlowUsd: number | null;
  /** USD by fund, null until the fund reports. */
  readonly funds: Readonly<Record<string, number | null>>;
  /** Origin of the report. */
  readonly source: string;
  /** 1 for the first report of a day, incremented by each correction. */
  readonly revision: number;
  /** Time when this service learned of it, epoch ms. */
  readonly knownAt: number;
}

const field = fieldsOf<EtfDay>();
/** A day. */
export const etfDayRow = record('EtfFlowDay', {
  date: field.text('The trading day, YYYY-MM-DD.', ({ day }) => new Date(day).toISOString().slice(0, 10)),
  timestamp: field.moment('00:00 UTC of it.', ({ day }) => day),
  net_flow_usd: field.numberOrNull(
    'Net flow of all funds that have reported, USD; null where none has, which is not 0.',
    ({ netFlowUsd }) => netFlowUsd,
  ),
  funds: field.custom(
    Type.Record(Type.String(), nullable(Type.Number()), {
      description: 'Net flow by fund, USD; null of one that has not reported. Empty where the source has totals alone.',
    }),
    ({ funds }) => ({ ...funds }),
  ),
  source: field.text(
    'Origin of the report: a source of the service, or import: a file of its operator.',
    (day) => day.source,
  ),
  revision: field.integer(
    '1 for the first report of the day, one more for each correction.',
    ({ revision }) => revision,
    {
      minimum: 1,
    },
  ),
  known_at: field.moment('When this service learned of it.', ({ knownAt }) => knownAt),
});
/** A day on the wire. */
export type EtfDayWire = WireOf<typeof etfDayRow>;
