/** Tails of every book before every tested bar, by the engine and by its rivals. */

import { HOUR_MS } from '@barograph/core';
import seedrandom from 'seedrandom';
import { drawScenarios, type RiskConfig, type RiskHorizon, type RiskPanel } from '@barograph/risk';
import type { StudyBook } from './portfolio-books.ts';
import { PURGE } from './portfolio-inputs.ts';
import {
  barsOf,
  bookDeviations,
  ewmaCovariances,
  fitDegrees,
  garchCovariances,
  type Bars,
  type Covariances,
} from './portfolio-rivals.ts';
import { LEVELS, sampleTails, studentTails, type StudyTail } from './portfolio-tails.ts';

const DAY = 24;
/** Days of returns of historical simulation. */
export const HISTORY_DAYS = 500;

/** Span of a test, and what is tested. */
export interface TestSpan {
  readonly horizon: RiskHorizon;
  /** Epoch ms of the first origin, and the end of the last outcome. */
  readonly from: number;
  readonly to: number;
  readonly config: RiskConfig;
}

/** Bars of a panel with the places of a test. */
export interface TestBars extends Bars {
  /** Tested bars: `[first, end)`. */
  readonly first: number;
  readonly end: number;
  /** Bars that end `PURGE` hours before the test. */
  readonly learnt: number;
}

/** Bars of a horizon, and which are tested. */
export function testBars(panel: RiskPanel, { horizon, from, to }: TestSpan): TestBars {
  const bars = barsOf(panel, horizon);
  const begins = Array.from(bars.origins, (row) => panel.first + (row + 1) * HOUR_MS);
  const ended = (moment: number): number => begins.filter((time) => time + bars.steps * HOUR_MS <= moment).length;
  const first = begins.findIndex((time) => time >= from);
  return { ...bars, first, end: ended(to), learnt: ended(from - PURGE * HOUR_MS) };
}

/** Tails by level of one book: one list per level, one tail per tested bar. */
export type BookTails = readonly (readonly StudyTail[])[];

/** Return of a book over the tested bars. */
export function outcomesOf({ returns, first, end }: TestBars, { weights }: StudyBook): Float64Array {
  return Float64Array.from({ length: end - first }, (_, k) =>
    weights.reduce((sum, weight, i) => (weight === 0 ? sum : sum + weight * returns[i]![first + k]!), 0),
  );
}

/** Worlds in which the engine is right: each bar of each comes out as one of its scenarios, the same for all books. */
export const WORLDS = 400;

/** Forecasts of the engine. */
export interface EngineTails {
  readonly tails: readonly BookTails[];
  /** Hits by level, then by book and world, had the engine been right. */
  readonly worlds: readonly Uint16Array[];
}

/**
 * Tails of the engine: scenarios are drawn before each bar, once for all books.
 *
 * @throws {Error} a coin without scenarios.
 */
export function engineTails(
  panel: RiskPanel,
  bars: TestBars,
  books: readonly StudyBook[],
  config: RiskConfig,
): EngineTails {
  const names = panel.coins.map(({ coin }) => coin);
  const tails = books.map(() => LEVELS.map((): StudyTail[] => []));
  const worlds = LEVELS.map(() => new Uint16Array(books.length * WORLDS));
  const came = new Float64Array(WORLDS);
  const legs = books.map(({ weights }) => Array.from(weights.keys()).filter((i) => weights[i] !== 0));
  for (let k = bars.first; k < bars.end; k++) {
    const at = panel.first + bars.origins[k]! * HOUR_MS;
    const { coins, leftOut, count } = drawScenarios(panel, names, { horizon: bars.horizon, at, config });
    if (leftOut.length > 0) throw new Error(`${leftOut[0]!.coin} at ${at}: ${leftOut[0]!.reason}`);
    const profits = new Float64Array(count);
    const uniform = seedrandom.alea(`worlds|${at}|${bars.horizon}`);
    const places = Int32Array.from({ length: WORLDS }, () => Math.floor(uniform() * count));
    for (const [b, { weights }] of books.entries()) {
      profits.fill(0);
      for (const i of legs[b]!) {
        const weight = weights[i]!;
        const { returns } = coins[i]!;
        for (let s = 0; s < count; s++) profits[s] = profits[s]! + weight * returns[s]!;
      }
      for (let m = 0; m < WORLDS; m++) came[m] = profits[places[m]!]!;
      for (const [l, tail] of sampleTails(profits).entries()) {
        tails[b]![l]!.push(tail);
        const hits = worlds[l]!;
        for (let m = 0; m < WORLDS; m++) if (came[m]! < tail.quantile) hits[b * WORLDS + m] = hits[b * WORLDS + m]! + 1;
      }
    }
  }
  return { tails, worlds };
}

