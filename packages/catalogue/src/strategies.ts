/** The catalogue of strategies. */

import { deepFreeze } from '@barograph/core';
import type { Strategy } from './strategy.ts';
import { BASIS_TERM_STRUCTURE } from './strategies/basis-term-structure.ts';
import { BREAKOUT } from './strategies/breakout.ts';
import { CROSS_SECTIONAL_MOMENTUM } from './strategies/cross-sectional-momentum.ts';
import { EXECUTION } from './strategies/execution.ts';
import { FACTORS_LEARNING } from './strategies/factors-learning.ts';
import { FUNDING_CARRY } from './strategies/funding-carry.ts';
import { MARKET_MAKING } from './strategies/market-making.ts';
import { MEAN_REVERSION } from './strategies/mean-reversion.ts';
import { MOVING_AVERAGE_SYSTEMS } from './strategies/moving-average-systems.ts';
import { ONCHAIN_SENTIMENT } from './strategies/onchain-sentiment.ts';
import { OPEN_INTEREST_LIQUIDATIONS } from './strategies/open-interest-liquidations.ts';
import { OPTIONS_VOLATILITY } from './strategies/options-volatility.ts';
import { ORDER_FLOW } from './strategies/order-flow.ts';
import { OSCILLATOR_SYSTEMS } from './strategies/oscillator-systems.ts';
import { PAIRS_STAT_ARB } from './strategies/pairs-stat-arb.ts';
import { PORTFOLIO_RISK } from './strategies/portfolio-risk.ts';
import { PRICE_PATTERNS } from './strategies/price-patterns.ts';
import { SEASONALITY_EVENTS } from './strategies/seasonality-events.ts';
import { TREND_FOLLOWING } from './strategies/trend-following.ts';
import { VENUE_ARBITRAGE } from './strategies/venue-arbitrage.ts';
import { VOLATILITY_REGIME } from './strategies/volatility-regime.ts';
import { VOLUME_PRICE } from './strategies/volume-price.ts';

/** Every entry, by group. */
export const STRATEGIES: readonly Strategy[] = deepFreeze<Strategy[]>([
  ...TREND_FOLLOWING,
  ...MOVING_AVERAGE_SYSTEMS,
  ...BREAKOUT,
  ...CROSS_SECTIONAL_MOMENTUM,
  ...MEAN_REVERSION,
  ...OSCILLATOR_SYSTEMS,
  ...PAIRS_STAT_ARB,
  ...FUNDING_CARRY,
  ...BASIS_TERM_STRUCTURE,
  ...VENUE_ARBITRAGE,
  ...OPTIONS_VOLATILITY,
  ...VOLATILITY_REGIME,
  ...MARKET_MAKING,
  ...ORDER_FLOW,
  ...EXECUTION,
  ...OPEN_INTEREST_LIQUIDATIONS,
  ...VOLUME_PRICE,
  ...PRICE_PATTERNS,
  ...SEASONALITY_EVENTS,
  ...ONCHAIN_SENTIMENT,
  ...FACTORS_LEARNING,
  ...PORTFOLIO_RISK,
]);
