/** Readings of a depth sample: both sides of a band, depth at any distance, and wide bands from a coarser book. */

import { UsageError, within } from '@barograph/core';
import { imbalanceWithin, type BookDepth, type SideDepth } from './depth.ts';

/**
 * Bids plus asks of a band, quote units; null when one side was not measured.
 *
 * @param bps width of the band, basis points from mid.
 * @throws {UsageError} when the sample lacks the band.
 * @example
 * const side = { notional: [2e6, 9e6], truncated: [false, false] };
 * const book = { configVersion: 'depth/1', bandsBps: [10, 50], mid: 100, spreadBps: 1, imbalance: 0 };
 * bandDepth({ ...book, bids: side, asks: side }, 50); // → 18000000
 */
export function bandDepth({ bandsBps, bids, asks }: BookDepth, bps: number): number | null {
  const at = bandsBps.indexOf(bps);
  if (at === -1) throw new UsageError(`"bps" expected one of ${bandsBps.join(', ')}, got ${bps}`);
  const [below, above] = [bids.notional[at] ?? null, asks.notional[at] ?? null];
  return below === null || above === null ? null : below + above;
}

/** Resting notional of both sides, quote units: the `depth` of the nowcast's `LiquidationInputs`. */
export interface RestingDepth {
  readonly bids: number;
  readonly asks: number;
}

/**
 * Depth within any distance of mid, as the liquidation-risk head needs it: pass `liquidationBand(…).depth`. Linear
 * between measured bands, and from 0 at mid to the first band; a truncated band remains a lower bound.
 *
 * @param distance distance from mid, a fraction, from 0 to the widest band.
 * @returns the depth; null when a required band was not measured.
 * @throws {UsageError} when the distance is out of range.
 * @example
 * depthWithin(sample, liquidationBand(volatility, 'h4').depth); // { bids: …, asks: … }
 */
export function depthWithin({ bandsBps, bids, asks }: BookDepth, distance: number): RestingDepth | null {
  within('distance', distance, 0, bandsBps.at(-1)! / 1e4);
  const bps = Math.min(distance * 1e4, bandsBps.at(-1)!);
  const below = notionalAt(bandsBps, bids, bps);
  const above = notionalAt(bandsBps, asks, bps);
  return below === null || above === null ? null : { bids: below, asks: above };
}

function notionalAt(bands: readonly number[], { notional }: SideDepth, bps: number): number | null {
  const at = bands.findIndex((band) => bps <= band);
  const [near, far] = [bands[at - 1] ?? 0, bands[at]!];
  const inner = at === 0 ? 0 : (notional[at - 1] ?? null);
  const outer = notional[at] ?? null;
  if (bps === far) return outer;
  return inner === null || outer === null ? null : inner + ((bps - near) / (far - near)) * (outer - inner);
}

/** Depth whose wide bands may come from another book. */
export interface WidenedDepth extends BookDepth {
  /** Source of each number, in the order of the bands: `fine`, or `wide`. */
  readonly sources: { readonly bids: readonly ('fine' | 'wide')[]; readonly asks: readonly ('fine' | 'wide')[] };
}

/**
 * Fills bands beyond the reach of the fine book from a coarser one. Where the fine book is truncated or unmeasured,
 * both are lower bounds, so the larger counts; the band is truncated when neither book reached its edge. Mid and spread
 * stay those of the fine book; the imbalance uses the resulting bands.
 *
 * @param wide depth of the coarser book, measured from the mid of the fine one (`mid`, `grid` of `depth`).
 * @example
 * const wide = depth(aggregated, { mid: fine.mid, grid: 100 });
 * if (wide.ok) widenDepth(fine, wide.value).sources.bids; // ['fine', 'fine', 'wide', 'wide']
 */
export function widenDepth(fine: BookDepth, wide: BookDepth): WidenedDepth {
  const bids = widenSide(fine.bids, wide.bids);
  const asks = widenSide(fine.asks, wide.asks);
  return {
    ...fine,
    imbalance: imbalanceWithin(fine.bandsBps, bids, asks),
    bids: { notional: bids.notional, truncated: bids.truncated },
    asks: { notional: asks.notional, truncated: asks.truncated },
    sources: { bids: bids.sources, asks: asks.sources },
  };
}

function widenSide(fine: SideDepth, wide: SideDepth): SideDepth & { readonly sources: readonly ('fine' | 'wide')[] } {
  const notional: (number | null)[] = [];
  const truncated: (boolean | null)[] = [];
  const sources: ('fine' | 'wide')[] = [];
  fine.notional.forEach((near, i) => {
    const far = wide.notional[i] ?? null;
    const [cut, farCut] = [fine.truncated[i] ?? null, wide.truncated[i] ?? null];
    const isWider = cut !== false && far !== null && (near === null || far > near);
    notional.push(isWider ? far : near);
    truncated.push(cut === null ? farCut : cut && farCut !== false);
    sources.push(isWider ? 'wide' : 'fine');
  });
  return { notional, truncated, sources };
}
