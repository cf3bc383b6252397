/**
 * Accounts of known class that hold the leveraged positions of a market.
 *
 * Each position belongs to a seat by the hour that it opened in and its side; no two that are open at once have the same
 * one. A seat of a perp has a leading holder (a whale, some of them a vault) and a few small ones who follow it with the
 * same entry and leverage. Seats are turned from perp to perp, so that a holder has positions in some perps, one in each.
 * Their sizes add up to the position to the bit of its smallest unit. Market makers stand in every perp, against a part of
 * the imbalance of those positions, with inventories of their own beside it. Longs and shorts of all accounts are each
 * within open interest.
 */

import { HOUR_MS, integerAtLeast } from '@barograph/core';
import { ACCOUNTS_V1, checkAccounts, type AccountsConfig } from './accounts-config.ts';
import type { Position } from './forced-close.ts';
import type { Market } from './market.ts';
import type { Observations, PerpState } from './observations.ts';
import { generator } from './random.ts';

/** Class that an account is made as. */
export type SimulatedClass = 'market_maker' | 'whale' | 'other';

/** A position of an account. */
export interface SimulatedHolding {
  readonly symbol: string;
  /** Units: positive long, negative short. */
  readonly size: number;
  /** Quote units. */
  readonly entry: number;
  readonly leverage: number;
  readonly marginMode: 'cross' | 'isolated';
  /** Money that backs an isolated position at mark, quote units; null of a cross position. */
  readonly margin: number | null;
  /** Price at which it is closed by force; null where the whole account decides it. */
  readonly liquidation: number | null;
}

/** Facts about the trades of an account; they do not change with time. */
export interface SimulatedStats {
  readonly fills30d: number;
  readonly makerShare: number;
  readonly coins30d: number;
  readonly pnl30d: number;
  readonly pnl90d: number;
  readonly medianHoldSeconds: number;
  readonly closedTrades: number;
  readonly dailyPnlT: number;
}

/** An account at a moment. */
export interface SimulatedAccount {
  /** 0x and 40 hexadecimal digits. */
  readonly address: string;
  /** The truth. */
  readonly class: SimulatedClass;
  readonly isVault: boolean;
  /** Value at mark, positions included, quote units. */
  readonly equity: number;
  readonly stats: SimulatedStats;
  readonly positions: readonly SimulatedHolding[];
}

/** A position and the account that has it. */
export interface HeldBy {
  readonly account: number;
  readonly holding: SimulatedHolding;
  /** At mark, quote units. */
  readonly notional: number;
}

/** Accounts of a market. Moments are epoch ms. */
export interface Accounts {
  /** Every perp of the market. */
  readonly symbols: readonly string[];
  /** Holdings of all accounts in a perp; nothing of one that does not trade. */
  held(symbol: string, time: number): readonly HeldBy[];
  /** The accounts with a position among these, by index. */
  gather(held: readonly HeldBy[]): readonly SimulatedAccount[];
  /** All accounts with a position. */
  at(time: number): readonly SimulatedAccount[];
}

/** Identity of an account, whatever it holds. */
type Person = Pick<SimulatedAccount, 'address' | 'class' | 'isVault' | 'stats'> & { readonly reserve: number };

const HEX = 16;

