/** A host over the whole simulated market, with keys of all tiers, its models, composites and one day of archive. */

import { problem, SERVICE, unlocks, type Operation, type Tier } from '@barograph/contract';
import { err, ok } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { vi } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import { startTestServer } from '../../../store/test/test-support.ts';
import { archiveBtc, memoryBlobs } from '../../../runtime/test/archive/one-day.ts';
import { ownComposites } from '../../../runtime/test/producers/own-composites.ts';
import type { Host } from '../../src/compose.ts';
import type { Caller, Gate } from '../../src/http/access.ts';
import { NOW } from './moment.ts';
import { testModel } from '../services/quant/test-support.ts';
import { hostOver } from '../test-support.ts';

/** Not that of the examples in the OpenAPI document: none of their values is one of this market. */
const SEED = 'tiers';

interface Health {
  readonly event_stream: { readonly last_id: number };
}

/** A gate that reads the tier's name from the key, and refuses callers without a key if one is needed. */
const GATE: Gate = {
  pricingUrl: '/pricing',
  admit: async ({ access }, key) => {
    if (key === undefined && access !== 'none') return err(problem('missing_api_key', 'A key is needed.'));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tests send names of tiers
    const tier = key as Tier | undefined;
    if (!unlocks(tier, access)) return err(problem('tier_too_low', 'A higher tier is needed.'));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no code behind the gate reads more of the key
    const caller = tier === undefined ? undefined : ({ tier, key: { id: tier } } as Caller);
    return ok({ caller, headers: {}, refund: undefined });
  },
};

/**
 * Starts the host. @param planted operations added to those of the service. @returns the host, and a function that
 * stops it.
 */
export async function startMarket(
  planted: readonly Operation[],
): Promise<{ readonly host: Host; readonly stop: () => Promise<void> }> {
  const server = await startTestServer();
  const store = await server.open(await server.database());
  const market = openMarket([createSimulatedSource({ ...SIMULATOR_V2, seed: SEED })]);
  const clock = createManualClock(NOW);
  const files = memoryBlobs();
  const composites = await ownComposites();
  const service = { ...SERVICE, operations: [...SERVICE.operations, ...planted] };
  const host = hostOver(store, { market, composites, files, clock, gate: GATE, model: testModel(), service });
  await host.start();
  // The stream reads its log by itself: on a busy machine it may not have seen the events of this minute yet.
  await vi.waitFor(async () => {
    const { event_stream: stream } = (await host.server.inject('/api/v1/health')).json<Health>();
    if (stream.last_id === 0) throw new Error('"last_id" of the health expected that of an event, got 0');
  });
  const daily = await host.server.inject({
    url: '/api/v1/daily?exchange=all&technical_detail=true',
    headers: { 'x-api-key': 'pro_plus' },
  });
  await archiveBtc({ store, blobs: files, market, clock, daily: async () => daily.body });
  return {
    host,
    stop: async () => {
      await host.stop();
      await server.stop();
    },
  };
}
