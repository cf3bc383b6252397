/** Liquidations on several venues, summed by base coin. */

import { ExactSum } from '../taker-flow/exact-sum.ts';

/** Liquidation of a position. */
export interface ForcedClose {
  readonly venue: string;
  /** Base coin, in one spelling for all venues. */
  readonly coin: string;
  /** Side of the position, not of the order that closed it. */
  readonly side: 'long' | 'short';
  /** Notional at the price of the liquidation, USD. */
  readonly usd: number;
  /** Time at the venue, epoch ms. */
  readonly time: number;
}

/** Sums of both sides, USD. */
export interface ForcedSums {
  readonly longUsd: number;
  readonly shortUsd: number;
  readonly longs: number;
  readonly shorts: number;
  /** Largest single liquidation, USD; 0 without any. */
  readonly largestUsd: number;
  /** Time of the newest liquidation, epoch ms; NaN without any. */
  readonly lastTime: number;
}

/** Sums of one coin, over all venues and for each venue with any. */
export interface ForcedCoin extends ForcedSums {
  readonly coin: string;
  /** Venues in the given order. */
  readonly venues: readonly (ForcedSums & { readonly venue: string })[];
}

/** Sums of everything, of each venue and of each coin. */
export interface ForcedTotals extends ForcedSums {
  /** Every given venue, including those without liquidations. */
  readonly venues: readonly (ForcedSums & { readonly venue: string })[];
  /** Coins, largest first; equal ones by name. */
  readonly coins: readonly ForcedCoin[];
}

/** Exact accumulator, so that the order of liquidations changes no bit. */
class Tally {
  readonly #sums = { long: new ExactSum(), short: new ExactSum() };
  readonly #counts = { long: 0, short: 0 };
  #largest = 0;
  #last = NaN;

  add({ side, usd, time }: ForcedClose): void {
    this.#sums[side].add(usd);
    this.#counts[side]++;
    if (usd > this.#largest) this.#largest = usd;
    if (!(time <= this.#last)) this.#last = time;
  }

  addTally(other: Tally): void {
    for (const side of ['long', 'short'] as const) {
      this.#sums[side].addSum(other.#sums[side]);
      this.#counts[side] += other.#counts[side];
    }
    this.#largest = Math.max(this.#largest, other.#largest);
    if (!(other.#last <= this.#last)) this.#last = other.#last;
  }

  sums(): ForcedSums {
    return {
      longUsd: this.#sums.long.value(),
      shortUsd: this.#sums.short.value(),
      longs: this.#counts.long,
      shorts: this.#counts.short,
      largestUsd: this.#largest,
      lastTime: this.#last,
    };
  }
}

/**
 * Sum of both sides, USD.
 *
 * @example
 * forcedUsd({ longUsd: 1.5e6, shortUsd: 4e5 }); // → 1900000
 */
export function forcedUsd({ longUsd, shortUsd }: Pick<ForcedSums, 'longUsd' | 'shortUsd'>): number {
  return longUsd + shortUsd;
}

/**
 * Sums the liquidations within `(from, to]`, epoch ms. A repeated record counts again: the caller removes duplicates.
 *
 * @param closes liquidations of any venue, in any order.
 * @param venues venue names, in the order of the result; other venues are ignored.
 * @example
 * const close = { coin: 'BTC', time: DAY_MS };
 * const closes: ForcedClose[] = [
 *   { venue: 'cexa', ...close, side: 'long', usd: 50_000 },
 *   { venue: 'dexb', ...close, side: 'short', usd: 20_000 },
 * ];
 * const { coins } = forcedTotals(closes, ['cexa', 'dexb'], 0, DAY_MS);
 * coins.map(({ coin, longUsd, shortUsd }) => [coin, longUsd, shortUsd]); // → [ [ 'BTC', 50000, 20000 ] ]
 */
export function forcedTotals(
  closes: Iterable<ForcedClose>,
  venues: readonly string[],
  from: number,
  to: number,
): ForcedTotals {
  const byCoin = new Map<string, Map<string, Tally>>();
  const known = new Set(venues);
  for (const close of closes) {
    const { venue, coin, time } = close;
    if (!known.has(venue) || !(time > from && time <= to)) continue;
    let shares = byCoin.get(coin);
    if (shares === undefined) byCoin.set(coin, (shares = new Map<string, Tally>()));
    let share = shares.get(venue);
    if (share === undefined) shares.set(venue, (share = new Tally()));
    share.add(close);
  }
  const whole = new Tally();
  const byVenue = new Map(venues.map((venue) => [venue, new Tally()]));
  const inOrder = (tallies: ReadonlyMap<string, Tally>): ForcedCoin['venues'] =>
    venues.flatMap((venue) => {
      const tally = tallies.get(venue);
      return tally === undefined ? [] : [{ venue, ...tally.sums() }];
    });
  const coins = [...byCoin].map(([coin, shares]): ForcedCoin => {
    const ofCoin = new Tally();
    for (const [venue, share] of shares)
      for (const tally of [ofCoin, byVenue.get(venue)!, whole]) tally.addTally(share);
    return { coin, ...ofCoin.sums(), venues: inOrder(shares) };
  });
  coins.sort((a, b) => {
    const more = forcedUsd(b) - forcedUsd(a);
    return more === 0 ? (a.coin < b.coin ? -1 : 1) : more;
  });
  return { ...whole.sums(), venues: inOrder(byVenue), coins };
}
