import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coinHistory, quality, QUALITY_V1 } from './quality.ts';

const DAY = 24;
const old = { newListing: false, warmingUp: false, insufficientHistory: false };

describe('flags', () => {
  it.each([
    [0, { newListing: true, warmingUp: true, insufficientHistory: true }],
    [7 * DAY - 1, { newListing: true, warmingUp: true, insufficientHistory: true }],
    [7 * DAY, { newListing: false, warmingUp: true, insufficientHistory: true }],
    [7 * DAY + 1, { newListing: false, warmingUp: true, insufficientHistory: true }],
    [30 * DAY - 1, { newListing: false, warmingUp: true, insufficientHistory: true }],
    [30 * DAY, { newListing: false, warmingUp: false, insufficientHistory: true }],
    [60 * DAY - 1, { newListing: false, warmingUp: false, insufficientHistory: true }],
    [60 * DAY, old],
    [60 * DAY + 1, old],
  ])('after %i hours [#456]', (hours, flags) => {
    expect(quality({ hours, missing: 0 })).toMatchObject(flags);
  });

  it.each([
    [7 * DAY - 1, { published: false, ownTransitions: false }],
    [7 * DAY, { published: true, ownTransitions: false }],
    [30 * DAY - 1, { published: true, ownTransitions: false }],
    [30 * DAY, { published: true, ownTransitions: true }],
    [60 * DAY, { published: true, ownTransitions: true }],
  ])('what is said after %i hours', (hours, said) => {
    expect(quality({ hours, missing: 0 })).toMatchObject(said);
  });

  it.each([
    [8, false],
    [9, true],
    [168, true],
  ])('%i of the last 168 hours without a bar: 5 % are 8.4', (missing, sparse) => {
    expect(quality({ hours: 5_000, missing })).toEqual({
      ...old,
      sparse,
      published: !sparse,
      ownTransitions: true,
    });
  });

  it('only ever fall with age', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2_000 }), fc.nat({ max: 2_000 }), (hours, more) => {
        const young = quality({ hours, missing: 0 });
        const later = quality({ hours: hours + more, missing: 0 });
        for (const flag of ['newListing', 'warmingUp', 'insufficientHistory'] as const) {
          expect(Number(later[flag])).toBeLessThanOrEqual(Number(young[flag]));
        }
        expect(Number(young.newListing)).toBeLessThanOrEqual(Number(young.warmingUp));
        expect(Number(young.warmingUp)).toBeLessThanOrEqual(Number(young.insufficientHistory));
      }),
    );
  });

  it('want counts that can be', () => {
    expect(() => quality({ hours: 1.5, missing: 0 })).toThrow('"hours" expected an integer ≥ 0, got 1.5');
    expect(() => quality({ hours: 10, missing: 11 })).toThrow('"missing" expected at most 10, got 11');
    expect(() => quality({ hours: 900, missing: 169 })).toThrow('"missing" expected at most 168, got 169');
    expect(() => quality({ hours: 1, missing: 0 }, { ...QUALITY_V1, warmingUp: 100 })).toThrow(
      '"warmingUp" expected an integer ≥ 168, got 100',
    );
    expect(() => quality({ hours: 1, missing: 0 }, { ...QUALITY_V1, mostMissing: 2 })).toThrow(
      '"mostMissing" expected a number within 0…1, got 2',
    );
  });
});

describe('the history of a coin', () => {
  it('counts the last week’s holes only', () => {
    const missing = new Uint8Array(400);
    missing.fill(1, 0, 232);
    expect(coinHistory(missing)).toEqual({ hours: 400, missing: 0 });
    missing[232] = 1;
    missing[399] = 1;
    expect(coinHistory(missing)).toEqual({ hours: 400, missing: 2 });
  });

  it('counts all of a shorter one', () => {
    expect(coinHistory([1, 0, 1])).toEqual({ hours: 3, missing: 2 });
    expect(coinHistory([])).toEqual({ hours: 0, missing: 0 });
  });
});
