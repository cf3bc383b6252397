/** A training with a HAR+ on a simulated market: what the file holds, and that serving sees what training saw. */

import { HOUR_MS, type Candles } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { barsOf, firstNotJson } from '@barograph/testkit';
import { describe, expect, it } from 'vitest';
import {
  applyLogistic,
  artifactText,
  createNowcast,
  FEATURES_V2,
  har,
  loadModel,
  modelFor,
  MONTE_CARLO_V2,
  nextDay,
  type NowcastModel,
  observe,
} from '@barograph/nowcast';
import {
  EXPECTED_VOLATILITY_AND_REGIMES,
  EXPECTED_VOLATILITY_INPUTS,
  volatilityInputsOf,
} from '@barograph/nowcast/parts';
import { TRAINING_V3, type TrainingConfig } from './config.ts';
import { DRAWDOWN_MAP_V2 } from './drawdown-map.ts';
import { HAR_TRAINING_V1 } from './har-config.ts';
import { HEADS_V3 } from './heads-config.ts';
import { trainNowcast } from './train-nowcast.ts';
import { createHistory } from './views.ts';
import { openInForce, type FittedModel } from './in-force.ts';
import { scoreTails } from './tails.ts';
import { walkForward, walkForwardSteps } from './walk-forward.ts';
import { WALK_FORWARD_V2 } from './walk-forward-config.ts';

const { start } = SIMULATOR_V1;
const market = createMarket(SIMULATOR_V1);
const hours = (coin: string, count: number): Candles =>
  market.candles(coin, 'perpdex_perp', '1h', start, start + count * HOUR_MS);
const rows = (bars: Candles) => observe(bars, FEATURES_V2, { har: HAR_TRAINING_V1.har });
const btc = hours('BTC', 2_600);
const to = btc.time[2_200]!;

const QUICK: TrainingConfig = {
  ...TRAINING_V3,
  version: 'training/test',
  warmUpBars: 400,
  betas: [],
  maxIterations: 3,
  occupancyRows: 600,
  validationHours: 600,
};
const HEADS = { ...HEADS_V3, version: 'heads/test' as const, stride: 12 };
const panel = { coins: [rows(hours('ETH', 2_400)), rows(hours('SOL', 500))], names: ['ETH', 'SOL'] };
const artifact = trainNowcast(rows(btc), {
  modelVersion: 'test-2',
  to,
  config: QUICK,
  heads: HEADS,
  panel,
  drawdown: {
    ...DRAWDOWN_MAP_V2,
    version: 'drawdown_map/test',
    stride: 6,
    leastOrigins: 20,
    monteCarlo: { ...MONTE_CARLO_V2, paths: 200 },
  },
});
const text = artifactText(artifact);

function load(file: string): NowcastModel {
  const loaded = loadModel(file);
  return loaded.ok ? loaded.value : expect.fail(JSON.stringify(loaded.error));
}

const model = load(text);

