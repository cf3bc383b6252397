/** Walk of a book through the hours of each scenario: falls, liquidations, and what isolated positions can lose. */

import { maintenanceMargin, type MarginTable } from '@barograph/positioning';
import { RISK_HORIZONS } from './config.ts';
import type { OpenBook, OpenPosition } from './book.ts';
import { pathsOf } from './paths.ts';
import type { Scenarios } from './scenarios.ts';

/** What happened to a book on the way, by scenario. */
export interface Walk {
  /** Greatest fall of the book's value from its highest before, now included, USD. */
  readonly falls: Float64Array;
  /** Per position: 1 where its own margin, or that of the account, no longer covered the maintenance. */
  readonly liquidated: readonly Uint8Array[];
  /** 1 where the equity behind the cross positions no longer covered their maintenance. */
  readonly account: Uint8Array;
  /** 1 where any position was liquidated. */
  readonly any: Uint8Array;
}

/** Maintenance of a notional; tables of one tier skip the search. */
const maintenanceOf = (table: MarginTable, notional: number): number =>
  table.from.length === 1 || notional < table.from[1]! ? notional * table.rate[0]! : maintenanceMargin(table, notional);

/**
 * Walks a book through the hours of all scenarios. Hours are looked at as they close: what happens between two closes is not
 * seen. After its liquidation an isolated position is worth nothing, and its margin is lost; the loss of a cross account is not
 * cut, for positions are held to the horizon.
 *
 * @param profits per position, by scenario: those of isolated positions that are liquidated become the loss of their margin.
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- one loop over hours of positions of scenarios: seven million steps, and a call for each costs more than the step
export function walkBook(
  scenarios: Scenarios,
  { positions, crossEquity }: OpenBook,
  profits: readonly Float64Array[],
): Walk {
  const { count, coins, origins, horizon } = scenarios;
  const steps = RISK_HORIZONS[horizon];
  const fill = pathsOf(scenarios);
  const paths = new Float64Array(coins.length * steps);
  const rowOf = positions.map(({ coin }) => coins.findIndex((other) => other.coin === coin) * steps);
  const repeats = coins.every(({ donors }) => donors === null);
  const falls = new Float64Array(count);
  const liquidated = positions.map(() => new Uint8Array(count));
  const account = new Uint8Array(count);
  const any = new Uint8Array(count);
  const value = new Float64Array(steps);
  const cross = new Float64Array(steps);
  // Positions of size 0 have nothing to liquidate.
  const isCrossKnown = crossEquity !== null && positions.some(({ isolated, notional }) => !isolated && notional !== 0);
  for (let k = 0; k < count; k++) {
    if (repeats && k > 0 && origins[k] === origins[k - 1]) {
      falls[k] = falls[k - 1]!;
      account[k] = account[k - 1]!;
      any[k] = any[k - 1]!;
      for (let p = 0; p < positions.length; p++) {
        liquidated[p]![k] = liquidated[p]![k - 1]!;
        if (liquidated[p]![k] === 1 && positions[p]!.isolated) profits[p]![k] = 0 - positions[p]!.margin!;
      }
      continue;
    }
    fill(k, paths);
    value.fill(0);
    // Equity above the maintenance of the cross positions.
    cross.fill(isCrossKnown ? crossEquity : 0);
    for (let p = 0; p < positions.length; p++) {
      const position = positions[p]!;
      const at = rowOf[p]!;
      if (position.isolated) {
        if (addIsolated(position, paths, at, value)) {
          liquidated[p]![k] = 1;
          any[k] = 1;
          profits[p]![k] = 0 - position.margin!;
        }
      } else addCross(position, paths, at, value, cross);
    }
    if (isCrossKnown) {
      for (let s = 0; s < steps; s++) if (cross[s]! <= 0) account[k] = 1;
      if (account[k] === 1) {
        any[k] = 1;
        for (let p = 0; p < positions.length; p++) if (!positions[p]!.isolated) liquidated[p]![k] = 1;
      }
    }
    let [peak, fall] = [0, 0];
    for (let s = 0; s < steps; s++) {
      const now = value[s]!;
      if (now > peak) peak = now;
      else if (peak - now > fall) fall = peak - now;
    }
    falls[k] = fall;
  }
  return { falls, liquidated, account, any };
}

/** Adds the profit of a cross position, hour by hour, to the book's, and less its maintenance to the account's. */
function addCross(
  { notional, payment, table }: OpenPosition,
  paths: Float64Array,
  at: number,
  value: Float64Array,
  cross: Float64Array,
): void {
  const size = Math.abs(notional);
  const paid = size * payment;
  for (let s = 0; s < value.length; s++) {
    const price = paths[at + s]!;
    const profit = notional * (price - 1) - paid * (s + 1);
    value[s]! += profit;
    cross[s]! += profit - maintenanceOf(table, size * price);
  }
}

/** Adds the profit of an isolated position, hour by hour, to the book's. @returns whether it was liquidated. */
function addIsolated(
  { notional, payment, table, margin }: OpenPosition,
  paths: Float64Array,
  at: number,
  value: Float64Array,
): boolean {
  const size = Math.abs(notional);
  const paid = size * payment;
  let closed = false;
  for (let s = 0; s < value.length; s++) {
    const price = paths[at + s]!;
    const profit = notional * (price - 1) - paid * (s + 1);
    // A position of size 0 has nothing to liquidate.
    closed ||= size > 0 && margin! + profit <= maintenanceOf(table, size * price);
    value[s]! += closed ? 0 - margin! : profit;
  }
  return closed;
}
