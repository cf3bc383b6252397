/** Baskets of trading ideas, and the long-horizon regimes that suit each. Written for this library; not advice. */

import { deepFreeze } from '@barograph/core';
import type { CycleRegime } from './taxonomy.ts';

/** Basket of trading ideas. A slug is stable: it is never reused for another basket. */
export interface Basket {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly regimes: readonly CycleRegime[];
}

/** Baskets of one kind. */
export interface BasketGroup {
  readonly id: 'A' | 'B' | 'C' | 'D' | 'E' | 'F';
  readonly name: string;
  readonly description: string;
  readonly baskets: readonly Basket[];
}

const basket = (slug: string, name: string, regimes: readonly CycleRegime[], description: string): Basket => ({
  slug,
  name,
  description,
  regimes,
});

/** 50 baskets in 6 groups. */
export const BASKET_GROUPS: readonly BasketGroup[] = deepFreeze<BasketGroup[]>([
  {
    id: 'A',
    name: 'Trend',
    description: 'Stays with a move for as long as it lasts.',
    baskets: [
      basket(
        'btc-core-trend',
        'BTC core trend',
        [5, 6, 7, 8],
        'Long Bitcoin above a rising 200-day average, flat below.',
      ),
      basket('eth-core-trend', 'ETH core trend', [7, 8], 'Long Ether above its rising 200-day average, flat below.'),
      basket('majors-trend', 'Majors trend', [6, 7, 8], 'The five largest coins, each held while its own trend is up.'),
      basket(
        'breakout-20d',
        '20-day breakout',
        [5, 6, 7, 8],
        'Buys a close above the 20-day high, leaves at the 10-day low.',
      ),
      basket(
        'breakdown-20d',
        '20-day breakdown',
        [2, 3, 10],
        'Sells a close below the 20-day low, covers at the 10-day high.',
      ),
      basket(
        'signum-followers',
        'Colour followers',
        [2, 5, 6, 7, 8],
        'Long green and short red daily trend colours, nothing in grey.',
      ),
      basket(
        'time-series-momentum',
        'Time-series momentum',
        [2, 6, 7, 8],
        'The sign of the 90-day return, sized to equal volatility.',
      ),
      basket('golden-cross', 'Golden cross', [5, 6], 'Coins whose 50-day average has just crossed above the 200-day.'),
      basket(
        'pullback-in-trend',
        'Pullback in trend',
        [6, 7, 8],
        'Adds to leaders when their RSI dips while the long trend holds.',
      ),
    ],
  },
  {
    id: 'B',
    name: 'Reversion',
    description: 'Expects what went too far to come back.',
    baskets: [
      basket(
        'range-edges',
        'Range edges',
        [4, 10],
        'Buys near the 20-day low and sells near the high while volatility is calm.',
      ),
      basket(
        'squeeze-fade',
        'Squeeze fade',
        [4],
        'Fades the first push out of a narrow Bollinger band when volume does not confirm.',
      ),
      basket(
        'panic-bounce',
        'Panic bounce',
        [1, 3],
        'Small, staggered bids far below the price after a day of several deviations.',
      ),
      basket(
        'oversold-majors',
        'Oversold majors',
        [3, 4],
        'Large coins with a daily RSI under 30, held for a few days.',
      ),
      basket(
        'overbought-fade',
        'Overbought fade',
        [2, 10],
        'Sells rallies of weak coins into a falling 50-day average.',
      ),
      basket(
        'funding-extreme-fade',
        'Funding extreme fade',
        [9, 10],
        'Against the crowd when funding is at its highest of a quarter.',
      ),
      basket(
        'gap-close',
        'Weekend gap close',
        [4, 6, 10],
        'Bets that moves made in thin weekend trading are given back on Monday.',
      ),
      basket(
        'liquidation-wick',
        'Liquidation wick',
        [3, 8, 9],
        'Bids under the largest cluster of long liquidations, out on the rebound.',
      ),
    ],
  },
  {
    id: 'C',
    name: 'Carry',
    description: 'Is paid for holding.',
    baskets: [
      basket('cash-and-carry', 'Cash and carry', [6, 7, 8, 9], 'Long spot, short the perpetual, collects funding.'),
      basket('reverse-carry', 'Reverse carry', [2, 3], 'Short spot and long the perpetual while funding is negative.'),
      basket('quarterly-basis', 'Quarterly basis', [7, 8, 9], 'Spot against dated futures, held to expiry.'),
      basket(
        'cross-venue-funding',
        'Cross-venue funding',
        [6, 7, 8, 9, 10],
        'Long where funding is low, short where it is high, same coin.',
      ),
      basket(
        'stable-yield',
        'Stablecoin yield',
        [1, 2, 3, 4, 10],
        'Stablecoins lent out, watched for any slip of their pegs.',
      ),
      basket('staked-majors', 'Staked majors', [5, 6, 7], 'Staked large coins, their price hedged in part.'),
      basket(
        'alt-funding-harvest',
        'Altcoin funding harvest',
        [8, 9],
        'Short the perpetuals with the dearest funding against a basket of spot.',
      ),
      basket(
        'calendar-roll',
        'Calendar roll',
        [6, 7, 8],
        'Short the far future against the near one when the curve is steep.',
      ),
    ],
  },
  {
    id: 'D',
    name: 'Volatility',
    description: 'Trades how much prices move rather than where to.',
    baskets: [
      basket(
        'variance-premium',
        'Variance premium',
        [4, 5, 6],
        'Sells implied volatility while it stands well above realised, wings bought.',
      ),
      basket('long-gamma', 'Long gamma', [1, 3, 9], 'Owns short-dated straddles and trades the swings against them.'),
      basket(
        'compression-breakout',
        'Compression breakout',
        [4, 6, 10],
        'Buys volatility when its rank is at the bottom of the year.',
      ),
      basket('shock-decay', 'Shock decay', [1, 3], 'Sells volatility once a spike has begun to fade, never before.'),
      basket(
        'vol-target-core',
        'Volatility-targeted core',
        [2, 4, 5, 6, 7, 8, 10],
        'Core holdings scaled so that their risk stays the same.',
      ),
      basket(
        'skew-reversal',
        'Skew reversal',
        [3, 4, 9],
        'Trades the price of puts against calls when it is at an extreme.',
      ),
      basket(
        'term-structure',
        'Volatility term structure',
        [5, 6, 10],
        'Near against far implied volatility when the curve is out of line.',
      ),
      basket('dispersion', 'Dispersion', [7, 8, 9], "Single coins' volatility against that of the market."),
    ],
  },
  {
    id: 'E',
    name: 'Rotation',
    description: 'Long some coins against others.',
    baskets: [
      basket('btc-over-alts', 'BTC over altcoins', [2, 6, 10], 'Long Bitcoin, short an equal amount of altcoins.'),
      basket(
        'alts-over-btc',
        'Altcoins over BTC',
        [7, 8],
        'Long the broad market, short Bitcoin, while breadth rises.',
      ),
      basket('eth-btc-rotation', 'ETH/BTC rotation', [6, 7, 8], 'Switches between the two by their 90-day ratio.'),
      basket(
        'cross-section-momentum',
        'Cross-section momentum',
        [7, 8, 9],
        'Top fifth of 30-day returns against the bottom fifth.',
      ),
      basket(
        'low-volatility',
        'Low volatility',
        [2, 4, 10],
        'The calmest coins of the universe, weighted by inverse volatility.',
      ),
      basket('sector-leaders', 'Sector leaders', [7, 8], 'The strongest coin of each sector, reviewed weekly.'),
      basket(
        'breadth-ladder',
        'Breadth ladder',
        [5, 6, 7, 8],
        'Adds a rung of altcoins for every ten points of breadth.',
      ),
      basket('meme-barbell', 'Meme barbell', [8, 9], 'Nine parts Bitcoin, one part memes while they ignite.'),
      basket('quality-laggards', 'Quality laggards', [7, 8], 'Large liquid coins that have not moved yet.'),
    ],
  },
  {
    id: 'F',
    name: 'Defence',
    description: 'Keeps what there is.',
    baskets: [
      basket('all-stable', 'All stable', [1, 2, 3], 'Several stablecoins, none above a third.'),
      basket('half-hedge', 'Half hedge', [2, 9, 10], 'Spot kept, half of it hedged with perpetuals.'),
      basket('put-spread-collar', 'Put-spread collar', [8, 9, 10], 'Calls sold to pay for puts over the next month.'),
      basket('tail-hedge', 'Tail hedge', [8, 9], 'A small standing amount in far puts.'),
      basket('peg-guard', 'Peg guard', [1, 3], 'Shorts the weakest stablecoin against the strongest when one slips.'),
      basket('drawdown-brake', 'Drawdown brake', [2, 3, 10], 'Cuts exposure by half at each ten percent of drawdown.'),
      basket(
        'staged-re-entry',
        'Staged re-entry',
        [4, 5],
        'Buys back in twelve equal parts, one a week, from the first sign of a base.',
      ),
      basket('dca-core', 'Cost-averaged core', [2, 3, 4, 5], 'The same amount every week, whatever the price.'),
    ],
  },
]);