describe('a training with a HAR+', () => {
  it('gives a file of the second schema that names its features, its fits and its simulation', () => {
    expect(model.artifact).toEqual(artifact);
    expect(artifact.schema).toBe('nowcast/2');
    expect(artifact.features.version).toBe('hmm_features/2');
    expect(artifact.monteCarlo).toBe('monte_carlo/2');
    expect(artifact.drawdown?.monteCarlo).toBe('monte_carlo/2');
    expect(artifact.residuals.states.every((pool) => pool === null)).toBe(true);
    expect(artifact.har).toMatchObject({ config: { version: 'har/1' }, training: 'har_training/1' });
    // SOL has too few rows for a fit of its own
    expect(Object.keys(artifact.har!.coins)).toEqual(['ETH']);
  });

  it('records the test that decides whether regimes feed the volatility, and obeys it', () => {
    for (const { volatility, regimes } of Object.values(artifact.heads)) {
      expect(regimes).toMatchObject({ used: regimes!.low > 0, version: 'block_bootstrap/1', level: 0.95 });
      expect(volatility.inputs).toEqual(regimes!.used ? EXPECTED_VOLATILITY_AND_REGIMES : EXPECTED_VOLATILITY_INPUTS);
    }
  });

  it('lets serving see what training saw, hour by hour', () => {
    const history = createHistory(
      { parameters: artifact.hmm, standardization: artifact.standardization },
      rows(btc),
      artifact.har!.market,
    );
    const expected = har(btc, artifact.har!.market);
    const nowcast = createNowcast(model);
    let compared = 0;
    barsOf(btc).forEach((bar, t) => {
      const point = nowcast.next(bar);
      const known = Number.isNaN(expected.h24[t]) ? null : { h4: expected.h4[t], h24: expected.h24[t] };
      expect(point.expectedVolatility ?? null).toEqual(known === null ? null : expect.objectContaining(known));
      if (point.forecasts === null || t % 7 !== 0) return;
      for (const [horizon, steps] of [
        ['h4', 4],
        ['h24', 24],
      ] as const) {
        const { volatility } = artifact.heads[horizon];
        const inputs = volatilityInputsOf(volatility.inputs)!(history.view(t, steps));
        expect(point.forecasts[horizon].volatility).toEqual(applyLogistic(volatility, inputs));
        compared++;
      }
    });
    expect(compared).toBeGreaterThan(500);
  });

  it('goes on from a snapshot as if nothing had been, and simulates by the expected volatility', () => {
    const bars = barsOf(btc);
    const whole = createNowcast(model);
    for (const bar of bars.slice(0, 1_000)) whole.next(bar);
    const snapshot = whole.snapshot();
    expect(firstNotJson(snapshot)).toBeUndefined();
    const resumed = createNowcast(model, JSON.parse(JSON.stringify(snapshot)) as typeof snapshot);
    for (const bar of bars.slice(1_000, 1_100)) expect(resumed.next(bar)).toEqual(whole.next(bar));
    const point = resumed.next(bars[1_100]!);
    const simulated = nextDay(model, point, 'market')!;
    expect(simulated.version).toBe('monte_carlo/2');
    expect(simulated.drawdown.calibrated).not.toBeNull();
    const { expectedVolatility } = point;
    const calm = nextDay(
      model,
      { ...point, expectedVolatility: { ...expectedVolatility!, h24: expectedVolatility!.h24 / 2 } },
      'market',
    )!;
    simulated.returnQuantiles.forEach(({ percent }, i) => {
      const log = Math.log1p(calm.returnQuantiles[i]!.percent / 100);
      expect(2 * log).toMatchOracle(Math.log1p(percent / 100), { rel: 1e-9, abs: 1e-12 });
    });
    expect(nextDay(model, { ...point, expectedVolatility: null }, 'market')).toBeNull();
  });

  it('serves a coin by its own fit, one without by the pooled one', () => {
    expect(model.har!.fit).toEqual(artifact.har!.market);
    expect(modelFor(model, 'market').har!.fit).toEqual(artifact.har!.market);
    expect(modelFor(model, 'ETH').har!.fit).toEqual(artifact.har!.coins['ETH']);
    expect(modelFor(model, 'SOL').har!.fit).toEqual(artifact.har!.pooled);
    expect(modelFor(model, 'constructor').har!.fit).toEqual(artifact.har!.pooled);
  });

  it('is refused as a file when parts of it do not belong together, by the field', () => {
    const altered = (change: object): unknown => {
      const loaded = loadModel(JSON.stringify({ ...artifact, ...change }));
      return loaded.ok ? expect.fail('it loaded') : loaded.error.got;
    };
    expect(altered({ schema: 'nowcast/1' })).toContain('"har" expected nothing in nowcast/1');
    expect(altered({ har: undefined })).toContain('"har" expected to be there in nowcast/2');
    expect(altered({ monteCarlo: undefined })).toContain('"monteCarlo" expected to be there in nowcast/2');
    expect(altered({ monteCarlo: 'monte_carlo/7' })).toContain('monte_carlo/7');
    expect(altered({ schema: 'nowcast/4' })).toContain('nowcast/4');
    const { har: fits } = artifact;
    const coins = { ETH: { ...fits!.pooled, inputs: [] } };
    expect(altered({ har: { ...fits, coins } })).toContain('"har.coins.ETH.inputs"');
  });

  it('asks for observations with the rows of HAR+', () => {
    const without = observe(btc, FEATURES_V2);
    expect(() => trainNowcast(without, { modelVersion: 'x', config: QUICK })).toThrow('"observations[0].har"');
  });

  it('is walked forward with its coins', () => {
    const config = {
      ...WALK_FORWARD_V2,
      training: QUICK,
      heads: HEADS,
      firstHours: 1_200,
      monteCarlo: { ...MONTE_CARLO_V2, paths: 100 },
      approval: { ...WALK_FORWARD_V2.approval, agreementHours: 200 },
    };
    const [block] = walkForward(rows(btc), config, { coins: panel.coins.slice(0, 1) });
    expect(block!.scores.volatility.h24.model.rows).toBeGreaterThan(100);
    expect(block!.coins!.tested).toEqual([0]);
    const [step] = walkForwardSteps(rows(btc), config, { coins: panel.coins.slice(0, 1) });
    const again = openInForce(JSON.parse(JSON.stringify(step!.inForce)) as FittedModel, rows(btc));
    expect(again.history.view(1_500, 24)).toEqual(openInForce(step!.inForce, rows(btc)).history.view(1_500, 24));
    const tails = scoreTails(step!.inForce, { coins: panel.coins.slice(0, 1) }, block!, config);
    expect(tails[0]!.origins).toBeGreaterThan(5);
  });
});
