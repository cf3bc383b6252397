// oxlint-disable-next-line typescript/triple-slash-reference -- types of a module that has none, for packages that compile this source
/// <reference path="./seedrandom-alea.d.ts" />

/**
 * Joint scenarios of coins by filtered historical simulation with common dates.
 *
 * A scenario takes one past date `t` for all coins: `R_i = exp(z_i(t) · σ_i) − 1`, with `z_i(t)` the log return of the hours
 * after `t` over the volatility that was expected at `t`, and `σ_i` the volatility expected now. A coin without that window has
 * `z_i = β_i · F(t) + z_i(t′) − β_i · F(t′)`: the factor of the date, and what a date `t′` of its own left unexplained.
 *
 * @source G. Barone-Adesi, K. Giannopoulos, L. Vosper, VaR without correlations for portfolios of derivative securities,
 * Journal of Futures Markets 19, 1999. Weights of dates and the factor are our own.
 */

/*! Built in: alea of seedrandom 3.0.5, MIT, (c) 2010 Johannes Baagoe, 2019 David Bau; its licence: node_modules/seedrandom. */
import aleaOf from 'seedrandom/lib/alea.js';
import { HOUR_MS, shown, UsageError } from '@barograph/core';
import { RISK_HORIZONS, RISK_V1, checkRiskConfig, type RiskConfig, type RiskHorizon } from './config.ts';
import { dateWeights, effectiveDates, systematicSample } from './dates.ts';
import type { PanelCoin, RiskPanel } from './panel.ts';
import { readyCoin, rowAt, type CoinProblem } from './state.ts';
import { datesBefore, factorSlope, factorWindows, standardizedWindows } from './windows.ts';

/** Options of scenarios. */
export interface ScenarioOptions {
  /** Horizon. @default 'h24' */
  readonly horizon?: RiskHorizon | undefined;
  /** Open of the last known hour, epoch ms; later hours are never read. @default the last hour of the panel */
  readonly at?: number | undefined;
  /** Seed of the draw. @default `risk|<config>|<hour>|<horizon>` */
  readonly seed?: string | undefined;
  /** Parameters. @default RISK_V1 */
  readonly config?: RiskConfig | undefined;
}

/** Coin in a set of scenarios. */
export interface ScenarioCoin {
  readonly coin: string;
  readonly column: PanelCoin;
  /** Standard deviation per hour expected now. */
  readonly volatility: number;
  /** Slope on the factor. */
  readonly slope: number;
  /**
   * Substitute dates for scenarios whose date lacks the coin, as rows of the panel; −1 elsewhere. Null when no date
   * lacks it.
   */
  readonly donors: Int32Array | null;
  /** Simple return over the horizon, by scenario. */
  readonly returns: Float64Array;
}

/** Coin without scenarios, and the reason. */
export interface LeftOutCoin {
  readonly coin: string;
  readonly reason: CoinProblem;
}

/** Joint scenarios, equally probable. */
export interface Scenarios {
  readonly version: RiskConfig['version'];
  readonly seed: string;
  /** Open of the last known hour, epoch ms. */
  readonly at: number;
  readonly horizon: RiskHorizon;
  readonly count: number;
  /** Requested coins with a forecast, in the requested order. */
  readonly coins: readonly ScenarioCoin[];
  readonly leftOut: readonly LeftOutCoin[];
  /** Rows of the panel at which the scenarios start, ascending. */
  readonly origins: Int32Array;
  /** Effective number of dates: equally weighted dates of the same information. */
  readonly effectiveDates: number;
  /** Columns whose mean is the factor. */
  readonly factor: readonly PanelCoin[];
}

/**
 * Draws joint scenarios of coins. The same panel up to `at`, coins, options and seed give the same bits.
 *
 * @param coins distinct names of the panel.
 * @throws {UsageError} when the config is invalid, the hour is outside the panel, or a coin occurs twice.
 * @example
 * const { count, coins } = drawScenarios(panel, ['BTC']);
 * [count, coins[0].returns.length]; // → [ 10000, 10000 ]
 */
