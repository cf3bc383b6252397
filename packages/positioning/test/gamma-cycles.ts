/** Cycles of a coin for the tests of this folder: ladders written by hand, and hours of samples. */

import { HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import type { LadderBin } from '../src/ladder/records.ts';
import type { GammaSample } from '../src/gamma/context.ts';
import type { GammaInput } from '../src/gamma/gamma.ts';

export const START: number = Date.UTC(2026, 0, 1);

/** Notional of a bin: index in the grid, longs and shorts, USD. */
export type BinEntry = readonly [index: number, long: number, short: number];

/** Bins of a ladder, ascending. */
export function binsOf(mark: number, entries: readonly BinEntry[]): LadderBin[] {
  return entries
    .map(([index, long, short]) => ({
      index,
      low: mark * (1 + 0.005 * index),
      high: mark * (1 + 0.005 * (index + 1)),
      long,
      short,
      total: long + short,
    }))
    .sort((a, b) => a.index - b.index);
}

/** A cycle with 20 makers of skew `skew`, and a ladder of two bins; any field may be replaced. */
export function cycle({
  time = START,
  mark = 100,
  bins = [
    [-30, 700, 0],
    [30, 0, 300],
  ],
  flip = null,
  skew = 0,
  accounts = 20,
  fundingRate = 2e-5,
  openInterestChangePct = 0,
}: {
  readonly time?: number;
  readonly mark?: number;
  readonly bins?: readonly BinEntry[];
  readonly flip?: number | null;
  /** Null: the makers hold nothing. */
  readonly skew?: number | null;
  readonly accounts?: number;
  readonly fundingRate?: number | null;
  readonly openInterestChangePct?: number | null;
} = {}): GammaInput {
  const makers =
    skew === null
      ? { long: 0, short: 0, accounts }
      : { long: 500_000 * (1 + skew), short: 500_000 * (1 - skew), accounts };
  const ladder = { version: 'ladder/1' as const, coin: 'BTC', mark, bins: binsOf(mark, bins), flip, levels: [] };
  return { time, ladder, makers, fundingRate, openInterestChangePct };
}

/** A sample of the hour `at` after {@link START} with every metric known. */
export function sampleAt(at: number, changes: Partial<GammaSample> = {}): GammaSample {
  return {
    time: START + at * HOUR_MS,
    nearDensity: 5,
    distToFlipPct: 1,
    skew: 0.1,
    makerGross: 1e6,
    makerAccounts: 20,
    score: 0.4,
    fundingRate: 2e-5,
    openInterestChangePct: 0,
    ...changes,
  };
}

const thousandths = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: min * 1000, max: max * 1000 }).map((value) => value / 1000);

/** Samples of successive hours, some of them missing, with every metric known. */
export const knownSamples: fc.Arbitrary<GammaSample[]> = fc
  .array(
    fc.record({
      hours: fc.constantFrom(1, 1, 1, 1, 1, 2, 30),
      nearDensity: thousandths(0, 100),
      distToFlipPct: thousandths(-30, 30),
      skew: thousandths(-1, 1),
      score: fc.integer({ min: 0, max: 100 }).map((points) => points / 100),
      fundingRate: fc.constantFrom(1.25e-5, 1.25e-5, 1.3e-5, -2e-6, 4e-5),
    }),
    { maxLength: 90, size: 'max' },
  )
  .map((all) => {
    let hour = 0;
    return all.map(({ hours, ...metrics }) => sampleAt((hour += hours), metrics));
  });

/** Cycles 5 minutes or more apart, with any values a market may show. */
export const cycles: fc.Arbitrary<GammaInput[]> = fc
  .array(
    fc.record({
      minutes: fc.constantFrom(5, 20, 60, 60, 60, 60, 200),
      mark: fc.integer({ min: 1, max: 1_000_000 }).map((ticks) => ticks / 100),
      bins: fc.uniqueArray(
        fc
          .tuple(fc.integer({ min: -100, max: 99 }), fc.nat({ max: 1_000_000 }))
          .map(([index, usd]): BinEntry => [index, index < 0 ? usd + 1 : 0, index < 0 ? 0 : usd + 1]),
        { maxLength: 12, selector: ([index]) => index },
      ),
      flipPct: fc.option(thousandths(-30, 30), { nil: null }),
      skew: fc.option(thousandths(-1, 1), { nil: null, freq: 30 }),
      accounts: fc.integer({ min: 15, max: 25 }),
      fundingRate: fc.option(fc.constantFrom(1.25e-5, 1.3e-5, -2e-6, 4e-5), { nil: null, freq: 6 }),
      openInterestChangePct: fc.option(thousandths(-20, 20), { nil: null }),
    }),
    { minLength: 1, maxLength: 110, size: 'max' },
  )
  .map((all) => {
    let time = START;
    return all.map(({ minutes, flipPct, mark, ...rest }) => {
      time += minutes * 60_000;
      return cycle({ ...rest, mark, time, flip: flipPct === null ? null : mark * (1 + flipPct / 100) });
    });
  });
