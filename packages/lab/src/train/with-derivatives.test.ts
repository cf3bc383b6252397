/** Hours with funding and open interest, under a model that has learnt from them. */

import { barAt, HOUR_MS, type Candles } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { barsOf } from '@barograph/testkit';
import { describe, expect, it } from 'vitest';
import {
  artifactText,
  createNowcast,
  type DerivativeColumns,
  derivativeInputs,
  derivativesOf,
  FEATURES_V2,
  type HarPoint,
  loadModel,
  modelFor,
  nextDay,
  type NowcastModel,
  type NowcastPoint,
  observe,
  observeDerivatives,
  withDerivatives,
} from '@barograph/nowcast';
import { volatilityOf } from '@barograph/nowcast/parts';
import { TRAINING_V3 } from './config.ts';
import { derivativesMetrics, scoreDerivatives } from './derivatives-evidence.ts';
import { HAR_TRAINING_V1 } from './har-config.ts';
import { HEADS_V3 } from './heads-config.ts';
import type { FittedModel } from './in-force.ts';
import { trainNowcast } from './train-nowcast.ts';
import { WALK_FORWARD_V2 } from './walk-forward-config.ts';

const { start } = SIMULATOR_V1;
const hours = (coin: string, count: number): Candles =>
  createMarket(SIMULATOR_V1).candles(coin, 'perpdex_perp', '1h', start, start + count * HOUR_MS);
const btc = hours('BTC', 2_400);
const columns: DerivativeColumns = {
  funding: Float64Array.from({ length: btc.length }, (_, t) => (t % 8 === 7 ? 1e-5 * Math.sin(t / 90) : NaN)),
  openInterest: Float64Array.from({ length: btc.length }, (_, t) =>
    t % 50 === 0 ? NaN : 1e4 * (2 + Math.sin(t / 70)),
  ),
};
const bars = (coin: Candles) => observe(coin, FEATURES_V2, { har: HAR_TRAINING_V1.har });
const rows = observeDerivatives(bars(btc), columns);
const config = {
  ...TRAINING_V3,
  warmUpBars: 400,
  betas: [],
  maxIterations: 2,
  occupancyRows: 600,
  validationHours: 9_999,
};
const eth = bars(hours('ETH', 2_400));
const artifact = trainNowcast(rows, {
  modelVersion: 'test-derivatives',
  to: btc.time[2_000]!,
  config,
  heads: { ...HEADS_V3, version: 'heads/test', stride: 12 },
  panel: { coins: [eth], names: ['ETH'] },
  derivatives: [{ file: 'funding/BTC.csv', sha256: 'x' }],
});

function load(text: string): NowcastModel {
  const loaded = loadModel(text);
  return loaded.ok ? loaded.value : expect.fail(JSON.stringify(loaded.error));
}

const model = load(artifactText(artifact));

/** Points of bars alone and with derivatives, hour by hour. */
function* points(from: number) {
  const nowcast = createNowcast(model);
  for (const [t, bar] of barsOf(btc).entries()) {
    const alone = nowcast.next(bar);
    if (t >= from) yield { t, alone, both: withDerivatives(model, alone, derivativeInputs(columns, t)) };
  }
}

