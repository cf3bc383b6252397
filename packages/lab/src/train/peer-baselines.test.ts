import { barAt, candles, HOUR_MS, type Candles } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { harInputs } from './har-inputs.ts';
import { fitTables, lastYearShare, PEERS_V1 } from './peer-baselines.ts';

const { start } = SIMULATOR_V1;
const market = createMarket(SIMULATOR_V1).candles('BTC', 'perpdex_perp', '1h', start, start + 1_200 * HOUR_MS);
const near = { rel: 1e-9, abs: 1e-12 };

function taken(bars: Candles, keep: (i: number) => boolean): Candles {
  const column = (of: Float64Array): Float64Array => of.filter((_, i) => keep(i));
  const { time, open, high, low, close, volume } = bars;
  return candles({
    time: column(time),
    open: column(open),
    high: column(high),
    low: column(low),
    close: column(close),
    volume: column(volume),
  });
}

describe('the inputs of a heterogeneous autoregression', () => {
  it('are the logs of the mean variance of the bars, written out', () => {
    const inputs = harInputs(market);
    for (const hour of [719, 900, market.length - 1]) {
      const expected = [6, 24, 168, 720].map((window) => {
        let sum = 0;
        for (let i = hour + 1 - window; i <= hour; i++) {
          const { open, high, low, close } = barAt(market, i);
          const jump = i === 0 ? 0 : Math.log(open / market.close[i - 1]!);
          const range = 0.5 * Math.log(high / low) ** 2 - (2 * Math.LN2 - 1) * Math.log(close / open) ** 2;
          sum += Math.max(0, range) + jump ** 2;
        }
        return Math.log(Math.sqrt(sum / window));
      });
      expect(inputs(market.time[hour]!)).toMatchOracle(expected, near);
    }
    expect(inputs(market.time[718]!)).toBeNull();
    expect(inputs(market.time[0]! - HOUR_MS)).toBeNull();
    expect(inputs(market.time.at(-1)! + HOUR_MS)).toBeNull();
  });

  it('see no later bar, and no hour that is missing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 800, max: 1_190 }), (hour) => {
        const time = market.time[hour]!;
        const all = harInputs(market)(time);
        expect(harInputs(taken(market, (i) => i <= hour))(time)).toEqual(all);
        expect(harInputs(taken(market, (i) => i !== hour))(time)).toBeNull();
        // An hour of the month that is missing is left out of the means.
        const holed = harInputs(taken(market, (i) => i !== hour - 100))(time)!;
        expect(holed.slice(0, 2)).toMatchOracle(all!.slice(0, 2), near);
        expect(holed[3]).not.toBe(all![3]);
        // A twentieth of a week is missing, and then more than a tenth.
        expect(harInputs(taken(market, (i) => i <= hour - 58 || i > hour - 50))(time)).not.toBeNull();
        expect(harInputs(taken(market, (i) => i <= hour - 70 || i > hour - 50))(time)).toBeNull();
      }),
      { numRuns: 20 },
    );
  });
});

describe('tables of labels', () => {
  it('are the shares of what was published that many hours later, one of each counted beside them', () => {
    const labels = Int32Array.from({ length: 400 }, (_, t) => Math.floor(t / 10) % 3);
    const confidence = (t: number): number => (t % 10 < 5 ? 0.9 : 0.3);
    const rows = Array.from({ length: 390 }, (_, t) => t);
    const { table, tableConfidence } = fitTables({ labels, rawConfidence: confidence }, rows, 4);
    const count = (of: (t: number) => boolean, then: number): number =>
      rows.filter((t) => of(t) && labels[t + 4] === then).length;
    const share = (of: (t: number) => boolean, then: number): number =>
      (count(of, then) + 1) / (rows.filter(of).length + 6);
    const now = (t: number) => (s: number) => labels[s] === labels[t];
    for (const t of [3, 8, 17]) {
      expect(table(t)).toMatchOracle(
        [0, 1, 2, 3, 4, 5].map((then) => share(now(t), then)),
        near,
      );
      const both = (s: number): boolean => now(t)(s) && confidence(s) === confidence(t);
      expect(tableConfidence(t)).toMatchOracle(
        [0, 1, 2, 3, 4, 5].map((then) => share(both, then)),
        near,
      );
    }
    expect(table(3).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
  });
});

describe('the share of the last year', () => {
  const falls = Float64Array.from({ length: 300 }, (_, t) => (t % 7 === 0 ? 0.2 : 0.01));
  const history = { length: 300, ready: (t: number) => t % 5 !== 0, fall: (t: number) => falls[t]! };

  it('counts the hours of the year whose outcome is known, written out', () => {
    const share = lastYearShare(history, 24, 0.1, { ...PEERS_V1, version: 'peers/test', year: 100 });
    for (const t of [0, 24, 60, 150, 299]) {
      let [came, hours] = [1, 2];
      for (let s = Math.max(0, t - 100); s + 24 <= t; s++) {
        if (!history.ready(s)) continue;
        hours++;
        came += Number(falls[s]! > 0.1);
      }
      expect(share(t)).toMatchOracle(came / hours, near);
    }
  });

  it('does not know an outcome before it came', () => {
    const later = { ...history, fall: (t: number) => (t > 100 ? 1 : falls[t]!) };
    const [known, other] = [lastYearShare(history, 24, 0.1), lastYearShare(later, 24, 0.1)];
    expect(other(124)).toBe(known(124));
    expect(other(130)).toBeGreaterThan(known(130));
  });
});
