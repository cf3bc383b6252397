/**
 * Splits and ladders of 100,000 positions over 230 coins, against a plain loop over the same columns that checks nothing and
 * knows neither sides, fates nor edges, and against a straightforward version with objects and maps.
 */

import {
  accountBook,
  classesNow,
  ladderColumns,
  ladderOf,
  split,
  type AccountRecord,
  type CoinTerms,
  type PositionRecord,
} from '@barograph/positioning';
import { loadavg } from 'node:os';
import { answer } from './harness.ts';

const COINS = 230;
const POSITIONS = 100_000;
const PER_ACCOUNT = 25;

/** Numbers 0 ≤ x < 1, the same in every run. */
let seed = 15;
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}

const terms: CoinTerms[] = Array.from({ length: COINS }, (_, i) => ({
  coin: `C${i}`,
  mark: 10 ** (6 * random() - 2),
  tiers: [{ from: 0, maxLeverage: 40 }, { from: 1e6, maxLeverage: 20 }], // prettier-ignore
}));

/** Four thousand accounts of 25 positions; of every tenth position the venue gives no liquidation price. */
const records: AccountRecord[] = Array.from({ length: POSITIONS / PER_ACCOUNT }, (_, a) => ({
  address: `0x${(a * 7919).toString(16).padStart(40, '0')}`,
  equity: 10 ** (4 + 3 * random()),
  isVault: random() < 0.02,
  isMarketMaker: random() < 0.05,
  positions: Array.from({ length: PER_ACCOUNT }, (__, p): PositionRecord => {
    const { coin, mark } = terms[(a * 31 + p * 9) % COINS]!;
    const usd = 10 ** (3.5 + 3 * random());
    const isLong = random() < 0.5;
    const distance = 0.6 * random() ** 0.7;
    return {
      coin,
      size: (isLong ? usd : -usd) / mark,
      entry: mark * (0.9 + 0.2 * random()),
      leverage: 10,
      ...(random() < 0.1 ? {} : { liquidation: mark * (1 + (isLong ? -distance : distance)) }),
    };
  }),
}));

const book = accountBook(records, terms);
const classes = classesNow(book);
const { account, coin, size, notional, liquidation } = book.positions;
const count = account.length;
if (count < 0.99 * POSITIONS) throw new Error(`expected ${POSITIONS} positions, got ${count}`);

/** Minimum work of a ladder: a bin, a class and a side. */
function plain(): Float64Array {
  const cells = new Float64Array(COINS * 3 * 400);
  for (let i = 0; i < count; i++) {
    const k = coin[i]!;
    const bin = Math.floor((liquidation[i]! / book.marks[k]! - 1) * 200) + 100;
    if (!(bin >= 0 && bin < 200)) continue;
    cells[(k * 3 + classes.classOf[account[i]!]!) * 400 + 2 * bin + (size[i]! > 0 ? 0 : 1)]! += notional[i]!;
  }
  return cells;
}

const objects = Array.from({ length: count }, (_, i) => ({
  coin: book.coins[coin[i]!]!,
  mark: book.marks[coin[i]!]!,
  trader: ['market_maker', 'whale', 'other'][classes.classOf[account[i]!]!]!,
  isLong: size[i]! > 0,
  usd: notional[i]!,
  liquidation: liquidation[i]!,
}));

function objectStyle(): Map<string, Map<string, Map<number, { long: number; short: number }>>> {
  const ladders = new Map<string, Map<string, Map<number, { long: number; short: number }>>>();
  for (const { coin: name, mark, trader, isLong, usd, liquidation: price } of objects) {
    const bin = Math.floor((price / mark - 1) * 200);
    if (!(bin >= -100 && bin < 100)) continue;
    const byClass = ladders.get(name) ?? new Map<string, Map<number, { long: number; short: number }>>();
    ladders.set(name, byClass);
    const bins = byClass.get(trader) ?? new Map<number, { long: number; short: number }>();
    byClass.set(trader, bins);
    const before = bins.get(bin) ?? { long: 0, short: 0 };
    bins.set(bin, isLong ? { ...before, long: before.long + usd } : { ...before, short: before.short + usd });
  }
  return ladders;
}

/** Reads every ladder: bins, lists by class, flips and levels. */
function everyLadder(): number {
  const columns = ladderColumns(book, classes);
  let bins = 0;
  for (const name of book.coins) bins += ladderOf(columns, name)!.bins.length;
  return bins;
}

// The plain loop also adds crossed positions to its bins; all other notional is equal.
const inPlain = plain().reduce((sum, usd) => sum + usd, 0);
const checked = ladderColumns(book, classes);
const inBins = checked.usd.reduce((sum, usd) => sum + usd, 0);
const crossed = book.coins.reduce((sum, name) => sum + ladderOf(checked, name)!.crossed.notional, 0);
if (!(inBins <= inPlain && inBins + crossed >= inPlain * (1 - 1e-9)))
  throw new Error(`${inPlain}, ${inBins}, ${crossed}`);

console.log(
  `${count} positions of ${book.accounts.address.length} accounts, ${everyLadder()} bins; load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
);
answer({
  title: 'ladders, per position',
  units: count,
  reference: 'plain loop over columns',
  rounds: 25,
  cases: [
    { name: 'plain loop over columns', run: plain },
    { name: 'objects and maps', run: objectStyle },
    { name: 'ladderColumns', run: () => ladderColumns(book, classes) },
    { name: 'ladderColumns, and ladderOf every coin', run: everyLadder },
    { name: 'split', run: () => split(book, classes) },
    { name: 'classesNow', run: () => classesNow(book) },
  ],
});
answer({
  title: 'a book from records, per position',
  units: count,
  reference: 'accountBook',
  rounds: 7,
  cases: [{ name: 'accountBook', run: () => accountBook(records, terms) }],
});
