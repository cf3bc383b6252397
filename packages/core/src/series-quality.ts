/** Report of a series as it enters: faults of its bars that an owner should know of before an engine speaks. */

import { BARS_V1 } from './sanitize.ts';
import { barAt, type Candles } from './candles.ts';
import { integerAtLeast } from './check.ts';

/** Limits of the report. A changed number is a new version. */
export interface SeriesQualityConfig {
  readonly version: `series-quality/${string}`;
  /** Bars in a row at one price without volume that are a halt; with volume at the end of a series, that are stale. */
  readonly quietBars: number;
  /** Share of the body that a wick may reach, up and down, whatever the market does. */
  readonly highestWick: number;
  readonly lowestWick: number;
  /** A wick or a jump is unconfirmed from so many usual ranges of the bars around it. */
  readonly ranges: number;
  /** Bars to either side of one whose ranges are the usual ones. */
  readonly around: number;
  /** Factor of a close, or its inverse, that the next bar takes back: a jump. */
  readonly jump: number;
  /** Factor from one close to the whole of the next bar that is another scale. */
  readonly maxJump: number;
  /** Share of bars without volume, outside of halts, that is worth a word. */
  readonly zeroVolumeShare: number;
}

/** Version 1. */
export const SERIES_QUALITY_V1: SeriesQualityConfig = Object.freeze({
  version: 'series-quality/1',
  quietBars: 3,
  highestWick: BARS_V1.highestWick,
  lowestWick: BARS_V1.lowestWick,
  ranges: 8,
  around: 24,
  jump: 1.35,
  maxJump: 5,
  zeroVolumeShare: 0.05,
});

/** Kinds of findings, in the order of a report. */
export const QUALITY_CODES = [
  'scale_change',
  'jump',
  'wick',
  'halt',
  'gap',
  'duplicate',
  'off_grid',
  'partial_last_bar',
  'stale_tail',
  'zero_volume',
] as const;

/** Kind of a finding. */
export type QualityCode = (typeof QUALITY_CODES)[number];

/** A finding of a report. */
export interface QualityFinding {
  readonly code: QualityCode;
  /** Open of its first bar, or of the first missing one, epoch ms. */
  readonly time: number;
  /** Index of its first bar, or of the bar behind a gap. */
  readonly index: number;
  /** Bars that it is of; missing ones of a gap. */
  readonly bars: number;
  /**
   * `wick`: the side. `scale_change`: `redenomination` where the factor is a power of ten and no bar is missing, else
   * `reused_ticker`. Left out of the others: a rename keeps its price and is no finding but a gap.
   */
  readonly kind?: 'high' | 'low' | 'redenomination' | 'reused_ticker';
  /** Factor of a wick from the body, of a jump or a scale from the close before. */
  readonly factor?: number;
}

/** Report of a series. */
export interface SeriesQuality {
  readonly configVersion: string;
  readonly bars: number;
  /** Length of a bar in ms; null of fewer than two bars. */
  readonly step: number | null;
  /** In the order of their bars. */
  readonly findings: readonly QualityFinding[];
}

/** Facts that bars do not show. */
export interface SeriesQualityOptions {
  /** Length of a bar, ms. Default: the most common distance of two bars. */
  readonly step?: number | undefined;
  /** Moment of the report, epoch ms: a bar that closes later is partial, and a series that ended long before it is stale. */
  readonly asOf?: number;
  /** Rows that were left out because another has the same time. */
  readonly duplicates?: number;
  /** Open of a last bar that was left out because it had not closed. */
  readonly partial?: number | undefined;
}

/** Most common number of a list that comes in long runs; of equally common ones the smaller. Null of none. */
function mostCommon(length: number, at: (i: number) => number): number | null {
  const counts = new Map<number, number>();
  let run = 0;
  for (let i = 0; i < length; i++) {
    run++;
    if (i + 1 < length && at(i + 1) === at(i)) continue;
    counts.set(at(i), (counts.get(at(i)) ?? 0) + run);
    run = 0;
  }
  let [best, most]: [number | null, number] = [null, 0];
  for (const [value, count] of counts) {
    if (count > most || (count === most && best !== null && value < best)) [best, most] = [value, count];
  }
  return best;
}

