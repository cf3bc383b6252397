import { candlesOf, DAY_MS, percentRank, quantile, type Bar } from '@barograph/core';
import { barsContract, barsOf, breaksContract, causalityContract, ohlcv, scaleContract } from '@barograph/testkit';
import type * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeToClose } from '../close-to-close.ts';
import { garmanKlass } from '../garman-klass.ts';
import { parkinson } from '../parkinson.ts';
import {
  VOLATILITY_REGIME_V1,
  VOLATILITY_REGIME_V2,
  volatilityRegimeLookback,
  type VolatilityRegimeConfig,
} from './config.ts';
import { createVolatilityRegime, volatilityRegime, type VolatilityRegimeSnapshot } from './regime.ts';

/** Shorter windows, so that short series reach every label. */
const EAGER: VolatilityRegimeConfig = {
  ...VOLATILITY_REGIME_V1,
  version: 'volatility-regime/eager',
  percentile: { days: 40, minDays: 10 },
  zScore: { days: 20, minDays: 5 },
  label: { days: 20, minDays: 4 },
  reversionDays: 5,
};
/** Whether a label or number is present. */
const isDefined = (value: unknown): boolean => value !== null && !Number.isNaN(value);

const days = (n: number, regime: 'calm' | 'wild' = 'wild'): fc.Arbitrary<ReturnType<typeof candlesOf>> =>
  ohlcv({ n: { min: 0, max: n }, interval: '1d', regime });

barsContract({
  name: 'the volatility regime',
  create: (resume?: VolatilityRegimeSnapshot) => createVolatilityRegime(EAGER, resume),
  columns: (bars) => ({ ...volatilityRegime(bars, EAGER) }),
  bars: days(55),
  defined: ({ regime }) => isDefined(regime),
});
causalityContract({
  name: 'the volatility regime',
  columns: (bars) => ({ ...volatilityRegime(bars, EAGER) }),
  bars: days(55),
});
scaleContract({
  name: 'the volatility regime',
  degree0: (bars) => ({ ...volatilityRegime(bars, EAGER) }),
  bars: days(55),
});

/** Rule of breaks over a short memory, so that short series trigger it. */
const BROKEN: VolatilityRegimeConfig = { ...EAGER, breaks: { quietBars: 2, maxGap: 3, maxJump: 5 } };

barsContract({
  name: 'the volatility regime with breaks',
  create: (resume?: VolatilityRegimeSnapshot) => createVolatilityRegime(BROKEN, resume),
  columns: (drawn) => ({ ...volatilityRegime(drawn, BROKEN) }),
  bars: days(55),
});
breaksContract({
  name: 'the volatility regime, version 2',
  create: (resume) => createVolatilityRegime(VOLATILITY_REGIME_V2, resume as VolatilityRegimeSnapshot | undefined),
  breaks: VOLATILITY_REGIME_V2.breaks!,
  label: ({ regime, rvGk7 }) => regime ?? (Number.isNaN(rvGk7) ? null : rvGk7),
  step: DAY_MS,
  lookback: 6,
  runs: 5,
});

/** A coin whose range swings between calm and wild. */
function swinging(n: number): Bar[] {
  return Array.from({ length: n }, (_, i) => {
    const width = 0.032 + 0.018 * Math.sin(i / 23) + 0.01 * Math.sin(i * 1.3);
    const open = 100 * (1 + 0.2 * Math.sin(i / 50));
    const close = open * (1 + width / 3);
    return { time: i * DAY_MS, open, high: open * (1 + width), low: open * (1 - width), close, volume: 10 };
  });
}
const bars = swinging(500);
const columns = volatilityRegime(candlesOf(bars));

