/** Market of the tracked coins: counts of their labels, and scores weighted by open interest. */

import { compensatedSum, within } from '@barograph/core';
import { LIQUIDITY_REGIMES, type LiquidityRegime } from './regime.ts';
import { FRAGILITY_V1, type FragilityBand, type FragilityConfig } from './score-config.ts';
import { fragilityBand, type LiquidityScore } from './score.ts';

/** Coin of the market. */
export interface LiquidityCoin {
  readonly symbol: string;
  readonly regime: LiquidityRegime;
  readonly status: 'ok' | 'warming';
  readonly score: LiquidityScore;
  /** Open interest, USD; null when unknown. */
  readonly openInterestUsd: number | null;
}

/** Coin's part in the market score. */
export interface MarketPart {
  readonly symbol: string;
  /** Published score of the coin. */
  readonly score: number | null;
  readonly openInterestUsd: number | null;
  /** Weight in the score, 0…1; 0 for a coin without score or open interest. */
  readonly weight: number;
}

/** Market liquidity; `score` is Σ weight · score of the coins, to one decimal. */
export interface LiquidityMarket {
  readonly configVersion: string;
  readonly score: number | null;
  readonly band: FragilityBand | null;
  /** Whether a coin, or a part of one, is missing. */
  readonly partial: boolean;
  /**
   * Most frequent label of the coins that are not warming; the first in the order of the rules on a tie. Null without
   * coins.
   */
  readonly regime: LiquidityRegime | null;
  /** Number of coins under each label, without warming ones. */
  readonly counts: Readonly<Record<LiquidityRegime, number>>;
  /** Number of warming coins. */
  readonly warming: number;
  /** Coins by symbol. */
  readonly coins: readonly MarketPart[];
}

/**
 * Aggregates the coins, in any order.
 *
 * @param config parameters. @default FRAGILITY_V1
 * @throws {UsageError} when the config is invalid, or an open interest is negative or not finite.
 * @example
 * const score = liquidityScore({ depthRatio: 1, spreadRatio: 1, imbalance: 0, h4: { divergence: 0 } });
 * const coin = { regime: 'neutral', status: 'ok', score } as const;
 * const coins = [{ ...coin, symbol: 'BTC', openInterestUsd: 9e9 }, { ...coin, symbol: 'ETH', openInterestUsd: 4e9 }];
 * const market = liquidityMarket(coins);
 * [market.score, market.band, market.regime]; // → [ 79, 'healthy', 'neutral' ]
 */
export function liquidityMarket(
  coins: readonly LiquidityCoin[],
  config: FragilityConfig = FRAGILITY_V1,
): LiquidityMarket {
  const sorted = [...coins].sort((a, b) => (a.symbol < b.symbol ? -1 : Number(a.symbol > b.symbol)));
  const weights = cappedShares(
    sorted.map(({ score, openInterestUsd }) => {
      const usd = within('openInterestUsd', openInterestUsd ?? 0, 0, Number.MAX_VALUE);
      return score.score === null ? 0 : usd;
    }),
    config.weightCap,
  );
  const total = compensatedSum(weights);
  const exact = compensatedSum(sorted.map(({ score }, i) => weights[i]! * (score.score ?? 0)));
  const score = total === 0 ? null : Math.floor(exact * 10 + 0.5) / 10;
  const settled = sorted.filter(({ status }) => status === 'ok');
  const count = (regime: LiquidityRegime): number => settled.filter((coin) => coin.regime === regime).length;
  const most = Math.max(...LIQUIDITY_REGIMES.map(count));
  return {
    configVersion: config.version,
    score,
    band: score === null ? null : fragilityBand(score, config),
    partial: sorted.some((coin, i) => weights[i] === 0 || coin.score.partial),
    regime: settled.length === 0 ? null : LIQUIDITY_REGIMES.find((regime) => count(regime) === most)!,
    counts: {
      post_cascade_impaired: count('post_cascade_impaired'),
      depth_withdrawal: count('depth_withdrawal'),
      oi_price_divergence: count('oi_price_divergence'),
      deep_book: count('deep_book'),
      neutral: count('neutral'),
    },
    warming: sorted.length - settled.length,
    coins: sorted.map(({ symbol, score: { score: own }, openInterestUsd }, i) => ({
      symbol,
      score: own,
      openInterestUsd,
      weight: weights[i]!,
    })),
  };
}

/**
 * Shares of amounts ≥ 0 that sum to one, none above the cap: the excess is distributed in proportion to the amounts.
 * Equal shares when there are too few for the cap. All 0 when every amount is.
 */
export function cappedShares(amounts: readonly number[], cap: number): number[] {
  const count = amounts.filter((amount) => amount > 0).length;
  if (count * cap <= 1) return amounts.map((amount) => (amount > 0 ? 1 / count : 0));
  const largest = Math.max(...amounts);
  const scaled = amounts.map((amount) => amount / largest);
  const capped = new Set<number>();
  for (;;) {
    const free = compensatedSum(scaled.filter((_, i) => !capped.has(i)));
    const left = 1 - cap * capped.size;
    const shares = scaled.map((amount, i) => (capped.has(i) ? cap : (amount / free) * left));
    const above = shares.map((share, i) => !capped.has(i) && share > cap);
    if (!above.includes(true)) return shares;
    above.forEach((is, i) => is && capped.add(i));
  }
}
