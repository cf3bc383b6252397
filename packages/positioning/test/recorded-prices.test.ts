/** Liquidation prices of recorded accounts, from the venue and from our computation. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { accountBook, classesNow, ladderColumns, ladderOf, marginTable, split, TRADER_CLASSES } from '../src/index.ts';
import {
  BUCKETS,
  byAccount,
  deleveragedRows,
  guessOthers,
  LEVERAGES,
  recordedTiers,
  rowsOf,
  sharesByWallet,
  snapshotPositions,
} from './recorded-margins.ts';
import { recordedMoments, SNAPSHOTS } from './recorded.ts';

const DATA = fileURLToPath(new URL('..', SNAPSHOTS));
const tablesOf = () => new Map([...recordedTiers(DATA)].map(([coin, tiers]) => [coin, marginTable(tiers)]));
const shareOf = <T>(all: readonly T[], holds: (one: T) => boolean): number => all.filter(holds).length / all.length;

describe.skipIf(!existsSync(SNAPSHOTS))('recorded liquidation prices (need ../shared/data)', () => {
  const tables = existsSync(SNAPSHOTS) ? tablesOf() : new Map<never, never>();
  const guesses = existsSync(SNAPSHOTS)
    ? byAccount(snapshotPositions(DATA), tables).flatMap((account) => guessOthers(account, tables))
    : [];

  it('follow from the price of one position of the account: nearly nine of ten others within .5 %', () => {
    expect(guesses).toHaveLength(88_928);
    expect(shareOf(guesses, ({ error }) => error <= 0.001)).toBeGreaterThan(0.87);
    expect(shareOf(guesses, ({ error }) => error <= 0.005)).toBeGreaterThan(0.87);
  });

  it('do so wallet by wallet, each counted once: all prices of 545 of 695, none of 71', () => {
    const wallets = sharesByWallet(guesses, 0.005);
    expect(wallets).toHaveLength(695);
    expect(wallets.reduce((sum, share) => sum + share, 0) / wallets.length).toBeCloseTo(0.862, 3);
    expect([wallets.filter((share) => share === 1).length, wallets.filter((share) => share === 0).length]).toEqual([545, 71]); // prettier-ignore
  });

  it.each([
    [1, 0.2],
    [2, 0.65],
    [3, 0.8],
    [5, 0.9],
    [10, 0.9],
    [20, 0.6],
    [40, 0.95],
  ])('do so at up to %s× for a share of at least %s', (most, least) => {
    const above = BUCKETS.findLast((bucket) => bucket < most) ?? 0;
    const own = guesses.filter(({ position: { leverage } }) => leverage > above && leverage <= most);
    expect(own.length).toBeGreaterThan(100);
    expect(shareOf(own, ({ error }) => error <= 0.005)).toBeGreaterThan(least);
  });

  it('are missed for few wallets, whose tables or modes are others, and no miss is counted as a hit', () => {
    const outliers = guesses.filter(({ error }) => error > 0.005);
    expect(outliers).toHaveLength(10_958);
    const wallets = new Map<string, number>();
    for (const { position } of outliers) wallets.set(position.wallet, (wallets.get(position.wallet) ?? 0) + 1);
    expect(wallets.size).toBe(150);
    const most = [...wallets.values()].toSorted((a, b) => b - a).slice(0, 20);
    expect(most.reduce((sum, count) => sum + count, 0) / outliers.length).toBeGreaterThan(0.75);
    expect(outliers.filter(({ isolatedError }) => isolatedError <= 0.005)).toHaveLength(705);
    const isOfTable = ({ impliedLeverage }: (typeof outliers)[number]): boolean =>
      LEVERAGES.some((leverage) => Math.abs(impliedLeverage / leverage - 1) < 0.01);
    expect(outliers.filter(isOfTable)).toHaveLength(5_896);
  });

  it('of 2025-10-10 are not observed; 104 of 480 rows can be judged, and agree with their maintenance', () => {
    const rows = deleveragedRows(DATA, tables);
    const counts = new Map<string, number>();
    for (const { use } of rows) counts.set(use, (counts.get(use) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({
      used: 104,
      'the account holds more than this position, and the rest is not in the table': 376,
    });
    for (const { judged } of rows) if (judged !== undefined) expect(judged.isAlive).toBe(judged.isSolvent);
  });

  it('of the liquidated in BTC on that day cannot be solved: no row has both entry and equity', () => {
    const rows = rowsOf(DATA, 'liquidations/hl_positions_2025-10-10_BTC.csv.gz');
    const liquidated = rows.filter((row) => row['was_liquidated'] === 'True');
    const withEntry = liquidated.filter((row) => row['entry_price'] !== '');
    expect([liquidated.length, withEntry.length]).toEqual([1_575, 207]);
    expect(withEntry.filter((row) => row['leverage_ratio'] !== '')).toEqual([]);
  });
});

describe.skipIf(!existsSync(SNAPSHOTS))('ladders of the recorded moments (need ../shared/data)', () => {
  it('keep their laws for every coin of every moment', () => {
    const sums = new Map<string, { all: number; bins: number }>();
    const broken: string[] = [];
    let count = 0;
    for (const { accounts, terms } of recordedMoments()) {
      const book = accountBook(accounts, terms);
      const classes = classesNow(book);
      const columns = ladderColumns(book, classes);
      for (const { coin, all } of split(book, classes)) {
        const { bins, byClass, outside, crossed, unliquidatable, levels, flip, mark, notional } = ladderOf(
          columns,
          coin,
        )!;
        count++;
        const inBins = bins.reduce((sum, { total }) => sum + total, 0);
        const left = [outside.below, outside.above, crossed, unliquidatable].reduce(
          (sum, one) => sum + one.notional,
          0,
        );
        const byBin = new Map(bins.map(({ index }) => [index, 0]));
        for (const name of TRADER_CLASSES) {
          for (const { index, total } of byClass[name]) byBin.set(index, byBin.get(index)! + total);
        }
        const laws = {
          adds: Math.abs(inBins + left - all.gross) <= 1e-9 * all.gross,
          classes: bins.every(({ index, total }) => byBin.get(index) === total),
          ascends: bins.every(({ index }, i) => i === 0 || bins[i - 1]!.index < index),
          sides: bins.every(({ index, long, short }) => (index < 0 ? short : long) === 0),
          levels: levels.length <= 6,
          flip: flip === null || Math.abs(flip / mark - 1) <= 0.3 + 1e-12,
        };
        for (const [law, holds] of Object.entries(laws)) if (!holds) broken.push(`${coin}: ${law}`);
        const sum = sums.get(coin) ?? { all: 0, bins: 0 };
        sums.set(coin, { all: sum.all + notional, bins: sum.bins + inBins });
      }
    }
    expect(broken).toEqual([]);
    expect(count).toBe(11_220);
    const shares = ['BTC', 'ETH', 'HYPE', 'SOL'].map((coin) => sums.get(coin)!.bins / sums.get(coin)!.all);
    expect(shares.map((share) => Math.round(100 * share))).toEqual([54, 52, 29, 33]);
  });
});
