/** Markets that do not move, of the shared cases: formulas against loops that are written here. */

import { existsSync } from 'node:fs';
import { indicator, type IndicatorBars } from 'barograph/indicator';
import { readBarsOrThrow } from '@barograph/files';
import { describe, expect, it } from 'vitest';

const CASES = '../shared/cases';
const reason = existsSync(`${CASES}/still`) ? '' : ' (needs ../shared/cases)';

const barsOf = async (name: string): Promise<IndicatorBars> => (await readBarsOrThrow(`${CASES}/${name}`)).candles;

/** Exponential average, seeded with the mean of the first `n`; NaN before. */
function ema(x: readonly number[], n: number): readonly number[] {
  const from = x.findIndex((value) => !Number.isNaN(value));
  let last = NaN;
  return x.map((value, i) => {
    if (i < from + n - 1) return NaN;
    if (i > from + n - 1) last += (2 / (n + 1)) * (value - last);
    else last = x.slice(from, i + 1).reduce((sum, value) => sum + value, 0) / n;
    return last;
  });
}

const mean = (x: readonly number[]): number => x.reduce((sum, value) => sum + value, 0) / x.length;
const closeTo = (ours: Float64Array, theirs: readonly number[], scale: number): void => {
  const off = theirs.flatMap((value, i) =>
    Object.is(value, ours[i]) || Math.abs(value - ours[i]!) <= 1e-9 * scale ? [] : [i],
  );
  expect(off.map((i) => [i, ours[i], theirs[i]]).slice(0, 5)).toEqual([]);
};
const defined = (x: Float64Array): readonly number[] => [...x].filter((value) => !Number.isNaN(value));

describe.skipIf(reason !== '')(`markets that do not move${reason}`, () => {
  it('a flat series: an oscillator is 0, an index is in its middle', async () => {
    const bars = await barsOf('still/01-flat-series/BTCUSDT.csv');
    expect(new Set(defined(indicator('relative-strength-index', bars)['rsi']!))).toEqual(new Set([50]));
    for (const slug of ['macd', 'trix', 'chaikin-money-flow', 'accumulation-distribution-line', 'force-index']) {
      for (const [name, column] of Object.entries(indicator(slug, bars))) {
        expect([slug, name, new Set(defined(column)), defined(column).length > 10]).toEqual([
          slug,
          name,
          new Set([0]),
          true,
        ]);
      }
    }
  });

  it('a coarse tick: zeros are values', async () => {
    const bars = await barsOf('still/02-zero-is-a-value/BTCUSDT.csv');
    const { length } = bars.close;
    const [high, low, close, volume] = [[...bars.high], [...bars.low], [...bars.close], [...bars.volume]];
    const at = (
      n: number,
      average: (window: (x: readonly number[]) => readonly number[], i: number) => number,
    ): readonly number[] => close.map((_, i) => (i < n - 1 ? NaN : average((x) => x.slice(i - n + 1, i + 1), i)));
    closeTo(
      indicator('rate-of-change', bars)['roc']!,
      close.map((price, i) => (i < 12 ? NaN : 100 * (price / close[i - 12]! - 1))),
      100,
    );
    const [fast, slow] = [ema(close, 12), ema(close, 26)];
    const macd = fast.map((value, i) => value - slow[i]!);
    const line = ema(macd, 9);
    const ours = indicator('macd', bars);
    closeTo(ours['macd']!, macd, 1);
    closeTo(ours['signal_line']!, line, 1);
    closeTo(
      ours['histogram']!,
      macd.map((value, i) => value - line[i]!),
      1,
    );
    const { parameters } = { parameters: { n: 15 } };
    const thrice = ema(ema(ema(close, 15), 15), 15);
    closeTo(
      indicator('trix', bars, { parameters })['trix']!,
      thrice.map((value, i) => (i === 0 ? NaN : 100 * (value / thrice[i - 1]! - 1))),
      100,
    );
    const middle = high.map((top, i) => (top + low[i]!) / 2);
    const middleOver = (n: number): readonly number[] =>
      middle.map((_, i) => (i < n - 1 ? NaN : mean(middle.slice(i - n + 1, i + 1))));
    const [quick, idle] = [middleOver(5), middleOver(34)];
    closeTo(
      indicator('awesome-oscillator', bars)['awesome']!,
      quick.map((value, i) => value - idle[i]!),
      1,
    );
    closeTo(
      indicator('force-index', bars, { parameters: { n: 13 } })['force']!,
      ema(
        close.map((price, i) => (i === 0 ? NaN : (price - close[i - 1]!) * volume[i]!)),
        13,
      ),
      100,
    );
    const typical = close.map((price, i) => (high[i]! + low[i]! + price) / 3);
    closeTo(
      indicator('commodity-channel-index', bars, { parameters: { n: 20 } })['cci']!,
      at(20, (window, i) => {
        const middleOfWindow = mean(window(typical));
        const width = mean(window(typical).map((price) => Math.abs(price - middleOfWindow)));
        return width < 1e-12 ? NaN : (typical[i]! - middleOfWindow) / (0.015 * width);
      }),
      1000,
    );
    closeTo(
      indicator('williams-percent-r', bars, { parameters: { n: 14 } })['williams_r']!,
      at(14, (window, i) => {
        const [top, bottom] = [Math.max(...window(high)), Math.min(...window(low))];
        return top === bottom ? NaN : (-100 * (top - close[i]!)) / (top - bottom);
      }),
      100,
    );
    const roc = (n: number): readonly number[] =>
      close.map((price, i) => (i < n ? NaN : 100 * (price / close[i - n]! - 1)));
    const part = (n: number, over: number): readonly number[] => {
      const rate = roc(n);
      return rate.map((_, i) => (i < n + over - 1 ? NaN : mean(rate.slice(i - over + 1, i + 1))));
    };
    const parts = [part(10, 10), part(15, 10), part(20, 10), part(30, 15)];
    closeTo(
      indicator('know-sure-thing', bars)['kst']!,
      close.map((_, i) => parts.reduce((sum, part, k) => sum + (k + 1) * part[i]!, 0)),
      100,
    );
    expect(length).toBe(300);
  });

  it('a flat stretch: ADX comes back', async () => {
    const { adx } = indicator('average-directional-index', await barsOf('still/03-flat-middle/BTCUSDT.csv'));
    expect(adx!.at(-1)).toBeCloseTo(61.35759875123441, 9);
    const flat = indicator('average-directional-index', await barsOf('still/03-flat-middle/flat-for-ever.csv'));
    expect(new Set(defined(flat['adx']!))).toEqual(new Set([0]));
  });

  it('a halt: CCI is silent in each window whose price does not move', async () => {
    const bars = await barsOf('still/04-halt-in-the-middle/BTCUSDT.csv');
    const { cci } = indicator('commodity-channel-index', bars);
    expect(new Set(cci!.subarray(99, 140))).toEqual(new Set([NaN]));
    expect(Number.isNaN(cci![98]!) || Number.isNaN(cci![140]!)).toBe(false);
  });

  it('no volume: MFI is in its middle, VWAP unknown', async () => {
    const bars = await barsOf('still/05-zero-volume/BTCUSDT.csv');
    const { mfi } = indicator('money-flow-index', bars);
    expect(mfi!.at(-1)).toBe(50);
    expect(defined(mfi!).every(Number.isFinite)).toBe(true);
    expect(indicator('volume-weighted-average-price', bars)['vwap']!.at(-1)).toBeNaN();
  });
});
