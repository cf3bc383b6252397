/**
 * Price of a coin, independent of its listings: log price = beta · market factor + noise of its own, which slowly
 * reverts, so that no coin vanishes however long the market runs.
 */

import type { Factor } from './factor.ts';
import type { CoinConfig } from './listings.ts';
import { fatTailed, generator } from './random.ts';
import { REGIMES, type Regime, type RegimeConfig } from './regimes.ts';
import { grown } from './series.ts';

/** Coin so far. Columns are longer than `length`. */
export interface Coin {
  readonly length: number;
  /** Log price at the end of each hour. */
  readonly level: Float64Array;
  /** Standard deviation of the log return in that hour, known before it. */
  readonly spread: Float64Array;
  /** Ensures that the first `hours` hours exist. */
  extend(hours: number): void;
}

/** Creates a coin, before its first hour. */
export function createCoin(
  seed: string,
  config: CoinConfig,
  factor: Factor,
  regimes: Readonly<Record<Regime, RegimeConfig>>,
): Coin {
  const noise = generator(`${seed}|${config.coin}|price`);
  const scale = REGIMES.map((name) => config.volatility * regimes[name].idiosyncratic);
  const none: Float64Array = new Float64Array(0);
  const coin = { length: 0, level: none, spread: none };
  let market = Math.log(config.price);
  let own = 0;

  const extend = (hours: number): void => {
    if (hours <= coin.length) return;
    factor.extend(hours);
    coin.level = grown(coin.level, hours);
    coin.spread = grown(coin.spread, hours);
    for (let i = coin.length; i < hours; i++) {
      const ownSpread = scale[factor.regime[i]!]! * factor.activity[i]!;
      market += config.beta * factor.change[i]!;
      own += ownSpread * fatTailed(noise) - config.reversion * own;
      coin.level[i] = market + own;
      coin.spread[i] = Math.sqrt((config.beta * factor.spread[i]!) ** 2 + ownSpread ** 2);
    }
    coin.length = hours;
  };
  return Object.assign(coin, { extend });
}
