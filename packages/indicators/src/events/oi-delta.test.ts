import { deepFreeze, fold } from '@barograph/core';
import { firstNotJson } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oiDelta, OI_DELTA_V1, type OiDelta, type OiDeltaState, type OiSample } from './oi-delta.ts';

const machine = oiDelta();
const deltas = (samples: readonly OiSample[]): (readonly OiDelta[])[] => fold(machine, samples).outputs;
/** Samples at seconds, at a mark of 100 unless given. */
const at = (seconds: number, contracts: number, mark = 100): OiSample => ({ time: seconds * 1000, contracts, mark });

/** A walk in steps of up to 2 % around 600 million USD, sampled at irregular times with gaps. */
const walk: fc.Arbitrary<readonly OiSample[]> = fc
  .array(
    fc.tuple(
      fc.constantFrom(5, 20, 47, 48, 60, 72, 73, 100, 100, 150, 239, 300, 361),
      fc.constantFrom(0, 1, 3, -30, 30, -120, 100, -900, 700, 1200, -1500, 2000),
      fc.integer({ min: -50, max: 50 }),
    ),
    { maxLength: 60, size: 'max' },
  )
  .map((steps) => {
    let [time, contracts, mark] = [1_700_000_000_000, 6e6, 100];
    return steps.map(([seconds, basis, price]) => {
      time += seconds * 1000;
      contracts *= 1 + basis / 100_000;
      mark *= 1 + price / 10_000;
      return { time, contracts, mark };
    });
  });

/** The rules, computed from the whole past instead of from a state. */
function naive(samples: readonly OiSample[]): (readonly [windowMs: number, usd: number])[][] {
  let moved = -1;
  let jumped = -1;
  const closest = (i: number, from: number, windowMs: number): number | undefined =>
    samples
      .map((old, j) => ({ j, off: Math.abs(samples[i]!.time - old.time - windowMs) }))
      .filter(({ j, off }) => j < i && j >= from && off <= windowMs * 0.2)
      .sort((a, b) => a.off - b.off)[0]?.j;
  return samples.map(({ time, contracts, mark }, i) => {
    const said: (readonly [number, number])[] = [];
    const look = (reference: number | undefined, minUsd: number, minPct: number): boolean => {
      if (reference === undefined) return false;
      const old = samples[reference]!;
      const usd = (contracts - old.contracts) * mark;
      const share = Math.abs(contracts / old.contracts - 1) * 100;
      if (Math.abs(usd) < minUsd || share < minPct - 1e-9) return false;
      said.push([time - old.time, usd]);
      return true;
    };
    const fresh = moved >= 0 && time - samples[moved]!.time <= 60_000;
    const hasMoved = look(fresh ? moved : closest(i, Math.max(0, moved), 60_000), 25_000, 0.03);
    const resting = jumped >= 0 && time - samples[jumped]!.time < 300_000;
    const hasJumped = look(resting ? undefined : closest(i, Math.max(0, jumped), 300_000), 5e6, 1);
    if (hasMoved) moved = i;
    if (hasJumped) jumped = i;
    return said;
  });
}

