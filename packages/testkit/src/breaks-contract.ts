/** Law of breaks: halts, gaps and changes of scale, equal for every engine over bars. */

import type { Bar, BreaksConfig } from '@barograph/core';
import * as fc from 'fast-check';
import { broken, registerLaws, type Law, type TestRunner } from './law.ts';
import { firstDifference, describeDifference } from './tolerance.ts';

/** Engine over bars that follows the rule of breaks. */
export interface BreaksContract<Point> {
  readonly name: string;
  /** Creates an engine, or resumes it from its snapshot. */
  readonly create: (resume?: unknown) => {
    /** Returns the point of a closed bar as a separate value, whose memory is not reused. */
    readonly next: (bar: Bar) => Point;
    readonly snapshot: () => unknown;
  };
  readonly breaks: BreaksConfig;
  /**
   * Limit of the engine in missing bars, when `breaks.maxGap` leaves it to the engine.
   * @default none
   */
  readonly maxGap?: number;
  /** Label of a point; null when it has none. */
  readonly label: (point: Point) => unknown;
  /** Length of a bar, ms. */
  readonly step: number;
  /** Number of bars before the first label. */
  readonly lookback: number;
  /** Number of cases; use fewer for engines with a long memory. @default 20 */
  readonly runs?: number;
}

/** Random walk of traded bars, from a seed. */
function walk(
  seed: number,
  length: number,
  from: { readonly time: number; readonly price: number },
  step: number,
): Bar[] {
  let state = (seed % 2_147_483_646) + 1;
  const draw = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
  let close = from.price;
  return Array.from({ length }, (_, i) => {
    const open = close;
    close = open * (1 + draw() / 20);
    const high = Math.max(open, close) * (1.002 + draw() / 500);
    const low = Math.min(open, close) * (0.998 - draw() / 500);
    return { time: from.time + i * step, open, high, low, close, volume: 1000 * (1 + draw()) };
  });
}

