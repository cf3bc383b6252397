/** The long-horizon regime from days to reports: signals, raw read, commit machine and history, composed. */

import { DAY_MS, sameConfig, UsageError, type Bar } from '@barograph/core';
import { NO_UNIVERSE, type CoinDay, type UniverseDays } from './breadth-signals.ts';
import { createLeadDays, type LeadBreaks } from './lead-days.ts';
import type { BtcDays, LiveDay } from './btc-signals.ts';
import { commitMachine, type CommitState } from './commit.ts';
import { checkCycleConfig, CYCLE_DAILY_V3, CYCLE_V3, type CycleConfig } from './config.ts';
import { withEnd, withObservation, type HistoryEntry } from './history.ts';
import { cycleRead, type CycleRead, type OptionalInputs } from './read.ts';
import { cycleReport, type CycleReport } from './report.ts';
import { createUniverse } from './universe.ts';

/** A day of the market, completed. */
export interface MarketDay {
  readonly btc: Bar;
  /** The coins that traded, Bitcoin among them, without stablecoins and wrapped twins; empty where they are unknown. */
  readonly coins: readonly CoinDay[];
}

/** JSON-safe state of {@link createCycle}. */
export interface CycleSnapshot {
  readonly version: 1;
  readonly config: CycleConfig;
  readonly btc: BtcDays;
  readonly universe: UniverseDays;
  readonly commit: CommitState;
  readonly history: readonly HistoryEntry[];
  /** Breaks among the days of Bitcoin, of a config with such a rule. */
  readonly breaks?: LeadBreaks;
}

/** The classifier at work. */
export interface Cycle {
  /** Commits a completed day. @throws {UsageError} a bad bar, or a day that is not after the last. */
  day(day: MarketDay): void;
  /**
   * Reads the signals at a moment and passes them to the commit machine. A moment that is not after the last one
   * repeats the last report.
   *
   * @param live the running day of Bitcoin, if it is known.
   * @returns undefined while nothing is committed: before the first read, and after days without one.
   */
  refresh(at: number, live?: LiveDay, inputs?: OptionalInputs): CycleReport | undefined;
  /** Open of the last completed day, null before the first. */
  readonly lastDay: number | null;
  /** The read of the last refresh, undefined before the first: also where nothing is committed. */
  readonly lastRead: CycleRead | undefined;
  /** Oldest first. */
  history(): readonly HistoryEntry[];
  snapshot(): CycleSnapshot;
}

/**
 * A classifier, new or continued.
 *
 * @param resume a snapshot of one with the same config.
 * @throws {UsageError} a bad config, or a snapshot of another version or config.
 * @example
 * const cycle = createCycle();
 * for (const day of marketDays(sliceCandles(bars, 0, 245), [])) cycle.day(day);
 * const report = cycle.refresh(245 * DAY_MS);
 * [report?.name, report?.breadth]; // → [ 'Established Bear', 'unavailable' ]
 * createCycle(CYCLE_V3, cycle.snapshot()).history().length; // → 1
 */
export function createCycle(config: CycleConfig = CYCLE_V3, resume?: CycleSnapshot): Cycle {
  checkCycleConfig(config);
  if (resume !== undefined && (resume.version !== 1 || !sameConfig(resume.config, config))) {
    throw new UsageError(
      `"resume" expected a version 1 snapshot of ${config.version}, got version ${resume.version} of ${resume.config.version}`,
    );
  }
  const machine = commitMachine(config.commit);
  const lead = createLeadDays(config.breaks, resume);
  const universe = createUniverse(config.breadth, resume?.universe ?? NO_UNIVERSE);
  let commit = resume?.commit ?? machine.initial;
  let history = resume?.history ?? [];
  let read: CycleRead | undefined;
  return {
    day: (day) => {
      const commitDay = lead.check(day.btc);
      universe.day(day.btc.time, day.coins);
      commitDay();
    },
    refresh: (at, live, inputs = {}) => {
      read = {
        ...cycleRead({ btc: lead.read, universe }, config, at, lead.isHalted ? undefined : live, inputs),
        ...lead.quality,
      };
      const before = commit;
      commit = machine.step(commit, { at, raw: read.raw.regime }).state;
      if (commit.phase === 'unset') {
        history = withEnd(history, at);
        return undefined;
      }
      const report = cycleReport(commit, read, config);
      if (commit === before) return report;
      const { regime, rationale, evidence, stage, euphoriaScore } = report;
      history = withObservation(history, {
        at,
        regime,
        rationale,
        evidence,
        ...(stage === undefined ? {} : { stage }),
        ...(euphoriaScore === undefined ? {} : { euphoriaScore }),
      });
      return report;
    },
    get lastDay() {
      return lead.last;
    },
    get lastRead() {
      return read;
    },
    history: () => history,
    snapshot: () => ({ version: 1, config, ...lead.snapshot(), universe: universe.days(), commit, history }),
  };
}

/** A day of a history, read at its close. */
export interface CycleDay {
  /** Open of the day, epoch ms. */
  readonly time: number;
  /** undefined where nothing is committed. */
  readonly report: CycleReport | undefined;
  /** The read of that day alone, committed or not. */
  readonly read: CycleRead;
}

/**
 * The regime of every day of a history, read once at each close.
 *
 * @param days oldest first.
 * @param inputs what else was known at the close of a day, by its open.
 * @example
 * const days = cycleDays(marketDays(sliceCandles(bars, 0, 245), []));
 * [days.length, days.at(-1)?.report?.name]; // → [ 245, 'Established Bear' ]
 */
export function cycleDays(
  days: readonly MarketDay[],
  config: CycleConfig = CYCLE_DAILY_V3,
  inputs: (time: number) => OptionalInputs = () => ({}),
): readonly CycleDay[] {
  return [...cycleDaySteps(days, config, inputs)];
}

/**
 * The same one day after the other, for callers that do other work in between.
 *
 * @param days oldest first.
 * @param inputs what else was known at the close of a day, by its open.
 * @example
 * const steps = cycleDaySteps(marketDays(sliceCandles(bars, 0, 245), []));
 * steps.next().value?.time; // → 0
 */
export function* cycleDaySteps(
  days: readonly MarketDay[],
  config: CycleConfig = CYCLE_DAILY_V3,
  inputs: (time: number) => OptionalInputs = () => ({}),
): Generator<CycleDay, void> {
  const cycle = createCycle(config);
  for (const day of days) {
    cycle.day(day);
    const { time } = day.btc;
    const report = cycle.refresh(time + DAY_MS, undefined, inputs(time));
    yield { time, report, read: cycle.lastRead! };
  }
}
