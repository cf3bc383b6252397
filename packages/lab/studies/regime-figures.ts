/** Figures of the hours of each regime, as the model publishes them over a history. */

import { HOUR_MS, type Candles } from '@barograph/core';
import { nowcastHistory, observe, REGIMES, returnVolatility, type NowcastModel } from '@barograph/nowcast';
import { bootstrapMean, type Difference } from '../src/index.ts';

/** A mean with its interval of whole weeks. */
export type RegimeFigure = Pick<Difference, 'mean' | 'low' | 'high'>;

/** Figures over the hours of one regime. */
export interface RegimeFigures {
  readonly hours: number;
  /** Standard deviation of the next 24 hourly returns, over the exponential one of the month (halflife 720 h). */
  readonly volatility: RegimeFigure;
  /** Share of hours that are followed within 24 by a fall of more than 5 % from a higher hour, the hour itself included. */
  readonly drawdown: RegimeFigure;
  /** Return of the next 24 hours, in standard deviations of the month. */
  readonly drift: RegimeFigure;
}

const AHEAD = 24;
const FALL: number = -Math.log(0.95);
/** The hours of the walk-forward. */
const FROM = Date.UTC(2019, 5, 1);
const TO = Date.UTC(2025, 7, 1);

/** By label id. @param bars hourly, of the market. */
export function regimeFigures(model: NowcastModel, bars: Candles): readonly RegimeFigures[] {
  const { label, time } = nowcastHistory(model, bars);
  const { close, missing } = observe(bars);
  const month = returnVolatility(close.map((price, t) => (missing[t] === 1 ? NaN : price))).h720;
  const of = () => REGIMES.map((): { time: number; difference: number }[] => []);
  const [volatility, drawdown, drift] = [of(), of(), of()];
  for (let i = 0; i < label.length; i++) {
    const t = (time[i]! - time[0]!) / HOUR_MS;
    const sigma = month[t]!;
    if (label[i]! < 0 || time[i]! < FROM || time[i]! + (AHEAD + 1) * HOUR_MS > TO || !(sigma > 0)) continue;
    if (t + AHEAD >= close.length) continue;
    let [peak, deepest, squares] = [close[t]!, 0, 0];
    for (let s = t + 1; s <= t + AHEAD; s++) {
      squares += Math.log(close[s]! / close[s - 1]!) ** 2;
      peak = Math.max(peak, close[s]!);
      deepest = Math.max(deepest, Math.log(peak / close[s]!));
    }
    const at = { time: time[i]! };
    volatility[label[i]!]!.push({ ...at, difference: Math.sqrt(squares / AHEAD) / sigma });
    drawdown[label[i]!]!.push({ ...at, difference: Number(deepest > FALL) });
    const move = Math.log(close[t + AHEAD]! / close[t]!);
    drift[label[i]!]!.push({ ...at, difference: move / (sigma * Math.sqrt(AHEAD)) });
  }
  return REGIMES.map((_, id) => ({
    hours: drift[id]!.length,
    volatility: bootstrapMean(volatility[id]!),
    drawdown: bootstrapMean(drawdown[id]!),
    drift: bootstrapMean(drift[id]!),
  }));
}
