/**
 * Evidence on liquidation prices and ladders over recorded accounts: states with their margin mode, 59 moments of a
 * leaderboard with the venue's liquidation prices, and the tables of 2025-10-10.
 *
 * `node --conditions=source --import tsx packages/lab/studies/ladder.evidence.ts [folder of data]`
 */

import { quantile } from '@barograph/core';
import { readAccounts } from '@barograph/files';
import {
  accountBook,
  classesNow,
  ladderColumns,
  ladderOf,
  liquidationPrice,
  maintenanceMargin,
  marginTable,
  split,
  TRADER_CLASSES,
  type AccountBook,
  type AccountRecord,
  type CoinTerms,
  type Ladder,
  type MarginTable,
  type MarginTier,
} from '@barograph/positioning';
import { join } from 'node:path';
import {
  BUCKETS,
  byAccount,
  deleveragedRows,
  freeMargin,
  groupsOf,
  guessOthers,
  LEVERAGES,
  recordedTiers,
  rowsOf,
  sharesByWallet,
  snapshotPositions,
  type Guess,
  type Held,
} from '../../positioning/test/recorded-margins.ts';

const DATA = process.argv[2] ?? '../shared/data';

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const title = (text: string): void => console.log(`\n## ${text}`);

/** Every price of a recorded state with its margin mode: from the account value, and from one position. */
async function statesWithMode(recorded: ReadonlyMap<string, readonly MarginTier[]>): Promise<void> {
  title('States of accounts with their margin mode');
  for (const name of [
    'mm_clearinghouse_whale__1782131344381',
    'mm_clearinghouse_small__1782131344477',
    'clearinghouseState__2025-03-07T1045Z_a44f',
    'docs_clearinghouse_state',
  ]) {
    const read = await readAccounts(join(DATA, 'api/hyperliquid', `${name}.json`));
    if (!read.ok) throw new Error(read.error.expected);
    const coins = read.value.coins.map((coin) => ({ ...coin, tiers: recorded.get(coin.coin) ?? coin.tiers }));
    const [account] = read.value.accounts;
    const unsolved = account!.positions.map((position) => ({ ...position, liquidation: undefined }));
    const given = accountBook([account!], coins, { leastNotional: 0 });
    const venue = given.positions.liquidation;
    const spare = freeOf(given, recorded);
    const cases: [string, number | undefined][] = [['account value', undefined]];
    if (spare !== undefined) cases.push(['largest position', spare]);
    for (const [of, crossEquity] of cases) {
      const book = accountBook([{ ...account!, crossEquity, positions: unsolved }], coins, { leastNotional: 0 });
      const ours = book.positions.liquidation;
      const errors = [...venue].flatMap((price, i) => (price > 0 ? [Math.abs(ours[i]! / price - 1)] : []));
      const same = [...venue].filter((price, i) => Number.isNaN(price) === Number.isNaN(ours[i])).length;
      const worst = errors.length === 0 ? 'none given' : `largest error ${Math.max(...errors).toExponential(1)}`;
      console.log(
        `${name}, by the ${of}: ${venue.length} positions, ${errors.length} prices, ${worst}; given or none alike in ${same}`,
      );
    }
  }
}

/** Equity behind the cross positions of the one account of a book, as the price of its largest one tells. */
function freeOf(
  { positions, marks, coins }: AccountBook,
  recorded: ReadonlyMap<string, readonly MarginTier[]>,
): number | undefined {
  const { notional, size, liquidation, coin } = positions;
  const known = [...notional.keys()].filter((i) => liquidation[i]! > 0);
  if (known.length === 0) return undefined;
  const largest = known.reduce((a, b) => (notional[b]! > notional[a]! ? b : a));
  const tableOf = (i: number): MarginTable => marginTable(recorded.get(coins[coin[i]!]!)!);
  const table = tableOf(largest);
  const [q, mark, price] = [size[largest]!, marks[coin[largest]!]!, liquidation[largest]!];
  const backing = maintenanceMargin(table, Math.abs(q) * price) - q * (price - mark);
  return [...notional.keys()].reduce(
    (sum, i) => (i === largest ? sum : sum + maintenanceMargin(tableOf(i), notional[i]!)),
    backing,
  );
}

