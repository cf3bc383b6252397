import { HOUR_MS } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { HAR_DERIVATIVE_INPUTS, HAR_INPUTS, HAR_V1, harSeries, type HarSeries } from '@barograph/nowcast';
import { createForecast } from '@barograph/nowcast/parts';
import { fitHar, harOutcome } from './fit-har.ts';
import { HAR_TRAINING_V1, type HarTrainingConfig } from './har-config.ts';

const { start } = SIMULATOR_V1;
const market = createMarket();
const seriesOf = (coin: string, hours: number): HarSeries =>
  harSeries(market.candles(coin, 'perpdex_perp', '1h', start, start + hours * HOUR_MS));
const [btc, eth, young] = [seriesOf('BTC', 4_000), seriesOf('ETH', 3_000), seriesOf('SOL', 1_000)];
const WIDTH = HAR_INPUTS.length;
const MORE = HAR_DERIVATIVE_INPUTS.length;
const ALL = { from: -Infinity, to: Infinity };

/** A series whose volatility in the hour to come is what a line says of its inputs. */
function lawful(coefficients: readonly number[], intercept: number): HarSeries {
  const forecast = createForecast({ coefficients, intercept });
  const inputs = Float64Array.from(btc.inputs);
  const variance = new Float64Array(btc.length).fill(NaN);
  for (let t = 0; t + 1 < btc.length; t++) {
    const volatility = Math.exp(forecast(inputs, t * WIDTH)) - HAR_V1.epsilon;
    for (let s = t + 1; s <= t + 4 && s < btc.length; s++) variance[s] = volatility ** 2;
  }
  return { ...btc, inputs, variance };
}

