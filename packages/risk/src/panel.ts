/** Panel of hours: returns and forecasts of coins on common dates, with the state of the market. */

import { barAt, HOUR_MS, shown, UsageError, type Candles } from '@barograph/core';
import {
  har,
  modelFor,
  nowcastHistory,
  REGIMES,
  shock,
  SHOCK_V1,
  type NowcastModel,
  type ShockConfig,
} from '@barograph/nowcast';
import type { RiskHorizon } from './config.ts';
import { createExpected, sourceOf, type VolatilitySource } from './expected.ts';

/** Factor of a price within an hour above which it changed scale. */
const MAX_JUMP = 5;

/** Shock state of an hour in a panel. */
export const SHOCK_STATE = { calm: 0, shock: 1, unknown: 2 } as const;

/** Columns of one coin, one value per hour of the panel. Seven digits are stored, which halves the memory. */
export interface PanelCoin {
  readonly coin: string;
  /** Log return of the hour; NaN when it or the previous hour has no bar. */
  readonly returns: Float32Array;
  /** Standard deviation per hour expected for the hours ahead, at the close of the hour; NaN while undefined. */
  readonly volatility: Readonly<Record<RiskHorizon, Float32Array>>;
  /** Close of the last bar, USD, and its row; NaN and −1 without bars. */
  readonly mark: number;
  readonly last: number;
}

/** Hours of several coins, and the state of the market in each. */
export interface RiskPanel {
  readonly version: 'risk_panel/1';
  /** Source of the expected volatility. */
  readonly source: VolatilitySource;
  /** Open of the first hour, epoch ms. */
  readonly first: number;
  /** Number of hours; row `t` is the bar that opens at `first + t · HOUR_MS`. */
  readonly hours: number;
  /** Coins, most liquid first: the first ones form the factor for coins without history. */
  readonly coins: readonly PanelCoin[];
  /** Probabilities of the market's labels, `REGIMES.length` a row; NaN while undefined. */
  readonly regimes: Float32Array;
  /** {@link SHOCK_STATE} of the market. */
  readonly shocks: Uint8Array;
}

/** Bars of one coin. */
export interface CoinBars {
  readonly coin: string;
  /** Hourly bars, oldest first. */
  readonly bars: Candles;
}

/** Input of a panel. */
export interface PanelInput {
  /** Coins, most liquid first. */
  readonly coins: readonly CoinBars[];
  /** Bars for the market's regime and shocks. @default those of the first coin */
  readonly market?: Candles | undefined;
  /** Nowcast model; without HAR+, exponential averages are used. */
  readonly model: NowcastModel;
  /** Number of newest hours to keep. @default all */
  readonly hours?: number | undefined;
  /** Rule of shocks. @default SHOCK_V1 */
  readonly shock?: ShockConfig | undefined;
}

/**
 * Builds a panel from bars: the hours from the first bar to the last of any coin.
 *
 * @throws {UsageError} when there is no coin, a coin occurs twice or has no bar, or a bar is not on a full hour.
 * @example
 * const panel = riskPanel({ coins: [{ coin: 'BTC', bars: hours }], model });
 * [panel.hours, panel.coins[0].last]; // → [ 1500, 1499 ]
 */
export function riskPanel({ coins, market, model, hours = Infinity, shock: rule = SHOCK_V1 }: PanelInput): RiskPanel {
  if (coins.length === 0) throw new UsageError('"coins" expected at least one, got none');
  for (const [i, { coin, bars }] of coins.entries()) {
    if (coins.findIndex((other) => other.coin === coin) < i) {
      throw new UsageError(`"coins[${i}].coin" expected a coin that is not there yet, got ${shown(coin)}`);
    }
    if (bars.length === 0) throw new UsageError(`"coins[${i}].bars" expected at least one bar of ${coin}, got none`);
  }
  const last = Math.max(...coins.map(({ bars }) => bars.time[bars.length - 1]!));
  const begin = Math.min(...coins.map(({ bars }) => bars.time[0]!));
  const first = Math.max(begin, last - (hours - 1) * HOUR_MS);
  const length = (last - first) / HOUR_MS + 1;
  if (!Number.isInteger(length)) throw new UsageError(`"bars" expected full hours, got ${shown(first)}`);
  return {
    version: 'risk_panel/1',
    source: sourceOf(model),
    first,
    hours: length,
    coins: coins.map((coin) => panelCoin(coin, model, first, length)),
    ...marketColumns(market ?? coins[0]!.bars, model, rule, first, length),
  };
}

