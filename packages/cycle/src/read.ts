/** Read of a moment: signals, the regime that they give without memory, and the breadth behind it. */

import { DAY_MS, type BreakReason } from '@barograph/core';
import { doubtOf, type BreadthStanding } from './breadth-doubt.ts';
import type { CycleUniverse } from './breadth-signals.ts';
import { btcSignals, type BtcDays, type LiveDay } from './btc-signals.ts';
import type { CycleConfig } from './config.ts';
import { rawRead, type RawRead } from './raw.ts';
import { NO_SIGNALS, type CycleSignal, type CycleSignals } from './signals.ts';
import type { CycleRegime } from './taxonomy.ts';
import type { Universe } from './universe.ts';

/** Signals that bars do not contain. */
export type OptionalSignal = 'domChg90' | 'stable90' | 'funding7' | 'oiChg7' | 'liqZ' | 'depegMinutes';

/** Optional inputs known at a moment. Values are in the unit of the signal, times epoch ms. */
export type OptionalInputs = { readonly [Name in OptionalSignal]?: { readonly value: number; readonly at: number } };

/** Days of the market so far. */
interface CycleDays {
  readonly btc: BtcDays;
  readonly universe: Universe;
}

/** Read of a moment, before the commit machine. */
export interface CycleRead {
  /** Moment of the read, epoch ms. */
  readonly at: number;
  readonly signals: CycleSignals;
  /** Time of each signal, epoch ms; null when unknown. */
  readonly signalTimes: Readonly<Record<CycleSignal, number | null>>;
  readonly raw: RawRead;
  readonly universe: CycleUniverse;
  readonly breadth: BreadthStanding;
  /** Ids of other regimes that similar universes may read. */
  readonly breadthReads: readonly CycleRegime[];
  /** Breaks of Bitcoin's days: a halt, or a restarted history without a long average yet; absent without breaks. */
  readonly quality?: readonly BreakReason[];
}

/** Signals that the current day changes. */
const LIVE: ReadonlySet<CycleSignal> = new Set<CycleSignal>([
  'd200',
  'ddAth',
  'offLow',
  'r1',
  'z1',
  'intradayLow',
  'lowZ',
]);

/**
 * Reads a moment from the days so far.
 *
 * @param live current day of Bitcoin, if known.
 */
export function cycleRead(
  { btc, universe }: CycleDays,
  config: CycleConfig,
  at: number,
  live: LiveDay | undefined,
  inputs: OptionalInputs,
): CycleRead {
  const ofBtc = btcSignals(btc, live);
  const ofCoins = universe.signals();
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
  const raw = rawRead(signals, config.rules);
  const { standing, otherReads } = doubtOf(signals, raw, config.rules, config.breadth);
  return {
    at,
    signals,
    signalTimes,
    raw,
    universe: universe.about(),
    breadth: standing,
    breadthReads: otherReads,
  };
}