describe('the fit of HAR+', () => {
  it('is that of the normal equations, to the last origin whose outcome is known', () => {
    const to = btc.time[2_500]!;
    const { pooled } = fitHar([btc], { from: btc.time[800]!, to });
    // What misses by a linear fit leaves is orthogonal to every input.
    const forecast = createForecast(pooled.h24);
    const products = new Float64Array(WIDTH + 1);
    let rows = 0;
    for (let t = 800; t + 24 < 2_500; t++) {
      const { log } = harOutcome(btc, t, 24);
      const miss = log - forecast(btc.inputs, t * WIDTH);
      for (let i = 0; i < WIDTH; i++) products[i] = products[i]! + miss * btc.inputs[t * WIDTH + i]!;
      products[WIDTH] = products[WIDTH]! + miss;
      rows++;
    }
    expect(pooled.rows).toBe(rows);
    expect(Array.from(products, (value) => Math.abs(value / rows) < 1e-5)).toEqual(Array(WIDTH + 1).fill(true));
  });

  it('does not read an hour at or after the end of learning', () => {
    const to = btc.time[2_500]!;
    const cut = {
      ...btc,
      inputs: btc.inputs.map((value, i) => (i < 2_500 * WIDTH ? value : 99)),
      variance: btc.variance.map((value, t) => (t < 2_500 ? value : 99)),
      returns: btc.returns.map((value, t) => (t < 2_500 ? value : 99)),
    };
    expect(fitHar([cut, eth], { from: -Infinity, to })).toEqual(fitHar([btc, eth], { from: -Infinity, to }));
  });

  it('draws a coin to the pooled fit by the rows that this is worth, and leaves one without rows there', () => {
    const none = seriesOf('SOL', 200);
    const fits = (pooledRows: number): ReturnType<typeof fitHar> => {
      const config: HarTrainingConfig = {
        ...HAR_TRAINING_V1,
        version: 'har_training/test',
        pooledRows,
        leastRows: 100,
      };
      return fitHar([btc, eth, young, none], { ...ALL, config });
    };
    const alone = fitHar([young], ALL).pooled.h24.coefficients;
    const distance = (a: readonly number[], b: readonly number[]): number =>
      Math.hypot(...a.map((value, i) => value - b[i]!));
    const [free, mixed, bound] = [1e-3, 2_160, 1e9].map(fits);
    const toPooled = (fit: typeof free): number =>
      distance(fit!.own[2]!.h24.coefficients, fit!.pooled.h24.coefficients);
    expect(distance(free!.own[2]!.h24.coefficients, alone)).toBeLessThan(
      1e-2 * distance(alone, mixed!.pooled.h24.coefficients),
    );
    expect(toPooled(mixed!)).toBeLessThan(toPooled(free!));
    expect(toPooled(bound!)).toBeLessThan(1e-3 * toPooled(free!));
    expect(mixed!.own[3]!.h24.coefficients).toEqual(mixed!.pooled.h24.coefficients);
    expect(mixed!.own[3]!.rows).toBeLessThan(100);
  });

  it('finds the line that a series obeys, and its returns in units of it', () => {
    const coefficients = [0.2, 0.2, 0.3, 0.2, -0.1, -0.1, 0.05, 0.04, 0.03, 0.02, 0.1, 0.05, -0.2];
    const hourly = lawful(coefficients, -0.3);
    // Only the outcome of an hour obeys the line exactly: fit the mean of four equal ones, one origin in four.
    const sparse = {
      ...hourly,
      inputs: hourly.inputs.map((value, i) => (Math.floor(i / WIDTH) % 4 === 0 ? value : NaN)),
    };
    for (let t = 0; t + 4 < sparse.length; t += 4) {
      for (let s = t + 1; s <= t + 4; s++) sparse.variance[s] = hourlyVariance(coefficients, t);
    }
    const config: HarTrainingConfig = { ...HAR_TRAINING_V1, version: 'har_training/test', leastRows: 10 };
    const { h4 } = fitHar([sparse], { ...ALL, config }).pooled;
    h4.coefficients.forEach((value, i) => expect(value).toBeCloseTo(coefficients[i]!, 1));
    expect(h4.deviation).toBeLessThan(1e-2);
    expect(h4.returnScale).toBeGreaterThan(0);
  });

  it('takes an hour without a bar for unknown, and refuses to learn from none', () => {
    const gone = { ...btc, variance: btc.variance.map((value, t) => (t > 1_000 && t <= 1_020 ? NaN : value)) };
    expect(harOutcome(gone, 1_000, 24).log).toBeNaN();
    expect(harOutcome(gone, 1_008, 24).log).toBe(
      Math.log(Math.sqrt(gone.variance.slice(1_021, 1_033).reduce((a, b) => a + b, 0) / 12) + HAR_V1.epsilon),
    );
    expect(() => fitHar([], ALL)).toThrow('"series" expected at least one, got none');
    expect(() => fitHar([btc], { from: Infinity, to: Infinity })).toThrow('expected hours with volatility inputs');
  });

  describe('with funding and open interest', () => {
    /** Inputs that are known in two hours of three, and differ from one another. */
    const derivatives = Float64Array.from({ length: btc.length * MORE }, (_, i) => {
      const t = Math.floor(i / MORE);
      return t % 3 === 0 ? NaN : Math.sin((t / 50) * (1 + (i % MORE)));
    });
    const known = { ...btc, derivatives };

    it('leaves the fits of bars as they are, to the bit', () => {
      const [without, beside] = [fitHar([btc, eth], ALL), fitHar([known, eth], ALL)];
      expect(beside.pooled).toEqual(without.pooled);
      expect(beside.own.map(({ derivatives: _, ...bars }) => bars)).toEqual(without.own);
      expect(beside.own.map((fit) => fit.derivatives !== undefined)).toEqual([true, false]);
    });

    it('is that of the normal equations on the hours that know all', () => {
      const lines = fitHar([known], ALL).own[0]!.derivatives!;
      expect(lines.inputs).toEqual([...HAR_INPUTS, ...HAR_DERIVATIVE_INPUTS]);
      const forecast = createForecast(lines.h24);
      const products = new Float64Array(WIDTH + MORE);
      let rows = 0;
      for (let t = 0; t + 24 < btc.length; t++) {
        const x = [
          ...btc.inputs.subarray(t * WIDTH, (t + 1) * WIDTH),
          ...derivatives.subarray(t * MORE, (t + 1) * MORE),
        ];
        const { log } = harOutcome(btc, t, 24);
        if (x.some(Number.isNaN) || Number.isNaN(log)) continue;
        const miss = log - forecast(x, 0);
        x.forEach((value, i) => (products[i] = products[i]! + miss * value));
        rows++;
      }
      expect(lines.rows).toBe(rows);
      expect(Array.from(products, (sum) => Math.abs(sum / rows) < 1e-4)).toEqual(Array(WIDTH + MORE).fill(true));
    });

    it('has none of a series that knows them for less than a month', () => {
      const few = { ...btc, derivatives: derivatives.map((value, i) => (i < 600 * MORE ? value : NaN)) };
      expect(fitHar([few], ALL).own[0]!.derivatives).toBeUndefined();
    });
  });
});

function hourlyVariance(coefficients: readonly number[], t: number): number {
  const volatility = Math.exp(createForecast({ coefficients, intercept: -0.3 })(btc.inputs, t * WIDTH));
  return (volatility - HAR_V1.epsilon) ** 2;
}
