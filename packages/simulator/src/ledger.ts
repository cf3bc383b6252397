/**
 * Fills of the accounts of a market, consistent with their holdings.
 *
 * A holder opens its part of a position in one fill at its entry, and closes it in one at its planned time, when the
 * price reaches its level, or when the perp is delisted. A maker trades at whole hours when its size has changed. Every
 * time its inventory is redrawn it closes and reopens its whole position, so that an average cost is never older. Fills
 * add up to the holdings: for holders at any time, for makers at whole hours. When the positions of a side exceed open
 * interest, all holders of the side hold less than they bought.
 */

import { bucketOpen, HOUR_MS, integerAtLeast, shown, UsageError } from '@barograph/core';
import { createSeats } from './account-seats.ts';
import { ACCOUNTS_V1, checkAccounts, type AccountsConfig } from './accounts-config.ts';
import { withinInterest } from './accounts.ts';
import { createHoldings } from './average-cost.ts';
import { createDerivatives } from './derivatives.ts';
import type { OpenedPosition } from './forced-close.ts';
import { checkLedger, LEDGER_V1, type LedgerConfig } from './ledger-config.ts';
import type { Market } from './market.ts';
import type { Observations } from './observations.ts';

/** Fill of an account. */
export interface AccountFill {
  /** Index of the account; {@link Ledger.addresses} has its address. */
  readonly account: number;
  readonly symbol: string;
  /** Epoch ms. */
  readonly time: number;
  readonly isBuy: boolean;
  /** Price, quote units. */
  readonly price: number;
  /** Size in units, above 0. */
  readonly size: number;
  /** Position before the fill, units: positive long, negative short. */
  readonly startPosition: number;
  /** Closed profit without the fee, quote units. */
  readonly closedPnl: number;
  readonly fee: number;
  readonly isTaker: boolean;
  /** Whether it is a forced close. */
  readonly isForced: boolean;
}

/** Sums over the fills of an account, quote units. */
export interface AccountResult {
  /** Closed profit minus fees. */
  pnl: number;
  volume: number;
}

/** Fills of the accounts of a market. Times are epoch ms. */
export interface Ledger {
  /** Every perp of the market. */
  readonly symbols: readonly string[];
  /** Addresses of all accounts, with or without holdings. */
  readonly addresses: readonly string[];
  /**
   * Fills in a perp after `from` and by `to`, oldest first; for one account, in order of execution.
   *
   * @param account index of an account. @default all accounts
   * @throws {UsageError} when the symbol was never a perp or a time is invalid.
   */
  fills(symbol: string, from: number, to: number, account?: number): readonly AccountFill[];
  /**
   * Sums over the fills in a perp, by account: one map for each of `froms`, over the fills after it and by `to`.
   * Cheaper than the fills.
   *
   * @param froms whole hours, earliest first; `to` is a whole hour too.
   */
  results(symbol: string, froms: readonly number[], to: number): readonly ReadonlyMap<number, AccountResult>[];
}

/** Position of the market with its end; without an end it is open. */
interface Trip {
  readonly position: OpenedPosition;
  readonly end?: { readonly time: number; readonly price: number; readonly isForced: boolean };
}

/** Origin of a fill, which decides the fee. */
type FillKind = 'taken' | 'rested' | 'forced';

/**
 * Visits a fill, as plain numbers: there are hundreds of thousands. @param change units, negative when the account
 * sold.
 */
type Visit = (
  account: number,
  time: number,
  price: number,
  change: number,
  startPosition: number,
  closedPnl: number,
  kind: FillKind,
) => void;

