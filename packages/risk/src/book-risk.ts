/**
 * Risk of a book: possible losses until the horizon, the positions responsible, and the chance of liquidation before.
 */

import { UsageError } from '@barograph/core';
import { openBook, type OpenBook, type OpenPosition, type RiskBook } from './book.ts';
import { RISK_HORIZONS, RISK_V1, type RiskConfig, type RiskHorizon } from './config.ts';
import type { Tail } from './measures.ts';
import type { RiskPanel } from './panel.ts';
import { partsOf, type Contribution } from './parts.ts';
import {
  drawScenarios,
  type LeftOutCoin,
  type ScenarioCoin,
  type ScenarioOptions,
  type Scenarios,
} from './scenarios.ts';
import { rowAt } from './state.ts';
import { walkBook, type Walk } from './walk.ts';

/** Options of the risk of a book. */
export interface BookRiskOptions extends ScenarioOptions {
  /**
   * Treatment of positions in coins without a forecast: `refuse` throws, `leave_out` lists and skips them. @default
   * 'refuse'
   */
  readonly unknown?: 'refuse' | 'leave_out' | undefined;
}

/** Scenario parts that determine profits. */
export type EndReturns = Pick<Scenarios, 'horizon' | 'count'> & {
  readonly coins: readonly Pick<ScenarioCoin, 'coin' | 'returns'>[];
};

/** Risk of one position. */
export interface PositionRisk {
  readonly coin: string;
  /** Notional at mark, USD: positive long, negative short. */
  readonly notional: number;
  /** Expected volatility of the coin over the horizon, a fraction. */
  readonly volatility: number;
  readonly toVolatility: Contribution;
  /** Contributions to expected shortfall, one per level of the config. */
  readonly toShortfall: readonly Contribution[];
  /** Chance of a liquidation within the horizon; null when the backing is unknown. */
  readonly liquidation: number | null;
  /** Funding paid until the horizon, USD; negative when received. */
  readonly funding: number;
}

/** Chance that the book falls by a given share within the horizon. */
export interface DrawdownChance {
  /** Fall as a share of the book's capital. */
  readonly share: number;
  /** Fall in USD. */
  readonly usd: number;
  readonly probability: number;
}

/** Risk of a book. Amounts are USD, losses are positive, funding is paid. */
export interface BookRisk {
  readonly version: RiskConfig['version'];
  readonly seed: string;
  /** Open of the last known hour, epoch ms. */
  readonly at: number;
  readonly horizon: RiskHorizon;
  readonly scenarios: number;
  readonly effectiveDates: number;
  /** Sum of absolute notionals, and of signed ones, USD. */
  readonly gross: number;
  readonly net: number;
  /** Equity behind the cross positions plus margins of the isolated ones, USD; null when unknown. */
  readonly equity: number | null;
  /** Base of drawdowns, USD: the equity if known and positive, else the gross notional. */
  readonly capital: number;
  /** Mean profit, and its standard deviation, USD. */
  readonly mean: number;
  readonly volatility: number;
  readonly tails: readonly Tail[];
  readonly drawdowns: readonly DrawdownChance[];
  readonly liquidation: {
    /** Chance that the cross account is liquidated; null when its equity is unknown or no position is cross. */
    readonly account: number | null;
    /** Chance that any position is liquidated; null when one of the chances is unknown. */
    readonly any: number | null;
  };
  readonly positions: readonly PositionRisk[];
  readonly leftOut: readonly LeftOutCoin[];
}

/**
 * Simulates a book from a panel of hours.
 *
 * @throws {UsageError} when book, config or hour are invalid, or a coin has no forecast and `unknown` is not
 * `leave_out`.
 * @example
 * const book = { positions: [{ coin: 'BTC', side: 'long', notional: 10_000, leverage: 5 }] } as const;
 * const { tails, liquidation } = bookRisk(panel, book);
 * [tails.length, liquidation.account]; // → [ 2, 0 ]
 */
export function bookRisk(panel: RiskPanel, book: RiskBook, options: BookRiskOptions = {}): BookRisk {
  const names = [...new Set(book.positions.map(({ coin }) => coin))];
  return riskIn(drawScenarios(panel, names, options), panel, book, options);
}

/**
 * Computes {@link bookRisk} from drawn scenarios, which many books of one hour share.
 *
 * @param scenarios scenarios of at least the coins of the book.
 * @throws {UsageError} as {@link bookRisk}.
 * @example
 * const scenarios = drawScenarios(panel, ['BTC', 'ETH']);
 * const books = (['long', 'short'] as const).map((side) => ({ positions: [{ coin: 'ETH', side, notional: 1_000 }] }));
 * const [long, short] = books.map((book) => riskIn(scenarios, panel, book).mean);
 * long + short; // → 0
 */
