/**
 * Turns complete days into reports of the long-horizon regime in four steps: computes signals, reads a raw regime from them,
 * publishes it when the commit machine confirms it, and records the history.
 */

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

/** Complete day of the market. */
export interface MarketDay {
  readonly btc: Bar;
  /** Coins that traded, including Bitcoin, without stablecoins and wrapped twins; empty when unknown. */
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
  /**
   * Runs without trades, missing days, and jumps that only another unit explains, in Bitcoin's days; absent when the config has no
   * `breaks`.
   */
  readonly breaks?: LeadBreaks;
}

/** Classifier fed day by day. */
export interface Cycle {
  /**
   * Adds a complete day to the signals; the committed regime changes only at `refresh`.
   *
   * @throws {UsageError} when the bar is invalid or the day is not after the last.
   */
  day(day: MarketDay): void;
  /**
   * Reads the signals at a moment and passes them to the commit machine. A moment not after the last one leaves
   * the committed regime and the history as they are.
   *
   * @param live current day of Bitcoin, if known.
   * @returns the report; undefined while no regime is committed: before the first refresh with a readable raw
   * regime, and when none was readable for longer than `config.commit.unreadMs`.
   */
  refresh(at: number, live?: LiveDay, inputs?: OptionalInputs): CycleReport | undefined;
  /** Open of the last complete day, epoch ms; null before the first. */
  readonly lastDay: number | null;
  /** Read of the last refresh, committed or not; undefined before the first. */
  readonly lastRead: CycleRead | undefined;
  /** Entries, oldest first. */
  history(): readonly HistoryEntry[];
  snapshot(): CycleSnapshot;
}

/**
 * Creates a classifier, new or resumed.
 *
 * @param config parameters. @default CYCLE_V3
 * @param resume snapshot of a classifier with the same config.
 * @throws {UsageError} when the config is invalid or the snapshot has another version or config.
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

/** Day of a history, read at its close. */
export interface CycleDay {
  /** Open of the day, epoch ms. */
  readonly time: number;
  /** Report; undefined while no regime is committed. */
  readonly report: CycleReport | undefined;
  /** Read of that day, committed or not. */
  readonly read: CycleRead;
}

/**
 * Computes the regime of every day of a history, read once at each close.
 *
 * @param days days, oldest first.
 * @param config parameters. @default CYCLE_DAILY_V3
 * @param inputs function from the open of a day, epoch ms, to the optional inputs known at its close. @default none
 * @throws {UsageError} as {@link createCycle}, or when a day is not after the one before.
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
 * Generator form of {@link cycleDays}, for callers that do other work in between.
 *
 * @param days days, oldest first.
 * @param config parameters. @default CYCLE_DAILY_V3
 * @param inputs function from the open of a day, epoch ms, to the optional inputs known at its close. @default none
 * @throws {UsageError} as {@link createCycle}, or when a day is not after the one before.
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
