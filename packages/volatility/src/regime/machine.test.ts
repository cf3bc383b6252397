import { fold } from '@barograph/core';
import { reducerContract } from '@barograph/testkit';
import { describe, expect, it } from 'vitest';
import { VOLATILITY_REGIME_V1 } from './config.ts';
import { VOLATILITY_REGIMES, type RegimeInput, type VolatilityRegime } from './label.ts';
import { regimeMachine } from './machine.ts';

const PLAIN: RegimeInput = {
  rvGk7: 50,
  shockLevel: 90,
  median: 48,
  peak: 100,
  before: 50,
  rank: 50,
  termStructureRatio: 1,
};
/** A day for each label; the one of `mean_reverting` is normal when no shock is recent. */
const DAYS: Readonly<Record<VolatilityRegime, RegimeInput>> = {
  vol_shock: { ...PLAIN, rvGk7: 95 },
  mean_reverting: { ...PLAIN, before: 60 },
  compressed: { ...PLAIN, rank: 10 },
  expanding: { ...PLAIN, termStructureRatio: 1.2, before: 40 },
  normal: PLAIN,
};
const HOLE: RegimeInput = { ...PLAIN, rvGk7: NaN };
const machine = regimeMachine();

const published = (days: readonly RegimeInput[]): (VolatilityRegime | null)[] =>
  fold(machine, days).outputs.map((output) => output.published);
const { vol_shock, mean_reverting, compressed, expanding, normal } = DAYS;

describe('the regime machine', () => {
  it('[#408] publishes the first label at once, and each of the five can be it but mean_reverting', () => {
    const first = (day: RegimeInput): VolatilityRegime | null => published([day])[0]!;
    expect(VOLATILITY_REGIMES.map((regime) => first(DAYS[regime]))).toEqual([
      'vol_shock',
      'normal',
      'compressed',
      'expanding',
      'normal',
    ]);
  });

  it('publishes a change after two closes in a row, and not when the second is yet another label', () => {
    expect(published([normal, compressed, normal, compressed, expanding, compressed, compressed])).toEqual([
      'normal',
      'normal',
      'normal',
      'normal',
      'normal',
      'normal',
      'compressed',
    ]);
  });

  it('publishes a shock at once, and leaves it after two closes', () => {
    expect(published([normal, vol_shock, normal, vol_shock, mean_reverting, mean_reverting, normal, normal])).toEqual([
      'normal',
      'vol_shock',
      'vol_shock',
      'vol_shock',
      'vol_shock',
      'mean_reverting',
      'mean_reverting',
      'normal',
    ]);
  });

  it('calls a shock recent for 13 days after it, so that the window of 14 holds it', () => {
    const after = (days: number): VolatilityRegime | null => {
      const plain = Array.from({ length: days - 1 }, () => compressed);
      return fold(machine, [vol_shock, ...plain, mean_reverting]).outputs.at(-1)!.raw;
    };
    expect([after(1), after(13), after(14)]).toEqual(['mean_reverting', 'mean_reverting', 'normal']);
  });

  it('begins anew after a day without a label, and forgets the shock before it', () => {
    expect(published([vol_shock, HOLE, mean_reverting, compressed])).toEqual(['vol_shock', null, 'normal', 'normal']);
  });

  it('needs as many closes as its config says', () => {
    const slow = regimeMachine({ ...VOLATILITY_REGIME_V1, confirmDays: 3 });
    const labels = fold(slow, [normal, expanding, expanding, expanding]).outputs.map((output) => output.published);
    expect(labels).toEqual(['normal', 'normal', 'normal', 'expanding']);
    const quick = regimeMachine({ ...VOLATILITY_REGIME_V1, confirmDays: 1 });
    expect(fold(quick, [normal, expanding]).outputs.at(-1)!.published).toBe('expanding');
  });

  it.each([
    [{ ...VOLATILITY_REGIME_V1, shockQuantile: 1.1 }, '"shockQuantile" expected a number within 0…1, got 1.1'],
    [{ ...VOLATILITY_REGIME_V1, confirmDays: 0 }, '"confirmDays" expected an integer ≥ 1, got 0'],
    [{ ...VOLATILITY_REGIME_V1, compressedRank: -1 }, '"compressedRank" expected a number within 0…100, got -1'],
    [
      { ...VOLATILITY_REGIME_V1, label: { days: 9, minDays: 10 } },
      '"label.days" expected at least "minDays" 10, got 9',
    ],
    [{ ...VOLATILITY_REGIME_V1, zScore: { days: 9, minDays: 1 } }, '"zScore.minDays" expected an integer ≥ 2, got 1'],
    [{ ...VOLATILITY_REGIME_V1, expandingTermRatio: NaN }, '"expandingTermRatio" expected a finite number, got NaN'],
  ])('refuses a bad config %#', (config, message) => {
    expect(() => regimeMachine(config)).toThrow(message);
  });
});

const alphabet = [...Object.values(DAYS), HOLE];

/**
 * The states, counted by hand. Let a(n) stand for an age of the last shock of n…13 days, and "old" for more or never:
 *
 * | published      | pending        | ages            | states            |
 * | none           | none           | old             | 1                 |
 * | vol_shock      | none           | 0               | 1                 |
 * | vol_shock      | mean_reverting | a(1)            | 13                |
 * | vol_shock      | other three    | a(1), old       | 3 · 14            |
 * | mean_reverting | none           | a(2)            | 12                |
 * | mean_reverting | other three    | a(3), old       | 3 · 12            |
 * | other three    | none           | a(2), old       | 3 · 13            |
 * | other three    | mean_reverting | a(3)            | 3 · 11            |
 * | other three    | other two      | a(3), old       | 3 · 2 · 12        |
 */
const STATES = 1 + 1 + 13 + 3 * 14 + 12 + 3 * 12 + 3 * 13 + 3 * 11 + 3 * 2 * 12;

reducerContract({
  name: 'the regime machine',
  reducer: machine,
  alphabet,
  states: STATES,
  invariant: ({ before, state, output }) => {
    expect(output.published).toBe(state.published);
    expect(output.raw === null).toBe(state.published === null);
    if (output.raw === 'vol_shock') expect(state).toEqual({ published: 'vol_shock', pending: null, daysSinceShock: 0 });
    if (state.pending !== null) {
      expect(state.pending.closes).toBe(1);
      expect(state.pending.label).toBe(output.raw);
      expect(state.pending.label).not.toBe(state.published);
    }
    const changed = before.published !== null && state.published !== null && before.published !== state.published;
    if (changed && state.published !== 'vol_shock') expect(before.pending?.label).toBe(state.published);
    if (output.raw === 'mean_reverting') expect(before.daysSinceShock).not.toBeNull();
    expect(state.daysSinceShock ?? 0).toBeLessThanOrEqual(13);
  },
});
