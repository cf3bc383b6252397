/**
 * Gaps against a simple reference model: for any missing hours, flags count from the restart of the windows, a run after a
 * long gap ignores everything before it, and all interfaces agree.
 */

import { candlesOf, HOUR_MS, type Bar } from '@barograph/core';
import {
  createNowcast,
  FEATURES,
  GAPS_V1,
  GAPS_V2,
  hoursOfRuns,
  loadModel,
  nowcastHistory,
  REGIMES,
  type GapsConfig,
  type NowcastModel,
  type NowcastPoint,
  type NowcastSnapshot,
} from '@barograph/nowcast';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { barsOf } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readText } from './workspace.ts';

const loaded = loadModel(readText('models/nowcast/2025.07.1/model.json'));
if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
const shipped = loaded.value;
const under = (gaps: GapsConfig): NowcastModel => ({ ...shipped, artifact: { ...shipped.artifact, gaps } });

const HOURS = 3_200;
const { start } = SIMULATOR_V1;
const whole = barsOf(createMarket(SIMULATOR_V1).candles('BTC', 'perpdex_perp', '1h', start, start + HOURS * HOUR_MS));

/** A week, and the longest gap that is carried. */
const [WEEK, CARRIED] = [168, 24];

/** Stretches of bars, and of hours without one between them: short ones, ones at the edge, and long ones. */
const shapes = fc.array(
  fc.record({
    bars: fc.integer({ min: 1, max: 420 }),
    missing: fc.oneof(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 22, max: 27 }),
      fc.integer({ min: 60, max: 900 }),
    ),
  }),
  { minLength: 1, maxLength: 6 },
);
type Shape = readonly { readonly bars: number; readonly missing: number }[];

/** The bars of a shape, as long as the market lasts. */
function barsIn(shape: Shape): readonly Bar[] {
  const kept: Bar[] = [];
  let at = 0;
  for (const { bars, missing } of shape) {
    kept.push(...whole.slice(at, at + bars));
    at += bars + missing;
  }
  return kept;
}

/** Flags of every hour, by counting. */
function expected(bars: readonly Bar[]) {
  const first = bars[0]!.time;
  let [began, before] = [first, first];
  const times = new Set(bars.map(({ time }) => time));
  return bars.map(({ time }) => {
    if ((time - before) / HOUR_MS - 1 > CARRIED) began = time;
    before = time;
    const hours = (time - began) / HOUR_MS + 1;
    let missing = 0;
    for (let t = Math.max(first, time - (WEEK - 1) * HOUR_MS); t < time; t += HOUR_MS) missing += Number(!times.has(t));
    const sparse = missing > 0.05 * WEEK;
    return {
      hours,
      newListing: hours < WEEK,
      warmingUp: hours < 30 * 24,
      insufficientHistory: hours < 60 * 24,
      settled: hours >= 90 * 24,
      sparse,
      published: hours >= WEEK && !sparse,
      ownTransitions: hours >= 30 * 24,
    };
  });
}

function pointsOf(model: NowcastModel, bars: readonly Bar[], resume?: NowcastSnapshot): readonly NowcastPoint[] {
  const nowcast = createNowcast(model, resume);
  return bars.map((bar) => nowcast.next(bar));
}

/** Indices at which runs begin. */
function startsOf(bars: readonly Bar[]): readonly number[] {
  return bars.flatMap(({ time }, i) => (i === 0 || (time - bars[i - 1]!.time) / HOUR_MS - 1 > CARRIED ? [i] : []));
}

describe('gaps of random lengths', () => {
  it('flags count from the restart of the windows, and a regime is there from their first week on', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const bars = barsIn(shape);
        const points = pointsOf(shipped, bars);
        expect(points.map(({ quality }) => quality)).toEqual(expected(bars));
        for (const { quality, regime } of points) expect(regime === null).toBe(quality.newListing);
        expect([...hoursOfRuns(candlesOf(bars).time)]).toEqual(points.map(({ quality }) => quality.hours));
      }),
      { numRuns: 12 },
    );
  });

  it('under gaps/1 a run has the features of a series that begins with it; under gaps/2 all but its rank', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const bars = barsIn(shape);
        const starts = startsOf(bars);
        const [first, second] = [under(GAPS_V1), under(GAPS_V2)].map((model) => pointsOf(model, bars));
        for (const [k, from] of starts.entries()) {
          const to = starts[k + 1] ?? bars.length;
          const alone = pointsOf(shipped, bars.slice(from, to));
          alone.forEach(({ explain }, i) => {
            expect(first![from + i]!.explain.features).toEqual(explain.features);
            const rank = FEATURES.indexOf('volatilityRank');
            expect(second![from + i]!.explain.features.toSpliced(rank, 1)).toEqual(explain.features.toSpliced(rank, 1));
          });
        }
      }),
      { numRuns: 8 },
    );
  });

  it('all at once is bar by bar to the bit, whatever is kept', () => {
    const both: GapsConfig = { version: 'gaps/test', rankHours: 2_160, volumeHours: 720 };
    fc.assert(
      fc.property(shapes, fc.constantFrom(GAPS_V1, GAPS_V2, both), (shape, gaps) => {
        const bars = barsIn(shape);
        const history = nowcastHistory(under(gaps), candlesOf(bars));
        pointsOf(under(gaps), bars).forEach(({ regime, now }, i) => {
          expect(history.label[i]).toBe(regime === null ? -1 : REGIMES.indexOf(regime.label));
          expect([...history.now.subarray(6 * i, 6 * i + 6)]).toEqual(now ?? Array(6).fill(NaN));
        });
      }),
      { numRuns: 8 },
    );
  });

  it('goes on from a stored state, of an older build too, as if it had never stopped', () => {
    fc.assert(
      fc.property(shapes, fc.nat(), fc.boolean(), (shape, seed, older) => {
        const bars = barsIn(shape);
        fc.pre(bars.length > 1);
        const cut = 1 + (seed % (bars.length - 1));
        const nowcast = createNowcast(shipped);
        for (const bar of bars.slice(0, cut)) nowcast.next(bar);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a store gives back
        const stored = JSON.parse(JSON.stringify(nowcast.snapshot())) as NowcastSnapshot;
        // before version 2 of the flags the first hour was the first one ever, through every gap
        const resume = older ? { ...stored, first: bars[0]!.time } : stored;
        expect(pointsOf(shipped, bars.slice(cut), resume)).toEqual(pointsOf(shipped, bars).slice(cut));
      }),
      { numRuns: 8 },
    );
  });

  it('of a month leaves a warning until the windows are full again', () => {
    const bars = barsIn([
      { bars: 700, missing: 720 },
      { bars: 1_780, missing: 1 },
    ]);
    const after = pointsOf(shipped, bars).slice(700);
    expect(after[167]!.quality).toMatchObject({ published: true, warmingUp: true, settled: false });
    expect(after[1_439]!.quality).toMatchObject({ insufficientHistory: false, settled: false });
    expect(bars[700]!.time - bars[699]!.time).toBe(721 * HOUR_MS);
  });
});
