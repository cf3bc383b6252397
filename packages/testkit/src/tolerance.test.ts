import { describe, expect, it } from 'vitest';
import { describeDifference, firstDifference } from './tolerance.ts';

describe('firstDifference', () => {
  it('finds nothing between equal numbers, lists, typed arrays and nested records', () => {
    expect(firstDifference(0.1 + 0.2, 0.1 + 0.2)).toBeUndefined();
    expect(firstDifference(Float64Array.of(1, 2), [1, 2])).toBeUndefined();
    expect(firstDifference({ rows: [{ a: 1, b: 'x' }] }, { rows: [{ b: 'x', a: 1 }] })).toBeUndefined();
  });

  it('is exact without a tolerance: one ulp and the sign of zero count', () => {
    expect(firstDifference(0.1 + 0.2, 0.3)).toEqual({
      path: '$',
      actual: 0.1 + 0.2,
      expected: 0.3,
      error: 2 ** -54,
    });
    expect(firstDifference(-0, 0)).toMatchObject({ path: '$', error: 0 });
  });

  it('takes NaN and null for the same missing value, and neither for zero', () => {
    expect(firstDifference([NaN, null], [null, NaN])).toBeUndefined();
    expect(firstDifference(NaN, 0, { rel: 1, abs: 1 })).toMatchObject({ path: '$' });
    expect(firstDifference(0, null, { rel: 1, abs: 1 })).toMatchObject({ path: '$' });
  });

  it('allows abs + rel·|expected| and not more', () => {
    expect(firstDifference(101.5, 100, { rel: 0.01, abs: 0.5 })).toBeUndefined();
    expect(firstDifference(101.75, 100, { rel: 0.01, abs: 0.5 })).toMatchObject({ error: 1.75 });
    // A share of the expected value: 9.5 here, not the 10.45 that a share of 110 would allow.
    expect(firstDifference(110, 100, { rel: 0.095, abs: 0 })).toMatchObject({ error: 10 });
  });

  it('never forgives an infinite value, except the same one', () => {
    expect(firstDifference(Infinity, 1, { rel: 1, abs: 1 })).toMatchObject({ actual: Infinity });
    expect(firstDifference(1, Infinity, { rel: 1, abs: 1 })).toMatchObject({ expected: Infinity });
    expect(firstDifference(Infinity, Infinity)).toBeUndefined();
  });

  it('names the first place, a missing field, a surplus field and another length', () => {
    expect(firstDifference({ rows: [{ adx: 1 }, { adx: 2 }] }, { rows: [{ adx: 1 }, { adx: 3 }] })).toMatchObject({
      path: '$.rows[1].adx',
      error: 1,
    });
    expect(firstDifference({}, { a: 1 })).toMatchObject({ path: '$.a', actual: undefined });
    expect(firstDifference({ a: 1 }, {})).toMatchObject({ path: '$.a', expected: undefined });
    expect(firstDifference([1], [1, 2])).toMatchObject({ path: '$.length', actual: 1, expected: 2 });
  });

  it('tells a list from a record', () => {
    expect(firstDifference([1], { 0: 1 })).toMatchObject({ path: '$' });
  });

  it('is described with path, values and error', () => {
    expect(describeDifference({ path: '$.adx[3]', actual: 20.5, expected: 20, error: 0.5 })).toBe(
      '$.adx[3]: expected 20, got 20.5 (error 0.5)',
    );
  });
});

describe('toMatchOracle', () => {
  it('passes and fails like firstDifference', () => {
    expect({ adx: [NaN, 20] }).toMatchOracle({ adx: [null, 20] });
    expect([20.0001]).toMatchOracle([20], { rel: 1e-5, abs: 0 });
    expect([20.0001]).not.toMatchOracle([20]);
  });

  it('says which tolerance was missed, where, and by how much', () => {
    expect(() => expect([1, 3]).toMatchOracle([1, 2], { rel: 0, abs: 0.5 })).toThrow(
      "not the oracle's value (within rel 0, abs 0.5) at $[1]: expected 2, got 3 (error 1)",
    );
    expect(() => expect([1, 3]).toMatchOracle([1, 2])).toThrow(/\(exactly\) at \$\[1\]/);
    expect(() => expect(1).not.toMatchOracle(1)).toThrow(/expected a value that differs from the oracle/);
  });

  it('refuses a tolerance that leaves out a name or is not one', () => {
    const onlyRel = { rel: 1e-9 } as unknown as { rel: number; abs: number };
    expect(() => expect(1).toMatchOracle(1, onlyRel)).toThrow(/"abs" expected a finite number ≥ 0, got undefined/);
    expect(() => expect(1).toMatchOracle(1, { rel: NaN, abs: 0 })).toThrow(
      /"rel" expected a finite number ≥ 0, got NaN/,
    );
    expect(() => expect(1).toMatchOracle(1, { rel: 0, abs: -1 })).toThrow(/"abs" expected a finite number ≥ 0, got -1/);
  });
});
