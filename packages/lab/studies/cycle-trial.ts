/**
 * Trials of the long-horizon classifier's rules on real history. The signals of every day are made once; a trial runs
 * only the raw read and the commit machine on them, which is what makes hundreds of trials cheap.
 */

import { DAY_MS } from '@barograph/core';
import {
  breadthSignals,
  btcSignals,
  COMMIT_DAILY_V1,
  CYCLE_BREADTH_V1,
  CYCLE_DAILY_V1,
  CYCLE_DAILY_V2,
  commitMachine,
  NO_DAYS,
  NO_SIGNALS,
  NO_UNIVERSE,
  rawRead,
  withCoins,
  withDay,
  type Between,
  type BreadthConfig,
  type CommitConfig,
  type CycleConfig,
  type CycleRegime,
  type CycleRules,
  type CycleSignals,
  type CycleSide,
} from '@barograph/cycle';
import { marketHistory, missingHistory } from '../../../test/cycle-history.ts';
import { referenceDays } from '../../../test/cycle-reference.ts';
import { measureWindows, type CycleWindow, type SaidDay } from '../../../test/cycle-windows.ts';

/** The signals at the close of a day. */
export interface SignalDay {
  /** Open of the day, epoch ms. */
  readonly time: number;
  readonly signals: CycleSignals;
}

if (missingHistory !== undefined) {
  console.error(`nothing to read: ${missingHistory}`);
  process.exit(2);
}

/** The classifier on trial: the default, or with `--v1` the first. */
export const TRIED: CycleConfig = process.argv.includes('--v1') ? CYCLE_DAILY_V1 : CYCLE_DAILY_V2;

/** The signals of every day that the data folder has, from 2014-09; with the universe of version 1 unless told. */
export async function historySignals(breadth: BreadthConfig = CYCLE_BREADTH_V1): Promise<readonly SignalDay[]> {
  let btc = NO_DAYS;
  let universe = NO_UNIVERSE;
  return (await marketHistory()).map((day) => {
    const { time } = day.btc;
    btc = withDay(btc, day.btc);
    universe = withCoins(universe, time, day.coins, breadth);
    const signals = { ...NO_SIGNALS, ...btcSignals(btc), ...breadthSignals(universe, breadth) };
    return { time, signals };
  });
}

/** The same of the reference series, which has another universe and another source of Bitcoin's days, from 2017-12-31. */
export function referenceSignals(): readonly SignalDay[] {
  return referenceDays().map(({ date, signals }) => ({ time: Date.parse(date), signals }));
}

/** Reading of one day's signals, without memory. */
export type Reader = (signals: CycleSignals) => CycleRegime | null;

/** The reader of a set of rules. */
export function readerOf(rules: CycleRules): Reader {
  return (signals) => rawRead(signals, rules).regime;
}

/** The committed regime of every day, read once at its close. */
export function committedDays(
  days: readonly SignalDay[],
  read: Reader,
  config: CommitConfig = COMMIT_DAILY_V1,
): readonly SaidDay[] {
  const { initial, step } = commitMachine(config);
  let state = initial;
  return days.map(({ time, signals }) => {
    const next = step(state, { at: time + DAY_MS, raw: read(signals) });
    state = next.state;
    const { committed } = next.output;
    return { time, report: committed === null ? undefined : { regime: committed } };
  });
}

/** Passed windows, and the mean share of days in an allowed regime. */
export interface Result {
  readonly passed: number;
  readonly share: number;
}

/** Results of a sequence of days in some windows. */
export function resultOf(days: readonly SaidDay[], windows: readonly CycleWindow[]): Result {
  const measured = measureWindows(days, windows);
  return {
    passed: measured.filter(({ passed }) => passed).length,
    share: measured.reduce((sum, { share }) => sum + share, 0) / measured.length,
  };
}

/** Share of the days on which two sequences say the same, from a moment on. */
export function agreement(a: readonly SaidDay[], b: readonly SaidDay[], from: number): number {
  const both = a.flatMap(({ time, report }, i) => (time < from ? [] : [report?.regime === b[i]!.report?.regime]));
  return both.filter(Boolean).length / both.length;
}

/** One run of days in the same committed regime. */
export interface Spell {
  readonly regime: CycleRegime;
  readonly from: number;
  days: number;
}

/** The spells of a sequence, oldest first. */
export function spellsOf(days: readonly SaidDay[]): readonly Spell[] {
  const spells: Spell[] = [];
  let last: Spell | undefined;
  for (const { time, report } of days) {
    if (report === undefined) last = undefined;
    else if (last?.regime === report.regime) last.days++;
    else spells.push((last = { regime: report.regime, from: time, days: 1 }));
  }
  return spells;
}

/** A number of the rules that may be moved; moving a copy leaves the original alone. */
type Move = (value: number, kind: 'cutoff' | 'width', width: number) => number;

/** The rules with every cutoff and width moved, each by itself, in the order in which they stand. */
export function movedRules(rules: CycleRules, move: Move): CycleRules {
  const side = <Kind extends CycleSide | Between>(condition: Kind): Kind => {
    const { width } = condition;
    const cutoffs =
      condition.op === 'in'
        ? { low: move(condition.low, 'cutoff', width), high: move(condition.high, 'cutoff', width) }
        : { cutoff: move(condition.cutoff, 'cutoff', width) };
    return { ...condition, ...cutoffs, width: move(width, 'width', width) };
  };
  return {
    ...rules,
    shocks: rules.shocks.map((gates) => gates.map(side)),
    states: rules.states.map((state) => ({
      ...state,
      gates: state.gates.map((gate) => (gate.op === 'any' ? { ...gate, of: gate.of.map(side) } : side(gate))),
      evidence: state.evidence.map(side),
    })),
  };
}

/** The value below which a share of the values lies, the nearest rank. */
export function ranked(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))]!;
}

export const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
