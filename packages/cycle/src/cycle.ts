/** The long-horizon regime from days to reports: signals, raw read, commit machine and history, composed. */

import { DAY_MS, sameConfig, UsageError, type Bar } from '@barograph/core';
import { breadthSignals, NO_UNIVERSE, withCoins, type CoinDay, type UniverseDays } from './breadth-signals.ts';
import { btcSignals, NO_DAYS, withDay, type BtcDays, type LiveDay } from './btc-signals.ts';
import { commitMachine, type CommitState } from './commit.ts';
import { checkCycleConfig, CYCLE_DAILY_V1, CYCLE_V1, type CycleConfig } from './config.ts';
import { withEnd, withObservation, type HistoryEntry } from './history.ts';
import { rawRead } from './raw.ts';
import { cycleReport, type CycleReport } from './report.ts';
import { NO_SIGNALS, type CycleSignal, type CycleSignals } from './signals.ts';

/** A day of the market, completed. */
export interface MarketDay {
  readonly btc: Bar;
  /** The coins that traded, Bitcoin among them, without stablecoins and wrapped twins; empty where they are unknown. */
  readonly coins: readonly CoinDay[];
}

/** Signals that bars do not give. */
export type OptionalSignal = 'domChg90' | 'stable90' | 'funding7' | 'oiChg7' | 'liqZ' | 'depegMinutes';

/** Optional inputs known at a moment. */
export type OptionalInputs = { readonly [Name in OptionalSignal]?: { readonly value: number; readonly at: number } };

/** JSON-safe state of {@link createCycle}. */
export interface CycleSnapshot {
  readonly version: 1;
  readonly config: CycleConfig;
  readonly btc: BtcDays;
  readonly universe: UniverseDays;
  readonly commit: CommitState;
  readonly history: readonly HistoryEntry[];
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
  /** Oldest first. */
  history(): readonly HistoryEntry[];
  snapshot(): CycleSnapshot;
}

/**
 * A classifier, new or continued.
 *
 * @param resume a snapshot of one with the same config.
 * @throws {UsageError} a bad config, or a snapshot of another version or config.
 */
export function createCycle(config: CycleConfig = CYCLE_V1, resume?: CycleSnapshot): Cycle {
  checkCycleConfig(config);
  if (resume !== undefined && (resume.version !== 1 || !sameConfig(resume.config, config))) {
    throw new UsageError(
      `"resume" expected a version 1 snapshot of ${config.version}, got version ${resume.version} of ${resume.config.version}`,
    );
  }
  const machine = commitMachine(config.commit);
  let btc = resume?.btc ?? NO_DAYS;
  let universe = resume?.universe ?? NO_UNIVERSE;
  let commit = resume?.commit ?? machine.initial;
  let history = resume?.history ?? [];
  return {
    day: (day) => {
      btc = withDay(btc, day.btc);
      universe = withCoins(universe, day.btc.time, day.coins, config.breadth);
    },
    refresh: (at, live, inputs = {}) => {
      const { signals, signalTimes } = signalsAt(btc, universe, config, at, live, inputs);
      const read = rawRead(signals, config.rules);
      const before = commit;
      commit = machine.step(commit, { at, raw: read.regime }).state;
      if (commit.phase === 'unset') {
        history = withEnd(history, at);
        return undefined;
      }
      const report = cycleReport({ state: commit, signals, signalTimes, read }, config);
      if (commit === before) return report;
      const { regime, rationale, stage, euphoriaScore } = report;
      history = withObservation(history, {
        at,
        regime,
        rationale,
        ...(stage === undefined ? {} : { stage }),
        ...(euphoriaScore === undefined ? {} : { euphoriaScore }),
      });
      return report;
    },
    get lastDay() {
      return btc.lows.at(-1)?.time ?? null;
    },
    history: () => history,
    snapshot: () => ({ version: 1, config, btc, universe, commit, history }),
  };
}

/** Signals that a running day changes. */
const LIVE: ReadonlySet<CycleSignal> = new Set<CycleSignal>(['d200', 'ddAth', 'offLow', 'r1', 'z1', 'intradayLow']);

function signalsAt(
  btc: BtcDays,
  universe: UniverseDays,
  config: CycleConfig,
  at: number,
  live: LiveDay | undefined,
  inputs: OptionalInputs,
): { readonly signals: CycleSignals; readonly signalTimes: Record<CycleSignal, number | null> } {
  const ofBtc = btcSignals(btc, live);
  const ofCoins = breadthSignals(universe, config.breadth);
  const signals: Record<CycleSignal, number | null> = { ...NO_SIGNALS, ...ofBtc, ...ofCoins };
  const closed = (time: number | null | undefined): number | null =>
    time === null || time === undefined ? null : time + DAY_MS;
  const signalTimes: Record<CycleSignal, number | null> = { ...NO_SIGNALS };
  const stamp = (names: object, time: number | null): void => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- records of signals
    for (const name of Object.keys(names) as CycleSignal[]) {
      const own = live !== undefined && LIVE.has(name) ? at : time;
      signalTimes[name] = signals[name] === null ? null : own;
    }
  };
  stamp(ofBtc, closed(btc.lows.at(-1)?.time));
  stamp(ofCoins, closed(universe.time));
  for (const [name, input] of Object.entries(inputs)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the inputs are names of signals
    const signal = name as OptionalSignal;
    signals[signal] = input.value;
    signalTimes[signal] = input.at;
  }
  return { signals, signalTimes };
}

/** A day of a history, read at its close. */
export interface CycleDay {
  /** Open of the day, epoch ms. */
  readonly time: number;
  readonly report: CycleReport | undefined;
}

/**
 * The regime of every day of a history, read once at each close.
 *
 * @param days oldest first.
 * @param inputs what else was known at the close of a day, by its open.
 */
export function cycleDays(
  days: readonly MarketDay[],
  config: CycleConfig = CYCLE_DAILY_V1,
  inputs: (time: number) => OptionalInputs = () => ({}),
): readonly CycleDay[] {
  const cycle = createCycle(config);
  return days.map((day) => {
    cycle.day(day);
    const { time } = day.btc;
    return { time, report: cycle.refresh(time + DAY_MS, undefined, inputs(time)) };
  });
}
