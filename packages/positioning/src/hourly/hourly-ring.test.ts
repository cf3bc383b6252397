import { HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pushHourly, rankOfNewest, type Timed } from './hourly-ring.ts';

const START = Date.UTC(2026, 0, 1);
const at = (hour: number, ms = 0): Timed => ({ time: START + hour * HOUR_MS + ms });
const pushAll = (samples: readonly Timed[], hours = 720): readonly Timed[] =>
  samples.reduce<readonly Timed[]>((ring, sample) => pushHourly(ring, sample, hours), []);

describe('an hourly ring', () => {
  it('keeps the first sample of an hour, and leaves out the others and those that come late', () => {
    const samples = [at(0, 1), at(0, 2), at(1, 300_000), at(1, HOUR_MS - 1), at(0, HOUR_MS - 1), at(2)];
    expect(pushAll(samples)).toEqual([at(0, 1), at(1, 300_000), at(2)]);
    const ring = pushAll(samples);
    expect(pushHourly(ring, at(2, 5), 720)).toBe(ring);
  });

  it('holds 720 hours, and lets go of what lies further back, missing hours included', () => {
    const full = pushAll(Array.from({ length: 720 }, (_, hour) => at(hour)));
    expect(full).toHaveLength(720);
    const next = pushHourly(full, at(720), 720);
    expect([next.length, next[0]]).toEqual([720, at(1)]);
    expect(pushHourly(full, at(720 + 100), 720)).toHaveLength(720 - 101 + 1);
    expect(pushHourly(full, at(5_000), 720)).toEqual([at(5_000)]);
  });

  it('has at most one sample an hour, ascending, within its window, whatever comes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 60 * HOUR_MS })), (times) => {
        const ring = pushAll(
          times.map((ms) => at(0, ms)),
          24,
        );
        const hours = ring.map(({ time }) => Math.floor(time / HOUR_MS));
        expect(hours).toEqual([...new Set(hours)].sort((a, b) => a - b));
        expect(ring.length).toBeLessThanOrEqual(24);
        if (hours.length > 0) expect(hours.at(-1)! - hours[0]!).toBeLessThan(24);
      }),
    );
  });

  it('ranks the newest among those that are known', () => {
    const values = (list: readonly (number | null)[], least: number) => rankOfNewest(list, (value) => value, least);
    expect(values([1, 2, 4, 5, 3], 5)).toBe(50);
    expect(values([1, null, 2], 2)).toBe(75);
    expect(values([1, null, 2], 3)).toBeNull();
    expect(values([1, 2, null], 1)).toBeNull();
    expect(values([], 1)).toBeNull();
  });
});
