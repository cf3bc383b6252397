/**
 * Risk of a book at the end of a horizon, from the returns of its coins only: for readers of published scenarios who
 * keep their book private.
 */

import { UsageError } from '@barograph/core';
import { maintenanceMargin } from '@barograph/positioning';
import { openBook, type OpenBook, type RiskBook } from './book.ts';
import { profitsOf, type EndReturns, type PositionRisk } from './book-risk.ts';
import { RISK_HORIZONS, RISK_V1, type RiskConfig } from './config.ts';
import type { Tail } from './measures.ts';
import { partsOf } from './parts.ts';

/** Joint scenarios of coins without paths, equally probable. */
export type EndScenarios = Omit<EndReturns, 'coins'> & {
  readonly coins: readonly (EndReturns['coins'][number] & {
    /** Current price, USD; NaN when unknown. */
    readonly mark: number;
  })[];
};

/** Risk of a book at the end of the horizon. Amounts are USD, losses are positive. */
export interface EndRisk {
  readonly gross: number;
  readonly net: number;
  readonly mean: number;
  readonly volatility: number;
  readonly tails: readonly Tail[];
  readonly liquidation: {
    /** Chance that the cross account does not cover its maintenance at the end; null when its equity is unknown. */
    readonly account: number | null;
    /** Chance that any position is not covered at the end; null when one of the chances is unknown. */
    readonly any: number | null;
  };
  readonly positions: readonly Omit<PositionRisk, 'volatility'>[];
}

/**
 * Computes the risk of a book from returns at the end of the horizon. Equal to `bookRisk` on the same scenarios except
 * for liquidations before the end, which are not seen: chances are lower, and an isolated position that recovers is not
 * closed.
 *
 * @param config config that supplies levels and margin tiers. @default RISK_V1
 * @throws {UsageError} when the book is invalid, naming field, expectation and value, or a coin has no returns.
 * @example
 * const coins = [{ coin: 'BTC', mark: 50_000, returns: Float64Array.of(-0.1, -0.02, 0.01, 0.03) }];
 * const book = { positions: [{ coin: 'BTC', side: 'long', size: 0.1 }] } as const;
 * riskAtEnd({ horizon: 'h24', count: 4, coins }, book).tails[0].valueAtRisk; // → 500
 */
export function riskAtEnd(scenarios: EndScenarios, book: RiskBook, config: RiskConfig = RISK_V1): EndRisk {
  const markOf = (coin: string): number => scenarios.coins.find((other) => other.coin === coin)?.mark ?? NaN;
  for (const [i, { coin }] of book.positions.entries()) {
    if (!scenarios.coins.some((other) => other.coin === coin))
      throw new UsageError(`"positions[${i}].coin" expected a coin with a forecast of risk, got ${coin}`);
  }
  const open = openBook(book, markOf, config);
  const { positions, crossEquity } = open;
  const count = positions.length === 0 ? 0 : scenarios.count;
  const profits = profitsOf({ ...scenarios, count }, positions);
  const { account, any, own } = liquidatedAtEnd(scenarios, open, profits, count);
  const parts = partsOf(positions, profits, count, config.levels);
  const share = (flags: Uint8Array): number => (count === 0 ? 0 : flags.reduce((sum, flag) => sum + flag, 0) / count);
  const isUnknown = crossEquity === null && positions.some(({ isolated }) => !isolated);
  return {
    gross: positions.reduce((sum, { notional }) => sum + Math.abs(notional), 0),
    net: positions.reduce((sum, { notional }) => sum + notional, 0),
    mean: parts.mean,
    volatility: parts.volatility,
    tails: parts.tails,
    liquidation: { account: crossEquity === null ? null : share(account), any: isUnknown ? null : share(any) },
    positions: positions.map(({ coin, notional, isolated, payment }, p) => ({
      coin,
      notional,
      toVolatility: parts.toVolatility[p]!,
      toShortfall: parts.toShortfall[p]!,
      liquidation: !isolated && crossEquity === null ? null : share(own[p]!),
      funding: Math.abs(notional) * payment * RISK_HORIZONS[scenarios.horizon],
    })),
  };
}

/**
 * Liquidations at the end, by scenario; the profits of liquidated isolated positions become the loss of their margin.
 */
function liquidatedAtEnd(
  { coins }: EndScenarios,
  { positions, crossEquity }: OpenBook,
  profits: readonly Float64Array[],
  count: number,
): { readonly account: Uint8Array; readonly any: Uint8Array; readonly own: readonly Uint8Array[] } {
  const account = new Uint8Array(count);
  const any = new Uint8Array(count);
  const own = positions.map(() => new Uint8Array(count));
  const returns = positions.map(({ coin }) => coins.find((other) => other.coin === coin)!.returns);
  const isBacked = crossEquity !== null && positions.some(({ isolated, notional }) => !isolated && notional !== 0);
  for (let k = 0; k < count; k++) {
    let equity = crossEquity ?? 0;
    let owed = 0;
    for (const [p, { notional, isolated, margin, table }] of positions.entries()) {
      const maintenance = maintenanceMargin(table, Math.abs(notional) * (1 + returns[p]![k]!));
      if (!isolated) {
        equity += profits[p]![k]!;
        owed += maintenance;
      } else if (notional !== 0 && margin! + profits[p]![k]! <= maintenance) {
        own[p]![k] = any[k] = 1;
        profits[p]![k] = 0 - margin!;
      }
    }
    if (!isBacked || equity > owed) continue;
    account[k] = any[k] = 1;
    for (const [p, { isolated }] of positions.entries()) if (!isolated) own[p]![k] = 1;
  }
  return { account, any, own };
}
