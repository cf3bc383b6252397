/** Class and tags of one account, from its positions and trade statistics. No memory. */

import type { AccountBook } from '../accounts/book.ts';
import type { AccountStats } from '../accounts/records.ts';
import { MARKET_MAKER, OTHER, WHALE, type AccountClasses } from './classes.ts';
import { checkClassifierConfig, CLASSIFIER_V2026_11_1, type ClassifierConfig } from './config.ts';

/**
 * Classifies all accounts by the current rules, first match: flagged or known market maker; market maker by trades;
 * without statistics, market maker by positions; whale; `other`.
 *
 * A published class goes through {@link classify}, which delays a change.
 *
 * @param config parameters. @default CLASSIFIER_V2026_11_1
 * @throws {UsageError} when the config is invalid.
 * @example
 * const accounts = [
 *   { address: '0xa', equity: 40_000, positions: [{ coin: 'BTC', size: 2, entry: 95_000 }] },
 *   { address: '0xb', equity: 2e6, positions: [{ coin: 'BTC', size: -9, entry: 99_000 }] },
 * ];
 * const { classOf, highLeverage } = classesNow(accountBook(accounts, [{ coin: 'BTC', mark: 100_000 }]));
 * [Array.from(classOf, (at) => TRADER_CLASSES[at]), highLeverage];
 * // → [ [ 'other', 'whale' ], Uint8Array(2) [ 0, 0 ] ]
 */
export function classesNow(book: AccountBook, config: ClassifierConfig = CLASSIFIER_V2026_11_1): AccountClasses {
  checkClassifierConfig(config);
  const { equity, gross, stats } = book.accounts;
  const known = new Set(config.knownMakers);
  const classOf = new Uint8Array(equity.length);
  const smartMoney = new Uint8Array(equity.length);
  const highLeverage = new Uint8Array(equity.length);
  const sides = sidesOf(book);
  for (let a = 0; a < equity.length; a++) {
    if (isMaker(book, a, sides[a] === 3, known, config)) classOf[a] = MARKET_MAKER;
    else if (equity[a]! >= config.whale.equityFrom || gross[a]! >= config.whale.grossFrom) classOf[a] = WHALE;
    else classOf[a] = OTHER;
    smartMoney[a] = Number(isSmart(stats[a], config));
    // Unknown equity is no reason for the tag, lost equity is.
    highLeverage[a] = Number(equity[a]! <= 0 || gross[a]! / equity[a]! >= config.highLeverageFrom);
  }
  return { version: config.version, classOf, smartMoney, highLeverage };
}

/** Sides of each account: 1 with longs, 2 with shorts, 3 with both. */
function sidesOf({ accounts, positions: { account, size } }: AccountBook): Uint8Array {
  const sides = new Uint8Array(accounts.address.length);
  for (let i = 0; i < account.length; i++) sides[account[i]!]! |= size[i]! > 0 ? 1 : 2;
  return sides;
}

function isMaker(
  { accounts }: AccountBook,
  a: number,
  isTwoSided: boolean,
  known: ReadonlySet<string>,
  { maker, makerBook }: ClassifierConfig,
): boolean {
  if (accounts.marketMaker[a] === 1 || known.has(accounts.address[a]!)) return true;
  const gross = accounts.gross[a]!;
  const netShare = Math.abs(accounts.net[a]!) / gross;
  const stats = accounts.stats[a];
  if (stats === undefined) {
    const { coinsFrom, netShareUpTo, grossFrom } = makerBook;
    return isTwoSided && accounts.positions[a]! >= coinsFrom && netShare <= netShareUpTo && gross >= grossFrom;
  }
  const tests = [
    isFrom(stats.makerShare, maker.makerShareFrom),
    isFrom(stats.fills30d, maker.fillsFrom),
    isFrom(stats.coins30d, maker.coinsFrom),
    netShare <= maker.netShareUpTo,
    stats.medianHoldSeconds !== null && stats.medianHoldSeconds <= maker.holdSecondsUpTo,
  ];
  return tests.filter(Boolean).length >= maker.tests;
}

function isSmart(stats: AccountStats | undefined, { smartMoney }: ClassifierConfig): boolean {
  if (stats === undefined) return false;
  const { pnl90d, pnl30d, closedTrades, dailyPnlT } = stats;
  const isProfitable = pnl90d !== null && pnl90d > 0 && pnl30d !== null && pnl30d > 0;
  return (
    isProfitable && isFrom(closedTrades, smartMoney.closedTradesFrom) && isFrom(dailyPnlT, smartMoney.dailyPnlTFrom)
  );
}

function isFrom(value: number | null, least: number): boolean {
  return value !== null && value >= least;
}
