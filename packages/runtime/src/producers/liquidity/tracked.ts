/** Sampled perps: the largest by 24-hour notional, with a small advantage for tracked ones. */

import { byValue } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import type { PerpContext } from '@barograph/sources';
import { LIQUIDITY_SAMPLER_V1, type LiquiditySamplerConfig } from './config.ts';

/** Tracked perps, and earlier ones. Plain JSON. */
export interface Tracked {
  /** Largest first. */
  readonly tracked: readonly string[];
  /** Perps that are no longer tracked, with the time of their removal, epoch ms. */
  readonly left: readonly { readonly symbol: string; readonly at: number }[];
}

/** Initial value. */
export const NONE_TRACKED: Tracked = Object.freeze({ tracked: [], left: [] });

/**
 * Perps to sample at a moment. A perp without volume or without a known volume is not sampled.
 *
 * @param before previously tracked perps.
 * @param asOf epoch ms.
 */
export function trackedAt(
  before: Tracked,
  perps: readonly Pick<PerpContext, 'symbol' | 'dayNotional' | 'isDelisted'>[],
  asOf: number,
  { coins, incumbency, readableHours }: LiquiditySamplerConfig = LIQUIDITY_SAMPLER_V1,
): Tracked {
  const incumbents = new Set(before.tracked);
  const claims = perps
    .filter(({ isDelisted, dayNotional }) => !isDelisted && dayNotional > 0)
    .map(({ symbol, dayNotional }) => ({
      symbol,
      dayNotional,
      claim: dayNotional * (incumbents.has(symbol) ? incumbency : 1),
    }));
  const chosen = claims.sort(byValue('desc', ({ claim }) => claim)).slice(0, coins);
  chosen.sort(byValue('desc', ({ dayNotional }) => dayNotional));
  const tracked = chosen.map(({ symbol }) => symbol);
  const gone = before.tracked.filter((symbol) => !tracked.includes(symbol)).map((symbol) => ({ symbol, at: asOf }));
  const stillLeft = before.left.filter(
    ({ symbol, at }) => asOf - at < readableHours * HOUR_MS && !tracked.includes(symbol),
  );
  return { tracked, left: [...stillLeft, ...gone] };
}
