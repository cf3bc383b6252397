import { barAt, CANDLE_COLUMNS, HOUR_MS, sliceCandles, type Candles } from '@barograph/core';
import {
  har,
  modelFor,
  nowcastHistory,
  openModel,
  returnVolatility,
  shock,
  type NowcastModel,
} from '@barograph/nowcast';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bookRisk } from './book-risk.ts';
import { RISK_V1 } from './config.ts';
import { marketRisk, meanCorrelation } from './market-risk.ts';
import { createPanelStream } from './panel-stream.ts';
import { riskPanel, SHOCK_STATE, type RiskPanel } from './panel.ts';
import { stressBook } from './stress.ts';
import { STRESS_DAYS } from './stress-days.ts';

const MODEL = join(import.meta.dirname, '../../../models/nowcast/2026.11.0/model.json');
const model = openModel(readFileSync(MODEL, 'utf8'));
const { start } = SIMULATOR_V1;
const market = createMarket(SIMULATOR_V1);
const barsOf = (coin: string): Candles => market.candles(coin, 'perpdex_perp', '1h', start, start + 1_500 * HOUR_MS);
const bars = barsOf('BTC');
const eth = barsOf('ETH');
const coins = [
  { coin: 'BTC', bars },
  { coin: 'ETH', bars: sliceCandles(eth, 300, 1_500) },
];
const panel = riskPanel({ coins, model });
const config = { ...RISK_V1, minDates: 200, scenarios: 1_000 };

function withoutHar({ artifact, ...rest }: NowcastModel): NowcastModel {
  const { har: forecast, ...others } = artifact;
  expect(forecast).toBeDefined();
  return { ...rest, artifact: others, har: null };
}

/** BTC without one of its hours. */
function without(hour: number): Candles {
  const rows = Array.from({ length: 1_500 }, (_, i) => i).filter((i) => i !== hour);
  const pick = (column: Float64Array): Float64Array => Float64Array.from(rows, (i) => column[i]!);
  const [time, open, high, low, close, volume] = CANDLE_COLUMNS.map((name) => pick(bars[name]));
  return { length: 1_499, time: time!, open: open!, high: high!, low: low!, close: close!, volume: volume! };
}

describe('a panel of bars', () => {
  it('holds the forecasts of HAR+, and the label and the shocks of the market', () => {
    const btc = har(bars, modelFor(model, 'BTC').har!.fit);
    const own = har(coins[1]!.bars, modelFor(model, 'ETH').har!.fit);
    const { now } = nowcastHistory(modelFor(model, 'market'), bars);
    const rule = shock();
    let state = rule.initial;
    const shocks = Array.from({ length: 1_500 }, (_, i) => {
      const step = rule.step(state, barAt(bars, i));
      state = step.state;
      return step.output.active;
    });
    expect([panel.first, panel.hours]).toEqual([start, 1_500]);
    expect(panel.coins[0]!.volatility.h24).toEqual(Float32Array.from(btc.h24));
    expect(panel.coins[0]!.volatility.h4).toEqual(Float32Array.from(btc.h4));
    expect(panel.coins[1]!.volatility.h24.subarray(300)).toEqual(Float32Array.from(own.h24));
    expect(panel.coins[1]!.volatility.h24.subarray(0, 300).every(Number.isNaN)).toBe(true);
    expect(panel.coins[1]!.returns[300]).toBeNaN();
    expect(panel.coins[1]!.returns[301]).toBe(Math.fround(Math.log(eth.close[301]! / eth.close[300]!)));
    expect(panel.regimes).toEqual(Float32Array.from(now));
    const codes = { null: SHOCK_STATE.unknown, true: SHOCK_STATE.shock, false: SHOCK_STATE.calm };
    expect([...panel.shocks]).toEqual(shocks.map((active) => codes[`${active}`]));
    expect(panel.coins.map(({ mark, last }) => [mark, last])).toEqual([
      [bars.close[1_499], 1_499],
      [eth.close[1_499], 1_499],
    ]);
  });

  it('keeps its newest hours, with forecasts of all bars', () => {
    const short = riskPanel({ coins, model, hours: 500 });
    expect([short.first, short.hours]).toEqual([start + 1_000 * HOUR_MS, 500]);
    expect(short.regimes).toEqual(panel.regimes.subarray(6_000));
    expect(short.coins[1]!.volatility.h4).toEqual(panel.coins[1]!.volatility.h4.subarray(1_000));
    expect(short.coins[1]!.returns).toEqual(panel.coins[1]!.returns.subarray(1_000));
  });

  it('has no return next to a missing bar', () => {
    const { returns } = riskPanel({ coins: [{ coin: 'BTC', bars: without(700) }], model }).coins[0]!;
    expect([...returns.subarray(699, 703)].map(Number.isNaN)).toEqual([false, true, true, false]);
  });

  it.each([2_000, 500, 30])('is the same hour by hour, with %i hours kept', (hours) => {
    const stream = createPanelStream(model, hours);
    const given: [RiskPanel, string][] = [];
    const halves = [0, 200, 300, 301, 900, 1_450, 1_500];
    expect([stream.panel([]), stream.last('BTC'), stream.last(null)]).toEqual([null, null, null]);
    for (const [i, to] of halves.slice(1).entries()) {
      // Coins are added one after another: an hour of one is older than those already added.
      if (to > 300) stream.add('ETH', sliceCandles(eth, Math.max(300, halves[i]!), to));
      stream.addMarket(sliceCandles(bars, halves[i]!, to));
      stream.add('BTC', sliceCandles(bars, halves[i]!, to));
      stream.add('GONE', sliceCandles(bars, halves[i]!, to));
      const until = coins
        .map(({ coin, bars: all }) => ({
          coin,
          bars: sliceCandles(all, 0, coin === 'ETH' ? Math.max(0, to - 300) : to),
        }))
        .filter((one) => one.bars.length > 0);
      const whole = riskPanel({ coins: until, market: sliceCandles(bars, 0, to), model, hours });
      const now = stream.panel(['BTC', 'ETH', 'NONE'])!;
      expect(now).toEqual(whole);
      given.push([now, JSON.stringify(now)]);
    }
    expect(given.every(([then, text]) => JSON.stringify(then) === text)).toBe(true);
    stream.drop('ETH');
    expect(stream.panel(['BTC', 'ETH'])!.coins.map(({ coin }) => coin)).toEqual(['BTC']);
  });

  it('has exponential averages of a model without a HAR+', () => {
    const plain = withoutHar(model);
    const gap = { ...coins[0]!, bars: without(700) };
    const made = riskPanel({ coins: [gap], model: plain });
    const { h24, h48 } = returnVolatility(bars.close.map((close, i) => (i === 700 ? NaN : close)));
    expect([made.source, panel.source]).toEqual(['ewma', 'har']);
    expect(made.coins[0]!.volatility).toEqual({ h4: Float32Array.from(h24), h24: Float32Array.from(h48) });
    const stream = createPanelStream(plain, 2_000);
    stream.addMarket(gap.bars);
    stream.add('BTC', gap.bars);
    expect(stream.panel(['BTC'])).toEqual(made);
  });

  it('refuses what makes no panel', () => {
    expect(() => riskPanel({ coins: [], model })).toThrow('"coins" expected at least one, got none');
    expect(() => riskPanel({ coins: [coins[0]!, coins[0]!], model })).toThrow(
      '"coins[1].coin" expected a coin that is not',
    );
    expect(() => riskPanel({ coins: [{ coin: 'A', bars: sliceCandles(bars, 0, 0) }], model })).toThrow(
      'at least one bar of A',
    );
  });
});

