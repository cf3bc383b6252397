/** The history of the nowcast on the wire: rows of hours, days of labels. */

import { REGIMES, type Regime } from '@barograph/nowcast';
import { Type, type Static } from 'typebox';
import { DataSourceSchema, type DataSource } from '../parameters.ts';
import { EpochMsSchema, nullable, num, isoTime } from '../scalar.ts';
import { ProbabilitySchema, QuantHorizonSchema, RegimeLabelSchema, type QuantHorizon } from './quant-parts.ts';

const P = nullable(ProbabilitySchema);
const LaterP = Type.Optional(P);

/** One hour, flattened. */
export const QuantHistoryRowWire = Type.Object(
  {
    timestamp: EpochMsSchema,
    regime: nullable(RegimeLabelSchema),
    regime_id: nullable(Type.Integer({ minimum: 0, maximum: REGIMES.length - 1 })),
    confidence: P,
    raw_confidence: P,
    p_now_0: P,
    p_now_1: P,
    p_now_2: P,
    p_now_3: P,
    p_now_4: P,
    p_now_5: P,
    p_4h_0: LaterP,
    p_4h_1: LaterP,
    p_4h_2: LaterP,
    p_4h_3: LaterP,
    p_4h_4: LaterP,
    p_4h_5: LaterP,
    p_24h_0: LaterP,
    p_24h_1: LaterP,
    p_24h_2: LaterP,
    p_24h_3: LaterP,
    p_24h_4: LaterP,
    p_24h_5: LaterP,
    backfilled: Type.Boolean({ description: 'Computed afterwards, not at the time.' }),
    model_version: Type.String(),
  },
  { title: 'QuantHistoryRow' },
);
export type QuantHistoryRowWire = Static<typeof QuantHistoryRowWire>;

/** One hour, as the host has it; NaN where undefined. */
export interface QuantHour {
  readonly time: number;
  /** null while nothing is published. */
  readonly regime: Regime | null;
  readonly confidence: number;
  readonly rawConfidence: number;
  readonly now: readonly number[];
  readonly h4: readonly number[];
  readonly h24: readonly number[];
  readonly backfilled: boolean;
  readonly modelVersion: string;
}

type Columns = Pick<QuantHistoryRowWire, `p_${'now' | '4h' | '24h'}_${0 | 1 | 2 | 3 | 4 | 5}`>;

/** An hour on the wire. @param horizon undefined: both. */
export function encodeQuantHour(hour: QuantHour, horizon: QuantHorizon | undefined): QuantHistoryRowWire {
  const { now, h4, h24 } = hour;
  const columns: Required<Columns> = {
    p_now_0: num(now[0]),
    p_now_1: num(now[1]),
    p_now_2: num(now[2]),
    p_now_3: num(now[3]),
    p_now_4: num(now[4]),
    p_now_5: num(now[5]),
    p_4h_0: num(h4[0]),
    p_4h_1: num(h4[1]),
    p_4h_2: num(h4[2]),
    p_4h_3: num(h4[3]),
    p_4h_4: num(h4[4]),
    p_4h_5: num(h4[5]),
    p_24h_0: num(h24[0]),
    p_24h_1: num(h24[1]),
    p_24h_2: num(h24[2]),
    p_24h_3: num(h24[3]),
    p_24h_4: num(h24[4]),
    p_24h_5: num(h24[5]),
  };
  const row: QuantHistoryRowWire = {
    timestamp: hour.time,
    regime: hour.regime,
    regime_id: hour.regime === null ? null : REGIMES.indexOf(hour.regime),
    confidence: num(hour.confidence),
    raw_confidence: num(hour.rawConfidence),
    ...columns,
    backfilled: hour.backfilled,
    model_version: hour.modelVersion,
  };
  if (horizon === undefined) return row;
  const left = horizon === '4h' ? /^p_24h_/ : /^p_4h_/;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only optional fields are left out
  return Object.fromEntries(Object.entries(row).filter(([name]) => !left.test(name))) as QuantHistoryRowWire;
}

