import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitsAt, TIER_LIMITS, tierAt, unlocks, type Access, type Grant, type Tier } from './tiers.ts';

const END = 1_000_000;
const grant = (tier: Tier, tierExpiresAt: number | null = null, emailVerified = true): Grant => ({
  tier,
  tierExpiresAt,
  emailVerified,
});

describe('limits', () => {
  it.each([
    ['free, not confirmed', grant('free', null, false), 100, 10],
    ['free, confirmed', grant('free'), 1000, 10],
    ['pro', grant('pro'), 10_000, 30],
    ['pro without an address', grant('pro', null, false), 10_000, 30],
    ['pro_plus', grant('pro_plus'), 50_000, 120],
  ] as const)('of %s are those of the document [#76] [#77] [#78] [#79]', (_, grant, daily, perMinute) => {
    expect(limitsAt(grant, 0)).toEqual({ daily, perMinute });
  });

  it('are those of free from the very moment that a tier ends, and of the tier until then', () => {
    for (const verified of [true, false]) {
      const paid = grant('pro', END, verified);
      expect([tierAt(paid, END - 1), tierAt(paid, END), tierAt(paid, END + 1)]).toEqual(['pro', 'free', 'free']);
      expect(limitsAt(paid, END - 1).daily).toBe(10_000);
      expect(limitsAt(paid, END).daily).toBe(verified ? 1000 : 100);
    }
  });

  it('never fall when the tier rises or the address is confirmed', () => {
    const anyGrant = fc.record({
      tier: fc.constantFrom<Tier>('free', 'pro', 'pro_plus'),
      tierExpiresAt: fc.option(fc.integer({ min: 0, max: 100 })),
      emailVerified: fc.boolean(),
    });
    fc.assert(
      fc.property(anyGrant, fc.integer({ min: 0, max: 100 }), (grant, now) => {
        const own = limitsAt(grant, now);
        expect(limitsAt({ ...grant, emailVerified: true }, now).daily).toBeGreaterThanOrEqual(own.daily);
        expect(limitsAt({ ...grant, tier: 'pro_plus' }, now).daily).toBeGreaterThanOrEqual(own.daily);
        expect(own.daily <= TIER_LIMITS[tierAt(grant, now)].daily).toBe(true);
      }),
    );
  });
});

describe('unlocks', () => {
  it.each<readonly [Tier | undefined, readonly Access[]]>([
    [undefined, ['none']],
    ['free', ['none', 'key']],
    ['pro', ['none', 'key', 'pro']],
    ['pro_plus', ['none', 'key', 'pro', 'pro_plus']],
  ])('%s opens exactly %j: Pro includes Pro Plus [#11] [#15]', (tier, opened) => {
    const all: readonly Access[] = ['none', 'key', 'pro', 'pro_plus'];
    expect(all.filter((access) => unlocks(tier, access))).toEqual(opened);
  });
});
