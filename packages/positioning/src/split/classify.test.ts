import { fold } from '@barograph/core';
import { firstNotJson, reducerContract } from '@barograph/testkit';
import { describe, expect, it } from 'vitest';
import { accountBook } from '../accounts/account-book.ts';
import type { AccountBook } from '../accounts/book.ts';
import type { AccountRecord, AccountStats, CoinTerms } from '../accounts/records.ts';
import { TRADER_CLASSES, type TraderClass } from './classes.ts';
import { classify } from './classify.ts';
import { checkClassifierConfig, CLASSIFIER_V2026_11_1 } from './config.ts';
import { classesNow } from './rules.ts';

const COINS: readonly CoinTerms[] = Array.from({ length: 10 }, (_, i) => ({ coin: `C${i}`, mark: 1 }));

/** An account that holds `sizes` of the coins in order. */
const account = (fields: Partial<AccountRecord>, ...sizes: readonly number[]): AccountRecord => ({
  address: 'a',
  equity: 1e6 - 1,
  positions: sizes.map((size, i) => ({ coin: `C${i}`, size, entry: 1 })),
  ...fields,
});
const bookOf = (...records: readonly AccountRecord[]): AccountBook => accountBook(records, COINS, { leastNotional: 0 });
const classOf = (record: AccountRecord): TraderClass => TRADER_CLASSES[classesNow(bookOf(record)).classOf[0]!]!;

const STATS: AccountStats = {
  fills30d: 5_000,
  makerShare: 0.7,
  coins30d: 8,
  pnl30d: 1,
  pnl90d: 1,
  medianHoldSeconds: 3_600,
  closedTrades: 50,
  dailyPnlT: 2,
};
/** |net| over gross .36: the fifth test does not hold. */
const LOPSIDED = [68, -32] as const;

describe('the rules of the classes', () => {
  it.each<[string, Partial<AccountStats>, readonly number[], TraderClass]>([
    ['all five tests', {}, [675, -325], 'market_maker'],
    ['four of five, each at its threshold', {}, LOPSIDED, 'market_maker'],
    ['fewer fills', { fills30d: 4_999 }, LOPSIDED, 'other'],
    ['fewer fills, balanced', { fills30d: 4_999 }, [675, -325], 'market_maker'],
    ['a smaller share of making', { makerShare: 0.699 }, LOPSIDED, 'other'],
    ['fewer coins', { coins30d: 7 }, LOPSIDED, 'other'],
    ['longer holding', { medianHoldSeconds: 3_601 }, LOPSIDED, 'other'],
    ['an unknown number fits no test', { medianHoldSeconds: null }, LOPSIDED, 'other'],
    ['two unknown, balanced', { medianHoldSeconds: null, makerShare: null }, [675, -325], 'other'],
  ])('a market maker by its trades: %s', (_, stats, sizes, expected) => {
    expect(classOf(account({ stats: { ...STATS, ...stats } }, ...sizes))).toBe(expected);
  });

  it.each<[string, readonly number[], TraderClass]>([
    ['8 coins, |net| of a fifth, 5 million', [15e5, 15e5, -5e5, -5e5, -25e4, -25e4, -25e4, -25e4], 'market_maker'],
    ['7 coins', [15e5, 15e5, -5e5, -5e5, -5e5, -25e4, -25e4], 'whale'],
    ['|net| above a fifth', [15e5, 15e5 + 10, -5e5, -5e5, -25e4, -25e4, -25e4, -25e4], 'whale'],
    ['below 5 million', [15e5 - 1, 15e5 - 1, -5e5, -5e5, -25e4, -25e4, -25e4, -25e4], 'other'],
  ])('a market maker by its positions, when nothing is known of its trades: %s', (_, sizes, expected) => {
    expect(classOf(account({}, ...sizes))).toBe(expected);
  });

  it('a market maker by flag or list, whatever it holds', () => {
    expect(classOf(account({ isMarketMaker: true }, 5))).toBe('market_maker');
    expect(classOf(account({ isVault: true }, 5))).toBe('other');
    const known = { ...CLASSIFIER_V2026_11_1, knownMakers: ['a'] };
    expect([...classesNow(bookOf(account({}, 5)), known).classOf]).toEqual([0]);
  });

  it.each<[string, number | null, number, TraderClass]>([
    ['equity of a million', 1e6, 5, 'whale'],
    ['less', 1e6 - 1, 5, 'other'],
    ['gross of five million', 5, -5e6, 'whale'],
    ['less, with an equity that is not known', null, 5e6 - 1, 'other'],
    ['gross alone, with an equity that is not known', null, 5e6, 'whale'],
  ])('a whale: %s', (_, equity, size, expected) => {
    expect(classOf(account({ equity }, size))).toBe(expected);
  });

  it('smart money needs all four, high leverage ten times the equity; both whatever the class [#475]', () => {
    const tags = (record: AccountRecord): readonly number[] => {
      const { smartMoney, highLeverage } = classesNow(bookOf(record));
      return [smartMoney[0]!, highLeverage[0]!];
    };
    expect(tags(account({ stats: STATS }, 1_000))).toEqual([1, 0]);
    for (const less of [{ pnl30d: 0 }, { pnl90d: 0 }, { closedTrades: 49 }, { dailyPnlT: 1.99 }, { dailyPnlT: null }]) {
      expect(tags(account({ stats: { ...STATS, ...less } }, 1_000))).toEqual([0, 0]);
    }
    expect(tags(account({ equity: 100 }, 600, -400))).toEqual([0, 1]);
    expect(tags(account({ equity: 100.1 }, 600, -400))).toEqual([0, 0]);
    expect(tags(account({ equity: null }, 600))).toEqual([0, 0]);
    expect(tags(account({ equity: 0 }, 600))).toEqual([0, 1]);
    expect(tags(account({ equity: -5 }, 600))).toEqual([0, 1]);
  });
});

