/**
 * Market reaction to a report: returns, open interest, funding and volume over fixed horizons since publication,
 * compared with the usual. Nothing after the end of a horizon is read, so a number never changes once known.
 */

import { bucketOpen, DAY_MS, firstAtOrAfter, integerAtLeast, MINUTE_MS } from '@barograph/core';
import { NEWS_V2, type NewsConfig, type NewsHorizon } from './config.ts';

/** Closed bars of one length, oldest first; missing ones are absent. */
export interface ResponseBars {
  /** Open of each bar, epoch ms. */
  readonly time: ArrayLike<number>;
  readonly close: ArrayLike<number>;
  /** Volume, base units. */
  readonly volume: ArrayLike<number>;
}

/** Values with their times, epoch ms ascending. */
export interface ResponseSeries {
  readonly time: ArrayLike<number>;
  readonly value: ArrayLike<number>;
}

/** Market data around a report. */
export interface ResponseInputs {
  /** Publication time, epoch ms. */
  readonly time: number;
  /** Moment of the query, epoch ms: data that closed later is ignored. */
  readonly asOf: number;
  readonly bars: ResponseBars;
  /** Length of a bar, ms. Horizons that are not a multiple of it stay null. @default a minute */
  readonly stepMs?: number;
  /**
   * Open interest in contracts or coins: in USD the price would count twice.
   * Absent: the change of open interest is null.
   */
  readonly openInterest?: ResponseSeries;
  /** Funding as the venue states it, fraction per hour. Absent: the shift of funding is null. */
  readonly funding?: ResponseSeries;
}

/** Reaction over one horizon. Each number is null when its data are missing. */
export interface HorizonResponse {
  /** Return since the last close before publication, percent. */
  readonly retPct: number | null;
  /** Change of open interest, percent. */
  readonly oiChangePct: number | null;
  /** Difference of the funding rates. */
  readonly fundingShift: number | null;
  /** Volume over the mean of the same clock window on the days before. */
  readonly volumeMultiplier: number | null;
  /**
   * Absolute return in deviations over a horizon of this length; its mean is about 0.8 for a calm coin without news.
   */
  readonly abnormality: number | null;
}

/** Reaction by horizon; null until the last bar of the horizon has closed: not matured, which is not "no reaction". */
export type MarketResponse = Readonly<Record<NewsHorizon, HorizonResponse | null>>;

/** First row at or after a moment. */
export function rowFrom(time: ArrayLike<number>, moment: number): number {
  return firstAtOrAfter({ time, length: time.length }, moment);
}

/** Last value by a moment; NaN when stale or missing. */
function valueAt({ time, value }: ResponseSeries, moment: number, staleMs: number): number {
  const row = rowFrom(time, moment + 1) - 1;
  return row >= 0 && moment - time[row]! <= staleMs ? value[row]! : NaN;
}

/** Close of the last bar that had closed by a moment. */
function closeAt(bars: ResponseBars, moment: number, step: number, staleMs: number): number {
  const row = rowFrom(bars.time, moment - step + 1) - 1;
  return row >= 0 && moment - (bars.time[row]! + step) <= staleMs ? bars.close[row]! : NaN;
}

/** Volume of a window; NaN unless all of its bars exist. */
function volumeOf({ time, volume }: ResponseBars, from: number, to: number, step: number): number {
  const [first, end] = [rowFrom(time, from), rowFrom(time, to)];
  if (end - first !== Math.round((to - from) / step)) return NaN;
  let sum = 0;
  for (let i = first; i < end; i++) sum += volume[i]!;
  return sum;
}

/** Root mean square of the log returns of the bars in the preceding span; NaN with too few. */
function deviationBefore(
  { time, close }: ResponseBars,
  base: number,
  step: number,
  response: NewsConfig['response'],
): number {
  const end = rowFrom(time, base - step + 1);
  const first = rowFrom(time, base - response.volatilityMs - step);
  let [sum, count] = [0, 0];
  for (let i = Math.max(1, first + 1); i < end; i++) {
    // Returns over a gap have another length.
    if (time[i]! - time[i - 1]! !== step) continue;
    const change = Math.log(close[i]! / close[i - 1]!);
    if (!Number.isFinite(change)) continue;
    sum += change * change;
    count++;
  }
  return count >= Math.max(2, (response.volatilityShare * response.volatilityMs) / step) ? Math.sqrt(sum / count) : NaN;
}

