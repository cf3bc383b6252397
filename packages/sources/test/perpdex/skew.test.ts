/** The difference between the venue's clock and ours, by the moments at which it names minutes. */

import { DAY_MS, MINUTE_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { PERPDEX_V1 } from '../../src/perpdex/config.ts';
import { createSkew } from '../../src/perpdex/skew.ts';

/** Midnight of a Monday: 2024-09-09. */
const MONDAY = Date.UTC(2024, 8, 9);

describe('the difference of the clocks', () => {
  it('is the median delay of the first naming of a minute', () => {
    const skew = createSkew(PERPDEX_V1.settleMs);
    const minute = (i: number): number => MONDAY + i * MINUTE_MS;
    skew.observe(minute(0), minute(0) + 40_000);
    skew.observe(minute(1), minute(1) + 7000);
    expect(skew.aheadMs()).toBe(0);
    skew.observe(minute(2), minute(2) + 6900);
    expect(skew.aheadMs()).toBe(7000);
    skew.observe(minute(2), minute(2) + 50_000);
    skew.observe(minute(1), minute(3));
    expect(skew.aheadMs()).toBe(7000);
  });

  it('is not waited for: what was named last has not ended, and what comes late settles from there on', () => {
    const skew = createSkew(PERPDEX_V1.settleMs);
    expect(skew.notPassed(MONDAY)).toBe(Infinity);
    const minute = (i: number): number => MONDAY + i * MINUTE_MS;
    skew.observe(minute(0), minute(0) + 500);
    expect(skew.notPassed(minute(0))).toBe(Infinity);
    // The clock of the venue is set back by 30 s.
    for (const ms of [3000, 59_000, 80_000]) skew.observe(minute(0), minute(0) + ms);
    expect(skew.notPassed(minute(0) + 80_000)).toBe(minute(1) - 1);
    skew.observe(minute(1), minute(1) + 30_000);
    expect(skew.notPassed(minute(1) + 31_500)).toBe(minute(1) + 1500);
    // By 2 minutes more.
    skew.observe(minute(0), minute(1) + 40_000);
    expect(skew.notPassed(minute(1) + 40_000)).toBe(minute(1) - 1);
    expect(skew.notPassed(minute(1) + 31_500)).toBe(minute(1) + 1500);
    skew.observe(minute(1), minute(3) + 30_000);
    expect(skew.notPassed(minute(3) + 31_000)).toBe(minute(2) - 1);
    expect(skew.lastNaming()).toBe(minute(3) + 30_000);
  });

  it('is negative of a clock that is behind, and outlives a bar of the far future', () => {
    const skew = createSkew(PERPDEX_V1.settleMs);
    skew.observe(MONDAY + 900 * DAY_MS, MONDAY);
    for (let i = 0; i < 4; i++) skew.observe(MONDAY + i * MINUTE_MS, MONDAY + i * MINUTE_MS - 9000);
    expect(skew.aheadMs()).toBe(-9000);
  });
});