/**
 * Computes the columns of one coin.
 *
 * @param first open of row 0, epoch ms.
 * @param hours number of rows.
 * @throws {UsageError} when a bar is not on a full hour.
 * @example
 * const { volatility } = panelCoin({ coin: 'BTC', bars: hours }, model, hours.time[0], hours.length);
 * volatility.h24[1_499] === Math.fround(har(hours, modelFor(model, 'BTC').har!.fit).h24[1_499]); // → true
 */
export function panelCoin({ coin, bars }: CoinBars, model: NowcastModel, first: number, hours: number): PanelCoin {
  const expected = expectedOf(model, coin, bars);
  const returns = new Float32Array(hours).fill(NaN);
  const volatility = { h4: new Float32Array(hours).fill(NaN), h24: new Float32Array(hours).fill(NaN) };
  let [mark, last] = [NaN, -1];
  for (let i = 0; i < bars.length; i++) {
    const row = (bars.time[i]! - first) / HOUR_MS;
    if (row < 0 || row >= hours) continue;
    volatility.h4[row] = expected.h4[i]!;
    volatility.h24[row] = expected.h24[i]!;
    [mark, last] = [bars.close[i]!, row];
    if (i > 0 && bars.time[i]! - bars.time[i - 1]! === HOUR_MS)
      returns[row] = stepOf(bars.close[i]!, bars.close[i - 1]!);
  }
  return { coin, returns, volatility, mark, last };
}

/** Expected volatility after every bar; with HAR+ in one call, which takes half as long as bar by bar. */
function expectedOf(model: NowcastModel, coin: string, bars: Candles): Readonly<Record<RiskHorizon, Float64Array>> {
  const own = modelFor(model, coin).har;
  if (own !== null) return har(bars, own.fit, own.config);
  const next = createExpected(model, coin);
  const points = Array.from(bars.time, (_, i) => next(barAt(bars, i)));
  return { h4: Float64Array.from(points, ({ h4 }) => h4), h24: Float64Array.from(points, ({ h24 }) => h24) };
}

/** Log return of an hour; NaN when the price changes scale. */
export function stepOf(close: number, before: number): number {
  const step = Math.log(close / before);
  return Math.abs(step) <= Math.log(MAX_JUMP) ? step : NaN;
}

/**
 * Computes the regime and shock columns of the market.
 *
 * @param first open of row 0, epoch ms.
 * @param hours number of rows.
 * @returns six probabilities and a shock state per row; NaN and unknown for hours without a bar.
 * @throws {UsageError} when a bar is not on a full hour.
 * @example
 * const { regimes } = marketColumns(hours, model, SHOCK_V1, hours.time[0], hours.length);
 * regimes.length / REGIMES.length; // → 1500
 */
export function marketColumns(
  bars: Candles,
  model: NowcastModel,
  rule: ShockConfig,
  first: number,
  hours: number,
): Pick<RiskPanel, 'regimes' | 'shocks'> {
  const width = REGIMES.length;
  const { now } = nowcastHistory(modelFor(model, 'market'), bars);
  const regimes = new Float32Array(hours * width).fill(NaN);
  const shocks = new Uint8Array(hours).fill(SHOCK_STATE.unknown);
  const { initial, step } = shock(rule);
  let state = initial;
  for (let i = 0; i < bars.length; i++) {
    const next = step(state, barAt(bars, i));
    state = next.state;
    const row = (bars.time[i]! - first) / HOUR_MS;
    if (row < 0 || row >= hours) continue;
    regimes.set(now.subarray(i * width, (i + 1) * width), row * width);
    if (next.output.active !== null) shocks[row] = next.output.active ? SHOCK_STATE.shock : SHOCK_STATE.calm;
  }
  return { regimes, shocks };
}
