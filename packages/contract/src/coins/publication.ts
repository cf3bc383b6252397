/** Publication of the table of coins: coins by rank, and raw categories. */

import { Type } from 'typebox';
import { publication } from '../published.ts';
import { coinRow, type CoinRowWire } from './row.ts';

/** Head of the table. */
export interface CoinsHead {
  /** Time of the table, epoch ms; null before the first. */
  readonly coins_as_of: number | null;
  /** Raw names, ascending. */
  readonly categories: readonly string[];
  /** Counts of nulled fields and dropped rows, by reason. */
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