export function riskIn(
  scenarios: Scenarios,
  panel: RiskPanel,
  book: RiskBook,
  options: BookRiskOptions = {},
): BookRisk {
  const config = options.config ?? RISK_V1;
  const open = bookIn(scenarios, panel, book, options);
  const profits = profitsOf(scenarios, open.positions);
  const walk = walkBook(scenarios, open, profits);
  return measured(scenarios, open, profits, walk, config, leftOutOf(scenarios, book));
}

function leftOutOf({ leftOut }: Scenarios, { positions }: RiskBook): readonly LeftOutCoin[] {
  return leftOut.filter(({ coin }) => positions.some((position) => position.coin === coin));
}

/** Converts the book to numbers, without skipped positions. @throws {UsageError} when the book is invalid. */
export function bookIn(scenarios: Scenarios, panel: RiskPanel, book: RiskBook, options: BookRiskOptions): OpenBook {
  const { coins, leftOut } = scenarios;
  const isDrawn = (coin: string): boolean => coins.some((other) => other.coin === coin);
  const missing = book.positions.find(({ coin }) => !isDrawn(coin));
  if (missing !== undefined && options.unknown !== 'leave_out') {
    const reason = leftOut.find(({ coin }) => coin === missing.coin)?.reason ?? 'not_drawn';
    throw new UsageError(`"positions" expected coins with a forecast of risk, got ${missing.coin}: ${reason}`);
  }
  const isLast = rowAt(panel, scenarios.at) === panel.hours - 1;
  const markOf = (coin: string): number => {
    const column = panel.coins.find((other) => other.coin === coin);
    return isLast && column !== undefined ? column.mark : NaN;
  };
  const positions = book.positions.filter(({ coin }) => isDrawn(coin));
  return openBook({ ...book, positions }, markOf, options.config ?? RISK_V1);
}

/**
 * Computes the profit of each position by scenario after funding, as if none were liquidated.
 * @param positions each coin is one of the returns; notional in USD, negative for shorts.
 * @returns one column per position, USD by scenario.
 *
 * @example
 * const scenarios = drawScenarios(panel, ['BTC']);
 * const { positions } = openBook({ positions: [{ coin: 'BTC', side: 'long', notional: 1 }] }, () => NaN, RISK_V1);
 * profitsOf(scenarios, positions)[0][7] === scenarios.coins[0].returns[7]; // → true
 */
export function profitsOf(
  { coins, horizon, count }: EndReturns,
  positions: readonly Pick<OpenPosition, 'coin' | 'notional' | 'payment'>[],
): Float64Array[] {
  return positions.map(({ coin, notional, payment }) => {
    const { returns } = coins.find((other) => other.coin === coin)!;
    const paid = Math.abs(notional) * payment * RISK_HORIZONS[horizon];
    const profits = new Float64Array(count);
    for (let k = 0; k < count; k++) profits[k] = notional * returns[k]! - paid;
    return profits;
  });
}

function measured(
  scenarios: Scenarios,
  { positions, crossEquity }: OpenBook,
  profits: readonly Float64Array[],
  { falls, liquidated, account, any }: Walk,
  { levels, drawdowns }: RiskConfig,
  leftOut: readonly LeftOutCoin[],
): BookRisk {
  const { version, seed, at, horizon, count, effectiveDates } = scenarios;
  const parts = partsOf(positions, profits, count, levels);
  const gross = positions.reduce((sum, { notional }) => sum + Math.abs(notional), 0);
  const isCross = positions.some(({ isolated }) => !isolated);
  const margins = positions.reduce((sum, { margin }) => sum + (margin ?? 0), 0);
  const equity = isCross && crossEquity === null ? null : (crossEquity ?? 0) + margins;
  const capital = equity !== null && equity > 0 ? equity : gross;
  const share = (flags: Uint8Array): number => (count === 0 ? 0 : flags.reduce((sum, flag) => sum + flag, 0) / count);
  const steps = RISK_HORIZONS[horizon];
  return {
    version,
    seed,
    at,
    horizon,
    scenarios: count,
    effectiveDates,
    gross,
    net: positions.reduce((sum, { notional }) => sum + notional, 0),
    equity,
    capital,
    mean: parts.mean,
    volatility: parts.volatility,
    tails: parts.tails,
    drawdowns: drawdowns.map((part) => {
      const usd = part * capital;
      return {
        share: part,
        usd,
        probability: share(Uint8Array.from(falls, (fall) => Number(fall > 0 && fall >= usd))),
      };
    }),
    liquidation: {
      account: crossEquity === null ? null : share(account),
      any: isCross && crossEquity === null ? null : share(any),
    },
    positions: positions.map(({ coin, notional, isolated, payment }, p): PositionRisk => {
      return {
        coin,
        notional,
        volatility: scenarios.coins.find((other) => other.coin === coin)!.volatility * Math.sqrt(steps),
        toVolatility: parts.toVolatility[p]!,
        toShortfall: parts.toShortfall[p]!,
        liquidation: !isolated && crossEquity === null ? null : share(liquidated[p]!),
        funding: Math.abs(notional) * payment * steps,
      };
    }),
    leftOut,
  };
}
