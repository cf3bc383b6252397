/** The simulator as a source. */

import {
  createAccounts,
  createEtfFlows,
  createFlow,
  createLedger,
  createMarket,
  createNews,
  createObservations,
  createOptions,
  createOutlook,
  createReference,
  createPools,
  createSpotPairs,
  createTransfers,
  createVenueForcedCloses,
  createVenuePerps,
  type SimulatorConfig,
} from '@barograph/simulator';
import { FEED_NAMES, type Feeds } from '../market/feeds.ts';
import { settledState, type Source } from '../market/source.ts';
import { createSimulatedAccounts } from './accounts.ts';
import { createSimulatedBars } from './bars.ts';
import { createSimulatedDerivatives } from './derivatives.ts';
import { createSimulatedEtf } from './etf.ts';
import { createSimulatedNews } from './news.ts';
import { createSimulatedOptions } from './options.ts';
import { createSimulatedOutlook } from './outlook.ts';
import { createSimulatedPairs } from './pairs.ts';
import { createSimulatedPerps } from './perps.ts';
import { createSimulatedReference } from './reference.ts';
import { createSimulatedPools, simulatedPerps } from './pools.ts';
import { createSimulatedTraders } from './traders.ts';
import { createSimulatedFlow } from './trades.ts';
import { createSimulatedTransfers } from './transfers.ts';
import { createSimulatedForcedCloses, createSimulatedVenues } from './venues.ts';

/**
 * Creates a source with every feed of the seeded market, except reference data that another source has. Fills, forced closes, accounts and traders need a config that defines them.
 *
 * @example
 * const source = createSimulatedSource(SIMULATOR_V2);
 */
export function createSimulatedSource(config: SimulatorConfig, hasReference = true): Source {
  const market = createMarket(config);
  const observations = createObservations(market);
  const bars = createSimulatedBars(market);
  const accounts = createAccounts(market, observations);
  const pools = createPools(market);
  const outlook = createOutlook(market);
  const flow = config.microstructure === null ? undefined : createFlow(market);
  const feeds: Partial<Feeds> = {
    bars: bars.feed,
    ...createSimulatedDerivatives(market, observations),
    ...createSimulatedPerps(observations),
    ...createSimulatedPairs(createSpotPairs(market)),
    ...createSimulatedVenues(createVenuePerps(market)),
    ...(flow === undefined
      ? {}
      : {
          ...createSimulatedFlow(flow),
          ...createSimulatedForcedCloses(flow.symbols, createVenueForcedCloses(market, flow)),
          ...createSimulatedAccounts(accounts),
          ...createSimulatedTraders(accounts, createLedger(market, observations)),
          ...createSimulatedOptions(createOptions(market)),
          ...(hasReference ? createSimulatedReference(createReference(market)) : {}),
          ...createSimulatedPools(pools),
          ...createSimulatedEtf(createEtfFlows(market)),
          ...createSimulatedTransfers(createTransfers(market), config.start),
          ...createSimulatedOutlook(outlook),
          ...createSimulatedNews(createNews(market), outlook),
        }),
  };
  const perps = new Map(
    config.listings
      .filter(({ venue }) => venue === 'perpdex_perp')
      .map(({ coin, symbol }): readonly [string, string] => [coin, symbol]),
  );
  const names = FEED_NAMES.filter((name) => feeds[name] !== undefined);
  return {
    id: 'simulated',
    kind: 'simulated',
    feeds,
    start: async () => undefined,
    close: async () => undefined,
    ...(config.microstructure === null ? {} : { perpTokens: () => simulatedPerps(pools, perps) }),
    state: (asOf) => settledState(names, asOf, bars.coverage(asOf)),
  };
}