describe('the columns', () => {
  it('[#401] carry close-to-close, Parkinson and Garman–Klass volatilities of 7 and 30 days', () => {
    const daily = candlesOf(bars);
    const of = (window: number) => ({ window, periodsPerYear: 365 });
    expect(columns.rvCc7).toMatchOracle(closeToClose(daily, of(7)));
    expect(columns.rvCc30).toMatchOracle(closeToClose(daily, of(30)));
    expect(columns.rvParkinson7).toMatchOracle(parkinson(daily, of(7)));
    expect(columns.rvParkinson30).toMatchOracle(parkinson(daily, of(30)));
    expect(columns.rvGk7).toMatchOracle(garmanKlass(daily, of(7)));
    expect(columns.rvGk30).toMatchOracle(garmanKlass(daily, of(30)));
  });

  it('[#403] aim at 60 % with the volatility of 30 days, within 0.25…3, in the batch and day by day', () => {
    const stream = createVolatilityRegime();
    const multipliers = barsOf(candlesOf(bars)).map((day) => stream.next(day).volTargetMultiplier);
    expect(multipliers).toEqual(Array.from(columns.volTargetMultiplier));
    columns.volTargetMultiplier.forEach((multiplier, i) => {
      expect(multiplier).toBe(Math.min(3, Math.max(0.25, 60 / columns.rvGk30[i]!)));
    });
    expect(new Set(columns.volTargetMultiplier).size).toBeGreaterThan(400);
  });

  it('are what each window says by itself [#402]', () => {
    for (const i of [119, 200, 364, 395, 499]) {
      const past = (column: Float64Array, n: number): number[] =>
        Array.from(column.subarray(Math.max(0, i + 1 - n), i + 1)).filter((value) => !Number.isNaN(value));
      const rank = percentRank(columns.rvGk30[i]!, past(columns.rvGk30, 365));
      expect(columns.volPctile30[i]).toBe(rank);
      expect(columns.termStructureRatio[i]).toBe(columns.rvGk7[i]! / columns.rvGk30[i]!);
      for (const [z, rv] of [
        [columns.rvZ30, columns.rvGk30],
        [columns.rvZ7, columns.rvGk7],
      ] as const) {
        const window = past(rv, 90);
        const mean = window.reduce((sum, x) => sum + x, 0) / window.length;
        const sd = Math.sqrt(window.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (window.length - 1));
        expect(z[i]).toMatchOracle((rv[i]! - mean) / sd, { rel: 1e-9, abs: 1e-12 });
      }
    }
  });

  it('have a first percentile on the 90th 30-day volatility, and z-scores on the 60th of each', () => {
    const first = (column: Float64Array): number => column.findIndex((value) => !Number.isNaN(value));
    expect(first(columns.rvGk30)).toBe(29);
    expect(first(columns.volPctile30)).toBe(29 + 89);
    expect(first(columns.rvZ30)).toBe(29 + 59);
    expect(first(columns.rvZ7)).toBe(6 + 59);
  });

  it('have a first regime after exactly the lookback', () => {
    expect(columns.regime.findIndex(isDefined)).toBe(volatilityRegimeLookback());
    expect(volatilityRegimeLookback()).toBe(88);
    expect(columns.daysInRegime.findIndex((n) => !Number.isNaN(n))).toBe(88);
  });

  it('label every day by the rules, written out naively', () => {
    const { rvGk7, rvGk30 } = columns;
    const window = (column: Float64Array, i: number, n: number): Float64Array =>
      column.slice(Math.max(0, i + 1 - n), i + 1);
    const known = (list: Float64Array): Float64Array => list.filter((value) => !Number.isNaN(value));
    const expected: (string | null)[] = [];
    for (let i = 0; i < bars.length; i++) {
      const [sevens, thirties] = [known(window(rvGk7, i, 90)), known(window(rvGk30, i, 90))];
      const now = rvGk7[i]!;
      if (thirties.length < 60) {
        expected.push(null);
        continue;
      }
      const ratio = now / rvGk30[i]!;
      const shockBefore = expected.slice(Math.max(0, i - 13), i).includes('vol_shock');
      const peak = Math.max(...window(rvGk7, i, 14));
      if (now >= quantile(sevens, 0.9) && now > quantile(sevens, 0.5)) expected.push('vol_shock');
      else if (shockBefore && now <= 0.85 * peak && now < rvGk7[i - 3]!) expected.push('mean_reverting');
      else if (percentRank(rvGk30[i]!, thirties) <= 25 && ratio <= 1) expected.push('compressed');
      else if (ratio >= 1.1 && now > rvGk7[i - 3]!) expected.push('expanding');
      else expected.push('normal');
    }
    expect(columns.rawRegime).toEqual(expected);
    expect(new Set(expected.slice(88)).size).toBe(5);
  });

  it('count days in the regime, and say which was before and when it changed', () => {
    let spell = 0;
    for (let i = 88; i < bars.length; i++) {
      const changed = i > 88 && columns.regime[i] !== columns.regime[i - 1];
      spell = changed || i === 88 ? 1 : spell + 1;
      expect(columns.daysInRegime[i]).toBe(spell);
      expect(columns.regimeChanged[i]).toBe(changed);
      if (changed) expect(columns.prevRegime[i]).toBe(columns.regime[i - 1]);
      else if (i > 88) expect(columns.prevRegime[i]).toBe(columns.prevRegime[i - 1]);
      expect(columns.daysCompressed[i]).toBe(columns.regime[i] === 'compressed' ? spell : 0);
    }
    expect(columns.prevRegime[88]).toBeNull();
  });
});

