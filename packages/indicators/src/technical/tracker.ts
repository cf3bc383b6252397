/**
 * Incremental technical row of one symbol, fed complete days and closed hours: the state that a service keeps between
 * refreshes.
 */

import {
  acrossBreaks,
  assertNextBar,
  createRollingMax,
  createRollingMin,
  createRollingRank,
  sameConfig,
  UsageError,
  type Bar,
  type RollingExtremaSnapshot,
  type RollingRankSnapshot,
  type WithBreaks,
} from '@barograph/core';
import { createAtr, type AtrSnapshot } from '../atr.ts';
import { createBollinger, type BollingerSnapshot } from '../bollinger.ts';
import { createRsi, rsiSettledAfter, type RsiPoint, type RsiSnapshot } from '../rsi.ts';
import { createSma, type SmaSnapshot } from '../sma.ts';
import { trackerAcrossBreaks, type TechnicalBreaks } from './across-breaks.ts';
import { checkTechnicalConfig, TECHNICAL_V2, type TechnicalConfig } from './config.ts';
import { averageCross, maState, sideOf, sideOfState } from './moving-averages.ts';
import {
  assembleTechnicalRow,
  type LastDay,
  type LastHour,
  type TechnicalDay,
  type TechnicalRow,
  type TechnicalStates,
  type TechnicalSubject,
} from './row.ts';
import { squeeze } from './squeeze.ts';
import { createPivotFinder, type PivotSnapshot } from './support-resistance.ts';

/** Incremental technical row. */
export interface TechnicalTracker {
  /**
   * Commits a complete UTC day.
   *
   * @throws {UsageError} when the bar is invalid, not a full day, or not after the last.
   */
  day(bar: Bar): void;
  /**
   * Commits a closed hour.
   *
   * @throws {UsageError} when the bar is invalid, not a full hour, or not after the last.
   */
  hour(bar: Bar): void;
  /** Computes the row at `asOf`. @throws {UsageError} when `asOf` is before the close of the last bar. */
  row(subject: TechnicalSubject, asOf: number): TechnicalRow;
  /** Last `historyDays` complete days, oldest first. */
  readonly history: readonly TechnicalDay[];
  snapshot(): TechnicalTrackerSnapshot;
}

/** JSON-safe state of {@link createTechnicalTracker}. */
export interface TechnicalTrackerSnapshot {
  readonly version: 1;
  readonly config: TechnicalConfig;
  readonly short: SmaSnapshot;
  readonly middle: SmaSnapshot;
  readonly long: SmaSnapshot;
  readonly rsi: RsiSnapshot;
  readonly bollinger: BollingerSnapshot;
  readonly bandwidths: RollingRankSnapshot;
  readonly atr: AtrSnapshot;
  readonly high: RollingExtremaSnapshot;
  readonly low: RollingExtremaSnapshot;
  readonly pivots: PivotSnapshot;
  readonly hourlyRsi: WithBreaks<RsiSnapshot>;
  readonly states: TechnicalStates;
  readonly lastDay: LastDay | null;
  readonly lastHour: LastHour | null;
  readonly history: readonly TechnicalDay[];
  /** Breaks among the days; absent without a rule of breaks. */
  readonly breaks?: TechnicalBreaks<TechnicalTrackerSnapshot>;
}

const defined = (value: number): number | null => (Number.isNaN(value) ? null : value);

/**
 * Creates a tracker, new or resumed. A day costs O(1) on average, an hour a few additions, a row one step per pivot of
 * the last 250 days.
 *
 * @param config parameters. @default TECHNICAL_V2
 * @param resume snapshot of a tracker with the same config, to resume.
 * @throws {UsageError} when the config is invalid or the snapshot has another version or config.
 * @example
 * const tracker = createTechnicalTracker();
 * for (let i = 0; i < bars.length; i++) tracker.day(barAt(bars, i));
 * tracker.row({ symbol: 'BTC', source: 'perpdex_perp' }, 260 * DAY_MS).maState; // → 'above_200'
 * tracker.history.length; // → 60
 */
export function createTechnicalTracker(
  config: TechnicalConfig = TECHNICAL_V2,
  resume?: TechnicalTrackerSnapshot,
): TechnicalTracker {
  const { breaks } = checkTechnicalConfig(config);
  if (breaks === undefined) return createPlain(config, resume);
  return trackerAcrossBreaks(breaks, (from) => createPlain(config, from), resume);
}

