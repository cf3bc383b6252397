/**
 * The meme row of one symbol, fed one completed day at a time: what a service keeps between refreshes.
 * Equal to {@link memeRow} of all the days, field by field.
 */

import { checkBar, DAY_MS, sameConfig, UsageError, type Bar } from '@barograph/core';
import { createActivity, type ActivitySnapshot } from './activity.ts';
import { checkMemeConfig, MEME_V1, type MemeConfig } from './config.ts';
import { createCloseFeatures, type CloseFeaturesSnapshot } from './features.ts';
import { memeRegime, type MemeFeatures, type MemeRegimeOutput, type MemeRegimeState } from './regime.ts';
import { assembleMemeRow, type MemeDay, type MemeFacts, type MemeRow } from './row.ts';

/** Row of a meme coin that is fed day by day. */
export interface MemeTracker {
  /**
   * Commits a completed UTC day.
   *
   * @throws {UsageError} a bad bar, or a time that is no full day or not after the last. The state is then what it was.
   */
  day(bar: Bar): MemeDay;
  /** The row at a moment. @throws {UsageError} `asOf` is before the close of the last day. */
  row(facts: MemeFacts, asOf: number): MemeRow;
  /** Open of the first day, null before it: when the coin was listed, as far as the history reaches. */
  readonly firstDay: number | null;
  /** Returns of the last 30 days as fractions, oldest first; null unless all 31 closes are there. */
  returns(): Float64Array | null;
  /** Mean daily notional of the last 30 days, quote units; null below 7 days. */
  readonly notional30: number | null;
  snapshot(): MemeTrackerSnapshot;
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
 * A tracker, new or continued.
 *
 * @param resume a snapshot of a tracker with the same config, to continue from.
 * @throws {UsageError} a bad config, or a snapshot of another version or config.
 * @example
 * const tracker = createMemeTracker();
 * for (let i = 0; i < 260; i++) tracker.day(barAt(bars, i));
 * const later = createMemeTracker(MEME_V1, JSON.parse(JSON.stringify(tracker.snapshot())));
 * later.notional30 === tracker.notional30; // → true
 */
export function createMemeTracker(config: MemeConfig = MEME_V1, resume?: MemeTrackerSnapshot): MemeTracker {
  checkMemeConfig(config);
  if (resume !== undefined && (resume.version !== 1 || !sameConfig(resume.config, config))) {
    throw new UsageError(
      `"resume" expected a version 1 snapshot of ${JSON.stringify(config)}, got version ${resume.version} of ${JSON.stringify(resume.config)}`,
    );
  }
  const closeFeatures = createCloseFeatures(config, resume?.closes);
  const activity = createActivity(resume?.activity);
  const machine = memeRegime(config);
  let state = resume?.regime ?? machine.initial;
  let firstDay = resume?.firstDay ?? null;
  let lastDay = resume?.lastDay ?? null;

  return {
    day: (bar) => {
      checkBar(bar);
      // before all others, for it refuses days out of order
      const { ret1d, ret7d, ret30d, sma20ExtensionPct, extensionMax, shareOfHigh } = closeFeatures.next(bar);
      const { volSpike, volPctile30 } = activity.next(bar);
      const features = { ret1d, ret7d, ret30d, volSpike, volPctile30, sma20ExtensionPct, extensionMax, shareOfHigh };
      const step = machine.step(state, features);
      state = step.state;
      firstDay ??= bar.time;
      lastDay = dayOf(bar, features, step.output);
      return lastDay;
    },
    row: (facts, asOf) => {
      if (lastDay !== null && lastDay.time + DAY_MS > asOf) {
        throw new UsageError(`"asOf" expected a time from ${lastDay.time + DAY_MS} on, got ${asOf}`);
      }
      return assembleMemeRow(lastDay, facts, asOf, config);
    },
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
}
