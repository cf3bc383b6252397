import { MINUTE_MS } from '@barograph/core';
import { assert, constantFrom, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { firstRunAt } from '../src/first-run.ts';

const T = Date.UTC(2026, 5, 1);
const SLOT = 5 * MINUTE_MS;
const accounts = { feed: 'accounts', since: null, reason: null, asOf: null } as const;

it('a producer first runs at the slot after its feed started, whether that is still to come or is over', () => {
  assert(
    property(integer({ min: 0, max: 12 * SLOT }), constantFrom('warming', 'ok', 'stale'), (ms, status) => {
      const cadence = { step: SLOT, offset: 0 };
      const state = [{ feeds: [{ ...accounts, status, readyAt: T + ms }] }];
      const at = firstRunAt({ cadence, reads: ['accounts'] }, state)!;
      expect(at % SLOT).toBe(0);
      expect(at).toBeGreaterThanOrEqual(T + ms);
      expect(at - (T + ms)).toBeLessThan(SLOT);
      expect(firstRunAt({ cadence, reads: ['bars'] }, state)).toBeUndefined();
    }),
  );
});