export function drawScenarios(panel: RiskPanel, coins: readonly string[], options: ScenarioOptions = {}): Scenarios {
  const config = checkRiskConfig(options.config ?? RISK_V1);
  const { horizon = 'h24' } = options;
  if (!Object.hasOwn(RISK_HORIZONS, horizon))
    throw new UsageError(`"horizon" expected h4 or h24, got ${shown(horizon)}`);
  const row = rowAt(panel, options.at);
  const at = panel.first + row * HOUR_MS;
  const seed = options.seed ?? `risk|${config.version}|${at}|${horizon}`;
  const range = datesBefore(row, horizon, config.lookback);
  const windowsOf = (column: PanelCoin): Float64Array =>
    standardizedWindows(column, horizon, range, config.minVolatility);

  // Sorted, because the last digits of a sum depend on its order.
  const factor = panel.coins.slice(0, config.factorCoins).sort((a, b) => (a.coin < b.coin ? -1 : 1));
  const known = new Map(factor.map((column) => [column, windowsOf(column)]));
  const factors = factorWindows([...known.values()]);
  const leftOut: LeftOutCoin[] = [];
  const ready: { column: PanelCoin; volatility: number; windows: Float64Array; dates: Int32Array }[] = [];
  for (const [i, coin] of coins.entries()) {
    if (coins.indexOf(coin) < i)
      throw new UsageError(`"coins[${i}]" expected a coin that is not there yet, got ${coin}`);
    const found = readyCoin(panel, coin, row, horizon, config);
    if (typeof found === 'string') {
      leftOut.push({ coin, reason: found });
      continue;
    }
    const windows = known.get(found.column) ?? windowsOf(found.column);
    const dates = ownDates(windows, factors);
    if (dates.length < config.minDates) leftOut.push({ coin, reason: 'short_history' });
    else ready.push({ ...found, windows, dates });
  }

  const isUsable = (t: number): boolean => !Number.isNaN(factors[t - range.from]!);
  const weights = dateWeights(panel, row, range, isUsable, config);
  const random = aleaOf(seed);
  const count = ready.length === 0 ? 0 : config.scenarios;
  const places = systematicSample(weights, count, random());
  const drawn = ready.map(({ column, volatility, windows, dates }): ScenarioCoin => {
    const slope = factorSlope(windows, factors);
    const donors = drawDonors(aleaOf(`${seed}|${column.coin}`), places, windows, dates);
    const returns = new Float64Array(count);
    for (let k = 0; k < count; k++) {
      const t = places[k]!;
      const own = donors === null ? -1 : donors[k]!;
      if (own < 0) returns[k] = k > 0 && places[k - 1] === t ? returns[k - 1]! : Math.expm1(windows[t]! * volatility);
      else returns[k] = Math.expm1((slope * (factors[t]! - factors[own]!) + windows[own]!) * volatility);
    }
    const rows = donors?.map((t) => (t < 0 ? -1 : t + range.from)) ?? null;
    return { coin: column.coin, column, volatility, slope, donors: rows, returns };
  });
  return {
    version: config.version,
    seed,
    at,
    horizon,
    count,
    coins: drawn,
    leftOut,
    origins: places.map((t) => t + range.from),
    effectiveDates: count === 0 ? 0 : effectiveDates(weights),
    factor,
  };
}

/** Dates on which both the coin and the factor have a window. */
function ownDates(windows: Float64Array, factors: Float64Array): Int32Array {
  const dates = new Int32Array(windows.length);
  let count = 0;
  for (let t = 0; t < windows.length; t++) if (!Number.isNaN(windows[t]! + factors[t]!)) dates[count++] = t;
  return dates.subarray(0, count);
}

/** Draws a substitute date for each scenario whose date lacks the coin; null when every date has it. */
function drawDonors(
  random: () => number,
  places: Int32Array,
  windows: Float64Array,
  dates: Int32Array,
): Int32Array | null {
  let donors: Int32Array | null = null;
  for (let k = 0; k < places.length; k++) {
    if (!Number.isNaN(windows[places[k]!]!)) continue;
    donors ??= new Int32Array(places.length).fill(-1);
    donors[k] = dates[Math.floor(random() * dates.length)]!;
  }
  return donors;
}
