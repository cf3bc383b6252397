/** Walk of a book through the hours of each scenario: falls, liquidations, and losses of isolated positions. */

import { maintenanceMargin } from '@barograph/positioning';
import { RISK_HORIZONS } from './config.ts';
import type { OpenBook, OpenPosition } from './book.ts';
import { pathsOf } from './paths.ts';
import type { Scenarios } from './scenarios.ts';

/** Events of a book before the horizon, by scenario. */
export interface Walk {
  /** Greatest fall of the book's value from its previous highest, including now, USD. */
  readonly falls: Float64Array;
  /** Per position: 1 when its own margin, or that of the account, no longer covered the maintenance. */
  readonly liquidated: readonly Uint8Array[];
  /** 1 when the equity behind the cross positions no longer covered their maintenance. */
  readonly account: Uint8Array;
  /** 1 when any position was liquidated. */
  readonly any: Uint8Array;
}

/**
 * Walks a book through the hours of all scenarios, at their closes: events between two closes are not seen. A
 * liquidated isolated position is worth nothing, and its margin is lost; the loss of a cross account is not limited,
 * because positions are held to the horizon.
 *
 * @param profits profits by position and scenario; those of liquidated isolated positions become the loss of their
 * margin.
 */
export function walkBook(scenarios: Scenarios, book: OpenBook, profits: readonly Float64Array[]): Walk {
  const { count, coins, origins } = scenarios;
  const { positions } = book;
  const walk: Walk = {
    falls: new Float64Array(count),
    liquidated: positions.map(() => new Uint8Array(count)),
    account: new Uint8Array(count),
    any: new Uint8Array(count),
  };
  const step = createStep(scenarios, book, profits, walk);
  // Without substitute dates all scenarios of a date are equal.
  const repeats = coins.every(({ donors }) => donors === null);
  for (let k = 0; k < count; k++) {
    if (repeats && k > 0 && origins[k] === origins[k - 1]) repeat(k, positions, profits, walk);
    else step(k);
  }
  return walk;
}

/** Copies the events of the previous scenario. */
function repeat(k: number, positions: readonly OpenPosition[], profits: readonly Float64Array[], walk: Walk): void {
  walk.falls[k] = walk.falls[k - 1]!;
  walk.account[k] = walk.account[k - 1]!;
  walk.any[k] = walk.any[k - 1]!;
  for (let p = 0; p < positions.length; p++) {
    walk.liquidated[p]![k] = walk.liquidated[p]![k - 1]!;
    profits[p]![k] = profits[p]![k - 1]!;
  }
}

/** Prepares the walk of one scenario. */
function createStep(
  scenarios: Scenarios,
  { positions, crossEquity }: OpenBook,
  profits: readonly Float64Array[],
  { falls, liquidated, account, any }: Walk,
): (k: number) => void {
  const { coins, horizon } = scenarios;
  const steps = RISK_HORIZONS[horizon];
  const fill = pathsOf(scenarios);
  const paths = new Float64Array(coins.length * steps);
  const bounds = new Float64Array(2 * coins.length);
  const place = positions.map(({ coin }) => coins.findIndex((other) => other.coin === coin));
  const isolated = positions.flatMap((own, p) => (own.isolated ? [p] : []));
  const crossed = positions.flatMap((own, p) => (own.isolated ? [] : [p]));
  // Positions of size 0 have nothing to liquidate.
  const isBacked = crossEquity !== null && crossed.some((p) => positions[p]!.notional !== 0);
  const start = new Float64Array(steps);
  for (const p of crossed) {
    const { notional, payment } = positions[p]!;
    for (let s = 0; s < steps; s++) start[s]! -= notional + Math.abs(notional) * payment * (s + 1);
  }
  const value = new Float64Array(steps);
  const maintenance = new Float64Array(steps);
  /** Whether the account is liquidated; hours are examined only when the bounds do not decide it. */
  const isLiquidated = (equity: number): boolean => {
    let most = 0;
    for (const p of crossed) most += owedAt(positions[p]!, bounds[2 * place[p]! + 1]!);
    if (equity + Math.min(...value) > most) return false;
    maintenance.fill(0);
    for (const p of crossed) {
      for (let s = 0; s < steps; s++) maintenance[s]! += owedAt(positions[p]!, paths[place[p]! * steps + s]!);
    }
    return value.some((profit, s) => equity + profit <= maintenance[s]!);
  };
  return (k) => {
    fill(k, paths, bounds);
    value.set(start);
    for (const p of crossed) addCross(positions[p]!.notional, paths, place[p]! * steps, value);
    if (isBacked && isLiquidated(crossEquity)) {
      account[k] = any[k] = 1;
      for (const p of crossed) liquidated[p]![k] = 1;
    }
    for (const p of isolated) {
      if (!addIsolated(positions[p]!, paths, place[p]! * steps, bounds, place[p]!, value)) continue;
      liquidated[p]![k] = any[k] = 1;
      profits[p]![k] = 0 - positions[p]!.margin!;
    }
    falls[k] = greatestFall(value);
  };
}

/** Maintenance of a position at a price relative to now. */
function owedAt({ notional, table }: OpenPosition, price: number): number {
  return maintenanceMargin(table, Math.abs(notional) * price);
}

/** Greatest fall of a value, initially 0, from its previous highest. */
function greatestFall(value: Float64Array): number {
  let peak = 0;
  let fall = 0;
  for (let s = 0; s < value.length; s++) {
    const now = value[s]!;
    if (now > peak) peak = now;
    else if (peak - now > fall) fall = peak - now;
  }
  return fall;
}

/** Adds the notional of a cross position at each price to the book's value. */
function addCross(notional: number, paths: Float64Array, at: number, value: Float64Array): void {
  for (let s = 0; s < value.length; s++) value[s]! += notional * paths[at + s]!;
}

/** Adds the hourly profit of an isolated position to the book's. @returns whether it was liquidated. */
function addIsolated(
  position: OpenPosition,
  paths: Float64Array,
  at: number,
  bounds: Float64Array,
  coin: number,
  value: Float64Array,
): boolean {
  const { notional, payment, margin } = position;
  const paid = Math.abs(notional) * payment;
  const low = bounds[2 * coin]!;
  const high = bounds[2 * coin + 1]!;
  const worst = notional * ((notional > 0 ? low : high) - 1) - Math.max(0, paid) * value.length;
  // A position of size 0 has nothing to liquidate.
  const isSafe = notional === 0 || margin! + worst > owedAt(position, high);
  let closed = false;
  for (let s = 0; s < value.length; s++) {
    const price = paths[at + s]!;
    const profit = notional * (price - 1) - paid * (s + 1);
    if (!isSafe) closed ||= margin! + profit <= owedAt(position, price);
    value[s]! += closed ? 0 - margin! : profit;
  }
  return closed;
}
