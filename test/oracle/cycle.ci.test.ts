/**
 * The long-horizon classifier against the reference series of the data folder: its signals from its own daily returns,
 * its raw labels from its own signals, its committed labels from its own raw labels.
 */

import { DAY_MS } from '@barograph/core';
import {
  btcSignals,
  COMMIT_DAILY_V1,
  commitMachine,
  LONG_REGIME_V1,
  LONG_REGIME_V2,
  NO_DAYS,
  rawRead,
  withDay,
  type BtcSignals,
} from '@barograph/cycle';
import { describe, expect, it } from 'vitest';
import { missingReference, referenceDays } from '../cycle-reference.ts';

describe.skipIf(missingReference !== undefined)(
  'the reference series of the long-horizon regime (needs ../shared/data)',
  () => {
    const series = missingReference === undefined ? referenceDays() : [];

    it('gives the raw labels of its signals on every day with breadth; the days without are named', () => {
      const others = series.filter(({ signals, raw }) => rawRead(signals, LONG_REGIME_V1).regime !== raw);
      expect(series.length).toBe(2770);
      // There the series dropped the gates that lack their input, or took the best of faint scores; here a state without
      // its inputs cannot be judged, and a faint best is then no read.
      expect(others.every(({ signals }) => signals.b200 === null)).toBe(true);
      expect(others.length).toBe(61);
      expect(others.at(-1)!.date < '2018-06-01').toBe(true);
    });

    it('differs with the rules of version 2 on two days with breadth, both shocks of a calm month', () => {
      const known = series.filter(({ signals }) => signals.b200 !== null);
      const others = known.filter(({ signals, raw }) => rawRead(signals, LONG_REGIME_V2).regime !== raw);
      expect(known.length).toBeGreaterThan(2600);
      expect(others.map(({ date, signals }) => [date, rawRead(signals, LONG_REGIME_V2).regime])).toEqual([
        // at the other source of days this one is a shock in percent, too
        ['2022-11-08', 1],
        ['2023-08-17', 1],
      ]);
    });

    it('gives the committed labels of its raw labels, day by day, at one refresh a day', () => {
      const { initial, step } = commitMachine(COMMIT_DAILY_V1);
      let state = initial;
      for (const { date, raw, committed } of series) {
        const { state: next, output } = step(state, { at: Date.parse(date) + DAY_MS, raw });
        state = next;
        expect([date, output.committed]).toEqual([date, committed]);
      }
    });

    it('has the signals that its daily returns make, to the six digits that it is printed with', () => {
      let days = NO_DAYS;
      let price = 10_000;
      const worst: Partial<Record<keyof BtcSignals, number>> = {};
      const compared: Partial<Record<keyof BtcSignals, number>> = {};
      for (const { date, signals } of series) {
        price *= 1 + signals.r1!;
        const bar = { open: price, high: price, low: price, close: price, volume: 1 };
        days = withDay(days, { time: Date.parse(date), ...bar });
        const ours = btcSignals(days);
        for (const name of ['r3', 'r7', 'r30', 'r90', 'd200', 'slope200', 'rv30Pctile', 'rvRatio', 'z1'] as const) {
          const [value, theirs] = [ours[name], signals[name]];
          if (value === null || theirs === null) continue;
          worst[name] = Math.max(worst[name] ?? 0, Math.abs(value - theirs));
          compared[name] = (compared[name] ?? 0) + 1;
        }
      }
      expect(Object.values(compared).every((count) => count > 2300)).toBe(true);
      // six digits of a return are 5e-7 a day; z1 and the ratio divide by a volatility of about 0.03
      for (const name of ['r3', 'r7', 'r30', 'r90', 'd200', 'slope200', 'rv30Pctile', 'rvRatio'] as const) {
        expect(worst[name]!).toBeLessThan(1e-5);
      }
      expect(worst.z1!).toBeLessThan(5e-5);
    });
  },
);
