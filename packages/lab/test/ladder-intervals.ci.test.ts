/** Intervals of ladders on simulated markets that they were not fitted on. */

import { describe, expect, it } from 'vitest';
import { holdsFlip, holdsLevel, samplesOf } from '../studies/interval-samples.ts';

describe('intervals from the share of open interest', () => {
  it('hold 88 to 92 % of the levels and flips of all accounts, on unseen seeds', { timeout: 300_000 }, async () => {
    const { levels, flips } = await samplesOf('fresh', 24, 40);
    const shareOf = <T>(all: readonly T[], holds: (one: T) => boolean): number => all.filter(holds).length / all.length;
    expect(levels.length).toBeGreaterThan(20_000);
    expect(flips.length).toBeGreaterThan(3000);
    for (const share of [shareOf(levels, holdsLevel), shareOf(flips, holdsFlip)]) {
      expect(share).toBeGreaterThan(0.88);
      expect(share).toBeLessThan(0.92);
    }
  });
});
