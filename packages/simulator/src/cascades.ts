/** Cascades: consecutive forced closes of one side that are large in sum. Ground truth for detectors. */

import type { ForcedClose, PositionSide } from './forced-close.ts';
import type { Market } from './market.ts';
import { createOpenings } from './positions.ts';

/** Cascade of forced closes. */
export interface Cascade {
  readonly symbol: string;
  /** Side of the closed positions. */
  readonly side: PositionSide;
  /** Times of its first and last close, epoch ms. */
  readonly start: number;
  readonly end: number;
  /** Number of positions closed. */
  readonly closes: number;
  /** Sum of their notional, quote units. */
  readonly notional: number;
  /** Their size, as a share of the mean open interest. */
  readonly share: number;
}

/** Closes of one side, split where more than `gapMs` lies between two. */
function waves(closes: readonly ForcedClose[], gapMs: number): readonly (readonly ForcedClose[])[] {
  const found: ForcedClose[][] = [];
  let last = -Infinity;
  for (const close of closes) {
    if (close.time - last <= gapMs) found.at(-1)!.push(close);
    else found.push([close]);
    last = close.time;
  }
  return found;
}

/** Longest time that a wave is followed before `from` and after `to`, in gaps. */
const FOLLOWED = 96;

/** Cascades of a perp that began after `from` and by `to`, in order of their starts. */
export function cascadesOf(market: Market, symbol: string, from: number, to: number): readonly Cascade[] {
  const { coins, listings, microstructure } = market.config;
  if (microstructure === null) return [];
  const { gapMs, share: least } = microstructure.forced.cascade;
  const listing = listings.find((listing) => listing.symbol === symbol && listing.venue === 'perpdex_perp')!;
  const { price } = coins.find(({ coin }) => coin === listing.coin)!;
  const { openInterest } = createOpenings('', listing, price * listing.multiplier, microstructure);
  const around = FOLLOWED * gapMs;
  const closes = market.forcedCloses(symbol, Math.max(0, from - around), to + around);
  return (['long', 'short'] as const)
    .flatMap((side) =>
      waves(
        closes.filter((close) => close.side === side),
        gapMs,
      ),
    )
    .map((wave): Cascade => {
      const [first] = wave;
      return {
        symbol,
        side: first!.side,
        start: first!.time,
        end: wave.at(-1)!.time,
        closes: wave.length,
        notional: wave.reduce((sum, { notional }) => sum + notional, 0),
        share: wave.reduce((sum, { size }) => sum + size, 0) / openInterest,
      };
    })
    .filter(({ start, share }) => share >= least && start > from && start <= to)
    .sort((a, b) => a.start - b.start);
}