function shares(guesses: readonly Guess[]): string {
  const errors = guesses.map(({ error }) => error);
  const within = (most: number): string => percent(errors.filter((error) => error <= most).length / errors.length);
  const finite = errors.map((error) => Math.min(error, 9.99));
  const at = [0.5, 0.9, 0.95].map((p) => `${(100 * quantile(finite, p)).toFixed(3)} %`).join(' / ');
  return `${String(errors.length).padStart(7)}   ≤ .1 % ${within(0.001)}   ≤ .5 % ${within(0.005)}   ≤ 2 % ${within(0.02)}   p50/p90/p95 ${at}`;
}

function inferredMargins(positions: readonly Held[], tables: ReadonlyMap<string, MarginTable>): void {
  title('Snapshots: the free margin of an account from its largest position predicts the prices of the others');
  const guesses = byAccount(positions, tables).flatMap((account) => guessOthers(account, tables));
  console.log(`all            ${shares(guesses)}`);
  for (const most of [0.001, 0.005, 0.02]) {
    const wallets = sharesByWallet(guesses, most);
    const mean = wallets.reduce((sum, share) => sum + share, 0) / wallets.length;
    const whole = wallets.filter((share) => share === 1).length;
    const none = wallets.filter((share) => share === 0).length;
    console.log(
      `per wallet     ${wallets.length}   ≤ ${percent(most)} ${percent(mean)} in the mean; all prices of ${whole}, none of ${none}`,
    );
  }
  for (const [i, most] of BUCKETS.entries()) {
    const least = BUCKETS[i - 1] ?? 0;
    const inside = guesses.filter(({ position: { leverage } }) => leverage > least && leverage <= most);
    if (inside.length > 0) console.log(`leverage ≤ ${String(most).padStart(2)}× ${shares(inside)}`);
  }
  const outliers = guesses.filter(({ error }) => error > 0.005);
  const isolated = outliers.filter(({ isolatedError }) => isolatedError <= 0.005).length;
  console.log(
    `outliers above .5 %: ${outliers.length}; an isolated position with its first margin explains ${isolated}`,
  );
  const other = outliers.filter(({ impliedLeverage }) =>
    LEVERAGES.some((leverage) => Math.abs(impliedLeverage / leverage - 1) < 0.01),
  ).length;
  console.log(
    `the maintenance of another largest leverage (${LEVERAGES.join(', ')}) explains ${other}: tables of an earlier time, or of the account; no hit above counts them`,
  );
  const wallets = new Map<string, number>();
  for (const { position } of outliers) wallets.set(position.wallet, (wallets.get(position.wallet) ?? 0) + 1);
  const most = [...wallets].sort(([, a], [, b]) => b - a);
  const half = most.slice(0, 20).reduce((sum, [, count]) => sum + count, 0);
  console.log(
    `they are of ${wallets.size} wallets; the 20 with the most hold ${percent(half / outliers.length)}: ${most
      .slice(0, 5)
      .map(([wallet, count]) => `${wallet} ${count}`)
      .join(', ')}`,
  );
  for (const { position, error } of [...outliers]
    .sort((a, b) => b.position.notional - a.position.notional)
    .slice(0, 8)) {
    const { wallet, coin, size, leverage, notional, mark, liquidation } = position;
    console.log(
      `  ${wallet} ${coin} ${size > 0 ? 'long' : 'short'} ${(notional / 1e6).toFixed(1)}M at ${leverage}×, mark ${mark.toPrecision(6)}, venue ${liquidation.toPrecision(6)}: error ${percent(Math.min(error, 9.99))}`,
    );
  }
}

/** Longs without a price at the venue: whether the free margin of the account says so too. */
function absentPrices(positions: readonly Held[], tables: ReadonlyMap<string, MarginTable>): void {
  let [agree, total] = [0, 0];
  for (const account of byAccount(positions, tables)) {
    const known = account.filter(({ liquidation }) => liquidation > 0);
    if (known.length === 0) continue;
    const first = known.reduce((a, b) => (b.notional > a.notional ? b : a));
    const free = freeMargin(first, tables.get(first.coin)!);
    for (const { size, mark, notional, liquidation, coin } of account) {
      if (!Number.isNaN(liquidation)) continue;
      const table = tables.get(coin)!;
      const margin = free + maintenanceMargin(table, notional);
      total++;
      if (Number.isNaN(liquidationPrice({ size, price: mark, margin, table }))) agree++;
    }
  }
  console.log(
    `longs without a price at the venue: ${total} in such accounts, none by our arithmetic either for ${percent(agree / total)}`,
  );
}

