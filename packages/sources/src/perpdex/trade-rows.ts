/** Trades of the stream, row by row: a row that cannot be is left out, with the reason. */

import { createFaults, decimal, epochTime, whole } from '../upstream/payload/values.ts';

/** One trade of the venue. */
export interface TradeRow {
  /** As the venue writes it. */
  readonly coin: string;
  /** Epoch ms of the venue. */
  readonly time: number;
  /** Whether the aggressor bought. */
  readonly isBuy: boolean;
  /** USD. */
  readonly price: number;
  /** Units of the coin. */
  readonly size: number;
  /** The venue's number of the trade. */
  readonly id: number;
}

/** Fields for which a row is left out; `row`: it is no object. */
export type BadTradeField = 'row' | 'coin' | 'side' | 'price' | 'size' | 'time' | 'id';

/** Collects nothing: rows are counted by field. */
const UNHEARD = { ...createFaults(), add: () => undefined };

/** Trades of 2000 and later: what is not a moment in ms is none of them. */
const FIRST_MS = Date.UTC(2000);

/** Reads a row of the channel `trades`. */
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
  // 0 is the number of what is no trade between two orders.
  const id = whole(tid, 'tid', UNHEARD, 1);
  if (Number.isNaN(id)) return 'id';
  return { coin, time: at, isBuy: side === 'B', price, size, id };
}
