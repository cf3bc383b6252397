/** Sample of a coin: its book, open interest and liquidations. */

import { finite, UsageError, within } from '@barograph/core';
import { LIQUIDITY_V1, type LiquidityConfig } from './config.ts';
import { bandDepth } from './depth-parts.ts';
import type { BookDepth } from './depth.ts';

/** Sample of a coin; null where unknown. */
export interface LiquiditySample {
  /** Epoch ms. */
  readonly time: number;
  /** Depth of both sides within 50 bps of mid, quote units (USD). */
  readonly depth: number | null;
  /** Spread, basis points. */
  readonly spreadBps: number;
  /** Imbalance within 10 bps, −1…1. */
  readonly imbalance: number | null;
  /** Mid price, quote units. */
  readonly price: number;
  /** Open interest, units of the coin. */
  readonly openInterest: number | null;
  /** Liquidations of the 60 minutes up to `time`, quote units; 0 when watched without any. */
  readonly liquidations: number | null;
}

/** Values of a sample that are not in the book. */
export type BesideBook = Pick<LiquiditySample, 'time' | 'openInterest' | 'liquidations'>;

/**
 * Builds the sample of a measured book.
 *
 * @param config parameters. @default LIQUIDITY_V1
 * @throws {UsageError} when the depth lacks the band of the labels.
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

/**
 * Checks a sample.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 */
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
