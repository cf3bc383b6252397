/** Packages of npm that compute the same indicators; their folder is installed on first use. */

import type { Bar } from '@barograph/core';
import { library } from '../test/apart.ts';

type Columns = readonly number[];
interface Ixjb {
  readonly IndicatorsSync: new () => {
    adx(high: Columns, low: Columns, period: number): unknown;
    atr(high: Columns, low: Columns, close: Columns, period: number): unknown;
    bbands(close: Columns, period: number, deviations: number): unknown;
    rsi(close: Columns, period: number): unknown;
    sma(close: Columns, period: number): unknown;
  };
}
type Stream<Input> = new (...settings: readonly number[]) => { update(input: Input, replace: boolean): unknown };
interface TradingSignals {
  readonly ADX: Stream<Bar>;
  readonly ATR: Stream<Bar>;
  readonly BollingerBands: Stream<number>;
  readonly RogersSatchellVolatility: Stream<Bar>;
  readonly RSI: Stream<number>;
  readonly SMA: Stream<number>;
}

export const { IndicatorsSync }: Ixjb = await library('.ci/peers', '@ixjb94/indicators');
export const tradingSignals: TradingSignals = await library('.ci/peers', 'trading-signals');
