import { fold, HOUR_MS } from '@barograph/core';
import { hysteresis } from '@barograph/nowcast';
import { accountBook } from '@barograph/positioning';
import { depth } from '@barograph/stress';
import { book, clock, positions, posterior } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('what the testkit draws is what engines take', () => {
  it('books have a depth', () => {
    fc.assert(fc.property(book(), (snapshot) => depth(snapshot).ok));
  });

  it('no account and no position is dropped', () => {
    fc.assert(
      fc.property(positions(), ({ accounts, terms }) => {
        const { dropped, positions: columns } = accountBook(accounts, terms, { leastNotional: 0 });
        expect(Object.values(dropped).filter((count) => count > 0)).toEqual([]);
        expect(columns.size).toHaveLength(accounts.reduce((sum, account) => sum + account.positions.length, 0));
      }),
    );
  });

  it('posteriors at the times of a clock are inputs of the hysteresis', () => {
    const inputs = clock({ n: { min: 1, max: 40 }, late: true }).chain((times) =>
      fc.tuple(...times.map((time) => posterior(5).map((drawn) => ({ time, posterior: drawn })))),
    );
    fc.assert(
      fc.property(inputs, (stream) => {
        const { outputs } = fold(hysteresis(), stream);
        expect(outputs).toHaveLength(stream.length);
        for (const { since } of outputs) expect((since ?? 0) % HOUR_MS).toBe(0);
      }),
    );
  });
});
