/** Rules of classes and tags, by version. */

import { deepFreeze, finite, integerAtLeast, UsageError, within } from '@barograph/core';

/**
 * Parameters of the rules. Thresholds named `from` and `upTo` are inclusive. Notional and equity are in USD,
 * `closedTradesFrom` is a number of trades, `dailyPnlTFrom` the t statistic of the daily profits.
 */
export interface ClassifierConfig {
  /** CalVer in every answer. A changed rule needs a new version. */
  readonly version: `classifier/${string}`;
  /** Least notional of an account in a book, USD. */
  readonly leastNotional: number;
  /** Market maker by its trades: this many of the five tests hold. Unknown values fail a test. */
  readonly maker: {
    readonly tests: number;
    readonly makerShareFrom: number;
    readonly fillsFrom: number;
    readonly coinsFrom: number;
    /** |net| over gross of its positions. */
    readonly netShareUpTo: number;
    readonly holdSecondsUpTo: number;
  };
  /** Market maker by its positions only, without trade statistics: longs and shorts, and all of these. */
  readonly makerBook: { readonly coinsFrom: number; readonly netShareUpTo: number; readonly grossFrom: number };
  /** Addresses that are market makers whatever they hold. */
  readonly knownMakers: readonly string[];
  /** A whale satisfies one of these, USD. */
  readonly whale: { readonly equityFrom: number; readonly grossFrom: number };
  readonly smartMoney: { readonly closedTradesFrom: number; readonly dailyPnlTFrom: number };
  /** Least gross over equity for the tag; lost equity counts as infinite leverage. */
  readonly highLeverageFrom: number;
  /** Consecutive cycles in another class after which an account changes. */
  readonly changeAfter: number;
  /** Consecutive cycles without the account after which its class is dropped. */
  readonly forgetAfter: number;
}

/** Version 2026.11.1: $100k from the contract, all else from the design. A cycle is five minutes. */
export const CLASSIFIER_V2026_11_1: ClassifierConfig = deepFreeze({
  version: 'classifier/2026.11.1',
  leastNotional: 100_000,
  maker: {
    tests: 4,
    makerShareFrom: 0.7,
    fillsFrom: 5_000,
    coinsFrom: 8,
    netShareUpTo: 0.35,
    holdSecondsUpTo: 3_600,
  },
  makerBook: { coinsFrom: 8, netShareUpTo: 0.2, grossFrom: 5_000_000 },
  knownMakers: [],
  whale: { equityFrom: 1_000_000, grossFrom: 5_000_000 },
  smartMoney: { closedTradesFrom: 50, dailyPnlTFrom: 2 },
  highLeverageFrom: 10,
  changeAfter: 6,
  forgetAfter: 288,
});

/**
 * Checks a config and returns it.
 * @returns the config.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * checkClassifierConfig(CLASSIFIER_V2026_11_1).version; // → 'classifier/2026.11.1'
 * checkClassifierConfig({ ...CLASSIFIER_V2026_11_1, changeAfter: 0 });
 * // → UsageError: "changeAfter" expected an integer ≥ 1, got 0
 */
export function checkClassifierConfig(config: ClassifierConfig): ClassifierConfig {
  const { maker, makerBook, whale, smartMoney, knownMakers } = config;
  within('leastNotional', config.leastNotional, 0, Number.MAX_VALUE);
  if (integerAtLeast('maker.tests', maker.tests, 1) > 5) {
    throw new UsageError(`"maker.tests" expected at most 5, got ${maker.tests}`);
  }
  within('maker.makerShareFrom', maker.makerShareFrom, 0, 1);
  integerAtLeast('maker.fillsFrom', maker.fillsFrom, 0);
  integerAtLeast('maker.coinsFrom', maker.coinsFrom, 0);
  within('maker.netShareUpTo', maker.netShareUpTo, 0, 1);
  within('maker.holdSecondsUpTo', maker.holdSecondsUpTo, 0, Number.MAX_VALUE);
  integerAtLeast('makerBook.coinsFrom', makerBook.coinsFrom, 0);
  within('makerBook.netShareUpTo', makerBook.netShareUpTo, 0, 1);
  within('makerBook.grossFrom', makerBook.grossFrom, 0, Number.MAX_VALUE);
  if (!Array.isArray(knownMakers) || !knownMakers.every((address) => typeof address === 'string')) {
    throw new UsageError('"knownMakers" expected a list of addresses');
  }
  within('whale.equityFrom', whale.equityFrom, 0, Number.MAX_VALUE);
  within('whale.grossFrom', whale.grossFrom, 0, Number.MAX_VALUE);
  integerAtLeast('smartMoney.closedTradesFrom', smartMoney.closedTradesFrom, 0);
  finite('smartMoney.dailyPnlTFrom', smartMoney.dailyPnlTFrom);
  within('highLeverageFrom', config.highLeverageFrom, 0, Number.MAX_VALUE);
  integerAtLeast('changeAfter', config.changeAfter, 1);
  integerAtLeast('forgetAfter', config.forgetAfter, 1);
  return config;
}