/**
 * Opens the accounts of a market; without laws of positions there are market makers alone.
 *
 * @param observations of `market`: marks and open interest.
 * @throws {UsageError} a config that is none, naming the field.
 * @example
 * const market = createMarket();
 * const accounts = createAccounts(market, createObservations(market)).at(time);
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- one perp at a moment: its holders, then makers in the room that they leave
export function createAccounts(
  market: Market,
  observations: Observations,
  config: AccountsConfig = ACCOUNTS_V1,
): Accounts {
  const { makers, followers } = checkAccounts(config);
  const { seed, microstructure } = market.config;
  const forced = microstructure?.forced;
  // One seat for each side and hour of opening that can still be open.
  const slots = forced === undefined ? 0 : Math.floor(forced.mostHoldHours / forced.everyHours) + 1;
  const seats = 2 * slots;
  const weights = Array.from({ length: makers.count }, (_, i) => 1 / (i + 1) ** makers.concentration);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const turns = new Map(
    observations.symbols.map((symbol) => [symbol, Math.floor(generator(`${seed}|seats|${symbol}`)() * seats)]),
  );
  const people = new Map<number, Person>();
  const personOf = (index: number): Person => {
    const known = people.get(index) ?? person(`${seed}|account|${index}`, index, makers.count, seats, config);
    people.set(index, known);
    return known;
  };

  /** Account of a rank within the seat of a position: 0 leads. */
  const holderOf = ({ symbol, opened, side }: Position, rank: number): number => {
    const slot = Math.floor(opened / HOUR_MS / forced!.everyHours) % slots;
    const seat = (2 * slot + (side === 'long' ? 0 : 1) + turns.get(symbol)! * (rank + 1)) % seats;
    return makers.count + rank * seats + seat;
  };

  const heldOf = (state: PerpState, positions: readonly Position[], time: number): HeldBy[] => {
    const { symbol, mark, openInterest, sizeDecimals, maxLeverage } = state;
    const unit = 10 ** -sizeDecimals;
    const held: HeldBy[] = [];
    const sums = { long: 0, short: 0 };
    for (const position of positions) sums[position.side] += position.size;
    // Open interest is drawn apart from the positions: where they are more, all of a side hold less.
    const fits = (side: 'long' | 'short'): number => Math.min(1, openInterest / sums[side]);
    for (const position of positions) {
      const { side, entry, leverage, level } = position;
      const sign = side === 'long' ? 1 : -1;
      const size = position.size * fits(side);
      const most = Math.min(config.followerShare * size, config.followerMost / entry);
      const part = Math.floor(most / unit) * unit;
      for (let rank = 0; rank <= followers; rank++) {
        const own = rank === 0 ? size - followers * part : part;
        if (!(own > 0)) continue;
        const margin = (own * entry) / leverage + sign * own * (mark - entry);
        const holding: SimulatedHolding = {
          symbol,
          size: sign * own,
          entry,
          leverage,
          marginMode: 'isolated',
          margin,
          liquidation: level,
        };
        held.push({ account: holderOf(position, rank), holding, notional: own * mark });
      }
    }
    const longs = sums.long * fits('long');
    const shorts = sums.short * fits('short');
    const room = { long: Math.max(0, openInterest - longs), short: Math.max(0, openInterest - shorts) };
    return [...held, ...makersOf(longs - shorts, room)];

    function makersOf(lean: number, left: typeof room): HeldBy[] {
      const sizes = weights.map((weight, i) => {
        const own = inventory(`${seed}|inventory|${symbol}|${i}`, time, makers.inventoryHours);
        return (weight / total) * (-makers.takeUp * lean + makers.inventory * openInterest * own);
      });
      const sumOf = (sign: number): number => sizes.reduce((sum, size) => sum + Math.max(0, sign * size), 0);
      const [longShare, shortShare] = [left.long / sumOf(1), left.short / sumOf(-1)].map((share) => Math.min(1, share));
      return sizes.flatMap((size, i): HeldBy[] => {
        const own = size * (size > 0 ? longShare! : shortShare!);
        if (own === 0) return [];
        const cross = { marginMode: 'cross', margin: null, liquidation: null } as const;
        const leverage = Math.min(maxLeverage, 5);
        const holding: SimulatedHolding = { symbol, size: own, entry: mark, leverage, ...cross };
        return [{ account: i, holding, notional: Math.abs(own) * mark }];
      });
    }
  };

  const held = (symbol: string, time: number): readonly HeldBy[] => {
    const state = observations.perp(symbol, integerAtLeast('time', time, 0));
    if (state === undefined || state.isDelisted || !(state.openInterest > 0)) return [];
    return heldOf(state, market.positions(symbol, time), time);
  };
  const gather = (all: readonly HeldBy[]): readonly SimulatedAccount[] => {
    const by = new Map<number, HeldBy[]>();
    for (const one of all) {
      const own = by.get(one.account);
      if (own === undefined) by.set(one.account, [one]);
      else own.push(one);
    }
    return [...by]
      .sort(([a], [b]) => a - b)
      .map(([index, own]): SimulatedAccount => {
        const { reserve, ...who } = personOf(index);
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

/** Own inventory of a maker, within −1…1: drawn every few hours, linear in between. */
function inventory(key: string, time: number, hours: number): number {
  const at = time / (hours * HOUR_MS);
  const block = Math.floor(at);
  const [before, after] = [block, block + 1].map((of) => 2 * generator(`${key}|${of}`)() - 1);
  return before! + (at - block) * (after! - before!);
}

function person(key: string, index: number, makers: number, seats: number, config: AccountsConfig): Person {
  const draw = generator(key);
  const between = ([least, most]: readonly [number, number]): number => least + draw() * (most - least);
  const address = `0x${Array.from({ length: 40 }, () => Math.floor(draw() * HEX).toString(HEX)).join('')}`;
  const isMaker = index < makers;
  const isLeader = index < makers + seats;
  const isProfitable = draw() < config.profitable;
  const pnl = isProfitable ? 1 : -1;
  return {
    address,
    class: isMaker ? 'market_maker' : isLeader ? 'whale' : 'other',
    isVault: !isMaker && isLeader && (index - makers) % config.vaultEvery === 0,
    reserve: between(isLeader ? config.leaderReserve : config.followerReserve),
    stats: {
      fills30d: Math.round(between(isMaker ? [20_000, 200_000] : [20, 2_000])),
      makerShare: between(isMaker ? [0.75, 0.98] : [0.1, 0.6]),
      coins30d: Math.round(between(isMaker ? [12, 30] : [1, 12])),
      pnl30d: pnl * between([1_000, 100_000]),
      pnl90d: pnl * between([3_000, 300_000]),
      medianHoldSeconds: Math.round(between(isMaker ? [60, 1_800] : [3_600, 400_000])),
      closedTrades: Math.round(between(isProfitable ? [50, 400] : [5, 400])),
      dailyPnlT: isProfitable ? between([2, 4]) : between([-2, 1]),
    },
  };
}