/** The most common distance of two bars; null of fewer than two. */
function commonStep(time: Float64Array): number | null {
  return mostCommon(time.length - 1, (i) => time[i + 1]! - time[i]!);
}

/** Place of a bar between two opens of the grid, ms. */
const offsetOf = (time: number, step: number): number => ((time % step) + step) % step;

/** Median of the ranges of the bars around one, as logarithms; the bar itself is left out. */
function usualRange({ high, low, length }: Candles, at: number, around: number): number {
  const ranges: number[] = [];
  for (let i = Math.max(0, at - around); i < Math.min(length, at + around + 1); i++) {
    if (i !== at) ranges.push(Math.log(high[i]! / low[i]!));
  }
  ranges.sort((a, b) => a - b);
  return ranges[Math.floor(ranges.length / 2)] ?? 0;
}

/** Wicks that neither the bars around them nor the neighbours know of. */
function wickAt(bars: Candles, i: number, config: SeriesQualityConfig): QualityFinding | undefined {
  const { open, high, low, close, time, length } = bars;
  const [top, bottom] = [Math.max(open[i]!, close[i]!), Math.min(open[i]!, close[i]!)];
  const [up, down] = [high[i]! / top, low[i]! / bottom];
  if (up <= config.highestWick && down >= config.lowestWick) return undefined;
  const usual = Math.exp(config.ranges * usualRange(bars, i, config.around));
  const neighbours = [i - 1, i + 1].filter((k) => k >= 0 && k < length);
  const about = { code: 'wick', time: time[i]!, index: i, bars: 1 } as const;
  if (up > config.highestWick && up > usual && neighbours.every((k) => high[k]! < Math.sqrt(top * high[i]!))) {
    return { ...about, kind: 'high', factor: up };
  }
  if (down < config.lowestWick && 1 / down > usual && neighbours.every((k) => low[k]! > Math.sqrt(bottom * low[i]!))) {
    return { ...about, kind: 'low', factor: down };
  }
  return undefined;
}

/** A close that leaves the prices around it, and that the next bar takes back. */
function jumpAt(bars: Candles, i: number, config: SeriesQualityConfig): QualityFinding | undefined {
  const { close, high, low, time, length } = bars;
  if (i === 0 || i + 1 >= length) return undefined;
  const [before, now, after] = [close[i - 1]!, close[i]!, close[i + 1]!];
  if (now < before * config.jump && before < now * config.jump) return undefined;
  const change = Math.log(now / before);
  const least = Math.max(Math.log(config.jump), config.ranges * usualRange(bars, i, config.around));
  if (Math.abs(change) <= least) return undefined;
  // Taken back: nine tenths of the way, by a bar that does not reach the middle of it.
  if (Math.abs(Math.log(after / before)) > Math.abs(change) / 10) return undefined;
  const middle = Math.sqrt(now * before);
  if (change > 0 ? high[i + 1]! > middle : low[i + 1]! < middle) return undefined;
  return { code: 'jump', time: time[i]!, index: i, bars: 1, factor: now / before };
}

function scaleAt(bars: Candles, i: number, step: number, { maxJump }: SeriesQualityConfig): QualityFinding | undefined {
  const { close, high, low, time } = bars;
  const before = close[i - 1]!;
  if (!(low[i]! > maxJump * before || high[i]! < before / maxJump)) return undefined;
  const factor = bars.open[i]! / before;
  const power = Math.log10(factor);
  const isRound = Math.abs(power - Math.round(power)) < 0.08 && Math.round(power) !== 0;
  const isNext = time[i]! - time[i - 1]! <= 3 * step;
  const kind = isRound && isNext ? 'redenomination' : 'reused_ticker';
  return { code: 'scale_change', time: time[i]!, index: i, bars: 1, kind, factor };
}

/** Findings of bars and their neighbours. */
function printFindings(bars: Candles, step: number, config: SeriesQualityConfig): QualityFinding[] {
  const findings: QualityFinding[] = [];
  for (let i = 0; i < bars.length; i++) {
    const jump = jumpAt(bars, i, config);
    if (jump !== undefined) {
      findings.push(jump);
      continue;
    }
    const scale = i === 0 || findings.at(-1)?.index === i - 1 ? undefined : scaleAt(bars, i, step, config);
    if (scale !== undefined) findings.push(scale);
    const wick = wickAt(bars, i, config);
    if (wick !== undefined) findings.push(wick);
  }
  return findings;
}