describe('oiDelta', () => {
  it('is what the rules say of the whole past', () => {
    let moves = 0;
    let jumps = 0;
    fc.assert(
      fc.property(walk, (samples) => {
        const said = deltas(samples).map((list) => list.map(({ windowMs, usd }) => [windowMs, usd] as const));
        expect(said).toEqual(naive(samples));
        for (const [windowMs] of said.flat()) {
          if (windowMs <= 72_000) moves++;
          else jumps++;
        }
      }),
    );
    expect(moves).toBeGreaterThan(50);
    expect(jumps).toBeGreaterThan(20);
  });

  it('says nothing of constant open interest, whatever its price does', () => {
    fc.assert(
      fc.property(walk, fc.double({ min: 0, max: 1e12, noNaN: true }), (samples, contracts) => {
        expect(deltas(samples.map(({ time, mark }) => ({ time, mark, contracts }))).flat()).toEqual([]);
      }),
    );
  });

  it('says moves that pass the thresholds of their window by their own fields [#293]', () => {
    let found = 0;
    fc.assert(
      fc.property(walk, (samples) => {
        deltas(samples).forEach((list, i) => {
          for (const { usd, pct, windowMs, oiUsd } of list) {
            found++;
            const isMove = windowMs <= 72_000;
            const [leastUsd, leastPct] = isMove ? [25_000, 0.03] : [5_000_000, 1];
            expect(Math.abs(usd)).toBeGreaterThanOrEqual(leastUsd);
            expect(Math.abs(pct)).toBeGreaterThanOrEqual(leastPct);
            // Percents are relative to open interest before the change.
            expect((usd / (oiUsd - usd)) * 100).toBeCloseTo(pct, 6);
            expect(Math.sign(usd)).toBe(Math.sign(pct));
            expect(oiUsd).toBe(samples[i]!.contracts * samples[i]!.mark);
            if (!isMove) expect(windowMs).toBeGreaterThanOrEqual(240_000);
            expect(windowMs).toBeLessThanOrEqual(360_000);
          }
        });
      }),
    );
    expect(found).toBeGreaterThan(50);
  });

  it('is as deaf or keen to falls as to rises', () => {
    const up = [at(0, 1e6), at(60, 1.02e6), at(300, 1.2e6)];
    const down = [at(0, 1e6), at(60, 0.98e6), at(300, 0.8e6)];
    const sizes = (samples: readonly OiSample[]): number[] =>
      deltas(samples)
        .flat()
        .map(({ pct }) => Math.abs(pct));
    expect(sizes(down)).toEqual(sizes(up));
    expect(sizes(up)).toHaveLength(2);
  });

  it('goes on from a state that went through JSON as if it had never stopped', () => {
    fc.assert(
      fc.property(walk, fc.nat(60), (samples, cut) => {
        const first = fold(machine, samples.slice(0, cut));
        expect(firstNotJson(first.state)).toBeUndefined();
        const state = deepFreeze(JSON.parse(JSON.stringify(first.state)) as OiDeltaState);
        const rest = fold(machine, samples.slice(cut), state);
        expect([...first.outputs, ...rest.outputs]).toEqual(deltas(samples));
      }),
    );
  });

  it('keeps no more than the longer window and its slack', () => {
    const { state } = fold(
      machine,
      Array.from({ length: 1000 }, (_, i) => at(i, 1000)),
    );
    expect(state.kept).toHaveLength(361);
  });

  // At 100 USD each: 250 contracts are $25K, 50,000 are $5M.
  it.each<readonly [string, number, number, number, readonly (readonly [usd: number, pct: number])[]]>([
    ['$25K, and more than 0.03 %', 100_000, 100_250, 60, [[25_000, 0.25]]],
    ['$25K down', 100_000, 99_750, 60, [[-25_000, -0.25]]],
    ['a little less than $25K', 100_000, 100_249.99, 60, []],
    ['0.03 %, and more than $25K', 10_000_000, 10_003_000, 60, [[300_000, 0.03]]],
    ['a little less than 0.03 %', 10_000_000, 10_002_999, 60, []],
    ['$5M, and more than 1 %, over five minutes', 1_000_000, 1_050_000, 300, [[5_000_000, 5]]],
    ['a little less than $5M over five minutes', 1_000_000, 1_049_999, 300, []],
    ['1 %, and more than $5M, over five minutes', 10_000_000, 10_100_000, 300, [[10_000_000, 1]]],
    ['a little less than 1 % over five minutes', 10_000_000, 10_099_999, 300, []],
    ['$25K over five minutes', 100_000, 100_250, 300, []],
  ])('of %s: from %d to %d in %i s is %j [#293]', (_, from, to, seconds, expected) => {
    const [, last] = deltas([at(0, from), at(seconds, to)]);
    expect(last!.map(({ usd, pct }) => [usd, pct])).toEqual(expected);
    for (const { windowMs } of last!) expect(windowMs).toBe(seconds * 1000);
  });

  it('says a move and a jump of one observation, each with its own window [#293]', () => {
    const quiet = Array.from({ length: 5 }, (_, i) => at(i * 60, 1e6));
    const said = deltas([...quiet, at(300, 1.1e6)]).at(-1);
    expect(said).toEqual([
      { usd: 1e7, pct: 10, windowMs: 60_000, oiUsd: 1.1e8 },
      { usd: 1e7, pct: 10, windowMs: 300_000, oiUsd: 1.1e8 },
    ]);
  });

  it.each([
    ['a move', 47_999, 60_000, 48_000, 72_000, 72_001],
    ['a jump', 239_999, 300_000, 240_000, 360_000, 360_001],
  ])('%s has a reference of its window, a fifth off at most', (_, below, exact, least, most, above) => {
    const has = (ms: number): boolean =>
      deltas([at(0, 1e6), { ...at(0, 2e6), time: ms }])[1]!.some(({ windowMs }) => windowMs === ms);
    expect([below, least, exact, most, above].map(has)).toEqual([false, true, true, true, false]);
  });

  it('reports a move again only when it has gone as far again, and a jump not before its window is over', () => {
    const run = Array.from({ length: 21 }, (_, minute) => at(minute * 60, 1e6 * (1 + minute / 50)));
    const said = deltas(run).flat();
    expect(said.filter(({ windowMs }) => windowMs === 60_000)).toHaveLength(20);
    // The first has a reference as soon as one sample is old enough; the others pause until the window is over.
    const jumps = said.filter(({ windowMs }) => windowMs > 72_000).map(({ windowMs }) => windowMs);
    expect(jumps).toEqual([240_000, 300_000, 300_000, 300_000]);
  });

  it('sees a move in two steps that are each too small', () => {
    const samples = Array.from({ length: 100 }, (_, i) => at(i, i < 70 ? 1e5 : i < 80 ? 100_150 : 100_300));
    const said = deltas(samples);
    expect(said.findIndex((list) => list.length > 0)).toBe(80);
    expect(said[80]).toEqual([{ usd: 30_000, pct: 0.3, windowMs: 60_000, oiUsd: 10_030_000 }]);
  });

  it('says nothing from nothing, and all of it to nothing', () => {
    expect(deltas([at(0, 0), at(60, 1e6)])[1]).toEqual([]);
    expect(deltas([at(0, 1e6), at(60, 0)])[1]).toEqual([{ usd: -1e8, pct: -100, windowMs: 60_000, oiUsd: 0 }]);
  });

  it.each([
    [{ move: { ...OI_DELTA_V1.move, minUsd: 0 } }, /"move.minUsd" expected a number > 0, got 0/],
    [{ jump: { ...OI_DELTA_V1.jump, minPct: -1 } }, /"jump.minPct" expected a number > 0, got -1/],
    [{ move: { ...OI_DELTA_V1.move, windowMs: 0 } }, /"move.windowMs" expected an integer ≥ 1, got 0/],
    [{ jump: { ...OI_DELTA_V1.jump, windowMs: 1 } }, /"jump.windowMs" expected an integer ≥ 60000, got 1/],
    [{ tolerance: 2 }, /"tolerance" expected a number within 0…1, got 2/],
  ])('refuses the config %j', (part, message) => {
    expect(() => oiDelta({ ...OI_DELTA_V1, ...part })).toThrow(message);
  });

  it.each([
    [at(0, 1), /"time" expected an integer ≥ 1, got 0/],
    [at(1, -1), /"contracts" expected a number ≥ 0, got -1/],
    [at(1, NaN), /"contracts" expected a finite number, got NaN/],
    [at(1, 1, 0), /"mark" expected a number > 0, got 0/],
  ])('refuses %j after a first observation', (sample, message) => {
    const { state } = machine.step(machine.initial, at(0, 1));
    expect(() => machine.step(state, sample)).toThrow(message);
  });
});
