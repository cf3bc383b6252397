/** Plans: the same for the same seed, other ones for other seeds, and every kind of fault in some of them. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasCommit } from '../upgrades/tree.ts';
import { FAULTS, planOf, withOlder } from './plan.ts';

const MS = 10_000;
/** A plan is a long list: some are enough. */
const RUNS = { numRuns: 20 };

describe('the plan of a seed', () => {
  it('is decided by the seed alone', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (seed, other) => {
        fc.pre(seed !== other);
        expect(planOf(seed, MS, 3)).toEqual(planOf(seed, MS, 3));
        expect(planOf(other, MS, 3)).not.toEqual(planOf(seed, MS, 3));
      }),
      RUNS,
    );
  });

  it('keeps to its time and its replicas', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 5 }), (seed, replicas) => {
        const { faults, clients } = planOf(seed, MS, replicas);
        for (const { at, ms, replica, strength } of faults) {
          expect(at).toBeLessThan(MS);
          expect(ms).toBeGreaterThanOrEqual(0);
          expect(replica).toBeLessThan(replicas);
          expect(strength).toBeLessThan(1);
        }
        for (const steps of Object.values(clients)) {
          expect(steps.slice(0, -1).reduce((sum, { pause }) => sum + pause, 0)).toBeLessThan(MS);
        }
      }),
      RUNS,
    );
  });

  it('replaces an older replica once, within the middle third, and does not end it before', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const plan = planOf(seed, 60_000, 3);
        const { faults } = withOlder(plan);
        const first = faults.find(({ kind, replica }) => replica === 0 && ['kill', 'join'].includes(kind));
        expect(first!.kind).toBe('join');
        expect(first!.at).toBeGreaterThanOrEqual(20_000);
        expect(first!.at).toBeLessThanOrEqual(40_000);
        expect(faults.map(({ at }) => at)).toEqual(faults.map(({ at }) => at).toSorted((a, b) => a - b));
        const lost = plan.faults.filter((fault) => !faults.includes(fault));
        expect(lost.every(({ at, replica }) => replica === 0 && at <= first!.at)).toBe(true);
        expect(faults.length).toBe(plan.faults.length - lost.length + 1);
      }),
      RUNS,
    );
  });

  it('has no older replica where the clone lacks its commit', () => {
    expect(hasCommit('0'.repeat(40))).toBe(false);
  });

  it('brings every kind of fault within twenty seeds of a minute', () => {
    const kinds = Array.from({ length: 20 }, (_, seed) =>
      planOf(seed, 60_000, 3).faults.map(({ kind }) => kind),
    ).flat();
    expect([...new Set(kinds)].toSorted()).toEqual([...FAULTS].toSorted());
  });
});
