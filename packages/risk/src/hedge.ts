/** Cheapest hedge of a book with one or two perps. */

import { oneOf, shown, UsageError, within } from '@barograph/core';
import { bookIn, profitsOf, type BookRiskOptions } from './book-risk.ts';
import type { RiskBook } from './book.ts';
import { RISK_HORIZONS, RISK_V1 } from './config.ts';
import type { RiskPanel } from './panel.ts';
import { createRiskMeasure, type RiskMeasure } from './risk-measure.ts';
import { drawScenarios } from './scenarios.ts';
import { walkBook } from './walk.ts';
import { totalOf } from './parts.ts';

/** Options of a hedge. */
export interface HedgeOptions extends BookRiskOptions {
  /** Coins whose perps may be traded. @default the coins of the panel */
  readonly candidates?: readonly string[] | undefined;
  /** Share of the risk to remove, within 0…1. @default 0.25 */
  readonly reduction?: number | undefined;
  /** Risk measure. @default 'shortfall' */
  readonly measure?: 'shortfall' | 'volatility' | undefined;
  /** Tail share of the shortfall. @default 0.05 */
  readonly level?: number | undefined;
  /** Funding that a long pays per hour, by coin. @default 0 */
  readonly funding?: Readonly<Record<string, number>> | undefined;
}

/** Perp of a hedge. */
export interface HedgeLeg {
  readonly coin: string;
  readonly side: 'long' | 'short';
  /** Notional, USD. */
  readonly notional: number;
}

/** Trades of a hedge, and the remaining risk. */
export interface Hedge {
  readonly legs: readonly HedgeLeg[];
  /** Risk of the hedged book including the cost, USD. */
  readonly after: number;
  /** Fee, slippage and funding until the horizon, USD; negative when funding exceeds the cost. */
  readonly cost: number;
  /** Whether the target is reached. */
  readonly reached: boolean;
}

/** Hedges of a book. */
export interface Hedges {
  readonly measure: 'shortfall' | 'volatility';
  /** Risk without a hedge, USD. */
  readonly before: number;
  /** Target risk, USD. */
  readonly target: number;
  /** Best hedge with one perp, and with up to two; null when nothing reduces the risk. */
  readonly one: Hedge | null;
  readonly two: Hedge | null;
}

interface Candidate {
  readonly coin: string;
  /** Profit per USD of a long and of a short, including cost. */
  readonly long: Float64Array;
  readonly short: Float64Array;
  readonly costs: Readonly<Record<'long' | 'short', number>>;
}

/** Number of single hedges that get a second perp, number of perps tried as the second, and shares of the first. */
const [FIRST, SECOND, SHARES] = [3, 8, [0.25, 0.5, 0.75]] as const;

/**
 * Finds the cheapest hedge that removes a share of the book's risk. The risk is convex in the notional of a perp, so
 * the search with one perp is exact. With two perps, the second is added to a quarter, a half and three quarters of the
 * three best single hedges.
 *
 * @throws {UsageError} as `bookRisk`, or when the reduction is outside 0…1 or a candidate has no forecast.
 * @example
 * const book = { positions: [{ coin: 'BTC', side: 'long', notional: 10_000 }] } as const;
 * const { one } = hedgeBook(panel, book, { reduction: 0.5 });
 * [one!.legs[0].coin, one!.legs[0].side, one!.reached]; // → [ 'BTC', 'short', true ]
 */
