/** Publication of the table of coins: the coins by rank, and the raw categories. */

import { Type } from 'typebox';
import { publication } from '../published.ts';
import { coinRow, type CoinRowWire } from './row.ts';

/** Head of the table. */
export interface CoinsHead {
  /** Moment of the table, epoch ms; null before the first one. */
  readonly coins_as_of: number | null;
  /** Raw names, ascending. */
  readonly categories: readonly string[];
  /** Fields that were made null and rows that were left out, by reason. */
  readonly faults: Readonly<Record<string, number>>;
}

/** Records by rank, unranked coins last. */
export const coinsPublication = publication<CoinRowWire, CoinsHead>('coins', 'coins-snapshot/1', {
  head: Type.Object({
    coins_as_of: Type.Union([Type.Number(), Type.Null()]),
    categories: Type.Array(Type.String()),
    faults: Type.Record(Type.String(), Type.Number()),
  }),
  record: coinRow.schema,
});