/** Ladders of every moment: laws, and where the notional of each coin lies. */
function ladders(positions: readonly Held[], tiers: ReadonlyMap<string, readonly MarginTier[]>): void {
  title('Ladders of every moment');
  const equity = new Map(
    rowsOf(DATA, 'snapshots/hyperliquid_leaderboard_accounts_2026-02.csv.gz').map((row) => [
      `${row['snapshot_ms']} ${row['wallet']}`,
      Number(row['account_value_usd']),
    ]),
  );
  const sums = new Map<
    string,
    { all: number; bins: number; outside: number; crossed: number; none: number; flips: number; moments: number }
  >();
  const classUsd = [0, 0, 0];
  let [count, broken, moments, small, dropped] = [0, 0, 0, 0, 0];
  for (const [moment, held] of groupsOf(positions, (position) => position.moment)) {
    moments++;
    const marks = new Map(held.map(({ coin, mark }) => [coin, mark]));
    const terms = [...marks].map(([coin, mark]): CoinTerms => ({ coin, mark, tiers: tiers.get(coin) }));
    const records = [...groupsOf(held, ({ wallet }) => wallet)].map(([address, open]): AccountRecord => ({
      address,
      equity: equity.get(`${moment} ${address}`) ?? null,
      positions: open.map(({ coin, size, entry, leverage, liquidation }) => ({
        coin,
        size,
        entry,
        leverage,
        liquidation: Number.isNaN(liquidation) ? null : liquidation,
      })),
    }));
    const book = accountBook(records, terms);
    small += book.small.accounts;
    dropped += Object.values(book.dropped).reduce((sum, reason) => sum + reason, 0);
    const classes = classesNow(book);
    const columns = ladderColumns(book, classes);
    for (const { coin, all, byClass } of split(book, classes)) {
      const ladder = ladderOf(columns, coin)!;
      count++;
      if (!keepsLaws(ladder, all.gross)) broken++;
      for (const [i, name] of TRADER_CLASSES.entries()) classUsd[i]! += byClass[name].gross;
      const sum = sums.get(coin) ?? { all: 0, bins: 0, outside: 0, crossed: 0, none: 0, flips: 0, moments: 0 };
      sums.set(coin, sum);
      sum.all += ladder.notional;
      sum.bins += ladder.bins.reduce((usd, { total }) => usd + total, 0);
      sum.outside += ladder.outside.below.notional + ladder.outside.above.notional;
      sum.crossed += ladder.crossed.notional;
      sum.none += ladder.unliquidatable.notional;
      sum.flips += Number(ladder.flip !== null);
      sum.moments++;
    }
  }
  const total = [...sums.values()].reduce((sum, { all }) => sum + all, 0);
  console.log(
    `${moments} moments, ${count} ladders, ${broken} that break a law; dropped ${dropped}, accounts below $100k ${small}`,
  );
  console.log(
    `notional by class: ${TRADER_CLASSES.map((name, i) => `${name} ${percent(classUsd[i]! / total)}`).join(', ')}`,
  );
  console.log('coin        share of all   in bins   outside   crossed   no price   moments with a flip');
  for (const [coin, { all, bins, outside, crossed, none, flips, moments: seen }] of [...sums].sort(
    ([, a], [, b]) => b.all - a.all,
  )) {
    const cells = [all / total, bins / all, outside / all, crossed / all, none / all].map((share) =>
      percent(share).padStart(9),
    );
    console.log(`${coin.padEnd(10)}${cells.join(' ')}   ${flips} of ${seen}`);
  }
}

function keepsLaws(
  { bins, byClass, outside, crossed, unliquidatable, levels, mark, flip }: Ladder,
  gross: number,
): boolean {
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * gross;
  const left = [outside.below, outside.above, crossed, unliquidatable].reduce((sum, { notional }) => sum + notional, 0);
  const inBins = bins.reduce((sum, { total }) => sum + total, 0);
  const at = (list: typeof bins, index: number): number => list.find((bin) => bin.index === index)?.total ?? 0;
  const addUp = bins.every(
    ({ index, total }) =>
      at(byClass.market_maker, index) + at(byClass.whale, index) + at(byClass.other, index) === total,
  );
  const ascend = bins.every(
    ({ index, long, short }, i) => (bins[i - 1]?.index ?? -101) < index && (index < 0 ? short : long) === 0,
  );
  return (
    near(left + inBins, gross) &&
    addUp &&
    ascend &&
    levels.length <= 6 &&
    (flip === null || Math.abs(flip / mark - 1) <= 0.3)
  );
}