it('takes sizes at the last close', () => {
  const size = { positions: [{ coin: 'ETH', side: 'short', size: 2 }] } as const;
  const notional = { positions: [{ coin: 'ETH', side: 'short', notional: 2 * eth.close[1_499]! }] } as const;
  expect(bookRisk(panel, size, { config })).toEqual(bookRisk(panel, notional, { config }));
  expect(() => bookRisk(panel, size, { config, at: start + 1_400 * HOUR_MS })).toThrow(
    '"positions[0].mark" expected a price',
  );
});

it('brings named days back at the volatility of now, and says which it does not know', () => {
  const book = { collateral: 1_000, positions: [{ coin: 'BTC', side: 'long', notional: 10_000 }, { coin: 'NEW', side: 'short', notional: 1 }] } as const; // prettier-ignore
  const results = stressBook(panel, book, { config, unknown: 'leave_out' });
  const sigma = panel.coins[0]!.volatility.h24[1_499]! * Math.sqrt(24);
  expect(results.map(({ day }) => day)).toEqual(STRESS_DAYS.map(({ day }) => day));
  results.forEach(({ profit, positions, liquidated }, d) => {
    const { median, moves } = STRESS_DAYS[d]!;
    if (median === null) {
      expect([profit, positions, liquidated]).toEqual([null, [], null]);
      return;
    }
    expect(profit).toBeCloseTo(10_000 * Math.expm1(moves['BTC']! * sigma), 6);
    expect(positions.map(({ coin, measured }) => [coin, measured])).toEqual([['BTC', true]]);
    expect(liquidated).toBe(1_000 + profit! <= (10_000 + profit!) / 40);
  });
  const days = [{ day: '2020-01-01', name: 'one', from: null, median: -2, moves: { BTC: -1 } }];
  const isolated = { coin: 'ETH', side: 'long', notional: 100, margin: 'isolated', collateral: 1 } as const;
  const [one] = stressBook(panel, { positions: [isolated] }, { config }, days);
  expect(one).toMatchObject({ profit: -1, positions: [{ measured: false, liquidated: true }] });
});

it('measures dependence: the mean of all pairs, and bets from one to the number of coins', () => {
  const risk = marketRisk(panel, { config });
  expect([risk.coins, risk.byCoin.length]).toEqual([2, 2]);
  expect(risk.effectiveBets).toBeCloseTo(4 / (2 + 2 * risk.correlation! ** 2), 9);
  expect(risk.byCoin.map(({ correlation }) => correlation)).toEqual([risk.correlation, risk.correlation]);
  expect(risk.recentRank).toBeGreaterThanOrEqual(0);
  const columns = panel.coins.map(({ returns }) => returns.subarray(1_332, 1_500));
  const [a, b] = columns.map((column) => {
    const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
    return Array.from(column, (value) => value - mean);
  });
  const product = (x: number[], y: number[]): number => x.reduce((sum, value, t) => sum + value * y[t]!, 0);
  const pair = product(a!, b!) / Math.sqrt(product(a!, a!) * product(b!, b!));
  expect(meanCorrelation(columns)).toBeCloseTo(pair, 9);
  expect(risk.recentCorrelation).toBeCloseTo(pair, 9);
  expect(marketRisk(riskPanel({ coins: [coins[0]!], model }), { config })).toMatchObject({
    correlation: null,
    regime: null,
    effectiveBets: 1,
  });
});
