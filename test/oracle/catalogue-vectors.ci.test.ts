/**
 * Indicators of the catalogue against vectors that others published, and against `technicalindicators` on simulated bars, for
 * those that R TTR does not have or defines otherwise.
 */

import { existsSync, readFileSync } from 'node:fs';
import { indicator, type IndicatorBars } from 'barograph/indicator';
import { HOUR_MS } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { HeikinAshi, IchimokuCloud, OBV, PSAR, StochasticRSI } from 'technicalindicators';
import { describe, expect, it } from 'vitest';

const TULIP = JSON.parse(readFileSync('fixtures/oracles/tulip/case-sample.json', 'utf8')) as {
  readonly input: Readonly<Record<'open' | 'high' | 'low' | 'close' | 'volume', readonly number[]>>;
  readonly expected: readonly {
    readonly tulip: string;
    readonly slug: string;
    readonly column?: string;
    readonly parameters?: Readonly<Record<string, number>>;
    /** Reason why the first value is not the same bar, with the bar from which both agree. */
    readonly differs?: string;
    readonly from?: number;
    readonly values: readonly number[];
  }[];
};

const first = (column: Float64Array): number => column.findIndex((value) => !Number.isNaN(value));

describe('vectors of Tulip Indicators, printed with three decimals', () => {
  const column = (values: readonly number[]): Float64Array => Float64Array.from(values);
  const { open, high, low, close, volume } = TULIP.input;
  const bars: IndicatorBars = {
    time: column(close.map((_, i) => i * HOUR_MS)),
    open: column(open),
    high: column(high),
    low: column(low),
    close: column(close),
    volume: column(volume),
  };

  it.each(TULIP.expected.map((row) => [row.tulip, row] as const))(
    '%s',
    (_, { slug, column: part, parameters = {}, from, values }) => {
      const columns = indicator(slug, bars, { parameters });
      const ours = columns[part ?? Object.keys(columns)[0]!]!;
      const begin = close.length - values.length;
      if (from === undefined) expect(first(ours)).toBe(begin);
      const skipped = Math.max(0, (from ?? begin) - begin);
      expect(ours.slice(begin + skipped)).toMatchOracle(values.slice(skipped), { rel: 0, abs: 5.001e-4 });
    },
  );
});

describe('vectors of TA-Lib', () => {
  const column = (values: readonly number[]): Float64Array => Float64Array.from(values);
  type Row = readonly [bar: number, value: number, half: number];
  /** Values at bars, each within half of its last printed digit. */
  const expectAt = (ours: Float64Array, rows: readonly Row[]): void => {
    const off = rows.filter(([bar, value, half]) => !(Math.abs(ours[bar]! - value) <= 1.0001 * half));
    expect(off.map(([bar, value]) => [bar, value, ours[bar]])).toEqual([]);
  };

  it("the parabolic stop of Wilder's own bars", () => {
    const { input, expected } = JSON.parse(readFileSync('fixtures/oracles/talib/case-wilder-sar.json', 'utf8')) as {
      readonly input: Readonly<Record<'high' | 'low', readonly number[]>>;
      readonly expected: readonly Row[];
    };
    const [high, low] = [column(input.high), column(input.low)];
    const time = high.map((_, i) => i * HOUR_MS);
    const bars = { time, open: high, high, low, close: low, volume: high };
    expectAt(indicator('parabolic-sar', bars)['sar']!, expected);
  });

  const VECTOR = '../shared/data/vectors/talib252.json';
  const reason = existsSync(VECTOR) ? '' : ' (needs ../shared/data/vectors)';

  it.skipIf(reason !== '')(`252 bars: adaptive averages and cycles, once their begins are forgotten${reason}`, () => {
    const { bars: lists } = JSON.parse(readFileSync(VECTOR, 'utf8')) as {
      readonly bars: Readonly<Record<'open' | 'high' | 'low' | 'close' | 'volume', readonly number[]>>;
    };
    const bars: IndicatorBars = {
      time: column(lists.close.map((_, i) => i * HOUR_MS)),
      open: column(lists.open),
      high: column(lists.high),
      low: column(lists.low),
      close: column(lists.close),
      volume: column(lists.volume),
    };
    expectAt(indicator('kaufman-adaptive-moving-average', bars)['kama']!, [
      [10, 92.6575, 5e-5],
      [11, 92.7783, 5e-5],
      [251, 109.294, 5e-4],
    ]);
    // Six averages in a row, which TA-Lib seeds in another way; likewise below the filters that it starts from 0.
    expectAt(indicator('tillson-t3', bars)['t3']!, [
      [250, 109.03, 5e-3],
      [251, 108.88, 5e-3],
    ]);
    const { mama, fama } = indicator('mesa-adaptive-moving-average', bars);
    expectAt(mama!, [[251, 110.1116, 5e-5]]);
    expectAt(fama!, [[251, 108.82, 5e-3]]);
    expectAt(indicator('dominant-cycle-period', bars)['period']!, [[251, 18.614, 5e-5]]);
    const { sine, lead } = indicator('mesa-sine-wave', bars);
    expectAt(sine!, [
      [248, -0.94, 5e-3],
      [249, -0.52, 5e-3],
    ]);
    expectAt(lead!, [
      [248, -0.44, 5e-3],
      [249, 0.24, 5e-3],
    ]);
  });
});

