/**
 * Accounts of known class that hold the leveraged positions of a market.
 *
 * Each position belongs to a seat, given by its opening hour and side; no two open positions share one. A seat of a
 * perp has a leading holder (a whale, some of them a vault) and a few small ones with the same entry and leverage.
 * Seats rotate from perp to perp, so that a holder has positions in some perps, one in each. Their sizes add up to the
 * position exactly in its smallest unit. Market makers take a part of the imbalance of those positions in every perp,
 * plus inventories of their own. Longs and shorts of all accounts are each within open interest.
 */

import { integerAtLeast } from '@barograph/core';
import { createSeats, type BySide, type SimulatedClass, type SimulatedStats } from './account-seats.ts';
import { ACCOUNTS_V1, checkAccounts, type AccountsConfig } from './accounts-config.ts';
import type { Position, PositionSide } from './forced-close.ts';
import type { Market } from './market.ts';
import type { Observations, PerpState } from './observations.ts';

/** Position of an account. */
export interface SimulatedHolding {
  readonly symbol: string;
  /** Size in units: positive long, negative short. */
  readonly size: number;
  /** Entry price, quote units. */
  readonly entry: number;
  readonly leverage: number;
  readonly marginMode: 'cross' | 'isolated';
  /** Margin of an isolated position at mark, quote units; null for a cross position. */
  readonly margin: number | null;
  /** Liquidation price; null when the whole account decides it. */
  readonly liquidation: number | null;
}

/** Account at a moment. */
export interface SimulatedAccount {
  /** Address: 0x and 40 hexadecimal digits. */
  readonly address: string;
  /** True class. */
  readonly class: SimulatedClass;
  readonly isVault: boolean;
  /** Equity at mark, including positions, quote units. */
  readonly equity: number;
  readonly stats: SimulatedStats;
  readonly positions: readonly SimulatedHolding[];
}

/** Position and its account. */
export interface HeldBy {
  readonly account: number;
  readonly holding: SimulatedHolding;
  /** Notional at mark, quote units. */
  readonly notional: number;
}

/** Accounts of a market. Times are epoch ms. */
export interface Accounts {
  /** Every perp of the market. */
  readonly symbols: readonly string[];
  /** Holdings of all accounts in a perp; empty when it does not trade. */
  held(symbol: string, time: number): readonly HeldBy[];
  /** Accounts with a position among these, by index. */
  gather(holdings: readonly HeldBy[]): readonly SimulatedAccount[];
  /** All accounts with a position. */
  at(time: number): readonly SimulatedAccount[];
}

/**
 * Creates the accounts of a market; without parameters of positions there are only market makers.
 *
 * @param observations observations of `market`: marks and open interest.
 * @param config parameters. @default ACCOUNTS_V1
 * @throws {UsageError} when the config is invalid; the message names the field.
 * @example
 * const market = createMarket();
 * const accounts = createAccounts(market, createObservations(market)).at(market.config.start + DAY_MS);
 * accounts.length > 0 && accounts.every(({ positions }) => positions.length > 0); // → true
 */
export function createAccounts(
  market: Market,
  observations: Observations,
  config: AccountsConfig = ACCOUNTS_V1,
): Accounts {
  const { makers } = checkAccounts(config);
  const seats = createSeats(market.config, observations.symbols, config);

  const heldOf = (state: PerpState, positions: readonly Position[], time: number): readonly HeldBy[] => {
    const { symbol, mark, openInterest, sizeDecimals, maxLeverage } = state;
    const unit = 10 ** -sizeDecimals;
    const holdings: HeldBy[] = [];
    const { sums, shareOf } = withinInterest(positions, openInterest);
    for (const position of positions) {
      const { side, entry, leverage, level } = position;
      const sign = side === 'long' ? 1 : -1;
      for (const { account, size } of seats.holders(position, position.size * shareOf(side), unit)) {
        const margin = (size * entry) / leverage + sign * size * (mark - entry);
        const isolated = { leverage, marginMode: 'isolated', margin, liquidation: level } as const;
        holdings.push({ account, holding: { symbol, size: sign * size, entry, ...isolated }, notional: size * mark });
      }
    }
    for (const [account, size] of seats.makers(symbol, sums, openInterest, time).entries()) {
      if (size === 0) continue;
      const cross = {
        leverage: Math.min(maxLeverage, 5),
        marginMode: 'cross',
        margin: null,
        liquidation: null,
      } as const;
      holdings.push({ account, holding: { symbol, size, entry: mark, ...cross }, notional: Math.abs(size) * mark });
    }
    return holdings;
  };

  const held = (symbol: string, time: number): readonly HeldBy[] => {
    const state = observations.perp(symbol, integerAtLeast('time', time, 0));
    if (state === undefined || state.isDelisted || !(state.openInterest > 0)) return [];
    return heldOf(state, market.positions(symbol, time), time);
  };
  const gather = (all: readonly HeldBy[]): readonly SimulatedAccount[] => {
    const by = new Map<number, HeldBy[]>();
    for (const holding of all) {
      const own = by.get(holding.account);
      if (own === undefined) by.set(holding.account, [holding]);
      else own.push(holding);
    }
    return [...by]
      .sort(([a], [b]) => a - b)
      .map(([index, own]): SimulatedAccount => {
        const { reserve, ...who } = seats.person(index);
        const gross = own.reduce((sum, { notional }) => sum + notional, 0);
        const margins = own.reduce((sum, { holding }) => sum + (holding.margin ?? 0), 0);
        const equity = who.class === 'market_maker' ? gross / makers.leverage : margins + reserve;
        return { ...who, equity, positions: own.map(({ holding }) => holding) };
      });
  };
  return {
    symbols: observations.symbols,
    held,
    gather,
    at: (time) => gather(observations.symbols.flatMap((symbol) => held(symbol, time))),
  };
}

/**
 * Scales positions to open interest, which is drawn separately: when they exceed it, all holders of a side hold less.
 */
export function withinInterest(
  positions: readonly Position[],
  openInterest: number,
): { readonly sums: BySide; readonly shareOf: (side: PositionSide) => number } {
  const sums = { long: 0, short: 0 };
  for (const { side, size } of positions) sums[side] += size;
  const shareOf = (side: PositionSide): number => Math.min(1, openInterest / sums[side]);
  const within = (side: PositionSide): number => (sums[side] === 0 ? 0 : sums[side] * shareOf(side));
  return { sums: { long: within('long'), short: within('short') }, shareOf };
}
