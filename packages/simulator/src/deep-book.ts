/**
 * Book of known depth: levels on the price grid up to a given distance, of which the nearest are shown, unchanged or
 * merged to fewer digits. A side is drawn from mid outward, so every view shows the same levels.
 */

import { gapOf, wait, type BookColumns, type BookOf, type BookSideColumns } from './book.ts';
import type { DepthShares } from './depth.ts';
import { above, below, ladder, outward, type PriceDigits } from './grid.ts';
import type { DepthLaw } from './microstructure.ts';
import type { BookLaw } from './observations-config.ts';
import { generator, logistic, meanOfExp } from './random.ts';

/** Parameters of levels and depth. */
interface BookLaws {
  readonly book: BookLaw;
  readonly depth: DepthLaw;
}

/** Side to be drawn. */
interface SideOf {
  readonly key: string;
  readonly side: 'bids' | 'asks';
  readonly best: number;
  readonly share: number;
  readonly perp: BookOf;
  readonly digits: PriceDigits | undefined;
}

const BPS = 1e-4;

/** Notional per unit of relative distance from mid, as a share of the depth within 1 %. */
function densityOf({ profile: { far, farBps } }: DepthLaw): (bps: number) => number {
  const area = (farBps * (1 + far)) / 2 + (100 - farBps) * far;
  return (bps) => (bps >= farBps ? far : 1 + ((far - 1) * bps) / farBps) / (area * BPS);
}

// oxlint-disable-next-line eslint/max-lines-per-function -- one walk outward over the levels of a side
function sideOf({ key, side, best, share, perp, digits }: SideOf, { book, depth }: BookLaws): BookSideColumns {
  const draw = generator(`${key}|${side}`);
  const density = densityOf(depth);
  const gap = gapOf(book, perp.quoteVolume);
  const units = 10 ** perp.sizeDecimals;
  const typical = (share * depth.share * perp.quoteVolume) / meanOfExp(depth.noise);
  const next = ladder(best, side === 'bids' ? -1 : 1);
  const price: number[] = [];
  const size: number[] = [];
  const orders: number[] = [];
  for (let exact = best; ;) {
    const distance = Math.abs(exact / perp.mid - 1);
    if (distance > depth.profile.endBps * BPS) break;
    const last = price[price.length - 1];
    const isNew = last === undefined || (side === 'bids' ? exact < last : exact > last);
    if (isNew && price.length === book.levels) break;
    const further = next(1 + Math.floor(gap * wait(draw)));
    const width = Math.abs(further - exact) / perp.mid;
    const notional = typical * density((distance + width / 2) / BPS) * width * Math.exp(depth.noise * logistic(draw));
    const whole = Math.max(1, Math.round((notional / exact) * units));
    // An order has at least one size unit.
    const count = Math.min(whole, 1 + Math.floor(book.orders * wait(draw)));
    if (isNew) {
      price.push(digits === undefined ? exact : outward(exact, digits, side));
      size.push(whole);
      orders.push(count);
    } else {
      size[size.length - 1]! += whole;
      orders[orders.length - 1]! += count;
    }
    exact = further;
  }
  return {
    price: Float64Array.from(price),
    size: Float64Array.from(size, (whole) => whole / units),
    orders: Float64Array.from(orders),
  };
}

/**
 * Builds the book.
 * @param key names the market and the perp.
 * @param time start of the book, epoch ms.
 * @param shares depth at that time.
 * @param digits rounding of prices; undefined keeps every level.
 */
export function deepBookAt(
  key: string,
  time: number,
  perp: BookOf,
  shares: DepthShares,
  laws: BookLaws,
  digits?: PriceDigits,
): BookColumns {
  const { mark, mid } = perp;
  const mean = (shares.bids + shares.asks) / 2;
  const back = Math.floor(laws.depth.spreadTicks * Math.max(0, 1 / mean - 1));
  const [bid, ask] = mid > mark ? [mark, above(mark)] : [below(mark), mark];
  const bookKey = `${key}|book|${time}`;
  const side = (name: 'bids' | 'asks', best: number): BookSideColumns =>
    sideOf({ key: bookKey, side: name, best, share: shares[name], perp, digits }, laws);
  return {
    time,
    bids: side('bids', back === 0 ? bid : below(bid, back)),
    asks: side('asks', back === 0 ? ask : above(ask, back)),
  };
}
