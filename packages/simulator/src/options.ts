/**
 * Implied volatility of the simulated coins: a 30-day index and whole option chains, from their own bars.
 *
 * The expected variance of a tenor reverts from that of the last days to that of the last months, v(τ) = v∞ + (v0 − v∞)
 * · (1 − e^(−τ/r)) / (τ/r), and options have a constant premium over it. They are not traded: the chain is that of a
 * market maker who knows the law. The bars do not depend on it.
 *
 * @source S. Heston, "A closed-form solution for options with stochastic volatility", Review of Financial Studies 6
 * (1993) (expected variance of a mean-reverting process); the smile is a parabola of ours.
 */

import { bucketOpen, DAY_MS, HOUR_MS, integerAtLeast, MINUTE_MS, shown, UsageError } from '@barograph/core';
import { expiriesAfter } from './expiries.ts';
import type { Market } from './market.ts';
import { checkOptions, OPTIONS_V1, type OptionsConfig } from './options-config.ts';

/** Values of the index, oldest first. */
export interface ImpliedColumns {
  readonly length: number;
  /** End of the hour, epoch ms. */
  readonly time: Float64Array;
  /** Annualised implied volatility of 30 days, percent. */
  readonly implied: Float64Array;
}

/** Option: call and put of a strike have the same volatility. */
export interface SimulatedOption {
  /** Epoch ms. */
  readonly expiry: number;
  /** Strike and forward of the expiry, quote units. */
  readonly strike: number;
  readonly forward: number;
  /** Annualised implied volatility, percent. */
  readonly impliedVolatility: number;
}

/** Options of a market. Times are epoch ms. */
export interface Options {
  /** Coins with options. */
  readonly symbols: readonly string[];
  /**
   * Index at the end of every hour after `from` and by `to`. A later `to` appends hours without changing a bit.
   *
   * @throws {UsageError} when the coin has no options or a time is invalid.
   */
  index(symbol: string, from: number, to: number): ImpliedColumns;
  /**
   * Options listed at a moment, nearest expiry and lowest strike first; empty before the first. @throws {UsageError} as
   * `index`.
   */
  chain(symbol: string, time: number): readonly SimulatedOption[];
}

const HOURS_A_YEAR = 365 * 24;
const INDEX_DAYS = 30;

/** Both variances at the end of each hour, per year. Grows hour by hour and is never recomputed. */
function createVariances({ now, longRun }: OptionsConfig['halflives']) {
  const current: number[] = [];
  const settled: number[] = [];
  let last: number | undefined;
  const weigh = (list: number[], value: number, halflife: number): void => {
    const before = list.at(-1) ?? value;
    list.push(before + (1 - 2 ** (-1 / halflife)) * (value - before));
  };
  return {
    current,
    settled,
    add: (closes: Float64Array, length: number): void => {
      for (let i = 0; i < length; i++) {
        const change = Math.log(closes[i]! / (last ?? closes[i]!));
        last = closes[i]!;
        weigh(current, change * change * HOURS_A_YEAR, now);
        weigh(settled, change * change * HOURS_A_YEAR, longRun);
      }
    },
  };
}

/** Step of 1, 2 or 5 times a power of ten, not above `most`. */
function roundStep(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return power * ([5, 2].find((factor) => factor * power <= most) ?? 1);
}

/**
 * Creates the options of a market. Cheap: hours are computed on demand.
 *
 * @param config parameters. @default OPTIONS_V1
 * @throws {UsageError} when the config is invalid; the message names the field.
 * @example
 * const options = createOptions(createMarket());
 * const { length, implied } = options.index('BTC', SIMULATOR_V2.start, SIMULATOR_V2.start + 60 * DAY_MS);
 * length > 0 && implied.every((volatility) => volatility > 0); // → true
 */
export function createOptions(market: Market, config: OptionsConfig = OPTIONS_V1): Options {
  const { coins, halflives, firstAfter, reversionDays, premium, smile, carry, strikes } = checkOptions(config);
  const perps = new Map(
    market.config.listings
      .filter(({ symbol, venue }) => venue === 'perpdex_perp' && coins.includes(symbol))
      .map(({ symbol, listedAfter }) => [symbol, market.config.start + listedAfter]),
  );
  const variances = new Map<string, ReturnType<typeof createVariances>>();
  const firstOf = (symbol: string): number => {
    const first = perps.get(symbol);
    if (first === undefined) throw new UsageError(`"symbol" expected one that has options, got ${shown(symbol)}`);
    return first;
  };
  /** Variances of all hours that have closed by `to`. */
  const until = (symbol: string, to: number): ReturnType<typeof createVariances> => {
    const known = variances.get(symbol) ?? createVariances(halflives);
    variances.set(symbol, known);
    const next = firstOf(symbol) + known.current.length * HOUR_MS;
    if (next + HOUR_MS <= to) {
      const { close, length } = market.candles(symbol, 'perpdex_perp', '1h', next, to);
      known.add(close, length);
    }
    return known;
  };
  const volatility = (now: number, longRun: number, days: number): number => {
    const reversions = days / reversionDays;
    return 100 * premium * Math.sqrt(longRun + (now - longRun) * (-Math.expm1(-reversions) / reversions));
  };

  return {
    symbols: [...perps.keys()],
    index: (symbol, from, to) => {
      const first = firstOf(symbol);
      integerAtLeast('to', to, integerAtLeast('from', from, 0));
      const { current, settled } = until(symbol, to);
      const begin = Math.max(firstAfter, Math.floor((from - first) / HOUR_MS));
      const length = Math.max(0, Math.min(current.length, Math.floor((to - first) / HOUR_MS)) - begin);
      return {
        length,
        time: Float64Array.from({ length }, (_, i) => first + (begin + i + 1) * HOUR_MS),
        implied: Float64Array.from({ length }, (_, i) =>
          volatility(current[begin + i]!, settled[begin + i]!, INDEX_DAYS),
        ),
      };
    },
    chain: (symbol, time) => {
      const hours = Math.floor((integerAtLeast('time', time, 0) - firstOf(symbol)) / HOUR_MS);
      if (hours <= firstAfter) return [];
      const { current, settled } = until(symbol, time);
      const minute = bucketOpen(time, MINUTE_MS);
      const { close } = market.candles(symbol, 'perpdex_perp', '1m', minute - MINUTE_MS, minute);
      const [spot] = close;
      const [now, longRun] = [current[hours - 1], settled[hours - 1]];
      if (spot === undefined || now === undefined || longRun === undefined) return [];
      return expiriesAfter(time).flatMap((expiry) => {
        const days = (expiry - time) / DAY_MS;
        const forward = spot * Math.exp((carry * days) / 365);
        const step = roundStep(forward * strikes.step);
        const atTheMoney = volatility(now, longRun, days);
        const deviation = (atTheMoney / 100) * Math.sqrt(days / 365);
        const reach = Math.exp(strikes.deviations * deviation);
        // At least one step on either side: the forward lies between two strikes.
        const lowest = Math.floor((Math.max(strikes.from, 1 / reach) * forward) / step);
        const count = Math.ceil((Math.min(strikes.to, reach) * forward) / step) - lowest + 1;
        return Array.from({ length: count }, (_, i): SimulatedOption => {
          const strike = (lowest + i) * step;
          const y = Math.log(strike / forward) / deviation;
          const impliedVolatility = atTheMoney * (1 + smile.skew * y + smile.curvature * y * y);
          return { expiry, strike, forward, impliedVolatility };
        });
      });
    },
  };
}
