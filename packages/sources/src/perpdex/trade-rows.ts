/** Parses streamed trades row by row; invalid rows are dropped with the reason. */

import { createFaults, decimal, epochTime, whole } from '../upstream/payload/values.ts';

/** One trade of the venue. */
export interface TradeRow {
  /** Name at the venue. */
  readonly coin: string;
  /** Epoch ms of the venue. */
  readonly time: number;
  /** Whether the aggressor bought. */
  readonly isBuy: boolean;
  /** USD. */
  readonly price: number;
  /** Units of the coin. */
  readonly size: number;
  /** Trade id at the venue. */
  readonly id: number;
}

/** Fields whose invalid value drops a row; `row` means that it is not an object. */
export type BadTradeField = 'row' | 'coin' | 'side' | 'price' | 'size' | 'time' | 'id';

/** Ignores faults, because rows are counted by field. */
const UNHEARD = { ...createFaults(), add: () => undefined };

/** Earliest valid time, the year 2000, which rejects times in other units. */
const FIRST_MS = Date.UTC(2000);

/** Parses a row of the channel `trades`. */
export function readTrade(row: unknown): TradeRow | BadTradeField {
  if (typeof row !== 'object' || row === null) return 'row';
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field is checked below
  const { coin, side, px, sz, time, tid } = row as Readonly<Record<string, unknown>>;
  if (typeof coin !== 'string' || coin === '') return 'coin';
  // `A` is the ask: the aggressor sold.
  if (side !== 'A' && side !== 'B') return 'side';
  const price = decimal(px, 'above zero', 'px', UNHEARD);
  if (Number.isNaN(price)) return 'price';
  const size = decimal(sz, 'above zero', 'sz', UNHEARD);
  if (Number.isNaN(size)) return 'size';
  const at = epochTime(time, 'time', UNHEARD, FIRST_MS);
  if (Number.isNaN(at)) return 'time';
  // Id 0 marks rows that are not trades between two orders.
  const id = whole(tid, 'tid', UNHEARD, 1);
  if (Number.isNaN(id)) return 'id';
  return { coin, time: at, isBuy: side === 'B', price, size, id };
}