const OTHER = bookOf(account({}, 5));
const WHALE = bookOf(account({ equity: 2e6 }, 5));
const MAKER = bookOf(account({ isMarketMaker: true }, 5));
const NOBODY = bookOf();

/** Classes of account `a` over the books, as published by the classifier. */
function published(books: readonly AccountBook[]): (TraderClass | undefined)[] {
  const { outputs } = fold(classify(), books);
  return outputs.map(({ classOf: codes }) => TRADER_CLASSES[codes[0]!]);
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('a change of class', () => {
  it('comes with the sixth cycle in a row, not with the fifth [#477]', () => {
    expect(published([OTHER, ...times(6, WHALE)])).toEqual([...times(6, 'other'), 'whale']);
    expect(published([OTHER, ...times(5, WHALE), OTHER, ...times(5, WHALE)])).toEqual(times(12, 'other'));
  });

  it('starts over when another class comes between, and when the account was away', () => {
    expect(published([OTHER, ...times(5, WHALE), MAKER, ...times(5, WHALE)])).toEqual(times(12, 'other'));
    const away = published([OTHER, ...times(5, WHALE), NOBODY, ...times(6, WHALE)]);
    expect(away).toEqual([...times(6, 'other'), undefined, ...times(5, 'other'), 'whale']);
  });

  it('is remembered over an absence of 287 cycles, and forgotten after 288', () => {
    expect(published([OTHER, ...times(287, NOBODY), WHALE]).at(-1)).toBe('other');
    expect(published([OTHER, ...times(288, NOBODY), WHALE]).at(-1)).toBe('whale');
  });

  it('does not concern the other accounts', () => {
    const both = (equity: number): AccountBook =>
      bookOf(account({ equity }, 5), account({ address: 'b' }, 5), account({ address: '__proto__' }, 5e6));
    const { outputs, state } = fold(classify(), [both(1), ...times(6, both(2e6))]);
    expect(outputs.map(({ classOf: codes }) => [...codes])).toEqual([...times(6, [1, 2, 2]), [1, 1, 2]]);
    expect(state.accounts.map(({ address }) => address)).toEqual(['__proto__', 'a', 'b']);
    expect(firstNotJson(state)).toBeUndefined();
  });

  it('leaves the memory in the order of addresses, whoever is away', () => {
    const all = ['a', 'b', 'c', 'd'];
    for (const away of all) {
      const present = all.filter((address) => address !== away);
      const { state } = fold(classify(), [all, present].map((list) => bookOf(...list.map((address) => account({ address }, 5))))); // prettier-ignore
      expect(state.accounts.map(({ address }) => address)).toEqual(all);
    }
  });

  it('of the rules themselves starts every account anew', () => {
    const next = { ...CLASSIFIER_V2026_11_1, version: 'classifier/2027.1.1' } as const;
    const { state } = fold(classify(), [OTHER]);
    const { outputs, state: anew } = fold(classify(next), [WHALE], state);
    expect(anew.accounts.map(({ address }) => address)).toEqual(['a']);
    expect([...outputs[0]!.classOf]).toEqual([1]);
    expect(outputs[0]!.version).toBe('classifier/2027.1.1');
  });
});

reducerContract({
  name: 'the classifier, with three cycles to change and three to forget',
  reducer: classify({ ...CLASSIFIER_V2026_11_1, changeAfter: 3, forgetAfter: 3 }),
  alphabet: [OTHER, WHALE, MAKER, NOBODY],
  // None; each class at rest; each with two challengers and a run of one or two; each absent for one or two cycles.
  states: 1 + 3 + 3 * 2 * 2 + 3 * 2,
  invariant: ({ before, state, output }) => {
    const [old, now] = [before.accounts[0], state.accounts[0]];
    if (now === undefined) return;
    if (now.run > 2) throw new Error('a run of three is a change');
    if (output.classOf.length === 1 && TRADER_CLASSES[output.classOf[0]!] !== now.held)
      throw new Error('not the held one');
    if (old !== undefined && old.held !== now.held && old.run !== 2) throw new Error('changed too early');
  },
});

describe('the numbers of the classifier', () => {
  it.each([
    ['maker.tests', { maker: { ...CLASSIFIER_V2026_11_1.maker, tests: 6 } }],
    ['maker.makerShareFrom', { maker: { ...CLASSIFIER_V2026_11_1.maker, makerShareFrom: 2 } }],
    ['knownMakers', { knownMakers: [3] }],
    ['changeAfter', { changeAfter: 0 }],
    ['leastNotional', { leastNotional: -1 }],
  ])('refuse %s', (field, wrong) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- configs come from files too
    expect(() => checkClassifierConfig({ ...CLASSIFIER_V2026_11_1, ...wrong } as never)).toThrow(`"${field}" expected`);
  });
});
