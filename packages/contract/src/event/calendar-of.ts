/** Event risk and its calendar, computed from a publication for any window. */

import {
  catalysts,
  eventRisk,
  type CatalystBias,
  type CatalystType,
  type EventRisk,
  type UnlockEvent,
} from '@barograph/stress/risk';
import { perpOfTicker } from '../coin-ticker.ts';
import { isWithinHorizon } from '../datasets.ts';
import type { EventHead, ListedUnlockEvent } from './publication.ts';
import { catalystRow, type CatalystWire, type ShownCatalystWire } from './rows.ts';

const bare = ({ perp: _, ...unlock }: ListedUnlockEvent): UnlockEvent => unlock;

/**
 * Computes the event risk at a time.
 *
 * @example
 * const asOf = Date.UTC(2026, 0, 27);
 * const none = { unlocks: null, stablecoins: null, mints: null, rotation: null, perps: [] };
 * const { score, band } = eventRiskOf({ ...none, prints: [releaseOn('FOMC', '2026-01-28')] }, asOf, 7);
 * [score, band]; // → [ 30.5, 'quiet' ]
 */
export function eventRiskOf({ unlocks, prints, stablecoins }: EventHead, asOf: number, windowDays: number): EventRisk {
  return eventRisk({ asOf, windowDays, unlocks: unlocks?.map(bare) ?? null, prints, stablecoins });
}

/** Types of ongoing rows: open depegs, and mints of the last days. */
const STANDING: ReadonlySet<string> = new Set(['depeg', 'mint']);

/** Rows up to `windowDays` ahead, nearest first, after recent mints. Past dated rows are dropped. */
export function calendarOf(head: EventHead, asOf: number, windowDays: number): readonly CatalystWire[] {
  const { unlocks, prints, stablecoins, mints } = head;
  const { depeg } = eventRiskOf({ ...head, unlocks: [], prints: [] }, asOf, windowDays).terms;
  const perps = new Set(head.perps);
  const perpOfUnlock = new Map((unlocks ?? []).map(({ symbol, time, perp }) => [`${symbol} ${time}`, perp]));
  const rows = catalysts({
    asOf,
    unlocks: unlocks?.map(bare) ?? null,
    prints,
    depegs: stablecoins === null ? null : depeg,
    mints,
  });
  return rows
    .filter(({ type, daysUntil }) => daysUntil <= windowDays && (daysUntil >= 0 || STANDING.has(type)))
    .map((row) => {
      const [symbol] = row.symbols;
      if (symbol === undefined) return { ...row, perp: null };
      // A second coin with the same ticker has no perp.
      const perp = row.type === 'unlock' ? perpOfUnlock.get(`${symbol} ${row.time}`) : perpOfTicker(perps, symbol);
      return { ...row, perp: perp ?? null };
    })
    .map(catalystRow.encode);
}

/** Row for a tier with a limited unlock horizon: beyond it only the documented fields remain. */
export function limitedCatalyst(row: CatalystWire, asOf: number): ShownCatalystWire {
  if (row.type !== 'unlock' || isWithinHorizon('unlocks', row.timestamp, asOf)) return row;
  const { type, date, days_until, symbols, bias, magnitude, pd_symbol } = row;
  return { type, date, days_until, symbols, bias, magnitude, pd_symbol };
}

/** Filters of the calendar. */
export interface CalendarFilters {
  readonly type?: CatalystType | undefined;
  /** Ticker, upper case. */
  readonly ticker?: string | undefined;
  readonly bias?: CatalystBias | undefined;
  /** 0 keeps rows with unknown magnitude. */
  readonly least: number;
}

/** Rows that pass all filters, in the same order. */
export function filteredCalendar(rows: readonly CatalystWire[], filters: CalendarFilters): readonly CatalystWire[] {
  const { type, ticker, bias, least } = filters;
  return rows.filter(
    (row) =>
      (type === undefined || row.type === type) &&
      (ticker === undefined || row.symbols.some((symbol) => symbol.toUpperCase() === ticker)) &&
      (bias === undefined || row.bias === bias) &&
      (least <= 0 || (row.magnitude ?? -1) >= least),
  );
}
