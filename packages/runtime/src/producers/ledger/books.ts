/** Forecast rows of the reference books at a published hour of the market, and the values for grading them. */

import {
  bookCloses,
  rounded,
  type BookRiskForecast,
  type ForecastRow,
  type LedgerOrigin,
  type PublishedHour,
} from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import {
  bookTails,
  REFERENCE_BOOK_NAMES,
  REFERENCE_BOOKS_V1,
  RISK_V1,
  type BookTails,
  type RiskPanel,
} from '@barograph/risk';
import { setImmediate } from 'node:timers/promises';
import { rowHead } from './rows.ts';

/** Horizons by their names in the engine. */
const HORIZONS = [['4h', 'h4'], ['24h', 'h24']] as const; // prettier-ignore

/** Scope of a book. */
const scopeOf = (name: string): string => `book:${name}`;

/** Scopes of the books. */
export const BOOK_SCOPES: readonly string[] = REFERENCE_BOOK_NAMES.map(scopeOf);

/** Hour and moment of book rows. */
export interface BookRowsOf {
  readonly origin: LedgerOrigin;
  /** Moment of the row, epoch ms. */
  readonly recorded: number;
  /** Whether a scope has a row for the hour. */
  readonly isRecorded: (scope: string) => boolean;
}

function forecastOf({ positions, tails, baseline }: BookTails): BookRiskForecast {
  const percent = (loss: number): number => rounded(-100 * loss);
  return {
    versions: [RISK_V1.version, REFERENCE_BOOKS_V1.version],
    positions: positions.map(({ coin, weight }) => ({ coin, weight: rounded(weight) })),
    shares: tails.map(({ level }) => level),
    values: tails.map(({ valueAtRisk }) => percent(valueAtRisk)),
    shortfalls: tails.map(({ expectedShortfall }) => percent(expectedShortfall)),
    base: baseline?.map(({ valueAtRisk }) => percent(valueAtRisk)) ?? null,
    base_shortfalls: baseline?.map(({ expectedShortfall }) => percent(expectedShortfall)) ?? null,
  };
}

/**
 * Rows of an hour, one per book and horizon; empty until the panel reaches the hour.
 *
 * @param hour hour of the market, whose regime is recorded with the forecasts.
 */
export async function bookRows(
  panel: RiskPanel,
  { time, model, regime }: Pick<PublishedHour, 'time' | 'model' | 'regime'>,
  { origin, recorded, isRecorded }: BookRowsOf,
): Promise<readonly ForecastRow[]> {
  const rows: ForecastRow[] = [];
  if (time < panel.first || time > panel.first + (panel.hours - 1) * HOUR_MS) return rows;
  for (const [horizon, ofEngine] of HORIZONS) {
    for (const tails of bookTails(panel, { at: time, horizon: ofEngine })) {
      const scope = scopeOf(tails.name);
      if (isRecorded(scope)) continue;
      rows.push({
        ...rowHead({ origin, scope, horizon, time, recorded }),
        model,
        snapshot: null,
        regime,
        states: {},
        forecasts: { book_risk: forecastOf(tails) },
      });
    }
    await setImmediate(); // lets requests through between horizons
  }
  return rows;
}

/**
 * Values of a row's book over its horizon; all NaN when a perp has no bars.
 *
 * @param closesOf returns closes of a perp over the hours of the row.
 * @throws the errors of `closesOf`.
 */
export async function bookValues(
  { positions }: Pick<BookRiskForecast, 'positions'>,
  closesOf: (coin: string) => Promise<readonly number[]>,
): Promise<readonly number[]> {
  const closes = new Map<string, readonly number[]>();
  for (const { coin } of positions) closes.set(coin, await closesOf(coin));
  return bookCloses(positions, (coin) => closes.get(coin)) ?? [];
}