export function hedgeBook(panel: RiskPanel, book: RiskBook, options: HedgeOptions = {}): Hedges {
  const config = options.config ?? RISK_V1;
  const { reduction = 0.25, level = 0.05 } = options;
  const measure = oneOf('measure', options.measure ?? 'shortfall', ['shortfall', 'volatility']);
  within('reduction', reduction, 0, 1);
  const heldCoins = book.positions.map(({ coin }) => coin);
  const names = options.candidates ?? panel.coins.map(({ coin }) => coin);
  const scenarios = drawScenarios(panel, [...new Set([...heldCoins, ...names])], options);
  const open = bookIn(scenarios, panel, book, options);
  const absent = scenarios.leftOut.find(({ coin }) => options.candidates?.includes(coin) === true);
  if (absent !== undefined) {
    throw new UsageError(
      `"candidates" expected coins with a forecast of risk, got ${shown(absent.coin)}: ${absent.reason}`,
    );
  }
  const profits = profitsOf(scenarios, open.positions);
  walkBook(scenarios, open, profits);
  const total = totalOf(profits, scenarios.count);
  const risk = createRiskMeasure(measure, scenarios.count, level);
  const before = scenarios.count === 0 ? 0 : risk(total);
  const target = before * (1 - reduction);
  const none: Hedges = { measure, before, target, one: null, two: null };
  if (!(before > 0)) return none;

  const steps = RISK_HORIZONS[scenarios.horizon];
  const candidates = scenarios.coins
    .filter(({ coin }) => names.includes(coin))
    .map(({ coin, returns }): Candidate => {
      const paid = (options.funding?.[coin] ?? 0) * steps;
      const costs = { long: config.hedgeCost + paid, short: config.hedgeCost - paid };
      const long = returns.map((move) => move - costs.long);
      return { coin, long, short: returns.map((move) => -move - costs.short), costs };
    });
  const most = 4 * open.positions.reduce((sum, { notional }) => sum + Math.abs(notional), 0);
  const search = createSearch(risk, target, most);
  const singles = candidates.flatMap((candidate) => search(total, before, candidate, []) ?? []).sort(cheapest);
  const pairs = singles.slice(0, FIRST).flatMap((single) => {
    const { coin, side, notional } = single.legs[0]!;
    const first = candidates.find((other) => other.coin === coin)!;
    const others = singles.filter(({ legs }) => legs[0]!.coin !== coin).slice(0, SECOND);
    return SHARES.flatMap((share) => {
      const part = share * notional;
      const with1 = total.map((profit, k) => profit + part * first[side][k]!);
      const leg = { coin, side, notional: part, cost: part * first.costs[side] };
      return others.flatMap(({ legs }) => {
        const second = candidates.find((other) => other.coin === legs[0]!.coin)!;
        return search(with1, risk(with1), second, [leg]) ?? [];
      });
    });
  });
  const [one = null] = singles;
  const [two = null] = [...singles.slice(0, 1), ...pairs].sort(cheapest);
  return { ...none, one, two };
}

/** Orders hedges: those that reach the target first, cheapest first; then the nearest to it. */
function cheapest(a: Hedge, b: Hedge): number {
  if (a.reached !== b.reached) return a.reached ? -1 : 1;
  return a.reached ? a.cost - b.cost : a.after - b.after;
}

type PaidLeg = HedgeLeg & { readonly cost: number };

/** Golden ratio minus one. */
const GOLDEN: number = (Math.sqrt(5) - 1) / 2;

/** Finds the least notional of a perp that reduces a risk to the target, or the notional of least risk. */
function createSearch(risk: RiskMeasure, target: number, most: number) {
  const scratch = new Float64Array(risk.count);
  return (base: Float64Array, before: number, candidate: Candidate, paid: readonly PaidLeg[]): Hedge | null => {
    const probe = 1e-4 * most;
    let best: Hedge | null = null;
    for (const side of ['long', 'short'] as const) {
      const unit = candidate[side];
      const at = (notional: number): number => {
        for (let k = 0; k < scratch.length; k++) scratch[k] = base[k]! + notional * unit[k]!;
        return risk(scratch);
      };
      // A convex function that rises at 0 has its minimum there.
      if (!(at(probe) < before)) continue;
      const lowest = minimum(at, most);
      const reached = at(lowest) <= target;
      const notional = reached ? firstBelow(at, target, lowest) : lowest;
      const legs = [...paid, { coin: candidate.coin, side, notional, cost: notional * candidate.costs[side] }];
      best = {
        legs: legs.map(({ cost: _, ...leg }) => leg),
        after: at(notional),
        cost: legs.reduce((sum, { cost }) => sum + cost, 0),
        reached,
      };
    }
    return best;
  };
}

/** Minimum of a convex function on 0…most. */
function minimum(at: (x: number) => number, most: number): number {
  let [low, high] = [0, most];
  let [left, right] = [high - GOLDEN * high, GOLDEN * high];
  let [atLeft, atRight] = [at(left), at(right)];
  while (high - low > 1e-4 * most) {
    if (atLeft <= atRight) {
      [high, right, atRight] = [right, left, atLeft];
      left = high - GOLDEN * (high - low);
      atLeft = at(left);
    } else {
      [low, left, atLeft] = [left, right, atRight];
      right = low + GOLDEN * (high - low);
      atRight = at(right);
    }
  }
  return atLeft <= atRight ? left : right;
}

/** First point up to `high` where a falling function is at most the target. */
function firstBelow(at: (x: number) => number, target: number, high: number): number {
  let [low, found] = [0, high];
  while (found - low > 1e-4 * high) {
    const middle = (low + found) / 2;
    if (at(middle) <= target) found = middle;
    else low = middle;
  }
  return found;
}
