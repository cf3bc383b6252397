/** Bars for benchmarks, the same in every run. */

import { HOUR_MS, type Candles } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';

/** 100,000 hourly bars of the simulated market, eleven years of them. */
export function simulatedHours(): Candles {
  const { start } = SIMULATOR_V1;
  return createMarket(SIMULATOR_V1).candles('BTC', 'perpdex_perp', '1h', start, start + 100_000 * HOUR_MS);
}
