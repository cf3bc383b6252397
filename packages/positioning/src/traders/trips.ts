/**
 * Round trips of an account: from no position in a coin back to none, or to the other side.
 *
 * @source average cost: a close keeps the average entry, an increase weights it by units.
 */

import type { FillColumns } from './fills.ts';

/** Round trip. Money in USD. */
export interface Trip {
  readonly coin: string;
  readonly side: 'long' | 'short';
  /** Time of the first and the last fill, epoch ms. */
  readonly opened: number;
  readonly closed: number;
  /** Notional of all fills that increased the position; results are measured against it. */
  readonly opening: number;
  /** Profit of the closed part against average cost, without fees. */
  readonly closedPnl: number;
  readonly fees: number;
  readonly fills: number;
  /**
   * Whether its opening is recorded, so that cost, fees and opening time are known. Otherwise results are the venue's.
   */
  readonly isWhole: boolean;
  /** Whether the position is closed. */
  readonly isClosed: boolean;
  /** Whether a part of it was liquidated. */
  readonly isLiquidated: boolean;
}

/** Trips of an account. */
export interface Trips {
  /** Trips in order of their start, including open ones. */
  readonly trips: readonly Trip[];
  /**
   * Fills that do not continue the previous one: others are missing. Their position counts as a trip that is not whole.
   */
  readonly gaps: number;
  /** Fills without a valid time, price, size or position, which are dropped. */
  readonly dropped: number;
  /** Notional of the readable fills, USD. */
  readonly volume: number;
}

/** Relative tolerance between positions: a venue rounds its texts. */
const SAME = 1e-6;

/** Open trip. */
interface Open {
  coin: string;
  /** Position, units: positive long, negative short. */
  size: number;
  cost: number;
  opened: number;
  closed: number;
  opening: number;
  closedPnl: number;
  fees: number;
  fills: number;
  isWhole: boolean;
  isLiquidated: boolean;
}

function tripOf({ size: _, cost: __, ...trip }: Open, side: Trip['side'], isClosed: boolean): Trip {
  return { ...trip, side, isClosed };
}

/** Result of a trip including fees. */
export function resultOf({ closedPnl, fees }: Trip): number {
  return closedPnl - fees;
}

/** Result of a whole trip over the opened notional. */
export function returnOf(trip: Trip): number {
  return resultOf(trip) / trip.opening;
}

/**
 * Cuts the fills of an account into trips. A fill that flips a position ends one trip and starts another; its fee is
 * divided by units.
 *
 * @returns trips whose closed profits and fees add up to those of the fills.
 * @example
 * const market = { coins: ['BTC'], coin: [0, 0], time: [0, HOUR_MS], price: [60_000, 60_600], size: [0.5, 0.5] };
 * const own = { isBuy: [1, 0], startPosition: [0, 0.5], closedPnl: [0, 300], fee: [10, 10], isLiquidation: [0, 0] };
 * roundTrips({ ...market, ...own }).trips.map(({ side, closedPnl, fees }) => [side, closedPnl, fees]);
 * // → [ [ 'long', 300, 20 ] ]
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- one pass over the fills, whose state is a map of open trips
export function roundTrips(fills: FillColumns): Trips {
  const open = new Map<number, { trip: Open; side: Trip['side'] }>();
  const trips: { readonly at: number; readonly trip: Trip }[] = [];
  let gaps = 0;
  let dropped = 0;
  let volume = 0;
  let begun = 0;
  const order = new Map<Open, number>();

  const begin = (coin: number, size: number, at: number, cost: number, isWhole: boolean): Open => {
    const trip: Open = {
      coin: fills.coins[coin]!,
      size,
      cost,
      opened: at,
      closed: at,
      opening: 0,
      closedPnl: 0,
      fees: 0,
      fills: 0,
      isWhole,
      isLiquidated: false,
    };
    order.set(trip, begun++);
    open.set(coin, { trip, side: size > 0 ? 'long' : 'short' });
    return trip;
  };
  const end = (coin: number, isClosed: boolean): void => {
    const { trip, side } = open.get(coin)!;
    open.delete(coin);
    trips.push({ at: order.get(trip)!, trip: tripOf(trip, side, isClosed) });
  };

  for (let i = 0; i < fills.time.length; i++) {
    const [coin, time, price, size] = [fills.coin[i]!, fills.time[i]!, fills.price[i]!, fills.size[i]!];
    const start = fills.startPosition[i]!;
    if (!(time >= 0 && price > 0 && size > 0 && Number.isFinite(price * size * start) && coin < fills.coins.length)) {
      dropped++;
      continue;
    }
    volume += price * size;
    const change = fills.isBuy[i] === 1 ? size : -size;
    const isSame = (one: number, other: number): boolean =>
      Math.abs(one - other) <= SAME * Math.max(Math.abs(one), Math.abs(other), size);
    const isFlat = (position: number): boolean => isSame(position, 0);
    const before = isFlat(start) ? 0 : start;
    const known = open.get(coin)?.trip;
    if (known !== undefined && !isSame(known.size, before)) {
      gaps++;
      known.isWhole = false;
      end(coin, false);
    } else if (known === undefined && before !== 0) {
      // The first fill of a coin may be in the middle of a trip; for a later one, others are missing.
      if (trips.some(({ trip }) => trip.coin === fills.coins[coin])) gaps++;
    }
    const fee = Number.isFinite(fills.fee[i]!) ? fills.fee[i]! : 0;
    const after = isFlat(before + change) ? 0 : before + change;
    const isClosing = before !== 0 && before > 0 !== change > 0;
    const closing = isClosing ? Math.min(size, Math.abs(before)) : 0;
    if (before !== 0) {
      const trip = open.get(coin)?.trip ?? begin(coin, before, time, NaN, false);
      trip.fills++;
      trip.closed = time;
      trip.fees += fee * (isClosing ? closing / size : 1);
      trip.isLiquidated ||= fills.isLiquidation[i] === 1;
      if (isClosing) {
        const own = closing * (price - trip.cost) * Math.sign(before);
        trip.closedPnl += Number.isNaN(own) ? known0(fills.closedPnl[i]!) : own;
      } else {
        trip.cost = (before * trip.cost + change * price) / after;
        trip.opening += size * price;
      }
      trip.size = after;
      if (after === 0 || after > 0 !== before > 0) end(coin, true);
    }
    if (after !== 0 && (before === 0 || after > 0 !== before > 0)) {
      const trip = begin(coin, after, time, price, true);
      trip.fills = 1;
      trip.opening = Math.abs(after) * price;
      trip.fees = fee * (Math.abs(after) / size);
    }
  }
  for (const coin of open.keys()) end(coin, false);
  return { trips: trips.sort((one, other) => one.at - other.at).map(({ trip }) => trip), gaps, dropped, volume };
}

/** A missing profit of the venue adds nothing. */
function known0(value: number): number {
  return Number.isFinite(value) ? value : 0;
}
