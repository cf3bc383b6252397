/** Versions of the parts of the contract, each in the answers of its own operations. */

import type { GammaAnswerWire, PositioningWire, QuantMarketWire } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import { CLASSIFIER_V2026_11_1, GAMMA_V2 } from '@barograph/positioning';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../packages/runtime/src/snapshots/memory/snapshot-store.ts';
import { createManualClock } from '../packages/sources/src/clock.ts';
import { openMarket } from '../packages/sources/src/market/market.ts';
import { createSimulatedSource } from '../packages/sources/src/simulated/source.ts';
import { quantProducer } from '../packages/runtime/src/producers/quant/producer.ts';
import { cycleOf } from '../packages/host/test/services/positioning/test-support.ts';
import { memoryObservations, quantAsker, testModel } from '../packages/host/test/services/quant/test-support.ts';
import { memoryStates } from '../packages/host/test/test-support.ts';
import { runAt } from '../packages/runtime/test/test-support.ts';

const CALVER = /^\d{4}\.\d{1,2}\.\d+$/;
const NOW = SIMULATOR_V2.start + 760 * HOUR_MS;

const listings = SIMULATOR_V2.listings
  .filter(({ venue, listedAfter }) => venue === 'perpdex_perp' && listedAfter === 0)
  .slice(0, 2);
const source = openMarket([createSimulatedSource({ ...SIMULATOR_V2, listings })]);

describe('the sub-contracts', () => {
  it('carry catalog_version, classifier_version, rules_version and model_version [#32]', async () => {
    const cycle = cycleOf(source);
    await cycle.run(NOW);
    const asks = cycle.asks();
    const { meta: split } = await asks.json<PositioningWire>('quant.positioning', { tier: 'pro' });
    const { coins, meta: gamma } = await asks.json<GammaAnswerWire>('quant.gex', { tier: 'pro' });
    const { classifier_version: ladder } = (
      await asks.json<{ readonly meta: { readonly classifier_version: string } }>('quant.ladder', {
        query: { symbol: 'BTC' },
      })
    ).meta;
    // Rules of classes and of the regime are those of the engines' configs.
    expect(split.classifier_version).toMatch(CALVER);
    expect(`classifier/${split.classifier_version}`).toBe(CLASSIFIER_V2026_11_1.version);
    expect(ladder).toBe(split.classifier_version);
    expect(gamma.regime_rules.rules_version).toBe(GAMMA_V2.rulesVersion);
    for (const { regime } of Object.values(coins)) expect(regime.rules_version).toBe(GAMMA_V2.rulesVersion);

    const model = testModel();
    const stage = { source, states: memoryStates(), observations: memoryObservations() };
    const snapshots = createMemorySnapshotStore();
    await runAt(quantProducer(model, 't'), { ...stage, snapshots })(NOW);
    const quant = quantAsker(model, { ...stage, snapshots, wall: createManualClock(NOW) })(NOW);
    const market = await quant.json<QuantMarketWire>('quant.market', { query: { horizon: '24h' } });
    const catalog = await quant.json<{ readonly catalog_version: string }>('quant.regimes');
    const card = await quant.json<{ readonly version: string; readonly catalog_version: string }>('quant.model');
    expect(market.model_version).toBe('test-1');
    expect(card).toMatchObject({ version: 'test-1', catalog_version: catalog.catalog_version });
    expect(catalog.catalog_version).toMatch(CALVER);
  }, 60_000);
});
