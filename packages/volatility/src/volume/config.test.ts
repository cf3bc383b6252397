import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkVolumeConfig, VOLUME_BANDS, VOLUME_V1, volumeBand, type VolumeConfig } from './config.ts';

describe('the bands [#396]', () => {
  it.each([
    [0.34, 'dormant'],
    [0.35, 'quiet'],
    [0.6, 'normal'],
    [1.5, 'elevated'],
    [2.5, 'surging'],
    [5, 'extreme'],
  ] as const)('%s is %s', (multiplier, band) => {
    expect(volumeBand(multiplier)).toBe(band);
  });

  it.each([
    [0.35, 'dormant', 'quiet'],
    [0.6, 'quiet', 'normal'],
    [1.5, 'normal', 'elevated'],
    [2.5, 'elevated', 'surging'],
    [5, 'surging', 'extreme'],
  ] as const)('the edge %s belongs to the band above it', (edge, below, above) => {
    const [justBelow, justAbove] = [edge * (1 - Number.EPSILON), edge * (1 + Number.EPSILON)];
    expect([justBelow, edge, justAbove].map((multiplier) => volumeBand(multiplier))).toEqual([below, above, above]);
  });

  it('0 is dormant, and no multiplier is unknown', () => {
    expect([0, NaN, null].map((multiplier) => volumeBand(multiplier))).toEqual(['dormant', 'unknown', 'unknown']);
  });

  it('never falls when the multiplier rises', () => {
    const rank = (multiplier: number): number => VOLUME_BANDS.indexOf(volumeBand(multiplier));
    const multiplier = fc.double({ min: 0, max: 20, noNaN: true });
    fc.assert(
      fc.property(multiplier, multiplier, (a, b) => {
        expect(rank(Math.max(a, b))).toBeGreaterThanOrEqual(rank(Math.min(a, b)));
      }),
    );
  });
});

describe('a bad config', () => {
  it.each<[Partial<VolumeConfig>, string]>([
    [{ from: { ...VOLUME_V1.from, normal: 0.35 } }, '"from.normal" expected a number > 0.35, got 0.35'],
    [{ from: { ...VOLUME_V1.from, quiet: 0 } }, '"from.quiet" expected a number > 0, got 0'],
    [{ from: { ...VOLUME_V1.from, extreme: NaN } }, '"from.extreme" expected a finite number, got NaN'],
    [{ sparkDays: 0 }, '"sparkDays" expected an integer ≥ 1, got 0'],
    [{ minHours: 0 }, '"minHours" expected an integer ≥ 1, got 0'],
    [{ minHours: 25 }, '"minHours" expected an integer ≤ 24, got 25'],
  ])('%j is refused', (change, message) => {
    expect(() => checkVolumeConfig({ ...VOLUME_V1, ...change })).toThrow(message);
  });
});
