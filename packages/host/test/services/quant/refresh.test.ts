import type { Published, QuantHead, QuantMarketWire, QuantRecord } from '@barograph/contract';
import { barAt, HOUR_MS, MINUTE_MS } from '@barograph/core';
import {
  COIN_SCOPE_V1,
  createNowcast,
  DIRECTION_EVIDENCE_V2,
  withTransition,
  type NowcastPoint,
} from '@barograph/nowcast';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import type { EngineStates } from '../../../../store/src/engine-state.ts';
import { memoryStates } from '../../test-support.ts';
import { QUANT_V2 } from '../../../../runtime/src/producers/quant/config.ts';
import type { LoadedModel } from '../../../../runtime/src/producers/quant/model.ts';
import { mixtureOf, monthOf } from '../../../../runtime/src/producers/quant/mixture.ts';
import { quantProducer } from '../../../../runtime/src/producers/quant/producer.ts';
import { refreshAt } from '../../../../runtime/test/test-support.ts';
import { fewCoinsConfig, memoryObservations, NOW, testModel } from './test-support.ts';

const source = openMarket([createSimulatedSource(fewCoinsConfig())]);
/** A model whose panel distinguishes coins, so that they have their own transitions. */
const loaded = toldApart(testModel());
const { model } = loaded;

function toldApart(of: LoadedModel): LoadedModel {
  const artifact = { ...of.artifact, coinScope: { ...COIN_SCOPE_V1, version: 'coin_scope/fitted' } as const };
  return { ...of, artifact, model: { ...of.model, artifact } };
}

/** A replica on a shared store: its refreshes and publications. */
function replica(states: EngineStates = memoryStates(), observations = memoryObservations(), of = loaded) {
  const snapshots = createMemorySnapshotStore();
  const stores = { source, states, observations, snapshots };
  const refresh = refreshAt(quantProducer(of, 't'), stores);
  return {
    refresh,
    observations,
    latest: (): Published<QuantRecord, QuantHead> => snapshots.latest<QuantRecord, QuantHead>('quant')!,
    record: (symbol: string): QuantRecord =>
      snapshots.latest<QuantRecord, QuantHead>('quant')!.records.find(({ value }) => value.symbol === symbol)!.value,
    market: (): QuantMarketWire => snapshots.latest<QuantRecord, QuantHead>('quant')!.head.market!['24h'],
  };
}

async function hoursOf(symbol: string, from: number, at: number) {
  const window = { kind: 'range', from, to: at } as const;
  const answer = await source.read('bars', { symbol, venue: 'perpdex_perp', interval: '1h', window, asOf: at });
  if (!answer.ok) throw new Error(answer.error.reason);
  return answer.value.closed;
}

/** Result of the engine for the last of some hours. */
async function engineSays(of: typeof model, symbol: string, from: number, at: number): Promise<NowcastPoint> {
  const nowcast = createNowcast(of);
  const bars = await hoursOf(symbol, from, at);
  let point: NowcastPoint | null = null;
  for (let i = 0; i < bars.length; i++) point = nowcast.next(barAt(bars, i));
  return point!;
}

const shared = replica();
beforeAll(async () => {
  await shared.refresh(NOW);
});