/** The hours of a range. */
export const QuantHistoryWire = Type.Object(
  {
    rows: Type.Array(QuantHistoryRowWire, { description: 'Oldest first.' }),
    count: Type.Integer({ minimum: 0 }),
    scope: Type.String({ description: 'market, or the coin.' }),
    horizon: nullable(QuantHorizonSchema),
    start: EpochMsSchema,
    end: EpochMsSchema,
    limit: Type.Integer({ minimum: 1 }),
    truncated: Type.Boolean({ description: 'The limit clipped the recent end.' }),
    regime_map: Type.Record(Type.String(), RegimeLabelSchema, { description: 'regime id -> label' }),
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'QuantHistory' },
);
export type QuantHistoryWire = Static<typeof QuantHistoryWire>;

/** Inputs of a history. */
export interface QuantHistoryParts {
  readonly hours: readonly QuantHour[];
  readonly scope: string;
  readonly horizon: QuantHorizon | undefined;
  /** Epoch ms, both included. */
  readonly start: number;
  readonly end: number;
  readonly limit: number;
  readonly truncated: boolean;
  readonly dataSource: DataSource;
}

/** Id of every label. */
export function encodeRegimeMap(): Record<string, Regime> {
  return Object.fromEntries(REGIMES.map((label, id) => [String(id), label]));
}

/** A history on the wire. */
export function encodeQuantHistory(parts: QuantHistoryParts): QuantHistoryWire {
  return {
    rows: parts.hours.map((hour) => encodeQuantHour(hour, parts.horizon)),
    count: parts.hours.length,
    scope: parts.scope,
    horizon: parts.horizon ?? null,
    start: parts.start,
    end: parts.end,
    limit: parts.limit,
    truncated: parts.truncated,
    regime_map: encodeRegimeMap(),
    data_source: parts.dataSource,
    source: parts.dataSource,
  };
}

const NOTHING: QuantHour = {
  time: 0,
  regime: null,
  confidence: NaN,
  rawConfidence: NaN,
  now: [],
  h4: [],
  h24: [],
  backfilled: true,
  modelVersion: '',
};

/** The same rows as CSV (RFC 4180): a header, then a line an hour; an undefined number is an empty cell. */
export function quantHistoryCsv({ hours, horizon }: Pick<QuantHistoryParts, 'hours' | 'horizon'>): string {
  const names = Object.keys(encodeQuantHour(NOTHING, horizon));
  const lines = hours.map((hour) =>
    Object.values(encodeQuantHour(hour, horizon))
      .map((cell) => cell ?? '')
      .join(','),
  );
  return [names.join(','), ...lines, ''].join('\r\n');
}

/** Daily labels. */
export const QuantTimelineWire = Type.Object(
  {
    days: Type.Array(
      Type.Object({
        date: Type.String({ description: 'UTC, YYYY-MM-DD' }),
        regime: nullable(RegimeLabelSchema),
        hours: Type.Integer({ minimum: 0, maximum: 24, description: 'Hours of the day with a label.' }),
      }),
      { description: 'Completed days, oldest first.' },
    ),
    count: Type.Integer({ minimum: 0 }),
    start: nullable(Type.String({ description: 'The first date, YYYY-MM-DD; null when there is none.' })),
    model_version: Type.String(),
    as_of: EpochMsSchema,
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'QuantTimeline' },
);
export type QuantTimelineWire = Static<typeof QuantTimelineWire>;

/** A day and its label. */
export interface QuantDay {
  /** Midnight UTC, epoch ms. */
  readonly time: number;
  readonly regime: Regime | null;
  readonly hours: number;
}

/** Days on the wire. */
export function encodeQuantTimeline(
  days: readonly QuantDay[],
  of: { readonly modelVersion: string; readonly asOf: number; readonly dataSource: DataSource },
): QuantTimelineWire {
  const dated = days.map(({ time, regime, hours }) => ({ date: isoTime(time).slice(0, 10), regime, hours }));
  return {
    days: dated,
    count: dated.length,
    start: dated[0]?.date ?? null,
    model_version: of.modelVersion,
    as_of: of.asOf,
    data_source: of.dataSource,
    source: of.dataSource,
  };
}