/** Halts, gaps, and bars off the grid. */
function timeFindings(bars: Candles, step: number, config: SeriesQualityConfig): QualityFinding[] {
  const { time, high, low, close, volume, length } = bars;
  const findings: QualityFinding[] = [];
  const offset = mostCommon(length, (i) => offsetOf(time[i]!, step));
  let quiet = 0;
  for (let i = 0; i <= length; i++) {
    const isQuiet = i < length && volume[i] === 0 && high[i] === low[i];
    if (isQuiet && (quiet === 0 || close[i] === close[i - 1])) quiet++;
    else {
      if (quiet >= config.quietBars) {
        findings.push({ code: 'halt', time: time[i - quiet]!, index: i - quiet, bars: quiet });
      }
      quiet = Number(isQuiet);
    }
    if (i === length) break;
    if (offsetOf(time[i]!, step) !== offset) {
      const code = i + 1 === length ? 'partial_last_bar' : 'off_grid';
      findings.push({ code, time: time[i]!, index: i, bars: 1 });
    }
    const missing = i === 0 ? 0 : Math.ceil((time[i]! - time[i - 1]!) / step) - 1;
    if (missing > 0) findings.push({ code: 'gap', time: time[i - 1]! + step, index: i, bars: missing });
  }
  return findings;
}

/** The end of the series, and its volumes. */
function wholeFindings(bars: Candles, step: number, config: SeriesQualityConfig, asOf: number): QualityFinding[] {
  const { time, open, high, low, close, volume, length } = bars;
  const findings: QualityFinding[] = [];
  let still = 0;
  while (
    still < length &&
    high[length - 1 - still] === low[length - 1 - still] &&
    close[length - 1 - still] === close[length - 1]
  )
    still++;
  const isLate = asOf - time[length - 1]! > (config.quietBars + 1) * step;
  if (still >= config.quietBars && volume[length - 1]! > 0) {
    findings.push({ code: 'stale_tail', time: time[length - still]!, index: length - still, bars: still });
  } else if (isLate) {
    const missing = Math.floor((asOf - time[length - 1]!) / step) - 1;
    findings.push({ code: 'stale_tail', time: time[length - 1]! + step, index: length, bars: missing });
  }
  if (asOf < time[length - 1]! + step) {
    findings.push({ code: 'partial_last_bar', time: time[length - 1]!, index: length - 1, bars: 1 });
  }
  let [none, first] = [0, -1];
  for (let i = 0; i < length; i++) {
    const moved = high[i]! > low[i]! || open[i] !== close[i];
    if (volume[i] !== 0 || !moved) continue;
    if (first === -1) first = i;
    none++;
  }
  if (none > config.zeroVolumeShare * length)
    findings.push({ code: 'zero_volume', time: time[first]!, index: first, bars: none });
  return findings;
}

/**
 * The report of a series: gaps, duplicates, bars off the grid, a partial last bar, halts, unconfirmed wicks and jumps, a
 * stale tail, missing volumes, and changes of scale.
 *
 * @param bars oldest first.
 * @throws {UsageError} a step that is no number of ms.
 * @example
 * seriesQuality(bars).findings; // → []
 */
export function seriesQuality(
  bars: Candles,
  { step: given, asOf, duplicates = 0, partial }: SeriesQualityOptions = {},
  config: SeriesQualityConfig = SERIES_QUALITY_V1,
): SeriesQuality {
  const { length, time } = bars;
  const step = given === undefined ? commonStep(time) : integerAtLeast('step', given, 1);
  const about = { configVersion: config.version, bars: length, step };
  if (length === 0 || step === null) return { ...about, findings: [] };
  const findings = [
    ...printFindings(bars, step, config),
    ...timeFindings(bars, step, config),
    ...wholeFindings(bars, step, config, asOf ?? time[length - 1]! + step),
  ];
  if (duplicates > 0) findings.push({ code: 'duplicate', time: barAt(bars, 0).time, index: 0, bars: duplicates });
  if (partial !== undefined) findings.push({ code: 'partial_last_bar', time: partial, index: length, bars: 1 });
  return { ...about, findings: findings.sort((a, b) => a.index - b.index) };
}
