/** A host restarted with a newer model: replayed results, and published ones that stay unchanged. */

import type { Published, QuantHead, QuantHour, QuantRecord } from '@barograph/contract';
import { barAt, HOUR_MS } from '@barograph/core';
import { createNowcast, derivativesOf, loadModel, withDerivatives } from '@barograph/nowcast';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import { hourlyFundingRates, hourlyOpenInterest } from '../../../../sources/src/market/hourly.ts';
import type { LoadedModel } from '../../../../runtime/src/producers/quant/model.ts';
import { quantProducer } from '../../../../runtime/src/producers/quant/producer.ts';
import type { EngineStates } from '../../../../store/src/engine-state.ts';
import type { Observations } from '../../../../store/src/observations.ts';
import { memoryStates } from '../../test-support.ts';
import { refreshAt } from '../../../../runtime/test/test-support.ts';
import { fewCoinsConfig, memoryObservations, NOW, sha256 } from './test-support.ts';

function shipped(version: string): LoadedModel {
  const text = readFileSync(`models/nowcast/${version}/model.json`, 'utf8');
  const loaded = loadModel(text);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  const model = loaded.value;
  return { kind: 'loaded', model, artifact: model.artifact, sha256: sha256(text), metrics: null };
}

const source = openMarket([createSimulatedSource(fewCoinsConfig())]);

function host(of: LoadedModel, states: EngineStates, observations: Observations) {
  const snapshots = createMemorySnapshotStore();
  const refresh = refreshAt(quantProducer(of, 't'), { source, states, observations, snapshots });
  return {
    refresh,
    latest: (): Published<QuantRecord, QuantHead> => snapshots.latest<QuantRecord, QuantHead>('quant')!,
  };
}

describe.each([
  ['2025.07.1', '2026.11.0'],
  ['2026.11.0', '2026.12.0'],
])('a host that goes from model %s to %s', (before, after) => {
  const [first, second] = [shipped(before), shipped(after)];
  const [states, observations] = [memoryStates(), memoryObservations()];
  const at = NOW + 2 * HOUR_MS;
  const later = host(second, states, observations);

  beforeAll(async () => {
    const earlier = host(first, states, observations);
    for (const moment of [NOW, NOW + HOUR_MS]) await earlier.refresh(moment);
    await later.refresh(at);
  });

  it('answers as one that never ran another', async () => {
    const alone = host(second, memoryStates(), memoryObservations());
    await alone.refresh(at);
    expect(later.latest()).toEqual(alone.latest());
    expect(later.latest().head).toMatchObject({ modelVersion: after, sha256: second.sha256 });
  });

  it('has replayed the hours from the first on', async () => {
    const window = { kind: 'range', from: 0, to: at } as const;
    const answer = await source.read('bars', {
      symbol: 'BTC',
      venue: 'perpdex_perp',
      interval: '1h',
      window,
      asOf: at,
    });
    if (!answer.ok) throw new Error(answer.error.reason);
    const bars = answer.value.closed;
    const nowcast = createNowcast(second.model);
    let point = nowcast.next(barAt(bars, 0));
    for (let i = 1; i < bars.length; i++) point = nowcast.next(barAt(bars, i));
    const last = bars.time[bars.length - 1]!;
    const known = {
      fundingRates: await hourlyFundingRates(source, { symbol: 'BTC', last, hours: 168 }),
      openInterest: await hourlyOpenInterest(source, { symbol: 'BTC', last, hours: 721 }),
    };
    const both = withDerivatives(second.model, point, derivativesOf(known));
    const market = later.latest().head.market!['24h'];
    expect(market.p_now).toEqual(both.now);
    expect(market.volatility).toEqual(both.forecasts!.h24.volatility);
    expect(both.expectedVolatility!.derivatives).toBe(true);
    const steps = market.explain.recalibration;
    expect(steps?.outcomes).toBe(both.recalibration?.outcomes);
    expect(steps === undefined).toBe(after === '2026.11.0');
  });

  it('leaves archived hours as they were said, each by its model', async () => {
    const said = await observations.asOf('quant@t', { key: 'market', knownAt: at });
    const byTime = new Map(said.map(({ validTime, value }) => [validTime, (value as QuantHour).modelVersion]));
    expect([NOW - HOUR_MS, NOW, NOW + HOUR_MS].map((time) => byTime.get(time))).toEqual([before, before, after]);
  });

  it('goes back to the state of the earlier model, and on from it', async () => {
    const moment = NOW + 3 * HOUR_MS;
    const [back, alone] = [host(first, states, observations), host(first, memoryStates(), memoryObservations())];
    await back.refresh(moment);
    await alone.refresh(NOW);
    await alone.refresh(moment);
    expect(back.latest().head).toEqual(alone.latest().head);
  });
});