const bar = (i: number, price: number, width: number): Bar => ({
  time: i * DAY_MS,
  open: price,
  high: price * (1 + width),
  low: price / (1 + width),
  close: price,
  volume: 1,
});

describe('edge cases', () => {
  it('a coin that never moves has volatility 0, no term ratio, z-scores of 0, rank 50, the cap, and is normal', () => {
    const flat = volatilityRegime(candlesOf(Array.from({ length: 130 }, (_, i) => bar(i, 1, 0))));
    expect(flat.rvGk30[129]).toBe(0);
    expect(flat.termStructureRatio[129]).toBeNaN();
    expect([flat.rvZ30[129], flat.rvZ7[129], flat.volPctile30[129]]).toEqual([0, 0, 50]);
    expect([flat.volTargetMultiplier[129], flat.multiplierFloorDays[129]]).toEqual([3, 0]);
    expect(flat.regime.slice(88)).toEqual(Array.from({ length: 42 }, () => 'normal'));
  });

  it('[#404] counts the days in a row at the floor, from 240 % on', () => {
    // One range of ±w a day has Garman–Klass volatility 100·√(365·½·(2·ln(1+w))²).
    const width = (volatility: number): number => Math.exp(volatility / 100 / Math.sqrt(2 * 365)) - 1;
    const wild = Array.from({ length: 33 }, (_, i) => bar(i, 1, width(241)));
    const calm = Array.from({ length: 3 }, (_, i) => bar(33 + i, 1, width(10)));
    const { multiplierFloorDays, rvGk30 } = volatilityRegime(candlesOf([...wild, ...calm]));
    expect(rvGk30[32]).toBeCloseTo(241, 6);
    expect(Array.from(multiplierFloorDays.subarray(28))).toEqual([NaN, 1, 2, 3, 4, 0, 0, 0]);
  });

  it('a hole of two days keeps the volatilities, one of three blanks them until the window is whole, and begins anew', () => {
    const holed = (hole: number): Bar[] =>
      bars.slice(0, 200).map((day) => ({ ...day, time: day.time + (day.time >= 150 * DAY_MS ? hole * DAY_MS : 0) }));
    const two = volatilityRegime(candlesOf(holed(2)));
    expect(two.rvGk7[150]).toBe(columns.rvGk7[150]);
    const three = volatilityRegime(candlesOf(holed(3)));
    expect(Array.from(three.rvGk7.subarray(149, 158), Number.isNaN)).toEqual([
      false,
      ...Array.from({ length: 6 }, () => true),
      false,
      false,
    ]);
    expect(three.rvGk30.slice(150, 179).every(Number.isNaN)).toBe(true);
    expect(three.regime[149]).not.toBeNull();
    expect(three.regime.slice(150, 179).every((regime) => regime === null)).toBe(true);
    expect([three.daysInRegime[179], three.prevRegime[179], three.regimeChanged[179]]).toEqual([1, null, false]);
  });

  it('refuses a snapshot of another config', () => {
    expect(() => createVolatilityRegime(VOLATILITY_REGIME_V1, createVolatilityRegime(EAGER).snapshot())).toThrow(
      /"resume" expected a version 1 snapshot of \{"version":"volatility-regime\/1"/,
    );
  });

  it('refuses a bad day and keeps its state', () => {
    const stream = createVolatilityRegime();
    for (const day of barsOf(candlesOf(bars.slice(0, 40)))) stream.next(day);
    const before = stream.snapshot();
    expect(() => stream.next({ ...bars[40]!, high: NaN })).toThrow('"high" expected a finite price > 0, got NaN');
    expect(stream.snapshot()).toEqual(before);
  });
});
