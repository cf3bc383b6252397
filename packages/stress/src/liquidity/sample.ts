/** One sample of a coin: the facts of its book beside open interest and liquidations. */

import { finite, UsageError, within } from '@barograph/core';
import { LIQUIDITY_V1, type LiquidityConfig } from './config.ts';
import { bandDepth } from './depth-parts.ts';
import type { BookDepth } from './depth.ts';

/** Null where not known. */
export interface LiquiditySample {
  /** Epoch ms. */
  readonly time: number;
  /** Both sides within 50 bps of mid, quote units (USD). */
  readonly depth: number | null;
  /** Basis points. */
  readonly spreadBps: number;
  /** −1…1, within 10 bps. */
  readonly imbalance: number | null;
  /** Mid, quote units. */
  readonly price: number;
  /** Units of the coin. */
  readonly openInterest: number | null;
  /** Liquidations of the 60 minutes that end at `time`, quote units; 0 where watched and none. */
  readonly liquidations: number | null;
}

/** Facts that a book does not hold. */
export type BesideBook = Pick<LiquiditySample, 'time' | 'openInterest' | 'liquidations'>;

/**
 * The sample of a measured book.
 *
 * @throws {UsageError} a depth without the band of the labels.
 * @example
 * const side = { notional: [2e6, 9e6], truncated: [false, false] };
 * const book = { configVersion: 'depth/1', bandsBps: [10, 50], mid: 100, spreadBps: 1, imbalance: 0 };
 * const beside = { time: 0, openInterest: 5e6, liquidations: 0 };
 * liquiditySample({ ...book, bids: side, asks: side }, beside).depth; // → 18000000
 */
export function liquiditySample(
  book: BookDepth,
  { time, openInterest, liquidations }: BesideBook,
  config: LiquidityConfig = LIQUIDITY_V1,
): LiquiditySample {
  return {
    time,
    depth: bandDepth(book, config.labelBps),
    spreadBps: book.spreadBps,
    imbalance: book.imbalance,
    price: book.mid,
    openInterest,
    liquidations,
  };
}

/** @throws {UsageError} naming the field, the expected and the actual value. */
export function checkSample(sample: LiquiditySample, last: number | null): void {
  const { time, spreadBps, imbalance, price } = sample;
  if (!Number.isSafeInteger(time) || (last !== null && time <= last)) {
    throw new UsageError(`"time" expected a time after ${last ?? 'nothing, epoch ms'}, got ${time}`);
  }
  if (finite('spreadBps', spreadBps) <= 0) throw new UsageError(`"spreadBps" expected a number > 0, got ${spreadBps}`);
  if (finite('price', price) <= 0) throw new UsageError(`"price" expected a number > 0, got ${price}`);
  if (imbalance !== null) within('imbalance', imbalance, -1, 1);
  for (const field of ['depth', 'openInterest', 'liquidations'] as const) {
    const value = sample[field];
    if (value !== null) within(field, value, 0, Number.MAX_VALUE);
  }
}
