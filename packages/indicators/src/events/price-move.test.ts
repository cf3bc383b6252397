import { deepFreeze, fold } from '@barograph/core';
import { firstNotJson } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  movePct,
  priceMove,
  PRICE_MOVE_V1,
  type MarkSample,
  type PriceMove,
  type PriceMoveState,
} from './price-move.ts';

const machine = priceMove();
const moves = (samples: readonly MarkSample[]): (PriceMove | null)[] => fold(machine, samples).outputs;
const every = (seconds: number, prices: readonly number[]): MarkSample[] =>
  prices.map((price, i) => ({ time: i * seconds * 1000, price }));

/** A walk in steps of up to 0.4 %, sampled at irregular times with gaps. */
const walk: fc.Arbitrary<readonly MarkSample[]> = fc
  .array(fc.tuple(fc.constantFrom(1, 5, 20, 47, 48, 60, 72, 73, 300), fc.integer({ min: -400, max: 400 })), {
    maxLength: 60,
  })
  .map((steps) => {
    let time = 1_700_000_000_000;
    let price = 100;
    return steps.map(([seconds, basis]) => {
      time += seconds * 1000;
      price *= 1 + basis / 100_000;
      return { time, price };
    });
  });

/** The rules, computed from the whole past instead of from a state. */
function naive(samples: readonly MarkSample[]): (number | null)[] {
  let report: number | undefined;
  return samples.map(({ time, price }, i) => {
    const past = samples.slice(report ?? 0, i);
    const age = (at: number): number => time - samples[at]!.time;
    const near = past
      .filter((old) => time - old.time >= 48_000 && time - old.time <= 72_000)
      .sort((a, b) => Math.abs(time - a.time - 60_000) - Math.abs(time - b.time - 60_000));
    const reference = report !== undefined && age(report) <= 60_000 ? samples[report] : near[0];
    if (reference === undefined) return null;
    const pct = (price / reference.price - 1) * 100;
    if (Math.abs(pct) < 0.1 - 1e-10) return null;
    report = i;
    return pct;
  });
}

