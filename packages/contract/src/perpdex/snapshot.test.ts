import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { View } from '../published.ts';
import { oncePerView, type Built } from './snapshot.ts';

const moment = fc.integer({ min: 0, max: 2e12 });
const view = fc
  .record({ asOf: moment, fetchedAt: moment, sourceAsOf: moment })
  .map(({ asOf, fetchedAt, sourceAsOf }): View<unknown, unknown> => ({
    asOf,
    head: { fetchedAt },
    records: [],
    universeSize: 0,
    dataSource: 'live',
    provenance: [{ feed: 'contexts', source: 'perpdex', kind: 'live', asOf: sourceAsOf, isFresh: true }],
  }));

it('is built at the newest of its parts: a run asks its sources after it has begun', () => {
  fc.assert(
    fc.property(view, view, (view, other) => {
      const bodyOf = oncePerView<object, Built>({ encode: (from) => from });
      const { generatedAt } = bodyOf(view, {}, other).value;
      const parts = [view, other].flatMap(({ asOf, head, provenance }) => [
        asOf,
        (head as { fetchedAt: number }).fetchedAt,
        provenance![0]!.asOf,
      ]);
      expect(generatedAt).toBe(Math.max(...parts));
      expect(bodyOf(view, {}, other)).toBe(bodyOf(view, {}, other)); // kept
    }),
  );
});
