/** Implied volatility on the wire. */

import type { TermPoint, VariancePremium } from '@barograph/volatility';
import { Type, type Static } from 'typebox';
import { DataSourceSchema, type DataSource } from '../parameters.ts';
import { EpochMsSchema, nullable } from '../scalar.ts';
import { encodeVariancePremium, VariancePremiumWire } from './volatility-index.ts';

/** At-the-money volatility of one expiry. */
export const TermPointWire = Type.Object(
  {
    expiry: EpochMsSchema,
    days: Type.Number({ minimum: 0 }),
    strike: Type.Number({ exclusiveMinimum: 0 }),
    forward: Type.Number({ exclusiveMinimum: 0 }),
    atm_iv: Type.Number({ exclusiveMinimum: 0, description: 'annualised percent' }),
  },
  { title: 'VolatilityTermPoint' },
);
export type TermPointWire = Static<typeof TermPointWire>;

/** A past value of a coin's implied index. */
const HistoryPoint = Type.Object({ timestamp: EpochMsSchema, implied: Type.Number({ exclusiveMinimum: 0 }) });

/** The answer. Histories and expiries are there with detail=true on tier pro_plus. */
export const VolatilityImpliedWire = Type.Object(
  {
    coins: Type.Record(Type.String(), VariancePremiumWire, { description: 'BTC and ETH; on tier free BTC alone.' }),
    term_structure: Type.Optional(
      Type.Record(Type.String(), Type.Array(TermPointWire), {
        description: 'By coin, nearest expiry first. With detail=true on tier pro_plus.',
      }),
    ),
    history: Type.Optional(
      Type.Record(Type.String(), Type.Array(HistoryPoint), {
        description: 'By coin, oldest first. With detail=true on tier pro_plus.',
      }),
    ),
    status: Type.Enum(['ok', 'unavailable'], { type: 'string' }),
    reason: nullable(Type.String({ description: 'Why implied is null.' })),
    as_of: EpochMsSchema,
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'VolatilityImplied' },
);
export type VolatilityImpliedWire = Static<typeof VolatilityImpliedWire>;

/** What is known of the options of one coin. */
export interface ImpliedCoin extends VariancePremium {
  readonly termStructure: readonly TermPoint[];
  readonly history: readonly { readonly time: number; readonly implied: number }[];
}

/** Implied volatility on the wire. */
export function encodeVolatilityImplied(of: {
  readonly coins: Readonly<Record<string, ImpliedCoin>>;
  /** Carries histories and expiries. */
  readonly detail: boolean;
  /** Why there is no implied volatility; null when there is. */
  readonly reason: string | null;
  readonly asOf: number;
  readonly dataSource: DataSource;
}): VolatilityImpliedWire {
  const byCoin = <T>(value: (coin: ImpliedCoin) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(of.coins).map(([name, coin]) => [name, value(coin)]));
  return {
    coins: byCoin(encodeVariancePremium),
    ...(of.detail
      ? {
          term_structure: byCoin(({ termStructure }) => termStructure.map(encodeTermPoint)),
          history: byCoin(({ history }) => history.map(({ time, implied }) => ({ timestamp: time, implied }))),
        }
      : {}),
    status: of.reason === null ? 'ok' : 'unavailable',
    reason: of.reason,
    as_of: of.asOf,
    data_source: of.dataSource,
    source: of.dataSource,
  };
}

function encodeTermPoint(point: TermPoint): TermPointWire {
  return {
    expiry: point.expiry,
    days: point.days,
    strike: point.strike,
    forward: point.forward,
    atm_iv: point.atmVolatility,
  };
}