/**
 * Creates the fills of the accounts that `createAccounts` returns for the same market and parameters.
 *
 * @param observations observations of `market`: decimals of sizes.
 * @param config parameters. @default LEDGER_V1
 * @param accountsConfig parameters of the accounts. @default ACCOUNTS_V1
 * @throws {UsageError} when the config is invalid; the message names the field.
 * @example
 * const market = createMarket();
 * const { start } = market.config;
 * const fills = createLedger(market, createObservations(market)).fills('BTC', start, start + 6 * HOUR_MS);
 * fills.length > 0 && fills.every(({ size }) => size > 0); // → true
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- one perp over a span: positions and makers, as fills
export function createLedger(
  market: Market,
  observations: Observations,
  config: LedgerConfig = LEDGER_V1,
  accountsConfig: AccountsConfig = ACCOUNTS_V1,
): Ledger {
  const { makerHours, takerFee, makerFee } = checkLedger(config);
  const { makers } = checkAccounts(accountsConfig);
  const { start, listings, microstructure } = market.config;
  const { symbols } = observations;
  const seats = createSeats(market.config, symbols, accountsConfig);
  const derivatives = createDerivatives(market.config);
  const spans = new Map(
    listings
      .filter(({ venue }) => venue === 'perpdex_perp')
      .map(({ symbol, listedAfter, delistedAfter }) => {
        const end = delistedAfter === null ? Infinity : start + delistedAfter;
        return [symbol, { first: start + listedAfter, end }] as const;
      }),
  );
  const mostHold = (microstructure?.forced.mostHoldHours ?? 0) * HOUR_MS;
  const block = makers.inventoryHours * HOUR_MS;
  const step = makerHours * HOUR_MS;
  const feeOf = (kind: FillKind): number => (kind === 'rested' ? makerFee : takerFee);
  const nobody = Array.from({ length: makers.count }, () => 0);

  /** Closes of hours by their end time, starting with the hour that ends at `from`. */
  const closesOf = (symbol: string, from: number, to: number): ReadonlyMap<number, number> => {
    const { length, time, close } = market.candles(symbol, 'perpdex_perp', '1h', Math.max(0, from - HOUR_MS), to);
    return new Map(Array.from({ length }, (_, i) => [time[i]! + HOUR_MS, close[i]!] as const));
  };

  /** @param isExact whether the exact times of forced closes count, or only their hours. */
  const tripsOf = (
    symbol: string,
    from: number,
    to: number,
    closes: ReadonlyMap<number, number>,
    isExact: (hour: number) => boolean,
    isWanted: (position: OpenedPosition) => boolean,
  ): readonly Trip[] => {
    const { end } = spans.get(symbol)!;
    return market.opened(symbol, Math.max(0, from - mostHold), to).flatMap((position): Trip[] => {
      if (!isWanted(position)) return [];
      const forced = market.closeOf(position, to, isExact);
      if (forced !== undefined) return forced.time > from ? [{ position, end: { ...forced, isForced: true } }] : [];
      const time = Math.min(position.until, end);
      if (time > to) return [{ position }];
      return time > from ? [{ position, end: { time, price: closes.get(time)!, isForced: false } }] : [];
    });
  };

  const visitHolders = (trips: readonly Trip[], unit: number, from: number, visit: Visit, account?: number): void => {
    for (const { position, end } of trips) {
      const { side, entry, opened } = position;
      const sign = side === 'long' ? 1 : -1;
      for (const { account: holder, size } of seats.holders(position, position.size, unit)) {
        if (account !== undefined && holder !== account) continue;
        const units = sign * size;
        if (opened > from) visit(holder, opened, entry, units, 0, 0, 'taken');
        if (end === undefined) continue;
        const { time, price, isForced } = end;
        visit(holder, time, price, -units, units, units * (price - entry), isForced ? 'forced' : 'taken');
      }
    }
  };

  /** Sizes of the makers at a whole hour; all 0 while the perp does not trade. */
  const sizesAt = (symbol: string, trips: readonly Trip[], interest: ReadonlyMap<number, number>, time: number) => {
    const { first, end } = spans.get(symbol)!;
    const openInterest = interest.get(time);
    if (time <= first || time >= end || openInterest === undefined) return nobody;
    const open: OpenedPosition[] = [];
    for (const trip of trips) {
      const { position } = trip;
      if (position.opened <= time && (trip.end === undefined || trip.end.time > time)) open.push(position);
    }
    return seats.makers(symbol, withinInterest(open, openInterest).sums, openInterest, time);
  };

  const visitMakers = (
    symbol: string,
    trips: readonly Trip[],
    closes: ReadonlyMap<number, number>,
    [began, from, to]: readonly [began: number, from: number, to: number],
    visit: Visit,
    account?: number,
  ): void => {
    const { length, time, openInterest } = derivatives(symbol, Math.max(0, began - HOUR_MS), to);
    const interest = new Map(Array.from({ length }, (_, i) => [time[i]! + HOUR_MS, openInterest[i]!] as const));
    const own = account === undefined ? Array.from({ length: makers.count }, (_, i) => i) : [account];
    const mark = closes.get(began) ?? NaN;
    const holdings = createHoldings(sizesAt(symbol, trips, interest, began), mark);
    const trade = (maker: number, change: number, price: number, at: number): void => {
      if (change === 0) return;
      const before = holdings.size[maker]!;
      const closedPnl = holdings.trade(maker, change, price);
      if (at > from) visit(maker, at, price, change, before, closedPnl, 'rested');
    };
    for (let at = bucketOpen(began, step) + step; at <= to; at += step) {
      const price = closes.get(at);
      if (price === undefined) continue; // it does not trade
      const sizes = sizesAt(symbol, trips, interest, at);
      for (const maker of own) {
        if (at % block === 0) trade(maker, -holdings.size[maker]!, price, at);
        trade(maker, sizes[maker]! - holdings.size[maker]!, price, at);
      }
    }
  };

  /** Fills after `from` and by `to`: those of holders, then those of makers. */
  const visitAll = (
    symbol: string,
    from: number,
    to: number,
    isExact: (hour: number) => boolean,
    visit: Visit,
    account?: number,
  ): void => {
    if (!spans.has(symbol)) throw new UsageError(`"symbol" expected a perp of the market, got ${shown(symbol)}`);
    integerAtLeast('to', to, integerAtLeast('from', from, 0));
    const state = observations.perp(symbol, to);
    if (state === undefined) return;
    const isMaker = account === undefined ? undefined : account < makers.count;
    const began = isMaker === false ? from : bucketOpen(from, block);
    const closes = closesOf(symbol, Math.min(from, began), to);
    const unit = 10 ** -state.sizeDecimals;
    const isWanted = (position: OpenedPosition): boolean =>
      isMaker !== false || seats.holders(position, position.size, unit).some((part) => part.account === account);
    const trips = tripsOf(symbol, began, to, closes, isExact, isWanted);
    const later = began < from ? trips.filter(({ end }) => end === undefined || end.time > from) : trips;
    if (isMaker !== true) visitHolders(later, unit, from, visit, account);
    if (isMaker !== false) visitMakers(symbol, trips, closes, [began, from, to], visit, account);
  };

  return {
    symbols,
    addresses: Array.from({ length: seats.count }, (_, i) => seats.person(i).address),
    fills: (symbol, from, to, account) => {
      const fills: AccountFill[] = [];
      const visit: Visit = (by, time, price, change, startPosition, closedPnl, kind) => {
        const size = Math.abs(change);
        const fill = { account: by, symbol, time, isBuy: change > 0, price, size, startPosition, closedPnl };
        fills.push({
          ...fill,
          fee: size * price * feeOf(kind),
          isTaker: kind !== 'rested',
          isForced: kind === 'forced',
        });
      };
      visitAll(symbol, from, to, () => true, visit, account);
      return fills.sort((a, b) => a.time - b.time);
    },
    results: (symbol, froms, to) => {
      const sums = froms.map(() => new Map<number, AccountResult>());
      const bounds = new Set(froms);
      const isExact = (hour: number): boolean => bounds.has(hour) || hour + HOUR_MS > to;
      visitAll(symbol, Math.min(...froms), to, isExact, (account, time, price, change, _start, closedPnl, kind) => {
        const volume = Math.abs(change) * price;
        const pnl = closedPnl - volume * feeOf(kind);
        for (let i = 0; i < froms.length && time > froms[i]!; i++) {
          const sum = sums[i]!.get(account);
          if (sum === undefined) sums[i]!.set(account, { pnl, volume });
          else {
            sum.pnl += pnl;
            sum.volume += volume;
          }
        }
      });
      return sums;
    },
  };
}
