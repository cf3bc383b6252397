import { HOUR_MS, type Candles } from '@barograph/core';
import {
  artifactText,
  FEATURES_V2,
  loadModel,
  observe,
  observeDerivatives,
  type NowcastModel,
} from '@barograph/nowcast';
import { HAR_TRAINING_V1, HEADS_V3, TRAINING_V3, trainNowcast } from '@barograph/lab';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { createScope } from '../../../../runtime/src/producers/quant/scope.ts';
import { createQuantStates } from '../../../../runtime/src/producers/quant/states.ts';
import type { StateKey, StateText } from '../../../../runtime/src/producer.ts';
import { sha256, testModel } from './test-support.ts';

const { start } = SIMULATOR_V2;
const hours = (coin: string, count: number): Candles =>
  createMarket(SIMULATOR_V2).candles(coin, 'perpdex_perp', '1h', start, start + count * HOUR_MS);
const rows = (coin: string, count: number) => observe(hours(coin, count), FEATURES_V2, { har: HAR_TRAINING_V1.har });

/** The market's rows with made-up funding and open interest. */
function known(count: number) {
  const columns = {
    funding: Float64Array.from({ length: count }, (_, t) => 1e-5 * Math.sin(t / 60)),
    openInterest: Float64Array.from({ length: count }, (_, t) => 1_000 + 200 * Math.sin(t / 40)),
  };
  return observeDerivatives(rows('BTC', count), columns);
}

function second(market = rows('BTC', 2_000)): { readonly model: NowcastModel; readonly text: string } {
  const text = artifactText(
    trainNowcast(market, {
      modelVersion: 'test-2',
      config: {
        ...TRAINING_V3,
        warmUpBars: 400,
        betas: [],
        maxIterations: 2,
        occupancyRows: 600,
        validationHours: 9_999,
      },
      heads: { ...HEADS_V3, version: 'heads/test', stride: 12 },
      panel: { coins: [rows('ETH', 2_000)], names: ['ETH'] },
    }),
  );
  const loaded = loadModel(text);
  return { model: loaded.ok ? loaded.value : expect.fail(JSON.stringify(loaded.error)), text };
}

const { model, text } = second();
const { model: derived } = second(known(2_000));

describe('a scope under a model with a HAR+', () => {
  it('expects the volatility of its own coin', () => {
    const bars = hours('ETH', 400);
    const expected = ['market', 'ETH', 'SOL'].map((name) => {
      const scope = createScope(model, name);
      scope.hours(bars, 'simulated');
      const mixed = createScope(model, name, JSON.parse(JSON.stringify(scope.snapshot())));
      expect(mixed.point).toEqual(scope.point);
      return scope.point!.expectedVolatility!.h24;
    });
    expect(new Set(expected).size).toBe(3);
    for (const volatility of expected) expect(volatility).toBeGreaterThan(0);
  });

  it('takes in funding and open interest of its last hour, and is of bars alone where one is unknown', () => {
    const bars = hours('BTC', 400);
    const [alone, knowing] = [createScope(derived, 'market'), createScope(derived, 'market')];
    for (const scope of [alone, knowing]) scope.hours(bars, 'simulated');
    const before = knowing.monteCarlo();
    alone.know(null);
    expect(alone.monteCarlo()).toEqual(before);
    knowing.know([0.1, 0, 0.02, 0, 0.05]);
    expect(knowing.point!.expectedVolatility).toMatchObject({ derivatives: true });
    expect(knowing.point!.expectedVolatility!.h24).not.toBe(alone.point!.expectedVolatility!.h24);
    expect(knowing.monteCarlo()).toEqual(before);
    expect(knowing.point!.forecasts).toEqual(alone.point!.forecasts);
    expect(knowing.point!.regime).toEqual(alone.point!.regime);
    // the next hour begins with bars again, and the state continues
    const resumed = createScope(derived, 'market', JSON.parse(JSON.stringify(knowing.snapshot())));
    for (const scope of [alone, resumed]) scope.hours(hours('BTC', 401), 'simulated');
    expect(resumed.point).toEqual(alone.point);
    expect(resumed.point!.expectedVolatility).toMatchObject({ derivatives: false });
  });

  it('begins anew where the host ran an earlier model, and replays its hours to what it would have been', async () => {
    const stored: (StateText & Pick<StateKey, 'version'>)[] = [];
    const asOf = start + 500 * HOUR_MS;
    const input = {
      asOf,
      load: async ({ version }: StateKey) => stored.filter((state) => state.version === version),
      log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    };
    const bars = hours('BTC', 500);
    const run = async (states: ReturnType<typeof createQuantStates>) => {
      const scope = await states.resume('market', input);
      const before = scope.point?.time ?? null;
      scope.hours(bars, 'simulated');
      for (const state of states.texts(['market'])) stored.push({ ...state, version: state.version });
      return { before, point: scope.point! };
    };
    const { model: earlier, sha256: hash } = testModel();
    expect((await run(createQuantStates(earlier, hash))).before).toBeNull();
    const later = await run(createQuantStates(model, sha256(text)));
    expect(later.before).toBeNull();
    const alone = createScope(model, 'market');
    alone.hours(bars, 'simulated');
    expect(later.point).toEqual(alone.point);
    // and both models continue from their own state
    expect((await run(createQuantStates(earlier, hash))).before).toBe(asOf - HOUR_MS);
    expect((await run(createQuantStates(model, sha256(text)))).before).toBe(asOf - HOUR_MS);
  });
});
