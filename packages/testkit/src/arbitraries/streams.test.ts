import { HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { book } from './book.ts';
import { clock } from './clock.ts';
import { posterior, posteriors } from './posterior.ts';
import { positions } from './positions.ts';
import { rawRegimes } from './regimes.ts';

/** Checks every value on the shrinking path too: shrunk values are as valid as drawn ones. */
function holds<T>(arbitrary: fc.Arbitrary<T>, valid: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, valid));
  const visited: T[] = [];
  // A predicate that fails on every other value drives the shrinker.
  fc.check(
    fc.property(arbitrary, (value) => {
      visited.push(value);
      return visited.length % 2 === 0;
    }),
    { numRuns: 20 },
  );
  expect(visited.length).toBeGreaterThan(1);
  visited.forEach(valid);
}

const some = <T>(arbitrary: fc.Arbitrary<T>, is: (value: T) => boolean): boolean => fc.sample(arbitrary, 300).some(is);

describe('a clock', () => {
  it('ascends, with gaps, off the grid by no more than its jitter', () => {
    holds(clock({ jitter: 999 }), (times) => {
      times.forEach((time, i) => {
        if (i > 0) expect(time).toBeGreaterThan(times[i - 1]!);
        expect(time % HOUR_MS).toBeLessThan(1_000);
      });
    });
    expect(some(clock(), (times) => times.some((time, i) => i > 0 && time - times[i - 1]! > 24 * HOUR_MS))).toBe(true);
    expect(some(clock({ gap: 0 }), (times) => times.some((t, i) => i > 0 && t - times[i - 1]! !== HOUR_MS))).toBe(
      false,
    );
  });

  it('repeats itself and is late on request alone', () => {
    const isLate = (times: readonly number[]): boolean => times.some((time, i) => i > 0 && time <= times[i - 1]!);
    expect(some(clock({ late: true }), isLate)).toBe(true);
    expect(some(clock(), isLate)).toBe(false);
  });

  it('refuses a step and a jitter that cannot be', () => {
    expect(() => clock({ step: 0 })).toThrow(/"step" expected an integer ≥ 1, got 0/);
    expect(() => clock({ step: 10, jitter: 10 })).toThrow(/"jitter" expected 0 … 9, got 10/);
  });
});

describe('a posterior', () => {
  const isPosterior = (p: readonly number[]): void => {
    expect(p).toHaveLength(6);
    expect(Math.min(...p)).toBeGreaterThanOrEqual(0);
    expect(Math.abs(p.reduce((sum, part) => sum + part, 0) - 1)).toBeLessThan(1e-12);
  };

  it('sums to one, alone and in a stream', () => {
    holds(posterior(), isPosterior);
    holds(posteriors({ n: { min: 1, max: 20 } }), (stream) => stream.forEach(isPosterior));
    expect(() => posterior(1)).toThrow(/"labels" expected an integer ≥ 2, got 1/);
  });

  it('is certain, tied and undecided now and then', () => {
    expect(some(posterior(), (p) => Math.max(...p) === 1)).toBe(true);
    expect(some(posterior(), (p) => p.filter((part) => part === 0.5).length === 2)).toBe(true);
    expect(some(posterior(), (p) => new Set(p).size === 1)).toBe(true);
  });
});

describe('a raw regime stream', () => {
  const labels = ['bull', 'bear', 'crash'];

  it('has spells, flicker and holes at the times of a clock', () => {
    holds(rawRegimes(labels, { n: 30 }), (stream) => {
      expect(stream).toHaveLength(30);
      stream.forEach(({ at, label }, i) => {
        if (i > 0) expect(at).toBeGreaterThan(stream[i - 1]!.at);
        expect([...labels, null]).toContain(label);
      });
    });
    expect(some(rawRegimes(labels), (stream) => stream.some(({ label }) => label === null))).toBe(true);
    const whole = rawRegimes(labels, { missing: false });
    expect(some(whole, (stream) => stream.some(({ label }) => label === null))).toBe(false);
  });
});

describe('a book', () => {
  it('is sorted, uncrossed and above 0', () => {
    holds(book(), ({ bids, asks }) => {
      expect(bids.price[0]).toBeLessThan(asks.price[0]!);
      bids.price.forEach((price, i) => i > 0 && expect(price).toBeLessThan(bids.price[i - 1]!));
      asks.price.forEach((price, i) => i > 0 && expect(price).toBeGreaterThan(asks.price[i - 1]!));
      for (const column of [bids.price, bids.size, asks.price, asks.size]) {
        expect(column.every((value) => value > 0 && Number.isFinite(value))).toBe(true);
      }
    });
    const isOneSided = ({
      bids,
      asks,
    }: {
      readonly bids: { price: Float64Array };
      readonly asks: { price: Float64Array };
    }) => bids.price.length === 0 || asks.price.length === 0;
    expect(some(book({ empty: true }), isOneSided)).toBe(true);
    expect(some(book(), isOneSided)).toBe(false);
  });
});

describe('positions', () => {
  it('have distinct addresses, one position a coin, and sound numbers', () => {
    holds(positions(), ({ accounts, terms }) => {
      expect(new Set(accounts.map(({ address }) => address)).size).toBe(accounts.length);
      for (const { positions } of accounts) {
        expect(new Set(positions.map(({ coin }) => coin)).size).toBe(positions.length);
        for (const { coin, size, entry, leverage } of positions) {
          const { mark, tiers } = terms.find((term) => term.coin === coin)!;
          expect(size).not.toBe(0);
          expect(Math.abs(Math.log2(entry / mark))).toBeLessThanOrEqual(1 + 1e-9);
          expect(leverage).toBeLessThanOrEqual(tiers[0]!.maxLeverage);
        }
      }
    });
  });
});