describe('priceMove', () => {
  it('is what the rules say of the whole past', () => {
    fc.assert(
      fc.property(walk, (samples) => {
        const pcts = moves(samples).map((move) => move?.pct ?? null);
        expect(pcts).toMatchOracle(naive(samples), { rel: 0, abs: 2e-9 });
      }),
    );
  });

  it('says nothing of a constant price', () => {
    fc.assert(
      fc.property(walk, fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (samples, price) => {
        expect(moves(samples.map(({ time }) => ({ time, price }))).every((move) => move === null)).toBe(true);
      }),
    );
  });

  it('says moves that pass their threshold by their own fields, over about a minute at most [#294]', () => {
    let found = 0;
    fc.assert(
      fc.property(walk, (samples) => {
        for (const [i, move] of moves(samples).entries()) {
          if (move === null) continue;
          found++;
          expect(move.price).toBe(samples[i]!.price);
          expect(Math.abs(move.pct)).toBeGreaterThanOrEqual(0.1);
          expect(Math.abs(move.price / move.prevPrice - 1)).toBeGreaterThanOrEqual(0.001 * (1 - 1e-8));
          expect(Math.sign(move.pct)).toBe(Math.sign(move.price - move.prevPrice));
          expect(move.windowMs).toBeGreaterThan(0);
          expect(move.windowMs).toBeLessThanOrEqual(72_000);
        }
      }),
    );
    expect(found).toBeGreaterThan(20);
  });

  it('goes on from a state that went through JSON as if it had never stopped', () => {
    fc.assert(
      fc.property(walk, fc.nat(60), (samples, at) => {
        const first = fold(machine, samples.slice(0, at));
        expect(firstNotJson(first.state)).toBeUndefined();
        const state = deepFreeze(JSON.parse(JSON.stringify(first.state)) as PriceMoveState);
        const rest = fold(machine, samples.slice(at), state);
        expect([...first.outputs, ...rest.outputs]).toEqual(moves(samples));
      }),
    );
  });

  it('keeps no more than a window and its slack', () => {
    const { state } = fold(
      machine,
      every(
        1,
        Array.from({ length: 1000 }, () => 100),
      ),
    );
    expect(state.kept).toHaveLength(73);
  });

  it.each([
    [100.1, 0.1],
    [99.9, -0.1],
    [100.099, null],
    [99.901, null],
  ])('of 100 and %d a minute later is %s', (price, pct) => {
    expect(moves(every(60, [100, price]))[1]?.pct ?? null).toBe(pct);
  });

  it('reports a run of 1 % within a minute at most ten times, each time from the last report', () => {
    // Two quiet minutes, then 1 % in steps of 0.01 % within one minute.
    const quiet = every(
      1,
      Array.from({ length: 120 }, () => 100),
    );
    const run = Array.from({ length: 60 }, (_, i) => ({ time: (120 + i) * 1000, price: 100 * (1 + (i + 1) / 6000) }));
    const said = moves([...quiet, ...run]).filter((move) => move !== null);
    expect(said.length).toBeGreaterThan(5);
    expect(said.length).toBeLessThanOrEqual(10);
    said.slice(1).forEach((move, i) => expect(move.prevPrice).toBe(said[i]!.price));
  });

  it('sees a move in two steps that are each too small', () => {
    const prices = Array.from({ length: 100 }, (_, i) => (i < 70 ? 100 : i < 80 ? 100.06 : 100.12));
    const said = moves(every(1, prices));
    expect(said.findIndex((move) => move !== null)).toBe(80);
    expect(said[80]).toEqual({ pct: 0.12, price: 100.12, prevPrice: 100, windowMs: 60_000 });
  });

  it('does not see a drift that is too small over every minute', () => {
    const prices = Array.from({ length: 600 }, (_, i) => 100 * (1 + i * 1e-5));
    expect(moves(every(1, prices)).every((move) => move === null)).toBe(true);
  });

  it.each([
    [47_999, false],
    [48_000, true],
    [72_000, true],
    [72_001, false],
  ])('after %i ms alone has a reference: %s', (gap, has) => {
    const said = moves([
      { time: 0, price: 100 },
      { time: gap, price: 110 },
    ]);
    expect(said[1] !== null).toBe(has);
  });

  it('forgets the mark of a report after its window', () => {
    const sample = (seconds: number, price: number): MarkSample => ({ time: seconds * 1000, price });
    const said = moves([sample(0, 100), sample(60, 101), sample(70, 101.05), sample(120, 101.11), sample(133, 101.16)]);
    expect(said.map((move) => move?.prevPrice ?? null)).toEqual([null, 100, null, 101, null]);
  });

  it.each([
    [{ ...PRICE_MOVE_V1, minPct: 0 }, /"minPct" expected a number > 0, got 0/],
    [{ ...PRICE_MOVE_V1, windowMs: 0 }, /"windowMs" expected an integer ≥ 1, got 0/],
    [{ ...PRICE_MOVE_V1, tolerance: 2 }, /"tolerance" expected a number within 0…1, got 2/],
  ])('refuses the config %j', (config, message) => {
    expect(() => priceMove(config)).toThrow(message);
  });

  it.each([
    [{ time: 0, price: 1 }, /"time" expected an integer ≥ 1, got 0/],
    [{ time: 1, price: 0 }, /"price" expected a number > 0, got 0/],
    [{ time: 1, price: NaN }, /"price" expected a finite number, got NaN/],
  ])('refuses %j after a first observation', (sample, message) => {
    const { state } = machine.step(machine.initial, { time: 0, price: 1 });
    expect(() => machine.step(state, sample)).toThrow(message);
  });
});

describe('movePct', () => {
  it('is to nine decimals', () => {
    expect(movePct(3, 4)).toBe(33.333333333);
    expect(movePct(100, 100)).toBe(0);
  });
});
