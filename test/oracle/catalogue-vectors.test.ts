/**
 * Indicators of the catalogue against vectors that others published, and against `technicalindicators` on simulated bars, for
 * those that R TTR does not have or defines otherwise.
 */

import { readFileSync } from 'node:fs';
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
    /** Why the first value is not the same bar, with the bar from which both agree. */
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
      expect([...ours.slice(begin + skipped)]).toMatchOracle(values.slice(skipped), { rel: 0, abs: 5.001e-4 });
    },
  );
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
    expect([...ours['conversion']!.slice(51)]).toMatchOracle(
      theirs.map((row) => row.conversion),
      tolerance,
    );
    expect([...ours['base']!.slice(51)]).toMatchOracle(
      theirs.map((row) => row.base),
      tolerance,
    );
    // They state the spans at the bar they are made of; ours are those that reach the bar, 25 later.
    const drawn = theirs.slice(0, -25);
    expect([...ours['span_a']!.slice(76)]).toMatchOracle(
      drawn.map((row) => row.spanA),
      tolerance,
    );
    expect([...ours['span_b']!.slice(76)]).toMatchOracle(
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
