/** Formulas, recursions and scales, of the shared cases. */

import { existsSync } from 'node:fs';
import { loadShippedModel, nowcastHistory } from 'barograph';
import { indicator, indicatorStart } from 'barograph/indicator';
import { sliceCandles, type Candles } from '@barograph/core';
import { readBarsOrThrow } from '@barograph/files';
import { describe, expect, it } from 'vitest';

const CASES = '../shared/cases';
const reason = existsSync(`${CASES}/numbers`) ? '' : ' (needs ../shared/cases)';

const barsOf = async (name: string): Promise<Candles> => (await readBarsOrThrow(`${CASES}/${name}`)).candles;
const first = (x: Float64Array): number => x.findIndex((value) => !Number.isNaN(value));

describe.skipIf(reason !== '')(`numbers${reason}`, () => {
  it.each([
    ['BTCUSDT.csv', 2e-14],
    ['large-level.csv', 3e-8],
  ])('the deviation of %s is that of two passes over n', async (name, tolerance) => {
    const bars = await barsOf(`numbers/01-small-prices-and-bands/${name}`);
    const { middle, upper } = indicator('bollinger-bands', bars);
    for (let i = first(middle!); i < bars.length; i++) {
      const window = [...bars.close.subarray(i - 19, i + 1)];
      const shift = window.reduce((sum, price) => sum + (price - window[0]!), 0) / 20;
      const squares = window.reduce((sum, price) => sum + (price - window[0]! - shift) ** 2, 0);
      const width = Math.sqrt(squares / 20);
      // The band has the deviation at the precision that the level leaves.
      const digits = (4 * Number.EPSILON * bars.close[i]!) / (width === 0 ? 1 : width);
      expect(Math.abs((upper![i]! - middle![i]!) / 2 - width)).toBeLessThanOrEqual((tolerance + digits) * width);
    }
  });

  it('supertrend begins with its range, and turns twice', async () => {
    const { supertrend, direction } = indicator(
      'supertrend',
      await barsOf('numbers/02-supertrend-three-legs/BTCUSDT.csv'),
    );
    expect(first(supertrend!)).toBe(10);
    const turns = [...direction!.keys()].filter((i) => i > 10 && direction![i] !== direction![i - 1]);
    expect(turns).toEqual([108, 207]);
  });

  it('supertrend of 200 bars is that of all of them', async () => {
    const [all, last] = await Promise.all(
      ['BTCUSDT.csv', 'last-200.csv'].map(async (name) =>
        indicator('supertrend', await barsOf(`numbers/03-supertrend-length/${name}`)),
      ),
    );
    expect(last!['supertrend']!.at(-1)! / all!['supertrend']!.at(-1)! - 1).toBeCloseTo(0, 10);
  });

  it('supertrend of 200 bars is settled, and that of 50 says that it is not', async () => {
    const bars = await barsOf('numbers/03-supertrend-length/BTCUSDT.csv');
    const start = (length: number) => indicatorStart('supertrend', sliceCandles(bars, bars.length - length));
    expect(start(200).settledFrom).toBeLessThan(200);
    expect(start(50).settledFrom).toBe(50);
    expect(start(50).lastChange).toBeGreaterThan(1e-4);
    expect(start(50).lastChange).toBeLessThan(1e-2);
  });

  it('Yang-Zhang knows bars that open away from the last close', async () => {
    const bars = await barsOf('numbers/04-yang-zhang-gaps/BTCUSDT.csv');
    const { volatility } = indicator('yang-zhang-volatility', bars, { parameters: { n: 30, A: 365 } });
    expect(volatility!.at(-1)! / 1.044636120767448).toBeCloseTo(1, 12);
  });

  it('VWAP begins anew at midnight UTC', async () => {
    const bars = await barsOf('numbers/05-vwap-midnight/BTCUSDT.csv');
    const { vwap } = indicator('volume-weighted-average-price', bars);
    for (let i = 0; i < bars.length; i++) {
      let [turnover, volume] = [0, 0];
      for (
        let k = i;
        k >= 0 && Math.floor(bars.time[k]! / 86_400_000) === Math.floor(bars.time[i]! / 86_400_000);
        k--
      ) {
        turnover += ((bars.high[k]! + bars.low[k]! + bars.close[k]!) / 3) * bars.volume[k]!;
        volume += bars.volume[k]!;
      }
      expect(vwap![i]! / (turnover / volume)).toBeCloseTo(1, 12);
    }
  });

  it('later bars leave the regimes of the past as they were', async () => {
    const bars = await barsOf('prints/01-one-wrong-high/sound.csv');
    const model = await loadShippedModel();
    const [whole, part] = [nowcastHistory(model, bars), nowcastHistory(model, sliceCandles(bars, 0, 4_500))];
    expect(whole.now.subarray(0, part.now.length)).toEqual(part.now);
    expect(whole.label.slice(0, 4_500)).toEqual(part.label);
  });
});
