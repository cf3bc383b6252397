/** Accounts of a market by index, and their parts in positions: makers first, then holders by rank and seat. */

import { HOUR_MS } from '@barograph/core';
import type { AccountsConfig } from './accounts-config.ts';
import type { Position, PositionSide } from './forced-close.ts';
import type { SimulatorConfig } from './config.ts';
import { generator } from './random.ts';

/** Class that an account is simulated as. */
export type SimulatedClass = 'market_maker' | 'whale' | 'other';

/** Trade statistics of an account; constant over time. */
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

/** Identity of an account, independent of its positions. */
export interface Person {
  /** Address: 0x and 40 hexadecimal digits. */
  readonly address: string;
  readonly class: SimulatedClass;
  readonly isVault: boolean;
  readonly stats: SimulatedStats;
  /** Money that backs no position, quote units. */
  readonly reserve: number;
}

/** Part of a position, and its account. */
export interface PartOf {
  readonly account: number;
  /** Units, above 0. */
  readonly size: number;
}

/** Units of longs and shorts. */
export type BySide = Readonly<Record<PositionSide, number>>;

/** Accounts and their parts in positions. */
export interface Seats {
  /** Number of accounts, including makers. */
  readonly count: number;
  person(index: number): Person;
  /** Holders of a position, the leading one first; their parts add up to `size`. @param unit smallest size. */
  holders(position: Position, size: number, unit: number): readonly PartOf[];
  /**
   * Size of each maker in a perp, units: positive long, negative short.
   *
   * @param sums sums of the positions, within open interest.
   */
  makers(symbol: string, sums: BySide, openInterest: number, time: number): readonly number[];
}

const HEX = 16;
/** Number of inventory draws kept for each perp. */
const DRAWS_KEPT = 8;

/**
 * Creates the seats.
 * @param symbols every perp of the market.
 */
export function createSeats(market: SimulatorConfig, symbols: readonly string[], config: AccountsConfig): Seats {
  const { makers, followers } = config;
  const { seed, microstructure } = market;
  const forced = microstructure?.forced;
  // One seat for each side and each opening hour that can still be open.
  const slots = forced === undefined ? 0 : Math.floor(forced.mostHoldHours / forced.everyHours) + 1;
  const seats = 2 * slots;
  const weights = Array.from({ length: makers.count }, (_, i) => 1 / (i + 1) ** makers.concentration);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const turns = new Map(symbols.map((symbol) => [symbol, Math.floor(generator(`${seed}|seats|${symbol}`)() * seats)]));
  const people = new Map<number, Person>();

  /** Account of a rank in the seat of a position: 0 leads. */
  const holderOf = ({ symbol, opened, side }: Position, rank: number): number => {
    const slot = Math.floor(opened / HOUR_MS / forced!.everyHours) % slots;
    const seat = (2 * slot + (side === 'long' ? 0 : 1) + turns.get(symbol)! * (rank + 1)) % seats;
    return makers.count + rank * seats + seat;
  };

  /** Draws of a block of hours and of the next one, because neighbouring times are requested together. */
  const drawn = new Map<string, { readonly block: number; readonly draws: readonly number[] }>();
  const drawsOf = (symbol: string, block: number): readonly number[] => {
    const slot = `${symbol}|${block % DRAWS_KEPT}`;
    const known = drawn.get(slot);
    if (known?.block === block) return known.draws;
    const draws = weights.map((_, i) => 2 * generator(`${seed}|inventory|${symbol}|${i}|${block}`)() - 1);
    drawn.set(slot, { block, draws });
    return draws;
  };
  /** Inventories of the makers, within −1…1: drawn every few hours, linear in between. */
  const inventories = (symbol: string, time: number) => {
    const at = time / (makers.inventoryHours * HOUR_MS);
    const block = Math.floor(at);
    return [drawsOf(symbol, block), drawsOf(symbol, block + 1), at - block] as const;
  };

  return {
    count: makers.count + (followers + 1) * seats,
    person: (index) => {
      const known = people.get(index) ?? person(`${seed}|account|${index}`, index, makers.count, seats, config);
      people.set(index, known);
      return known;
    },
    holders: (position, size, unit) => {
      const most = Math.min(config.followerShare * size, config.followerMost / position.entry);
      const part = Math.floor(most / unit) * unit;
      const parts: PartOf[] = [];
      for (let rank = 0; rank <= followers; rank++) {
        const own = rank === 0 ? size - followers * part : part;
        if (own > 0) parts.push({ account: holderOf(position, rank), size: own });
      }
      return parts;
    },
    makers: (symbol, { long, short }, openInterest, time) => {
      const lean = long - short;
      const [before, after, part] = inventories(symbol, time);
      const sizes = weights.map((weight, i) => {
        const own = before[i]! + part * (after[i]! - before[i]!);
        return (weight / total) * (-makers.takeUp * lean + makers.inventory * openInterest * own);
      });
      const sumOf = (sign: number): number => sizes.reduce((sum, size) => sum + Math.max(0, sign * size), 0);
      const longShare = Math.min(1, Math.max(0, openInterest - long) / sumOf(1));
      const shortShare = Math.min(1, Math.max(0, openInterest - short) / sumOf(-1));
      return sizes.map((size) => (size === 0 ? 0 : size * (size > 0 ? longShare : shortShare)));
    },
  };
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