describe('the nowcast of a host', () => {
  it('says hour by hour, restarted or not, what the engine says of the same hours [#433] [#436]', async () => {
    const [steady, states, observations] = [replica(), memoryStates(), memoryObservations()];
    let restarted = replica(states, observations);
    for (let i = 0; i < 6; i++) {
      const at = NOW + i * HOUR_MS + 20 * MINUTE_MS;
      if (i % 3 === 2) restarted = replica(states, observations);
      await steady.refresh(at);
      await restarted.refresh(at);
      expect(restarted.latest()).toEqual(steady.latest());
    }
    const at = NOW + 5 * HOUR_MS + 20 * MINUTE_MS;
    const market = await engineSays(model, 'BTC', 0, at);
    expect(steady.market().p_now).toEqual(market.now);
    expect(steady.market().p_next).toEqual(market.forecasts!.h24.nextRegime);
    expect(steady.market().regime).toMatchObject({
      label: market.regime!.label,
      confidence: market.regime!.confidence,
      candles_in_regime: market.regime!.candles,
    });
    const month = monthOf(at);
    const mixture = mixtureOf(model, month, await hoursOf('ETH', month - QUANT_V2.mixtureHours * HOUR_MS, month));
    const own = { ...model, hmm: withTransition(model.hmm, model.artifact.modelVersion, mixture.transition) };
    const coin = await engineSays(own, 'ETH', NOW - QUANT_V2.coinHours * HOUR_MS, at);
    expect(steady.record('ETH').coin.p_now).toEqual(coin.now);
    expect(steady.record('ETH').coin.explain.transition_mixture_weights!.rows).toEqual(mixture.weights.rows);
    expect(mixture.weights.coin).toBeGreaterThan(0);
  });

  it('changes nothing but the moment while no hour closes', async () => {
    const { refresh, latest } = replica();
    await refresh(NOW + MINUTE_MS);
    const before = latest();
    await refresh(NOW + 31 * MINUTE_MS);
    const later = JSON.stringify(latest()).replaceAll(String(NOW + 31 * MINUTE_MS), String(NOW + MINUTE_MS));
    expect(JSON.parse(later)).toEqual(
      // the JSON text of a record lies in it as a text
      JSON.parse(JSON.stringify(before)),
    );
  });

  it('changes the transitions of a coin with the month, wherever it was interrupted', async () => {
    const [steady, absent] = [replica(), replica()];
    const april = Date.UTC(2024, 3, 1);
    for (const at of [NOW, april - 40 * MINUTE_MS, april + 20 * MINUTE_MS]) await steady.refresh(at);
    const march = steady.record('ETH').coin.explain.transition_mixture_weights;
    for (const at of [NOW, april + 20 * MINUTE_MS]) await absent.refresh(at);
    expect(absent.latest()).toEqual(steady.latest());
    expect(shared.record('ETH').coin.explain.transition_mixture_weights).not.toEqual(march);
    const last = { series: 'quant@t', key: 'ETH', validTime: april - HOUR_MS };
    const said = await absent.observations.asOf(last.series, {
      key: last.key,
      knownAt: Infinity,
      from: last.validTime,
    });
    expect(said).toHaveLength(1);
  });

  it('reads a coin under the transitions of all where the panel could not tell coins apart', async () => {
    const alike = testModel();
    const { refresh, record } = replica(memoryStates(), memoryObservations(), alike);
    await refresh(NOW);
    const { coin } = record('ETH');
    expect(coin.explain.transition_mixture_weights).toMatchObject({ coin: 0, pooled: 1 });
    const said = await engineSays(alike.model, 'ETH', NOW - QUANT_V2.coinHours * HOUR_MS, NOW);
    expect(coin.p_now).toEqual(said.now);
  });

  it('withholds the direction of coins, and of the market at 24 hours, and says so', () => {
    const { coin } = shared.record('ETH');
    expect(coin.horizons['24h'].direction_status).toMatchObject({ status: 'unavailable', reason: 'no_measured_skill' });
    expect(coin.horizons['24h'].direction).toEqual(DIRECTION_EVIDENCE_V2.baseRates.coin.h24);
    expect(coin.explain.heads_provenance['direction']).toMatchObject({ source: null, reason: 'no_measured_skill' });
    expect(coin.horizons['4h'].direction_status).toMatchObject({ status: 'unavailable', skill: 'not_measured' });
    const { direction_status: status } = shared.market();
    expect(status).toMatchObject({ status: 'unavailable', reason: 'no_measured_skill', skill: 'not_measured' });
    expect(status!.gain_low).toBeLessThan(0);
  });

  it('lists a coin no more when it has had no hour for a day', async () => {
    const { refresh, latest } = replica();
    const isListed = async (at: number): Promise<boolean> => {
      await refresh(at);
      return latest().records.some(({ value }) => value.symbol === 'LINK');
    };
    const last = NOW + 23 * HOUR_MS;
    expect(await isListed(last + HOUR_MS)).toBe(true);
    expect(await isListed(last + 24 * HOUR_MS)).toBe(true);
    expect(await isListed(last + 24 * HOUR_MS + MINUTE_MS)).toBe(false);
  });

  it('begins anew when the clock was set back', async () => {
    const one = replica();
    await one.refresh(NOW + 5 * HOUR_MS);
    await one.refresh(NOW);
    expect(one.latest().head).toEqual(shared.latest().head);
  });

  it('current is regime, both null below a week; flags say how young a coin is [#453] [#456] [#458]', async () => {
    const { record, latest } = shared;
    const flags = (symbol: string): unknown[] => {
      const { insufficient_history, warming_up, new_listing, regime, current } = record(symbol).coin;
      expect(current).toEqual(regime);
      return [insufficient_history, warming_up, new_listing, regime === null];
    };
    expect(flags('SOL')).toEqual([true, true, true, true]);
    expect(flags('XRP')).toEqual([true, true, false, false]);
    expect(flags('DOGE')).toEqual([true, false, false, false]);
    expect(flags('ETH')).toEqual([false, false, false, false]);
    expect(record('SOL').coin.p_now).toBeNull();
    expect(record('SOL').coin.horizons['24h']).toMatchObject({ p_next: null, direction: null, monte_carlo: null });
    expect(record('XRP').coin.explain.transition_mixture_weights).toMatchObject({ coin: 0, pooled: 1 });
    expect(latest().head.warming).toEqual(['SOL']);
  });

  it('keeps the last 48 hours of a coin, oldest first [#457]', async () => {
    const { record } = shared;
    const { recent_regimes } = record('ETH').coin;
    expect(recent_regimes.map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: 48 }, (_, i) => NOW - (48 - i) * HOUR_MS),
    );
    expect(recent_regimes.at(-1)!.regime).toBe(record('ETH').coin.regime!.label);
  });

  it('simulates the next day at 24h alone, the same for the same hour [#451]', async () => {
    const [one, other] = [shared, replica()];
    await other.refresh(NOW + 30 * MINUTE_MS);
    const simulated = one.market().monte_carlo!;
    expect(other.market().monte_carlo).toEqual(simulated);
    expect(simulated.return_quantiles.map(({ share }) => share)).toEqual([0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99]);
    expect('monte_carlo' in one.latest().head.market!['4h']).toBe(false);
    expect(one.record('ETH').coin.horizons['24h'].monte_carlo!.seed).not.toBe(simulated.seed);
  });

  it('realised volatility is that of the last 24 returns, annualised [#459]', async () => {
    const { record } = shared;
    const { close, length } = await hoursOf('ETH', NOW - 25 * HOUR_MS, NOW);
    expect(length).toBe(25);
    let squares = 0;
    for (let i = 1; i < length; i++) squares += Math.log(close[i]! / close[i - 1]!) ** 2;
    expect(record('ETH').volatility.rv24h).toMatchOracle(100 * Math.sqrt(squares * 365), { rel: 1e-12, abs: 0 });
  });

  it('counts the transitions of a coin in the months before', () => {
    expect(monthOf(Date.UTC(2025, 1, 28, 23))).toBe(Date.UTC(2025, 1, 1));
    expect(monthOf(Date.UTC(2025, 2, 1))).toBe(Date.UTC(2025, 2, 1));
    expect(monthOf(Date.UTC(2025, 2, 1) - 1)).toBe(Date.UTC(2025, 1, 1));
  });
});
