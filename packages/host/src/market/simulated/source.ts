/** The simulator as a source. */

import { createMarket, type SimulatorConfig } from '@barograph/simulator';
import { FEED_NAMES, type Feeds } from '../feeds.ts';
import { settledState, type Source } from '../source.ts';
import { createSimulatedBars } from './bars.ts';
import { createSimulatedDerivatives } from './derivatives.ts';

/**
 * Bars, funding and open interest of the seeded market.
 *
 * @example
 * const source = createSimulatedSource(SIMULATOR_V1);
 */
export function createSimulatedSource(config: SimulatorConfig): Source {
  const bars = createSimulatedBars(createMarket(config));
  const feeds: Partial<Feeds> = { bars: bars.feed, ...createSimulatedDerivatives(config) };
  return {
    id: 'simulated',
    kind: 'simulated',
    feeds,
    start: async () => undefined,
    close: async () => undefined,
    state: (asOf) =>
      settledState(
        FEED_NAMES.filter((name) => feeds[name] !== undefined),
        asOf,
        bars.coverage(asOf),
      ),
  };
}