describe('a model that has learnt from funding and open interest', () => {
  it('says the same in a point that is given', () => {
    const nowcast = createNowcast(model);
    let point: NowcastPoint | undefined;
    let filled = 0;
    for (const { t, alone } of points(0)) {
      const before: HarPoint | null | undefined = point?.expectedVolatility;
      point = nowcast.next(barAt(btc, t), point);
      expect(JSON.stringify(point)).toBe(JSON.stringify(alone));
      filled += Number(before !== null && before === point.expectedVolatility);
    }
    expect(filled).toBeGreaterThan(2_000);
  });

  it('has a second fit for the series that know them, and says what it learnt from', () => {
    expect(model.artifact).toEqual(artifact);
    expect(artifact.har!.market.derivatives!.config.version).toBe('har_derivatives/1');
    expect(artifact.har!.coins['ETH']!.derivatives).toBeUndefined();
    expect(artifact.har!.pooled.derivatives).toBeUndefined();
    const { series, hours: known, files } = artifact.training.derivatives!;
    expect({ series, files }).toEqual({ series: ['market'], files: [{ file: 'funding/BTC.csv', sha256: 'x' }] });
    let count = 0;
    for (let t = 0; t < btc.length; t++) count += Number(derivativeInputs(columns, t) !== null);
    expect(known).toBe(count);
  });

  it('is otherwise the model of bars alone, to the bit', () => {
    const without = <Of extends object>({ derivatives: _, ...rest }: Of & { readonly derivatives?: unknown }) => rest;
    const [market, training] = [without(artifact.har!.market), without(artifact.training)];
    const alone = trainNowcast(bars(btc), {
      modelVersion: 'test-derivatives',
      to: btc.time[2_000]!,
      config,
      heads: { ...HEADS_V3, version: 'heads/test', stride: 12 },
      panel: { coins: [eth], names: ['ETH'] },
    });
    expect({ ...artifact, har: { ...artifact.har!, market }, training }).toEqual(alone);
  });

  it('uses the second fit where all inputs are known and the first elsewhere, as training saw it', () => {
    const { derivatives, ...base } = artifact.har!.market;
    const expected = volatilityOf(base);
    let [used, left] = [0, 0];
    for (const { t, alone, both } of points(1_900)) {
      const inputs = derivativeInputs(columns, t);
      if (inputs === null) {
        expect(both).toBe(alone);
        expect(both.expectedVolatility!.derivatives).toBe(false);
        left++;
        continue;
      }
      used++;
      const x = [...alone.expectedVolatility!.inputs, ...inputs];
      const line = derivatives!.h24;
      const log = line.coefficients.reduce((sum, weight, i) => sum + weight * x[i]!, line.intercept);
      const { h24, inputs: seen, derivatives: flag } = both.expectedVolatility!;
      expect(alone.expectedVolatility!.h24).toBe(expected.h24(x, 0));
      expect({ seen, flag }).toEqual({ seen: x, flag: true });
      expect(h24).toBeCloseTo(line.returnScale * Math.exp(log), 12);
      expect({ ...both, expectedVolatility: null }).toEqual({ ...alone, expectedVolatility: null });
      // once more changes nothing, and the point goes through its text
      expect(withDerivatives(model, JSON.parse(JSON.stringify(both)) as typeof both, inputs)).toEqual(both);
    }
    expect(used).toBeGreaterThan(300);
    expect(left).toBeGreaterThan(10);
  });

  it('simulates the day by bars alone, whatever else is known', () => {
    const last = [...points(2_390)].find(({ both }) => both.expectedVolatility!.derivatives)!;
    expect(last.both.expectedVolatility!.h24).not.toBe(last.alone.expectedVolatility!.h24);
    expect(nextDay(model, last.both, 'market')).toEqual(nextDay(model, last.alone, 'market'));
  });

  it('reads the columns that the outlooks are made of, from their end', () => {
    const t = 1_999;
    const cut = (column: ArrayLike<number>, count: number) => Array.from(column).slice(t + 1 - count, t + 1);
    const inputs = { fundingRates: cut(columns.funding, 168), openInterest: cut(columns.openInterest, 721) };
    expect(derivativesOf(inputs)).toEqual(derivativeInputs(columns, t));
    expect(derivativesOf({ ...inputs, fundingRates: null })).toBeNull();
    expect(derivativesOf({ ...inputs, openInterest: cut(columns.openInterest, 167) })).toBeNull();
  });

  it('leaves points alone where the scope has no such fit', () => {
    const coin = modelFor(model, 'ETH');
    const nowcast = createNowcast(coin);
    let point = nowcast.next(barsOf(btc)[0]!);
    for (const bar of barsOf(btc).slice(1, 400)) point = nowcast.next(bar);
    expect(point.expectedVolatility).not.toBeNull();
    expect(withDerivatives(coin, point, [0, 0, 0, 0, 0])).toBe(point);
  });

  it('is refused by the path of a flaw in the second fit', () => {
    const wrong = JSON.parse(artifactText(artifact)) as { har: { market: { derivatives: { inputs: string[] } } } };
    wrong.har.market.derivatives.inputs = ['x'];
    const loaded = loadModel(JSON.stringify(wrong));
    expect(loaded.ok ? '' : loaded.error.got).toMatch(/"har\.market\.derivatives\.inputs" expected quarter, /);
  });
});

describe('the evidence on funding and open interest', () => {
  const fitted: FittedModel = {
    parameters: artifact.hmm,
    standardization: artifact.standardization,
    from: artifact.training.from,
    to: artifact.training.to,
    heads: artifact.heads,
    confidence: artifact.confidence,
    residuals: artifact.residuals,
    marketHar: artifact.har!.market,
  };
  const series = [{ name: 'market', observations: rows, har: (of: FittedModel) => of.marketHar! }];
  const block = (from: number, to: number) =>
    scoreDerivatives(fitted, series, { from: btc.time[from]!, to: btc.time[to]! }, WALK_FORWARD_V2);

  it('scores both fits on the same hours, and sums blocks', () => {
    const [first, second] = [block(2_010, 2_200), block(2_200, 2_390)];
    const apart = derivativesMetrics(['market'], [first, second])!;
    const together = derivativesMetrics(['market'], [block(2_010, 2_390)])!;
    expect(apart.rows.map(({ series: name }) => name)).toEqual(['market', 'all']);
    expect(apart.tests).toBe(8);
    for (const horizon of ['h4', 'h24'] as const) {
      const [a, b] = [apart.rows[0]![horizon], together.rows[0]![horizon]];
      expect(a.rows).toBe(b.rows);
      expect(a.explained).toMatchOracle([...b.explained], { rel: 1e-9, abs: 1e-12 });
      expect(a.misses.skill.low).toBeLessThanOrEqual(a.misses.skill.high);
      expect(a.buckets.test.weeks).toBe(a.weeks);
    }
    let known = 0;
    for (let t = 2_010; t + 24 < btc.length && t < 2_390; t++) known += Number(derivativeInputs(columns, t) !== null);
    expect(together.rows[0]!.h24.rows).toBe(known);
  });

  it('has nothing of series without derivatives', () => {
    const none = [
      {
        name: 'ETH',
        observations: { ...eth, har: { ...eth.har!, derivatives: new Float64Array(eth.length * 5).fill(NaN) } },
        har: (of: FittedModel) => of.marketHar!,
      },
    ];
    const scored = scoreDerivatives(fitted, none, { from: btc.time[2_010]!, to: btc.time[2_390]! }, WALK_FORWARD_V2);
    expect(scored).toEqual([null]);
    expect(derivativesMetrics(['ETH'], [scored])).toBeNull();
  });
});
