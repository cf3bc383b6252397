/** Groups of the catalogue of strategies. */

import { deepFreeze } from '@barograph/core';
import type { StrategyGroup } from './strategy.ts';

/** Groups in catalogue order. */
export const STRATEGY_GROUPS: readonly StrategyGroup[] = deepFreeze<StrategyGroup[]>([
  {
    slug: 'trend-following',
    name: 'Trend following',
    description: 'Stays with a direction for as long as it lasts, and pays for every one that does not.',
  },
  {
    slug: 'moving-average-systems',
    name: 'Moving average systems',
    description: 'Trades where averages of price cross, turn or fan out.',
  },
  {
    slug: 'breakout',
    name: 'Breakout',
    description: 'Enters as price leaves a range, a band or a session.',
  },
  {
    slug: 'cross-sectional-momentum',
    name: 'Cross-sectional momentum',
    description: 'Holds the strongest of many coins against the weakest.',
  },
  {
    slug: 'mean-reversion',
    name: 'Mean reversion',
    description: 'Trades against a stretch, back to where price came from.',
  },
  {
    slug: 'oscillator-systems',
    name: 'Oscillator systems',
    description: 'Enters and leaves at extremes and turns of bounded indicators.',
  },
  {
    slug: 'pairs-stat-arb',
    name: 'Pairs and statistical arbitrage',
    description: 'Trades the distance between coins that move together.',
  },
  {
    slug: 'funding-carry',
    name: 'Funding carry',
    description: 'Collects what leveraged traders pay to keep a perp open.',
  },
  {
    slug: 'basis-term-structure',
    name: 'Basis and term structure',
    description: 'Trades dated futures and perps against spot and one another.',
  },
  {
    slug: 'venue-arbitrage',
    name: 'Venue arbitrage',
    description: 'Buys where it is cheap and sells where it is dear, at once.',
  },
  {
    slug: 'options-volatility',
    name: 'Options and volatility',
    description: 'Trades implied against realised volatility, skew and expiries.',
  },
  {
    slug: 'volatility-regime',
    name: 'Volatility regime',
    description: 'Changes size or style with the width of the market.',
  },
  {
    slug: 'market-making',
    name: 'Market making',
    description: 'Quotes both sides, and is paid for waiting.',
  },
  {
    slug: 'order-flow',
    name: 'Order flow',
    description: 'Follows or fades those who cross the spread.',
  },
  {
    slug: 'execution',
    name: 'Execution',
    description: 'Brings a large order into a market at little cost.',
  },
  {
    slug: 'open-interest-liquidations',
    name: 'Open interest and liquidations',
    description: 'Reads how much leverage is in the market, and where it is forced out.',
  },
  {
    slug: 'volume-price',
    name: 'Volume and price',
    description: 'Asks whether traded size confirms a move.',
  },
  {
    slug: 'price-patterns',
    name: 'Price patterns',
    description: 'Trades shapes of bars, dated where they are confirmed.',
  },
  {
    slug: 'seasonality-events',
    name: 'Seasonality and events',
    description: 'Trades hours, weekdays, unlocks, prints and listings.',
  },
  {
    slug: 'onchain-sentiment',
    name: 'On-chain and sentiment',
    description: 'Reads ledgers, moods and headlines.',
  },
  {
    slug: 'factors-learning',
    name: 'Factors and learning',
    description: 'Ranks coins by factors or by a fitted model.',
  },
  {
    slug: 'portfolio-risk',
    name: 'Portfolio and risk',
    description: 'Decides how much of each, and when to hold less.',
  },
]);
