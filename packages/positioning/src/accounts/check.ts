/** Checks accounts and positions, and names the wrong field. Records are external input: no field is trusted. */

import type { BookDrop } from './drops.ts';
import type { AccountRecord, PositionRecord } from './records.ts';

/** Bounds of sizes and prices, which keep products and their sums finite and precise. */
const LEAST = 1e-50;
const MOST = 1e50;

const isAmount = (value: unknown): value is number => typeof value === 'number' && value >= LEAST && value <= MOST;
const isBounded = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= MOST;
/** Whether a value is absent or a bounded number. */
const mayBe = (value: unknown): boolean => value === null || value === undefined || isBounded(value);

/** Invalid field of an account; null for a valid one. */
export function badAccount({ address, equity, crossEquity, positions }: AccountRecord): BookDrop | null {
  if (typeof address !== 'string' || address === '') return 'address';
  if (!mayBe(equity) || !mayBe(crossEquity)) return 'equity';
  return Array.isArray(positions) ? null : 'positions';
}

/** Invalid field of a position; null for a valid one. */
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

/** Returns whether a mark price is usable. */
export function isMark(mark: unknown): mark is number {
  return isAmount(mark);
}