/** Simple returns of the hours after each row of the panel; NaN where an hour is missing. */
function hourlyWindows(panel: RiskPanel, steps: number): readonly Float64Array[] {
  return panel.coins.map(({ returns }) => {
    const windows = new Float64Array(panel.hours).fill(NaN);
    for (let t = 0; t + steps < panel.hours; t++) {
      let sum = 0;
      for (let s = 1; s <= steps; s++) sum += returns[t + s]!;
      windows[t] = Math.expm1(sum);
    }
    return windows;
  });
}

/** Tails of historical simulation: windows that begin at every hour of the last 500 days, as far as all coins have them. */
export function historicalTails(panel: RiskPanel, bars: TestBars): (book: StudyBook) => BookTails {
  const { steps, origins, first, end } = bars;
  const windows = hourlyWindows(panel, steps);
  return ({ weights }) => {
    const profits = new Float64Array(panel.hours);
    for (const [i, weight] of weights.entries()) {
      if (weight !== 0) for (let t = 0; t < panel.hours; t++) profits[t] = profits[t]! + weight * windows[i]![t]!;
    }
    const tails = LEVELS.map((): StudyTail[] => []);
    for (let k = first; k < end; k++) {
      const to = origins[k]! - steps + 1;
      const known = profits.slice(Math.max(0, to - HISTORY_DAYS * DAY), to).filter((profit) => !Number.isNaN(profit));
      for (const [l, tail] of sampleTails(known).entries()) tails[l]!.push(tail);
    }
    return tails;
  };
}

/** A rival by covariances and Student's law. */
export interface StudentRival {
  readonly name: string;
  readonly degrees: number;
  readonly tailsOf: (book: StudyBook) => BookTails;
}

/**
 * Rivals by covariances. The degrees of freedom are those of the books themselves in the learnt year before the test: a
 * multivariate law of Student gives all books the same.
 */
export function studentRivals(panel: RiskPanel, bars: TestBars, books: readonly StudyBook[]): readonly StudentRival[] {
  const { returns, first, end, learnt, steps } = bars;
  const kept = Math.max(0, learnt - (365 * DAY) / steps);
  const ofBars = garchCovariances(panel, bars, learnt, kept, false);
  const ofHours = garchCovariances(panel, bars, learnt, kept, true);
  const all: readonly (readonly [string, Covariances])[] = [
    ['EWMA-t', ewmaCovariances(bars, kept)],
    ['CCC-GARCH-t', ofBars.constant],
    ['DCC-GARCH-t', ofBars.dynamic],
    ['DCC-GARCH-t of hours', ofHours.dynamic],
  ];
  return all.map(([name, covariances]) => {
    const standardized = books.map(({ weights }) => {
      const deviations = bookDeviations(covariances.slice(0, learnt - kept), weights);
      return deviations.map((deviation, k) => {
        let sum = 0;
        for (const [i, weight] of weights.entries()) if (weight !== 0) sum += weight * returns[i]![kept + k]!;
        return sum / deviation;
      });
    });
    const degrees = fitDegrees(standardized);
    const unit = studentTails(degrees);
    const tailsOf = ({ weights }: StudyBook): BookTails => {
      const deviations = bookDeviations(covariances.slice(first - kept, end - kept), weights);
      return unit.map(({ quantile, shortfall, steps: law }) =>
        Array.from(deviations, (deviation) => ({
          quantile: deviation * quantile,
          shortfall: deviation * shortfall,
          steps: Array.from(law, (value) => deviation * value),
        })),
      );
    };
    return { name, degrees, tailsOf };
  });
}
