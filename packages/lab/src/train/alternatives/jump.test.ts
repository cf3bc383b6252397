import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJump, jumpPath, jumpStates, type JumpModel } from './jump.ts';

const ROUNDING = { rel: 1e-10, abs: 1e-9 };

const number = fc.integer({ min: -3_000, max: 3_000 }).map((k) => k / 1_000);
const cell = fc.oneof({ weight: 8, arbitrary: number }, { weight: 1, arbitrary: fc.constant(NaN) });

interface Drawn {
  readonly model: JumpModel;
  readonly rows: readonly (readonly number[])[];
}

const drawn = (most: number, penalty: fc.Arbitrary<number>): fc.Arbitrary<Drawn> =>
  fc.record({ states: fc.integer({ min: 1, max: 3 }), d: fc.integer({ min: 1, max: 3 }) }).chain(({ states, d }) =>
    fc.record({
      model: fc.record({
        centres: fc.array(fc.array(number, { minLength: d, maxLength: d }), { minLength: states, maxLength: states }),
        labels: fc.constant(Array.from({ length: states }, (_, k) => k)),
        penalty,
      }),
      rows: fc.array(fc.array(cell, { minLength: d, maxLength: d }), { minLength: 1, maxLength: most }),
    }),
  );
const penalties = fc.integer({ min: 0, max: 8_000 }).map((k) => k / 1_000);

const columnsOf = (rows: Drawn['rows']): Float64Array[] =>
  rows[0]!.map((_, i) => Float64Array.from(rows, (row) => row[i]!));

const lossOf = (row: readonly number[], centre: readonly number[]): number =>
  row.reduce((sum, z, i) => sum + (Number.isNaN(z) ? 0 : (z - centre[i]!) ** 2 / 2), 0);

/** The cost of every sequence of states, written out. */
function sequences({
  model: { centres, penalty },
  rows,
}: Drawn): { readonly states: number[]; readonly cost: number }[] {
  let all: { states: number[]; cost: number }[] = [{ states: [], cost: 0 }];
  for (const row of rows) {
    all = all.flatMap(({ states, cost }) =>
      centres.map((centre, k) => ({
        states: [...states, k],
        cost: cost + lossOf(row, centre) + (states.length > 0 && states.at(-1) !== k ? penalty : 0),
      })),
    );
  }
  return all;
}

describe('a jump model', () => {
  it('has the cheapest of all sequences, by enumeration', () => {
    fc.assert(
      fc.property(drawn(6, penalties), (one) => {
        const { states, cost } = jumpPath(one.model, columnsOf(one.rows));
        const all = sequences(one);
        expect(cost).toMatchOracle(Math.min(...all.map((sequence) => sequence.cost)), ROUNDING);
        const own = all.find((sequence) => sequence.states.every((state, t) => state === states[t]))!;
        expect(own.cost).toMatchOracle(cost, ROUNDING);
      }),
    );
  });

  it('has online what the best sequence into each state costs more than the best, by enumeration', () => {
    fc.assert(
      fc.property(drawn(6, penalties), (one) => {
        const { excess, states } = jumpStates(one.model, columnsOf(one.rows));
        const width = one.model.centres.length;
        const all = sequences(one);
        const into = Array.from({ length: width }, (_, k) =>
          Math.min(...all.filter((sequence) => sequence.states.at(-1) === k).map(({ cost }) => cost)),
        );
        const least = Math.min(...into);
        const last = Array.from(excess.subarray(-width));
        expect(last).toMatchOracle(
          into.map((cost) => cost - least),
          ROUNDING,
        );
        expect(last[states.at(-1)!]).toBe(0);
      }),
    );
  });

  it('is plain clustering where a jump costs nothing: every row its nearest centre', () => {
    fc.assert(
      fc.property(drawn(30, fc.constant(0)), ({ model, rows }) => {
        const columns = columnsOf(rows);
        const [online, path] = [jumpStates(model, columns).states, jumpPath(model, columns).states];
        rows.forEach((row, t) => {
          const near = model.centres.map((centre) => lossOf(row, centre));
          for (const state of [online[t]!, path[t]!]) expect(near[state]!).toBe(Math.min(...near));
        });
      }),
    );
  });

  it('is one state where a jump costs more than all rows', () => {
    fc.assert(
      fc.property(drawn(30, fc.constant(1e6)), ({ model, rows }) => {
        const { states, cost } = jumpPath(model, columnsOf(rows));
        expect(new Set(states).size).toBe(1);
        const totals = model.centres.map((centre) => rows.reduce((sum, row) => sum + lossOf(row, centre), 0));
        expect(cost).toMatchOracle(Math.min(...totals), ROUNDING);
      }),
    );
  });

  it('knows online no row that comes later, and row by row what it knows of a history, to the bit', () => {
    fc.assert(
      fc.property(drawn(40, penalties), fc.nat({ max: 40 }), ({ model, rows }, cut) => {
        const whole = jumpStates(model, columnsOf(rows));
        const stream = createJump(model);
        const live = rows.flatMap((row) => [...stream.next(row)]);
        expect(Float64Array.from(live)).toEqual(whole.excess);
        const kept = rows.slice(0, Math.max(1, cut));
        const early = jumpStates(model, columnsOf(kept));
        expect(early.states).toEqual(whole.states.subarray(0, kept.length));
      }),
    );
  });

  it('stays where it was through rows without any feature', () => {
    const model = { centres: [[-1], [1]], labels: [0, 1], penalty: 1 };
    const { states } = jumpStates(model, [Float64Array.of(1, NaN, NaN, -3, NaN)]);
    expect(Array.from(states)).toEqual([1, 1, 1, 0, 0]);
  });
});
