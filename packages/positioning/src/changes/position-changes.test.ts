import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccountRecord, PositionRecord } from '../accounts/records.ts';
import { checkPositionChangesConfig, POSITION_CHANGES_V1 } from './config.ts';
import { positionChanges } from './position-changes.ts';

const ALL = { ...POSITION_CHANGES_V1, leastUsd: 0 };
const account = (positions: readonly PositionRecord[], address = '0x1'): AccountRecord => ({
  address,
  equity: null,
  positions,
});
const position = (size: number, entry: number | null = 100, coin = 'BTC'): PositionRecord => ({ coin, size, entry });
const changed = (before: readonly PositionRecord[], after: readonly PositionRecord[], config = ALL) =>
  positionChanges([account(before)], [account(after)], config).map(
    ({ action, side, size, entry, usd, changePct }) => [action, side, size, entry, usd, changePct] as const,
  );

describe('the changes of positions', () => {
  it.each([
    ['an entry', [], [position(3)], [['entry', 'long', 3, 100, 300, null]]],
    ['an exit, at the price it was entered', [position(-3)], [], [['exit', 'short', 0, 100, 300, 100]]],
    ['an increase', [position(2)], [position(3, 110)], [['increase', 'long', 3, 110, 110, 50]]],
    ['an increase of a short', [position(-2)], [position(-3)], [['increase', 'short', 3, 100, 100, 50]]],
    ['a decrease', [position(4)], [position(3)], [['decrease', 'long', 3, 100, 100, 25]]],
    [
      'a turn: an exit, then an entry',
      [position(2)],
      [position(-5, 90)],
      [
        ['exit', 'long', 0, 100, 200, 100],
        ['entry', 'short', 5, 90, 450, null],
      ],
    ],
    ['nothing, where only the price of entry moved', [position(2)], [position(2, 101)], []],
    ['nothing, where a position of size 0 came or went', [position(0)], [], []],
    ['an entry after one of size 0', [position(0)], [position(1)], [['entry', 'long', 1, 100, 100, null]]],
  ] as const)('are %s [#286]', (_, before, after, expected) => {
    expect(changed(before, after)).toEqual(expected);
  });

  it.each([
    [249.99, 0],
    [250, 1],
    [250.01, 1],
  ])('count from $25,000 on: %s at 100 gives %s [#286]', (size, count) => {
    expect(changed([], [position(size)], POSITION_CHANGES_V1)).toHaveLength(count);
    expect(changed([position(1_000)], [position(1_000 + size)], POSITION_CHANGES_V1)).toHaveLength(count);
  });

  it('judge the two halves of a turn each by itself', () => {
    expect(changed([position(1)], [position(-900)], POSITION_CHANGES_V1)).toEqual([
      ['entry', 'short', 900, 100, 90_000, null],
    ]);
  });

  it('say nothing of an account that one cycle lacks, in the first cycle too', () => {
    expect(positionChanges([], [account([position(9)])], ALL)).toEqual([]);
    expect(positionChanges([account([position(9)])], [], ALL)).toEqual([]);
    expect(positionChanges([account([position(9)])], [account([], '0x2')], ALL)).toEqual([]);
  });

  it('say nothing of what cannot be read', () => {
    for (const bad of [position(NaN), position(Infinity), position(5, null), position(5, NaN), position(5, 0)]) {
      expect(changed([bad], [])).toEqual([]);
      expect(changed([], [bad])).toEqual([]);
      expect(changed([bad, position(1, 1, 'ETH')], [position(2, 1, 'ETH')])).toHaveLength(1);
    }
    expect(changed([], [position(5), position(6)])).toEqual([]);
    const twice = [account([position(5)]), account([position(6)])];
    expect(positionChanges([account([])], twice, ALL)).toEqual([]);
    expect(positionChanges(twice, [account([])], ALL)).toEqual([]);
  });

  it('refuses a bad config', () => {
    expect(() => checkPositionChangesConfig({ ...ALL, leastUsd: -1 })).toThrow(
      '"leastUsd" expected a number within 0…',
    );
  });
});

const records = fc.uniqueArray(
  fc.record({
    address: fc.integer({ min: 0, max: 30 }).map((n) => `0x${n}`),
    equity: fc.constant(null),
    positions: fc.uniqueArray(
      fc.record({
        coin: fc.constantFrom('BTC', 'ETH', 'kPEPE'),
        size: fc.integer({ min: -4, max: 4 }),
        entry: fc.constantFrom(90, 100),
      }),
      { maxLength: 3, selector: ({ coin }) => coin },
    ),
  }),
  { maxLength: 25, selector: ({ address }) => address },
);
const mixed = records.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));

describe('the laws of position changes', () => {
  it('lead from the positions before to those after: signed changes add up', () => {
    fc.assert(
      fc.property(records, records, (before, after) => {
        const sizes = new Map<string, number>();
        const key = (address: string, coin: string): string => `${address} ${coin}`;
        const shared = before.filter(({ address }) => after.some((other) => other.address === address));
        for (const { address, positions } of shared) {
          for (const { coin, size } of positions) sizes.set(key(address, coin), size);
        }
        for (const { address, coin, action, side, size, usd, entry } of positionChanges(before, after, ALL)) {
          const sign = side === 'long' ? 1 : -1;
          const was = sizes.get(key(address, coin)) ?? 0;
          const moved = Math.round(usd / entry) * (action === 'entry' || action === 'increase' ? 1 : -1);
          expect(was + sign * moved).toBe(sign * size + 0);
          sizes.set(key(address, coin), sign * size);
        }
        for (const { address, positions } of after) {
          if (!shared.some((other) => other.address === address)) continue;
          for (const { coin, size } of positions) expect((sizes.get(key(address, coin)) ?? 0) + 0).toBe(size);
        }
      }),
    );
  });

  it('do not depend on the order of accounts', () => {
    fc.assert(
      fc.property(mixed, mixed, ([before, otherBefore], [after, otherAfter]) => {
        expect(positionChanges(otherBefore, otherAfter, ALL)).toEqual(positionChanges(before, after, ALL));
      }),
    );
  });

  it('are none between a cycle and itself, and of those back the sides are the same', () => {
    fc.assert(
      fc.property(records, records, (before, after) => {
        expect(positionChanges(before, before, ALL)).toEqual([]);
        const [there, back] = [positionChanges(before, after, ALL), positionChanges(after, before, ALL)];
        expect(back).toHaveLength(there.length);
        expect(new Set(back.map(({ address, coin, side }) => `${address} ${coin} ${side}`))).toEqual(
          new Set(there.map(({ address, coin, side }) => `${address} ${coin} ${side}`)),
        );
      }),
    );
  });
});
