/** Checks of accounts and positions: the field that is wrong, if any. Records come from outside: no field is trusted. */

import type { BookDrop } from './drops.ts';
import type { AccountRecord, PositionRecord } from './records.ts';

/** Bounds of sizes and prices: their products, and sums of many of those, stay finite and precise. */
const LEAST = 1e-50;
const MOST = 1e50;

const isAmount = (value: unknown): value is number => typeof value === 'number' && value >= LEAST && value <= MOST;
const isBounded = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= MOST;
/** Absent, or a bounded number. */
const mayBe = (value: unknown): boolean => value === null || value === undefined || isBounded(value);

/** The field of an account that is wrong in itself; null for a sound one. */
export function badAccount({ address, equity, crossEquity, positions }: AccountRecord): BookDrop | null {
  if (typeof address !== 'string' || address === '') return 'address';
  if (!mayBe(equity) || !mayBe(crossEquity)) return 'equity';
  return Array.isArray(positions) ? null : 'positions';
}

/** The field of a position that is wrong in itself; null for a sound one. */
export function badPosition(position: PositionRecord): BookDrop | null {
  if (typeof position !== 'object' || position === null) return 'coin';
  const { coin, size, entry, leverage, marginMode, margin, liquidation } = position;
  if (typeof coin !== 'string' || coin === '') return 'coin';
  if (typeof size !== 'number' || !isAmount(Math.abs(size))) return 'size';
  if (!isAmount(entry)) return 'entry';
  if (leverage !== null && leverage !== undefined && !isAmount(leverage)) return 'leverage';
  const modes: readonly unknown[] = ['cross', 'isolated', undefined];
  if (!modes.includes(marginMode) || !mayBe(margin)) return 'margin';
  return mayBe(liquidation) ? null : 'liquidation';
}

/** A usable mark price. */
export function isMark(mark: unknown): mark is number {
  return isAmount(mark);
}
