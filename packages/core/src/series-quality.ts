/** Quality report of an incoming series: faults that its owner should know before an engine uses it. */

import { BARS_V1 } from './sanitize.ts';
import { barAt, type Candles } from './candles.ts';
import { integerAtLeast } from './check.ts';

/** Limits of the report. A changed number is a new version. */
export interface SeriesQualityConfig {
  readonly version: `series-quality/${string}`;
  /** Length of a run of bars at one price: a halt without volume, a stale tail with volume at the end of a series. */
  readonly quietBars: number;
  /** Distance from the body that a wick may always reach, up and down, as a share of the body. */
  readonly highestWick: number;
  readonly lowestWick: number;
  /** Size from which a wick or a jump is unconfirmed, in usual ranges of the bars around it. */
  readonly ranges: number;
  /** Bars to either side whose ranges define the usual one. */
  readonly around: number;
  /** Factor between closes, or its inverse, that counts as a jump when the next bar reverses it. */
  readonly jump: number;
  /** Factor between a close and the whole of the next bar that means another scale. */
  readonly maxJump: number;
  /** Share of bars without volume, outside halts, that is reported. */
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
  /** Open of its first bar, or of the first missing bar, epoch ms. */
  readonly time: number;
  /** Index of its first bar, or of the bar after a gap. */
  readonly index: number;
  /** Number of bars it covers; missing ones for a gap. */
  readonly bars: number;
  /**
   * `wick`: the side. `scale_change`: `redenomination` when the factor is a power of ten and no bar is missing, else
   * `reused_ticker`. Absent from other findings: a rename keeps its price and is only a gap.
   */
  readonly kind?: 'high' | 'low' | 'redenomination' | 'reused_ticker';
  /**
   * Factor of a wick to the body, or of a jump or scale change to the previous close.
   * Absent from other findings.
   */
  readonly factor?: number;
}

/** Report of a series. */
export interface SeriesQuality {
  readonly configVersion: string;
  readonly bars: number;
  /** Length of a bar in ms; null for fewer than two bars. */
  readonly step: number | null;
  /** Findings in the order of their bars. */
  readonly findings: readonly QualityFinding[];
}

/** Facts that the bars do not show. */
export interface SeriesQualityOptions {
  /** Length of a bar, ms. @default the most common distance between two bars */
  readonly step?: number | undefined;
  /**
   * Time of the report, epoch ms: a bar that closes later is partial, and a series that ended long before is stale.
   * @default unknown: no bar is partial, no tail is stale
   */
  readonly asOf?: number;
  /** Number of rows that the caller dropped because of equal times. @default 0 */
  readonly duplicates?: number;
  /**
   * Open of a last bar, epoch ms, that the caller dropped because it had not closed.
   * @default none dropped
   */
  readonly partial?: number | undefined;
}

/** Most common number of a list with long runs; the smaller one of a tie. Null for an empty list. */
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

/** Most common distance between two bars; null for fewer than two. */
function commonStep(time: Float64Array): number | null {
  return mostCommon(time.length - 1, (i) => time[i + 1]! - time[i]!);
}

/** Offset of a bar from the grid, ms. */
const offsetOf = (time: number, step: number): number => ((time % step) + step) % step;

/** Median log range of the bars around `at`, without that bar. */
function usualRange({ high, low, length }: Candles, at: number, around: number): number {
  const ranges: number[] = [];
  for (let i = Math.max(0, at - around); i < Math.min(length, at + around + 1); i++) {
    if (i !== at) ranges.push(Math.log(high[i]! / low[i]!));
  }
  ranges.sort((a, b) => a - b);
  return ranges[Math.floor(ranges.length / 2)] ?? 0;
}

/** Finds a wick that neither its neighbours nor the usual range confirm. */
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

/** Finds a close that leaves the surrounding prices and that the next bar reverses. */
function jumpAt(bars: Candles, i: number, config: SeriesQualityConfig): QualityFinding | undefined {
  const { close, high, low, time, length } = bars;
  if (i === 0 || i + 1 >= length) return undefined;
  const [before, now, after] = [close[i - 1]!, close[i]!, close[i + 1]!];
  if (now < before * config.jump && before < now * config.jump) return undefined;
  const change = Math.log(now / before);
  const least = Math.max(Math.log(config.jump), config.ranges * usualRange(bars, i, config.around));
  if (Math.abs(change) <= least) return undefined;
  // Reversed: nine tenths of the way back, by a bar that stays off the middle of the move.
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

/** Findings of single bars and their neighbours. */
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

/** Findings about the end of the series and its volumes. */
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
 * Reports the faults of a series: gaps, duplicates, bars off the grid, a partial last bar, halts, unconfirmed wicks and
 * jumps, a stale tail, missing volumes, and changes of scale.
 *
 * @param bars oldest first.
 * @param config parameters. @default SERIES_QUALITY_V1
 * @throws {UsageError} when the step is not a valid number of ms.
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
