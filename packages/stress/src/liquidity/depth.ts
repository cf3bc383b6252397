/** Depth of an order book: the notional resting within some basis points of mid. */

import { err, finite, ok, UsageError, type Book, type BookSide, type Result } from '@barograph/core';
import { crossed, levelProblem, oneSided, overflow, type BookProblem } from './book-problem.ts';
import { LIQUIDITY_V1, type LiquidityConfig } from './config.ts';

/** Side of the book, band by band in the order of `bandsBps`. */
export interface SideDepth {
  /** Notional up to and including the edge, Σ price · size, quote units (USD). Null when not measured. */
  readonly notional: readonly (number | null)[];
  /** Whether the book ended before the edge, so that the depth is a lower bound. Null when not measured. */
  readonly truncated: readonly (boolean | null)[];
}

/** Depth of one book. */
export interface BookDepth {
  readonly configVersion: string;
  /** Distances of the bands, basis points of mid. */
  readonly bandsBps: readonly number[];
  /** Mid (best bid + best ask)/2, or the given mid. */
  readonly mid: number;
  /** Spread of this book, 10⁴ · (best ask − best bid)/mid. */
  readonly spreadBps: number;
  /** (bids − asks)/(bids + asks) within the narrowest band, −1…1; null when {@link imbalanceWithin} is null. */
  readonly imbalance: number | null;
  readonly bids: SideDepth;
  readonly asks: SideDepth;
}

/** Options of depth. */
export interface DepthOptions {
  /** Mid to measure from, from a finer book of the same moment. @default that of this book */
  readonly mid?: number;
  /**
   * Price step of an aggregated book, quote units: narrower bands are not measured.
   * @default 0, every band is measured
   */
  readonly grid?: number;
}

/** Rounding tolerance of a level on the edge in decimal prices: it counts, and the edge counts as reached. */
const ROUNDING = 16 * Number.EPSILON;

/**
 * Computes depth, truncation, spread and imbalance of a snapshot, in one pass over its levels.
 *
 * @param config parameters. @default LIQUIDITY_V1
 * @returns the depth, or a problem when a side is empty, the best prices cross or touch, or a level is not finite, not
 * above 0 or out of order. A missing book never gives a depth of 0.
 * @throws {UsageError} when `mid` or `grid` is not above 0, or columns differ in length.
 * @example
 * const book = { bids: bookSide([[99.95, 10]]), asks: bookSide([[100.05, 12]]) };
 * const result = depth(book); // result.value.bids.notional → [999.5, 999.5, 999.5, 999.5]
 */
export function depth(
  book: Book,
  options: DepthOptions = {},
  config: LiquidityConfig = LIQUIDITY_V1,
): Result<BookDepth, BookProblem> {
  const { bids, asks } = book;
  checkOptions(book, options);
  if (bids.price.length === 0) return err(oneSided('bids'));
  if (asks.price.length === 0) return err(oneSided('asks'));
  const [bid, ask] = [bids.price[0]!, asks.price[0]!];
  const mid = options.mid ?? bid + (ask - bid) / 2;
  const arePrices = bid > 0 && bid < Infinity && ask > 0 && ask < Infinity;
  if (arePrices && bid >= ask) return err(crossed(bid, ask));
  const below = sideDepth('bids', bids, mid, config, options.grid ?? 0);
  if (!below.ok) return below;
  const above = sideDepth('asks', asks, mid, config, options.grid ?? 0);
  if (!above.ok) return above;
  return ok({
    configVersion: config.version,
    bandsBps: config.bandsBps,
    mid,
    spreadBps: 1e4 * ((ask - bid) / mid),
    imbalance: imbalanceWithin(config.bandsBps, below.value, above.value, config),
    bids: below.value,
    asks: above.value,
  });
}

/**
 * Imbalance within the band of the config; null when a side was not measured to its edge, because sides that end at
 * different distances are not comparable.
 *
 * @param bandsBps bands of both sides.
 */
export function imbalanceWithin(
  bandsBps: readonly number[],
  bids: SideDepth,
  asks: SideDepth,
  { imbalanceBps }: Pick<LiquidityConfig, 'imbalanceBps'> = LIQUIDITY_V1,
): number | null {
  const at = bandsBps.indexOf(imbalanceBps);
  const whole = ({ notional, truncated }: SideDepth): number | null =>
    truncated[at] === false ? (notional[at] ?? null) : null;
  return imbalanceOf(whole(bids), whole(asks));
}

/** (b − a)/(b + a); null when both sides are empty or one was not measured. */
export function imbalanceOf(bids: number | null, asks: number | null): number | null {
  if (bids === null || asks === null || (bids === 0 && asks === 0)) return null;
  const larger = Math.max(bids, asks);
  // Scaled first: the sum of two finite sides may overflow.
  return (bids / larger - asks / larger) / (bids / larger + asks / larger);
}

function sideDepth(
  name: 'bids' | 'asks',
  { price, size }: BookSide,
  mid: number,
  { bandsBps }: LiquidityConfig,
  grid: number,
): Result<SideDepth, BookProblem> {
  // From mid outward both sides ascend, bids with the opposite sign.
  const sign = name === 'bids' ? -1 : 1;
  const slack = ROUNDING * mid;
  const bands = bandsBps.length;
  const notional: (number | null)[] = [];
  let beyond = sign * edgeOf(mid, sign * bandsBps[0]) + slack;
  let sum = 0;
  let before = -Infinity;
  for (let i = 0; i < price.length; i++) {
    const at = price[i]!;
    const units = size[i]!;
    const outward = sign * at;
    // NaN fails every comparison.
    if (!(at > 0 && at < Infinity && units > 0 && units < Infinity && outward > before)) {
      return err(levelProblem(name, price, size, i));
    }
    before = outward;
    while (outward > beyond) {
      notional.push(sum);
      beyond = notional.length < bands ? sign * edgeOf(mid, sign * bandsBps[notional.length]!) + slack : Infinity;
    }
    sum += at * units;
  }
  if (sum === Infinity) return err(overflow(name, price, size));
  const truncated: (boolean | null)[] = [];
  for (let k = 0; k < bands; k++) {
    if (k >= notional.length) notional.push(sum);
    const isMeasured = (mid * bandsBps[k]!) / 1e4 >= grid;
    if (!isMeasured) notional[k] = null;
    truncated.push(isMeasured ? before < sign * edgeOf(mid, sign * bandsBps[k]!) - slack : null);
  }
  return ok({ notional, truncated });
}

const edgeOf = (mid: number, bps: number): number => mid * (1 + bps / 1e4);

function checkOptions({ bids, asks }: Book, { mid, grid }: DepthOptions): void {
  if (mid !== undefined && finite('mid', mid) <= 0) throw new UsageError(`"mid" expected a number > 0, got ${mid}`);
  if (grid !== undefined && finite('grid', grid) <= 0)
    throw new UsageError(`"grid" expected a number > 0, got ${grid}`);
  checkColumns('bids', bids);
  checkColumns('asks', asks);
}

function checkColumns(name: 'bids' | 'asks', { price, size }: BookSide): void {
  if (price.length === size.length) return;
  throw new UsageError(`"${name}.size" expected ${price.length} sizes, one per price, got ${size.length}`);
}
