import { DAY_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DATASETS, isWithinHorizon, leastHorizon, paidFrom, pastFrom, wholeFrom, type Dataset } from './datasets.ts';
import { TIERS, unlocks, type Access } from './tiers.ts';

const NAMES = Object.keys(DATASETS) as (keyof typeof DATASETS)[];
const ACCESS: readonly Access[] = ['none', 'key', 'pro', 'pro_plus'];

describe('a dataset', () => {
  it.each(NAMES)('%s is seen whole by a tier that sees it at all, and by every one above', (name) => {
    const whole = wholeFrom(name);
    expect(ACCESS.indexOf(whole)).toBeGreaterThanOrEqual(ACCESS.indexOf(DATASETS[name].access));
    const past = pastFrom(name);
    if (past !== undefined) expect(ACCESS.indexOf(past)).toBeGreaterThanOrEqual(ACCESS.indexOf(DATASETS[name].access));
  });

  it('is seen whole by the tier above each that is narrowed, whatever narrows it', () => {
    const tier = fc.constantFrom(...TIERS.slice(0, 2));
    const limited = fc.uniqueArray(tier);
    const horizon = fc.subarray([
      { tier: 'pro', most: 1 },
      { tier: 'pro_plus', most: 2 },
    ] as const);
    fc.assert(
      fc.property(
        fc.constantFrom<Access>('key', 'pro'),
        limited,
        limited,
        limited,
        horizon,
        (access, coins, rows, first, bounds) => {
          const byTier = <Value>(tiers: readonly string[], value: Value) =>
            Object.fromEntries(tiers.map((name) => [name, value]));
          const dataset: Dataset = { access, coins: byTier(coins, ['BTC']), rows: byTier(rows, { by: 'x', top: 1 }), first: byTier(first, 1), horizon: bounds, by: 'test' }; // prettier-ignore
          for (const who of TIERS) {
            const isNarrowed = [...coins, ...rows, ...first].some((name) => TIERS.indexOf(name) >= TIERS.indexOf(who)) ||
            bounds.some((bound) => !unlocks(who, bound.tier)); // prettier-ignore
            expect(unlocks(who, wholeFrom(dataset))).toBe(unlocks(who, access) && !isNarrowed);
          }
        },
      ),
    );
  });

  it('has days ahead up to the end of the last one, whatever the hour of the question', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: DAY_MS - 1 }), fc.integer({ min: 0, max: 20 * DAY_MS }), (hour, time) => {
        expect(isWithinHorizon('unlocks', time, hour)).toBe(time < (leastHorizon('unlocks') + 1) * DAY_MS);
      }),
    );
  });

  it('that every key sees whole is nothing to pay for, and one without a bound has no horizon', () => {
    expect(() => paidFrom('coins')).toThrow('"dataset" expected one that a tier pays for, got coins');
    expect(() => leastHorizon('coins')).toThrow('"horizon" expected of coins, got none');
    expect(() => pastFrom({ access: 'key', past: 'weather', by: 'test' })).toThrow(
      '"past" expected a dataset, got weather',
    );
  });
});
