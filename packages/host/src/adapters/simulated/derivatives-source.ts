/** Funding and open interest of the seeded market. */

import { HOUR_MS } from '@barograph/core';
import { createDerivatives, type DerivativesColumns, type SimulatorConfig } from '@barograph/simulator';
import type { DerivativesRequest, DerivativesSource } from '../../ports/derivatives-source.ts';

/** @param config of the market whose perps they are. */
export function createSimulatedDerivatives(config: SimulatorConfig): DerivativesSource {
  const derivatives = createDerivatives(config);
  const perps = new Set(config.listings.flatMap(({ symbol, venue }) => (venue === 'perpdex_perp' ? [symbol] : [])));
  const column =
    (name: 'fundingRate' | 'openInterest') =>
    async ({ symbol, last, hours }: DerivativesRequest): Promise<Float64Array | null> => {
      if (!perps.has(symbol)) return null;
      const from = last - (hours - 1) * HOUR_MS;
      const known: DerivativesColumns = derivatives(symbol, Math.max(0, from), last + HOUR_MS);
      const answer = new Float64Array(hours).fill(NaN);
      known.time.forEach((time, i) => (answer[(time - from) / HOUR_MS] = known[name][i]!));
      return answer;
    };
  return { fundingRates: column('fundingRate'), openInterest: column('openInterest') };
}
