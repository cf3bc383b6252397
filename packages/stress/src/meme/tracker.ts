/**
 * Incremental meme row of one symbol, fed one complete day at a time: the state that a service keeps between refreshes.
 * Equals {@link memeRow} of all the days, field by field.
 */

import {
  acrossBreaks,
  assertNextBar,
  DAY_MS,
  sameConfig,
  UsageError,
  type Bar,
  type Stream,
  type WithBreaks,
} from '@barograph/core';
import { createActivity, type ActivitySnapshot } from './activity.ts';
import { checkMemeConfig, MEME_V2, type MemeConfig } from './config.ts';
import { createCloseFeatures, type CloseFeaturesSnapshot } from './features.ts';
import { memeRegime, type MemeFeatures, type MemeRegimeOutput, type MemeRegimeState } from './regime.ts';
import { assembleMemeRow, NO_DAY, type MemeDay, type MemeFacts, type MemeRow } from './row.ts';

/** Incremental meme row. */
export interface MemeTracker {
  /**
   * Commits a complete UTC day.
   *
   * @throws {UsageError} when the bar is invalid, not a full day, or not after the last; the state is then unchanged.
   */
  day(bar: Bar): MemeDay;
  /** Computes the row at `asOf`. @throws {UsageError} when `asOf` is before the close of the last day. */
  row(facts: MemeFacts, asOf: number): MemeRow;
  /** Open of the first day, epoch ms, null before it: the listing date as far as the history reaches. */
  readonly firstDay: number | null;
  /** Returns of the last 30 days, fractions, oldest first; null unless all 31 closes exist, and in a halt. */
  returns(): Float64Array | null;
  /** Mean daily notional of the last 30 days, quote units; null below 7 days, and in a halt. */
  readonly notional30: number | null;
  snapshot(): WithBreaks<MemeTrackerSnapshot>;
}

/** JSON-safe state of {@link createMemeTracker}. */
export interface MemeTrackerSnapshot {
  readonly version: 1;
  readonly config: MemeConfig;
  readonly closes: CloseFeaturesSnapshot;
  readonly activity: ActivitySnapshot;
  readonly regime: MemeRegimeState;
  readonly firstDay: number | null;
  readonly lastDay: MemeDay | null;
}

const nullAt = (value: number): number | null => (Number.isNaN(value) ? null : value);

function dayOf({ time, close }: Bar, features: MemeFeatures, regime: MemeRegimeOutput): MemeDay {
  return {
    time,
    close,
    regime: regime.regime,
    daysInRegime: regime.daysInRegime,
    prevRegime: regime.prevRegime,
    regimeChanged: regime.regimeChanged,
    ret1d: nullAt(features.ret1d),
    ret7d: nullAt(features.ret7d),
    ret30d: nullAt(features.ret30d),
    volSpike: nullAt(features.volSpike),
    volPctile30: nullAt(features.volPctile30),
    sma20ExtensionPct: nullAt(features.sma20ExtensionPct),
    extensionMax: nullAt(features.extensionMax),
    shareOfHigh: nullAt(features.shareOfHigh),
  };
}

/**
 * Creates a tracker, new or resumed.
 *
 * @param config parameters. @default MEME_V2
 * @param resume snapshot of a tracker with the same config, to resume.
 * @throws {UsageError} when the config is invalid or the snapshot has another version or config.
 * @example
 * const tracker = createMemeTracker();
 * for (let i = 0; i < 260; i++) tracker.day(barAt(bars, i));
 * const later = createMemeTracker(MEME_V2, JSON.parse(JSON.stringify(tracker.snapshot())));
 * later.notional30 === tracker.notional30; // → true
 */
export function createMemeTracker(config: MemeConfig = MEME_V2, resume?: WithBreaks<MemeTrackerSnapshot>): MemeTracker {
  checkMemeConfig(config);
  if (resume !== undefined && (resume.version !== 1 || !sameConfig(resume.config, config))) {
    throw new UsageError(
      `"resume" expected a version 1 snapshot of ${JSON.stringify(config)}, got version ${resume.version} of ${JSON.stringify(resume.config)}`,
    );
  }
  let days = createDays(config);
  const stream = acrossBreaks<MemeDay, MemeTrackerSnapshot>(
    config.breaks,
    {
      create: (from) => (days = createDays(config, from)),
      silent: ({ time, close }) => ({ time, close, ...NO_DAY }),
    },
    resume,
  );
  let firstDay = resume?.firstDay ?? null;
  let lastDay = resume?.lastDay ?? null;

  return {
    day: (bar) => {
      assertNextBar(bar, 'day', lastDay?.time);
      lastDay = stream.next(bar);
      // A coin that returns after a gap is not a new listing.
      firstDay = (stream.restarted === 'gap' ? firstDay : null) ?? days.firstDay;
      return lastDay;
    },
    row: (facts, asOf) => {
      if (lastDay !== null && lastDay.time + DAY_MS > asOf) {
        throw new UsageError(`"asOf" expected a time from ${lastDay.time + DAY_MS} on, got ${asOf}`);
      }
      return assembleMemeRow(lastDay, facts, asOf, config, stream);
    },
    get firstDay() {
      return firstDay;
    },
    returns: () => (stream.isHalted ? null : days.returns()),
    get notional30() {
      return stream.isHalted ? null : days.notional30;
    },
    snapshot: () => ({ ...stream.snapshot(), firstDay, lastDay }),
  };
}

interface Days extends Stream<Bar, MemeDay, MemeTrackerSnapshot>, Pick<MemeTracker, 'returns'> {
  readonly firstDay: number | null;
  readonly notional30: number | null;
}

/** Days without a rule of breaks. */
function createDays(config: MemeConfig, resume?: MemeTrackerSnapshot): Days {
  const closeFeatures = createCloseFeatures(config, resume?.closes);
  const activity = createActivity(resume?.activity);
  const machine = memeRegime(config);
  let state = resume?.regime ?? machine.initial;
  let firstDay = resume?.firstDay ?? null;
  let lastDay = resume?.lastDay ?? null;
  const self: Days = {
    next: (bar) => {
      // first, because it refuses days out of order
      const { ret1d, ret7d, ret30d, sma20ExtensionPct, extensionMax, shareOfHigh } = closeFeatures.next(bar);
      const { volSpike, volPctile30 } = activity.next(bar);
      const features = { ret1d, ret7d, ret30d, volSpike, volPctile30, sma20ExtensionPct, extensionMax, shareOfHigh };
      const step = machine.step(state, features);
      state = step.state;
      firstDay ??= bar.time;
      lastDay = dayOf(bar, features, step.output);
      return lastDay;
    },
    peek: (bar) => createDays(config, self.snapshot()).next(bar),
    get firstDay() {
      return firstDay;
    },
    returns: () => closeFeatures.closes.returns(),
    get notional30() {
      return nullAt(activity.notional30());
    },
    snapshot: () => ({
      version: 1,
      config,
      closes: closeFeatures.snapshot(),
      activity: activity.snapshot(),
      regime: state,
      firstDay,
      lastDay,
    }),
  };
  return self;
}
