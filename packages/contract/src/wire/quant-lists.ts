/** Lists of perps on the wire: regimes, and risks. */

import { Type, type Static } from 'typebox';
import { DataSourceSchema, ORDERS, QUANT_SORTS, type DataSource } from '../parameters.ts';
import type { QuantListQuery } from '../query/quant.ts';
import { EpochMsSchema } from '../scalar.ts';
import { QuantCoinRowWire, QuantRiskWire } from './quant-coin.ts';
import { encodeQuantClasses, QuantClassesWire, QuantHorizonSchema, type QuantHorizon } from './quant-parts.ts';

const Count = Type.Integer({ minimum: 0 });
const warming = Type.Array(Type.String(), { description: 'Perps without a regime now.' });

/** The regimes of all perps. */
export const QuantCoinsWire = Type.Object(
  {
    items: Type.Array(QuantCoinRowWire),
    count: Type.Integer({ minimum: 0, description: 'Rows in items.' }),
    total: Type.Integer({ minimum: 0, description: 'Rows that pass the filter, before the limit.' }),
    universe_size: Type.Integer({ minimum: 0, description: 'All rows, before the filter.' }),
    horizon: QuantHorizonSchema,
    limit: Type.Integer({ minimum: 1 }),
    sort: Type.Enum([...QUANT_SORTS], { type: 'string' }),
    order: Type.Enum([...ORDERS], { type: 'string' }),
    warming,
    model_version: Type.String(),
    as_of: EpochMsSchema,
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'QuantCoins' },
);
export type QuantCoinsWire = Static<typeof QuantCoinsWire>;

/** Fields common to all rows of a list. */
export interface QuantListHead {
  readonly warming: readonly string[];
  readonly modelVersion: string;
  readonly asOf: number;
  readonly dataSource: DataSource;
}

/** A list of rows that pass and are in order. */
export function encodeQuantCoins(
  rows: readonly QuantCoinRowWire[],
  universeSize: number,
  { horizon, sort, order, limit }: QuantListQuery,
  head: QuantListHead,
): QuantCoinsWire {
  const items = rows.slice(0, limit);
  return {
    items,
    count: items.length,
    total: rows.length,
    universe_size: universeSize,
    horizon,
    limit,
    sort,
    order,
    warming: [...head.warming],
    model_version: head.modelVersion,
    as_of: head.asOf,
    data_source: head.dataSource,
    source: head.dataSource,
  };
}

/** The risks of all perps. */
export const QuantRisksWire = Type.Object(
  {
    items: Type.Array(QuantRiskWire),
    count: Count,
    horizon: QuantHorizonSchema,
    classes: QuantClassesWire,
    warming,
    model_version: Type.String(),
    as_of: EpochMsSchema,
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'QuantRisks' },
);
export type QuantRisksWire = Static<typeof QuantRisksWire>;

/** Risks on the wire. */
export function encodeQuantRisks(
  items: readonly QuantRiskWire[],
  horizon: QuantHorizon,
  head: QuantListHead,
): QuantRisksWire {
  return {
    items: [...items],
    count: items.length,
    horizon,
    classes: encodeQuantClasses(),
    warming: [...head.warming],
    model_version: head.modelVersion,
    as_of: head.asOf,
    data_source: head.dataSource,
    source: head.dataSource,
  };
}