describe('technicalindicators', () => {
  const from = SIMULATOR_V1.start;
  const { time, open, high, low, close, volume } = createMarket(SIMULATOR_V1).candles(
    'SOL',
    'perpdex_perp',
    '1h',
    from,
    from + 400 * HOUR_MS,
  );
  const bars: IndicatorBars = { time, open, high, low, close, volume };
  const lists = { open: [...open], high: [...high], low: [...low], close: [...close], volume: [...volume] };
  const tolerance = { rel: 1e-9, abs: 1e-9 };
  /** The values of a column after its first ones. */
  const ends = (slug: string, part: string, length: number): Float64Array =>
    indicator(slug, bars)[part]!.slice(-length);

  it('parabolic stop: from the first turn that both make', () => {
    const theirs = PSAR.calculate({ high: lists.high, low: lists.low, step: 0.02, max: 0.2 });
    expect([...ends('parabolic-sar', 'sar', theirs.length - 60)]).toMatchOracle(theirs.slice(60), tolerance);
  });

  it('Heikin-Ashi: all four prices', () => {
    const theirs = HeikinAshi.calculate({ ...lists, timestamp: [...time] });
    for (const [name, part] of [
      ['open', 'ha_open'],
      ['high', 'ha_high'],
      ['low', 'ha_low'],
      ['close', 'ha_close'],
    ] as const) {
      expect([...indicator('heikin-ashi', bars)[part]!]).toMatchOracle(theirs[name], tolerance);
    }
  });

  it('Ichimoku: the lines of the bar, and the spans that are drawn ahead to it', () => {
    const theirs = IchimokuCloud.calculate({
      high: lists.high,
      low: lists.low,
      conversionPeriod: 9,
      basePeriod: 26,
      spanPeriod: 52,
      displacement: 26,
    });
    const ours = indicator('ichimoku-cloud', bars);
    expect(ours['conversion']!.slice(51)).toMatchOracle(
      theirs.map((row) => row.conversion),
      tolerance,
    );
    expect(ours['base']!.slice(51)).toMatchOracle(
      theirs.map((row) => row.base),
      tolerance,
    );
    // They state the spans at the bar they are made of; ours are those that reach the bar, 25 later.
    const drawn = theirs.slice(0, -25);
    expect(ours['span_a']!.slice(76)).toMatchOracle(
      drawn.map((row) => row.spanA),
      tolerance,
    );
    expect(ours['span_b']!.slice(76)).toMatchOracle(
      drawn.map((row) => row.spanB),
      tolerance,
    );
  });

  it('on-balance volume, and the stochastic of the RSI', () => {
    const balance = OBV.calculate({ close: lists.close, volume: lists.volume });
    expect([...ends('on-balance-volume', 'obv', balance.length)]).toMatchOracle(balance, { rel: 1e-9, abs: 1e-3 });
    const places = StochasticRSI.calculate({
      values: lists.close,
      rsiPeriod: 14,
      stochasticPeriod: 14,
      kPeriod: 1,
      dPeriod: 1,
    });
    expect(places.length).toBe(400 - 27);
    // The RSI is rounded to cents before its place is taken.
    expect([...ends('stochastic-rsi', 'stoch_rsi', places.length)].map((place) => 100 * place)).toMatchOracle(
      places.map((row) => row.stochRSI),
      { rel: 0, abs: 0.5 },
    );
  });
});