/** Tracker without a rule of breaks. */
// oxlint-disable-next-line eslint/max-lines-per-function -- fourteen kernels, each created, advanced and saved on a line of its own
function createPlain(config: TechnicalConfig, resume: TechnicalTrackerSnapshot | undefined): TechnicalTracker {
  if (resume !== undefined && (resume.version !== 1 || !sameConfig(resume.config, config))) {
    throw new UsageError(
      `"resume" expected a version 1 snapshot of ${JSON.stringify(config)}, got version ${resume.version} of ${JSON.stringify(resume.config)}`,
    );
  }
  const { averages } = config;
  const short = createSma({ period: averages.short }, resume?.short);
  const middle = createSma({ period: averages.middle }, resume?.middle);
  const long = createSma({ period: averages.long }, resume?.long);
  const rsi = createRsi(config.rsi, resume?.rsi);
  const bollinger = createBollinger(config.bollinger, resume?.bollinger);
  const bandwidths = createRollingRank(config.bandwidthBars, { minCount: config.bandwidthMinBars }, resume?.bandwidths);
  const atr = createAtr(config.atr, resume?.atr);
  const high = createRollingMax(config.rangeBars, {}, resume?.high);
  const low = createRollingMin(config.rangeBars, {}, resume?.low);
  const pivots = createPivotFinder(config.levels, resume?.pivots);
  const hourlyRsi = acrossBreaks<RsiPoint, RsiSnapshot>(
    config.breaks,
    { create: (from) => createRsi(config.rsi, from), silent: () => ({ rsi: NaN }) },
    resume?.hourlyRsi,
  );
  const crosses = averageCross();
  const maStates = maState(config.crossDays);
  const squeezes = squeeze(config);
  const settledAfter = rsiSettledAfter(config.rsi);
  const history = [...(resume?.history ?? [])];
  let states: TechnicalStates = resume?.states ?? {
    cross: crosses.initial,
    ma: maStates.initial,
    squeeze: squeezes.initial,
    short: null,
    middle: null,
  };
  let lastDay = resume?.lastDay ?? null;
  let lastHour = resume?.lastHour ?? null;

  return {
    day: (bar) => {
      assertNextBar(bar, 'day', lastDay?.time);
      const sma = { short: short.next(bar).sma, middle: middle.next(bar).sma, long: long.next(bar).sma };
      const strength = rsi.next(bar).rsi;
      const { bandwidth } = bollinger.next(bar);
      const percentile = Number.isNaN(bandwidth) ? NaN : bandwidths.next(bandwidth);
      const before = history.at(-config.expandDays)?.bbBandwidth ?? NaN;
      pivots.next(bar.high, bar.low);
      states = {
        cross: crosses.step(states.cross, { time: bar.time, fast: sma.short, slow: sma.long }).state,
        ma: maStates.step(states.ma, { close: bar.close, average: sma.long }).state,
        squeeze: squeezes.step(states.squeeze, { bandwidth, before, percentile }).state,
        short: sideOf(bar.close, sma.short, states.short),
        middle: sideOf(bar.close, sma.middle, states.middle),
      };
      lastDay = {
        time: bar.time,
        close: bar.close,
        short: defined(sma.short),
        middle: defined(sma.middle),
        long: defined(sma.long),
        rsi: defined(strength),
        bandwidth: defined(bandwidth),
        percentile: defined(percentile),
        atr: defined(atr.next(bar).atr),
        high: defined(high.next(bar.high)),
        low: defined(low.next(bar.low)),
      };
      history.push({
        time: bar.time,
        close: bar.close,
        rsi: lastDay.rsi,
        bbBandwidth: lastDay.bandwidth,
        sma200: lastDay.long,
        above200: states.ma.phase === 'unset' ? null : sideOfState(states.ma.phase) === 'above',
      });
      if (history.length > config.historyDays) history.shift();
    },

    hour: (bar) => {
      assertNextBar(bar, 'hour', lastHour?.time);
      lastHour = { time: bar.time, close: bar.close, rsi: defined(hourlyRsi.next(bar).rsi) };
    },

    row: (subject, asOf) =>
      assembleTechnicalRow(
        subject,
        { states, lastDay, lastHour, pivots: pivots.pivots, days: pivots.bars, settledAfter },
        asOf,
        config,
      ),

    get history() {
      return [...history];
    },

    snapshot: () => ({
      version: 1,
      config,
      short: short.snapshot(),
      middle: middle.snapshot(),
      long: long.snapshot(),
      rsi: rsi.snapshot(),
      bollinger: bollinger.snapshot(),
      bandwidths: bandwidths.snapshot(),
      atr: atr.snapshot(),
      high: high.snapshot(),
      low: low.snapshot(),
      pivots: pivots.snapshot(),
      hourlyRsi: hourlyRsi.snapshot(),
      states,
      lastDay,
      lastHour,
      history: [...history],
    }),
  };
}
