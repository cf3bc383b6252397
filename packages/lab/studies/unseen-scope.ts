/** One series forecast hour by hour by a model, as a host would, and what came of it. */

import { barAt, HOUR_MS, type Candles } from '@barograph/core';
import {
  createNowcast,
  nextDay,
  REGIMES,
  type Horizon,
  HORIZONS,
  type MonteCarlo,
  type NowcastModel,
  type NowcastPoint,
} from '@barograph/nowcast';
import { directionBucket, fallOf, volatilityBucket } from '@barograph/nowcast/parts';

/** A forecast of classes and the class that came. */
export interface Classed {
  readonly time: number;
  readonly p: readonly number[];
  readonly came: number;
  /** Published label at the origin. */
  readonly label: number;
}

/** An hour whose next day is known. */
export interface Day {
  readonly time: number;
  /** null between midnights, where no day is simulated. */
  readonly simulated: MonteCarlo | null;
  readonly expected: number;
  /** Geometric mean of realised over expected volatility so far; null without a recalibration. */
  readonly ratio: number | null;
  /** Share of the hours of the year before, as far as known, after which prices fell by more than 5 % in a day. */
  readonly lastYear: number;
  /** Log return, root mean square of the hourly returns, and whether prices fell by more than 5 %. */
  readonly move: number;
  readonly realised: number;
  readonly fell: boolean;
}

/** Forecasts of one series. */
export interface UnseenScope {
  readonly name: string;
  readonly heads: Readonly<Record<'nextRegime' | 'direction' | 'volatility', Readonly<Record<Horizon, Classed[]>>>>;
  readonly days: Day[];
}

const DAY = 24;
const DEPTH = fallOf(0.05);

/** Outcome of the `steps` hours after row `i`; null where an hour is missing. */
function outcomeAt(bars: Candles, i: number, steps: number) {
  if (i + steps >= bars.length || bars.time[i + steps]! - bars.time[i]! !== steps * HOUR_MS) return null;
  let [peak, fall, squares] = [bars.close[i]!, 0, 0];
  for (let s = i + 1; s <= i + steps; s++) {
    peak = Math.max(peak, bars.close[s]!);
    fall = Math.max(fall, Math.log(peak / bars.close[s]!));
    squares += Math.log(bars.close[s]! / bars.close[s - 1]!) ** 2;
  }
  const realised = Math.sqrt(squares / steps);
  return { move: Math.log(bars.close[i + steps]! / bars.close[i]!), realised, fell: fall > DEPTH };
}

/** Share of the origins of the year before row `i` that a fall followed, of those whose day is over. */
function yearShares(bars: Candles): (i: number) => number {
  const [fell, known] = [new Float64Array(bars.length + 1), new Float64Array(bars.length + 1)];
  for (let i = 0; i < bars.length; i++) {
    const outcome = outcomeAt(bars, i, DAY);
    fell[i + 1] = fell[i]! + Number(outcome?.fell ?? false);
    known[i + 1] = known[i]! + Number(outcome !== null);
  }
  return (i) => {
    const [end, start] = [Math.max(0, i - DAY + 1), Math.max(0, i - DAY + 1 - 365 * DAY)];
    return (fell[end]! - fell[start]!) / (known[end]! - known[start]!);
  };
}

/**
 * Runs a model over a series, and keeps every hour of `[from, to)`.
 *
 * @param model of the scope.
 * @param scope `market`, or the coin.
 */
export function runScope(
  model: NowcastModel,
  scope: string,
  bars: Candles,
  { from, to, simulate }: { readonly from: number; readonly to: number; readonly simulate: boolean },
): UnseenScope {
  const of = (): Record<Horizon, Classed[]> => ({ h4: [], h24: [] });
  const heads = { nextRegime: of(), direction: of(), volatility: of() };
  const days: Day[] = [];
  const lastYear = simulate ? yearShares(bars) : () => NaN;
  const nowcast = createNowcast(model);
  const points: (NowcastPoint | null)[] = [];
  for (let i = 0; i < bars.length && bars.time[i]! < to + DAY * HOUR_MS; i++) {
    const point = nowcast.next(barAt(bars, i));
    points.push(point.time >= from ? point : null);
  }
  points.forEach((point, i) => {
    if (point === null || point.time >= to || point.forecasts === null || point.regime === null) return;
    const { time, forecasts, volatility, expectedVolatility } = point;
    const label = REGIMES.indexOf(point.regime.label);
    for (const horizon of ['h4', 'h24'] as const) {
      const steps = HORIZONS[horizon];
      const outcome = outcomeAt(bars, i, steps);
      const then = points[i + steps]?.regime;
      if (outcome === null || volatility === null || then === undefined || then === null) continue;
      const { nextRegime, direction, volatility: sizes } = forecasts[horizon];
      heads.nextRegime[horizon].push({ time, label, p: nextRegime, came: REGIMES.indexOf(then.label) });
      if (direction !== null) {
        heads.direction[horizon].push({ time, label, p: direction, came: directionBucket(outcome.move, volatility.h48, steps) }); // prettier-ignore
      }
      if (sizes !== null) {
        const cuts = model.artifact.heads[horizon].volatilityCuts;
        heads.volatility[horizon].push({ time, label, p: sizes, came: volatilityBucket(outcome.realised / volatility.h360, cuts) }); // prettier-ignore
      }
    }
    const day = outcomeAt(bars, i, DAY);
    if (!simulate || day === null || expectedVolatility === null || expectedVolatility === undefined) return;
    const simulated = (time / HOUR_MS) % DAY === 0 ? nextDay(model, point, scope) : null;
    const ratio = point.recalibration?.ratio ?? null;
    days.push({ time, simulated, expected: expectedVolatility.h24, ratio, lastYear: lastYear(i), ...day });
  });
  return { name: scope, heads, days };
}