/** Mean volume of the same clock window on the days before; NaN with too few of them. */
function usualVolume(
  bars: ResponseBars,
  from: number,
  to: number,
  step: number,
  response: NewsConfig['response'],
): number {
  let [sum, count] = [0, 0];
  for (let day = 1; day <= response.volumeDays; day++) {
    const volume = volumeOf(bars, from - day * DAY_MS, to - day * DAY_MS, step);
    if (Number.isNaN(volume)) continue;
    sum += volume;
    count++;
  }
  return count >= response.volumeDaysLeast ? sum / count : NaN;
}

const known = (value: number): number | null => (Number.isFinite(value) ? value : null);

/**
 * Computes the reaction at each horizon.
 *
 * The window starts at the open of the publication's bar, because the previous close is the last one known to all, and
 * lasts exactly the horizon.
 *
 * @param config parameters. @default NEWS_V2
 * @throws {UsageError} when the bar length is invalid.
 * @example
 * const { '1h': hour } = marketResponse({ time, asOf: Date.now(), bars: minutes });
 * if (hour === null) console.log('not matured');
 */
export function marketResponse(inputs: ResponseInputs, config: NewsConfig = NEWS_V2): MarketResponse {
  const { time, asOf, bars, openInterest, funding } = inputs;
  const step = integerAtLeast('stepMs', inputs.stepMs ?? MINUTE_MS, 1);
  const { response } = config;
  const base = bucketOpen(time, step);
  const before = closeAt(bars, base, step, response.staleMs);
  const deviation = deviationBefore(bars, base, step, response);
  const shift = (series: ResponseSeries | undefined, end: number, stale: number): readonly [number, number] =>
    series === undefined ? [NaN, NaN] : [valueAt(series, base, stale), valueAt(series, end, stale)];

  const at = (horizon: NewsHorizon): HorizonResponse | null => {
    const length = response.horizonsMs[horizon];
    const end = base + length;
    const row = rowFrom(bars.time, end - step);
    if (length % step !== 0 || end > asOf || bars.time[row] !== end - step) return null;
    const change = Math.log(bars.close[row]! / before);
    const [oiBefore, oiAfter] = shift(openInterest, end, response.staleMs);
    const [rateBefore, rateAfter] = shift(funding, end, response.rateStaleMs);
    return {
      retPct: known(100 * Math.expm1(change)),
      oiChangePct: known(100 * (oiAfter / oiBefore - 1)),
      fundingShift: known(rateAfter - rateBefore),
      volumeMultiplier: known(volumeOf(bars, base, end, step) / usualVolume(bars, base, end, step, response)),
      abnormality: known(Math.abs(change) / (deviation * Math.sqrt(length / step))),
    };
  };
  return { '15m': at('15m'), '1h': at('1h'), '4h': at('4h') };
}

/**
 * Columns of the archive: returns of each horizon, and the other values of one hour. Null until matured, or when
 * unknown. Returns and `oiChangePct` are percent, `volMult` a multiple of the usual volume, `fundingShift` a fraction
 * per hour, `abnormality` in standard deviations.
 */
export interface NewsOutcomeColumns {
  readonly ret15m: number | null;
  readonly ret1h: number | null;
  readonly ret4h: number | null;
  readonly volMult: number | null;
  readonly oiChangePct: number | null;
  readonly fundingShift: number | null;
  readonly abnormality: number | null;
}

/**
 * Converts a response to the names of the archive.
 *
 * @example
 * const time = Array.from({ length: 300 }, (_, i) => i * 60_000);
 * const minutes = { time, close: time.map((_, i) => (i < 61 ? 100 : 98)), volume: time.map(() => 5) };
 * const { ret1h, ret4h } = newsOutcome(marketResponse({ time: HOUR_MS, asOf: 3 * HOUR_MS, bars: minutes }));
 * [ret1h?.toFixed(1), ret4h]; // → [ '-2.0', null ]
 */
export function newsOutcome(response: MarketResponse): NewsOutcomeColumns {
  const { '15m': quarter, '1h': hour, '4h': four } = response;
  return {
    ret15m: quarter?.retPct ?? null,
    ret1h: hour?.retPct ?? null,
    ret4h: four?.retPct ?? null,
    volMult: hour?.volumeMultiplier ?? null,
    oiChangePct: hour?.oiChangePct ?? null,
    fundingShift: hour?.fundingShift ?? null,
    abnormality: hour?.abnormality ?? null,
  };
}
