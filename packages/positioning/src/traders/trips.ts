/**
 * Round trips of an account: from no position in a coin to none again, or to the other side.
 *
 * @source average cost: a close leaves the average entry as it is, an increase weighs it by units.
 */

import type { FillColumns } from './fills.ts';

/** A round trip. Money in USD. */
export interface Trip {
  readonly coin: string;
  readonly side: 'long' | 'short';
  /** First and last fill, epoch ms. */
  readonly opened: number;
  readonly closed: number;
  /** Notional of all fills that made the position larger: what results are measured against. */
  readonly opening: number;
  /** Result of what was closed against the average cost, without fees. */
  readonly closedPnl: number;
  readonly fees: number;
  readonly fills: number;
  /** Its opening is on record: cost, fees and time of opening are known. Otherwise the results are the venue's. */
  readonly isWhole: boolean;
  /** The position is gone. */
  readonly isClosed: boolean;
  /** A part of it was closed by force. */
  readonly isLiquidated: boolean;
}

/** Trips of an account. */
export interface Trips {
  /** In the order in which they began, open ones included. */
  readonly trips: readonly Trip[];
  /** Fills that do not go on from the one before: others are missing. What they are of counts as a trip that is not whole. */
  readonly gaps: number;
  /** Fills without a sound time, price, size or position: left out. */
  readonly dropped: number;
  /** Notional of the fills that were read, USD. */
  readonly volume: number;
}

/** Positions that differ by less than this part of what was traded are the same: a venue rounds its texts. */
const SAME = 1e-6;

/** A trip under way. */
interface Open {
  coin: string;
  /** Units: positive long, negative short. */
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

/** Result of a trip, fees included. */
export function resultOf({ closedPnl, fees }: Trip): number {
  return closedPnl - fees;
}

/** Result of a whole trip over the notional that was opened. */
export function returnOf(trip: Trip): number {
  return resultOf(trip) / trip.opening;
}

/**
 * Cuts the fills of an account into trips. A fill that turns a position ends one trip and begins another; its fee is
 * divided by units.
 *
 * @returns trips whose closed results and fees add up to those of the fills.
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
      // The first fill of a coin may come in the middle of a trip; a later one says that others are missing.
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

/** A result that the venue does not give adds nothing. */
function known0(value: number): number {
  return Number.isFinite(value) ? value : 0;
}
