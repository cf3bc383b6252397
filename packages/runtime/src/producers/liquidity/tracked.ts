/** The perps that are sampled: the largest by notional of 24 hours, those that are tracked already a little ahead. */

import { byValue } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import type { PerpContext } from '@barograph/sources';
import { LIQUIDITY_SAMPLER_V1, type LiquiditySamplerConfig } from './config.ts';

/** Tracked perps, and those that were. Plain JSON. */
export interface Tracked {
  /** Largest first. */
  readonly tracked: readonly string[];
  /** Perps that left, and when: epoch ms. */
  readonly left: readonly { readonly symbol: string; readonly at: number }[];
}

/** Nothing is tracked yet. */
export const NONE_TRACKED: Tracked = Object.freeze({ tracked: [], left: [] });

/**
 * The perps to sample at a moment. A perp that trades nothing, or of which the venue does not say it, is none.
 *
 * @param before what was tracked until then.
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