/**
 * Returns the laws as checks, to run without registering tests.
 *
 * @example
 * checkLaws(breaksLaws({ name: 'SMA', create, breaks, label, step: DAY_MS, lookback: 2 }));
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- seven laws over the same walks
export function breaksLaws<Point>(contract: BreaksContract<Point>): readonly Law[] {
  const { create, breaks, label, step, lookback, runs = 20 } = contract;
  const limit = breaks.maxGap ?? contract.maxGap ?? 0;
  const run = (bars: readonly Bar[]): Point[] => {
    const engine = create();
    return bars.map((bar) => structuredClone(engine.next(bar)));
  };
  const expectSame = (what: string, got: readonly Point[], expected: readonly Point[]): void => {
    const difference = firstDifference(got, expected);
    if (difference !== undefined) broken(`${what}: ${describeDifference(difference)}`);
  };
  /** Walk, a pause of some bars, and another walk. */
  const pausing = (seed: number, pause: number, scale = 1) => {
    const before = walk(seed, lookback + 5, { time: 0, price: 100 }, step);
    const last = before.at(-1)!;
    const resumed = { time: last.time + (pause + 1) * step, price: last.close * scale };
    const after = walk(seed + 1, lookback + 5, resumed, step);
    const quiet = (count: number): Bar[] =>
      Array.from({ length: count }, (_, i) => ({
        time: last.time + (i + 1) * step,
        open: last.close,
        high: last.close,
        low: last.close,
        close: last.close,
        volume: 0,
      }));
    return { before, quiet, after };
  };
  const anySeed = fc.nat({ max: 1_000_000 });
  const property = (pauses: fc.Arbitrary<number>, holds: (seed: number, pause: number) => void) => (): void =>
    fc.assert(fc.property(anySeed, pauses, holds), { numRuns: runs });
  const halts = fc.integer({ min: breaks.quietBars, max: limit + breaks.quietBars + 3 });

  return [
    {
      name: 'a halt has no label from its first bars on, and a quiet bar has one',
      check: property(halts, (seed, pause) => {
        const { before, quiet } = pausing(seed, pause);
        const points = run([...before, ...quiet(pause)]).slice(before.length);
        points.forEach((point, i) => {
          const isHalt = i + 1 >= breaks.quietBars;
          if (isHalt !== (label(point) === null)) {
            broken(`quiet bar ${i + 1} of ${pause} says ${JSON.stringify(label(point))}`);
          }
        });
      }),
    },
    {
      name: 'a halt is the same written as bars at one price and as missing bars',
      check: property(halts, (seed, pause) => {
        const { before, quiet, after } = pausing(seed, pause);
        const flat = run([...before, ...quiet(pause), ...after]).slice(before.length + pause);
        expectSame('behind the halt', flat, run([...before, ...after]).slice(before.length));
      }),
    },
    {
      name: 'a halt outlives a restart of the program at any of its bars',
      check: property(halts, (seed, pause) => {
        const { before, quiet, after } = pausing(seed, pause);
        const bars = [...before, ...quiet(pause), ...after.slice(0, 3)];
        const whole = run(bars);
        for (let cut = before.length; cut <= before.length + pause + 1; cut++) {
          const first = create();
          for (const bar of bars.slice(0, cut)) first.next(bar);
          const resumed = create(JSON.parse(JSON.stringify(first.snapshot())));
          const rest = bars.slice(cut).map((bar) => structuredClone(resumed.next(bar)));
          expectSame(`after a restart at bar ${cut}`, rest, whole.slice(cut));
        }
      }),
    },
    {
      name: 'a gap beyond the limit begins anew: no label before the lookback',
      check: property(fc.integer({ min: limit + 1, max: 40 * (limit + 1) }), (seed, pause) => {
        const { before, after } = pausing(seed, pause);
        const points = run([...before, ...after]).slice(before.length, before.length + lookback);
        const labels = points.map(label);
        if (labels.some((label) => label !== null))
          broken(`across ${pause} missing bars it says ${JSON.stringify(labels)}`);
      }),
    },
    {
      name: 'a gap up to the limit does not: a rename goes on',
      check: property(fc.integer({ min: 0, max: limit }), (seed, pause) => {
        const { before, after } = pausing(seed, pause);
        const fresh = run(after);
        const points = run([...before, ...after]).slice(before.length);
        // After the gap windows may be short of bars; the engine must answer no later than a new one.
        const [first, anew] = [points, fresh].map((all) => all.findIndex((point) => label(point) !== null));
        if (first! > anew! || first === -1) broken(`after ${pause} missing bars the first label is at ${first}`);
      }),
    },
    {
      name: 'another scale begins anew: a ticker that was given away, or a coin that was split',
      check: () =>
        fc.assert(
          fc.property(
            anySeed,
            fc.constantFrom(1e-6, 0.01, 0.1, 10, 1000, 1e7),
            fc.integer({ min: 0, max: breaks.quietBars + 2 }),
            (seed, scale, quietOnes) => {
              const { before, after } = pausing(seed, 0, scale);
              // A listing may begin with bars at one price, before anyone trades.
              const { time, close } = after[0]!;
              const price = { open: close, high: close, low: close, close };
              const still = Array.from({ length: quietOnes }, (_, i) => ({
                ...price,
                time: time + i * step,
                volume: 0,
              }));
              const later = after.map((bar) => ({ ...bar, time: bar.time + quietOnes * step }));
              const points = run([...before, ...still, ...later]).slice(before.length);
              const behind = quietOnes >= breaks.quietBars ? points.slice(quietOnes, quietOnes + lookback) : [];
              const labels = [...points.slice(0, lookback), ...behind].map(label);
              if (labels.some((label) => label !== null))
                broken(`at ${scale} times the price it says ${JSON.stringify(labels)}`);
            },
          ),
          { numRuns: runs },
        ),
    },
    {
      name: 'bars that trade have labels',
      check: property(fc.constant(0), (seed) => {
        const { before } = pausing(seed, 0);
        const labels = run(before).slice(lookback).map(label);
        if (labels.includes(null)) broken('bars that trade have no label');
      }),
    },
  ];
}

/**
 * Registers {@link breaksLaws} as tests.
 * @param runner test runner. @default that of {@link useRunner}, else the global `describe` and `it`
 *
 * @example
 * breaksContract({ name: 'SMA', create, breaks, label, step: DAY_MS, lookback: 2 });
 */
export function breaksContract<Point>(contract: BreaksContract<Point>, runner?: TestRunner): void {
  registerLaws(contract.name, breaksLaws(contract), runner);
}