/** Positions that were deleveraged on 2025-10-10: entry, size and equity, but no liquidation price was observed. */
function deleveraged(tables: ReadonlyMap<string, MarginTable>): void {
  title('2025-10-10: positions closed against the losing side');
  const rows = deleveragedRows(DATA, tables);
  const reasons = new Map<string, number>();
  for (const { use } of rows) reasons.set(use, (reasons.get(use) ?? 0) + 1);
  const used = rows.flatMap(({ judged }) => judged ?? []);
  const alive = used.filter(({ isAlive }) => isAlive);
  for (const { user } of used.filter(({ isAlive, isSolvent }) => isAlive !== isSolvent)) {
    console.log(`  contradiction: ${user}`);
  }
  const distances = alive.flatMap(({ liquidation, price }) =>
    liquidation > 0 ? [Math.abs(liquidation / price - 1)] : [],
  );
  console.log(`${rows.length} rows: ${[...reasons].map(([reason, count]) => `${reason} ${count}`).join('; ')}`);
  console.log(
    `their unrealised result is size · (price − entry) in ${rows.filter(({ isResultSound }) => isResultSound).length} rows`,
  );
  console.log(
    `of the used: liquidation still ahead ${alive.length}, passed ${used.length - alive.length}; distance p10/p50/p90 ${[0.1, 0.5, 0.9].map((p) => percent(quantile(distances, p))).join(' / ')}`,
  );
  console.log(
    'no liquidation price was observed for them: they were closed as the winning side, so that no error can be given',
  );
}

function withoutEntry(): void {
  title('2025-10-10: the BTC table, and the other tables');
  const rows = rowsOf(DATA, 'liquidations/hl_positions_2025-10-10_BTC.csv.gz');
  const liquidated = rows.filter((row) => row['was_liquidated'] === 'True');
  const withEntry = liquidated.filter((row) => row['entry_price'] !== '');
  const withEquity = withEntry.filter((row) => row['leverage_ratio'] !== '');
  console.log(
    `BTC: ${rows.length} rows, ${liquidated.length} liquidated; entry known for ${withEntry.length} (opened after 21:15), equity or leverage for ${withEquity.length}: no row can be used`,
  );
  const users = rowsOf(DATA, 'liquidations/hl_adl_2025-10-10_by_user.csv.gz');
  console.log(
    `by user: ${users.length} rows with equity and without position, entry or size: no row can be used; by coin: sums only`,
  );
  const forced = rowsOf(DATA, 'liquidations/hyperliquid_liquidations_2023-02_2023-05.csv.gz').map(
    (row) => Number(row['liquidated_account_value']) / Number(row['liquidated_ntl_pos']),
  );
  const at = [0.05, 0.5, 0.95].map((p) => percent(quantile(forced, p))).join(' / ');
  console.log(
    `2023: ${forced.length} liquidations without entry or coin: account value over notional p5/p50/p95 ${at}; at 50× maintenance is 1 %`,
  );
}

const tiers = recordedTiers(DATA);
const tables = new Map([...tiers].map(([coin, list]) => [coin, marginTable(list)]));
await statesWithMode(tiers);
const positions = snapshotPositions(DATA);
title('Snapshots');
const moments = new Set(positions.map(({ moment }) => moment)).size;
const wallets = new Set(positions.map(({ wallet }) => wallet)).size;
console.log(
  `${positions.length} positions, ${moments} moments, ${wallets} accounts with positions, without a margin mode`,
);
const untold = positions.filter(({ coin }) => !tables.has(coin));
console.log(
  `coins without recorded tiers: ${[...new Set(untold.map(({ coin }) => coin))].join(' ')} (${untold.length} positions)`,
);
inferredMargins(positions, tables);
absentPrices(positions, tables);
deleveraged(tables);
withoutEntry();
ladders(positions, tiers);
