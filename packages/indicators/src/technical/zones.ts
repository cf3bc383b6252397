/** Named zones of a bounded value: a price in its range, an RSI. */

import type { TechnicalConfig } from './config.ts';

/** Zones of the range, from its low to its high. */
export const RANGE_ZONES = ['near_low', 'mid', 'near_high'] as const;

/** Zone of the range. */
export type RangeZone = (typeof RANGE_ZONES)[number];

/**
 * Position of a price from `low` (0) to `high` (1); 0.5 when they are equal.
 *
 * @param price price, in the unit of `low` and `high`.
 * @example
 * positionInRange(7, 5, 10); // → 0.4
 */
export function positionInRange(price: number, low: number, high: number): number {
  return high === low ? 0.5 : (price - low) / (high - low);
}

/**
 * Zone of a position within 0…1; both edges belong to the outer zones.
 *
 * @param position position from low to high, 0…1.
 * @example
 * rangeZone(0.1, TECHNICAL_V1); // → 'near_low'
 */
export function rangeZone(position: number, { nearLow, nearHigh }: TechnicalConfig): RangeZone {
  if (position <= nearLow) return 'near_low';
  return position >= nearHigh ? 'near_high' : 'mid';
}

/** Zones of the RSI. */
export const RSI_ZONES = ['overbought', 'neutral', 'oversold'] as const;

/** Zone of the RSI. */
export type RsiZone = (typeof RSI_ZONES)[number];

/**
 * Zone of an RSI; both edges belong to the outer zones.
 *
 * @param rsi the RSI, 0…100.
 * @example
 * rsiZone(71, TECHNICAL_V1); // → 'overbought'
 */
export function rsiZone(rsi: number, { overbought, oversold }: TechnicalConfig): RsiZone {
  if (rsi >= overbought) return 'overbought';
  return rsi <= oversold ? 'oversold' : 'neutral';
}

/**
 * Returns whether an RSI is extreme on either side.
 *
 * @param rsi the RSI, 0…100.
 * @example
 * isExtremeRsi(85, TECHNICAL_V1); // → true
 */
export function isExtremeRsi(rsi: number, { extreme }: TechnicalConfig): boolean {
  return rsi >= extreme || rsi <= 100 - extreme;
}
