import { COMPUTATIONS } from '@barograph/catalogue/compute';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { indicator, INDICATORS, type IndicatorBars } from './indicator.ts';

const HOURS = 500;
const { time, open, high, low, close, volume } = createMarket().candles(
  'ETH',
  'perpdex_perp',
  '1h',
  SIMULATOR_V2.start,
  SIMULATOR_V2.start + HOURS * 3_600_000,
);
const bars: IndicatorBars = { time, open, high, low, close, volume };

const cut = (length: number): IndicatorBars => ({
  time: time.slice(0, length),
  open: open.slice(0, length),
  high: high.slice(0, length),
  low: low.slice(0, length),
  close: close.slice(0, length),
  volume: volume.slice(0, length),
});

const ELSEWHERE = INDICATORS.filter(({ implementedBy: { by } }) => by === 'barograph' || by === 'technicalindicators');

describe.each(ELSEWHERE.map((entry) => [entry.slug, entry] as const))('%s', (slug, { lookback, range }) => {
  const columns = indicator(slug, bars);
  const [main] = Object.values(columns);

  it('is as long as the bars, begins where its entry says, and stays in its range', () => {
    expect(Object.values(columns).map(({ length }) => length)).toEqual(Object.keys(columns).map(() => HOURS));
    expect(main!.findIndex((value) => !Number.isNaN(value))).toBe(lookback);
    const { least = -Infinity, most = Infinity } = range;
    expect([...main!].filter((value) => value < least || value > most)).toEqual([]);
    expect(new Set(main!.slice(lookback)).size).toBeGreaterThan(1);
  });

  it('reads nothing ahead', () => {
    const at = 400;
    for (const [name, column] of Object.entries(indicator(slug, cut(at)))) {
      expect([name, [...column]]).toEqual([name, Array.from(columns[name]!.subarray(0, at))]);
    }
  });
});

describe('what annualises, or counts the bars of a day', () => {
  const counting = INDICATORS.filter(
    ({ counts, implementedBy }) => counts !== undefined && implementedBy.by !== 'none',
  );
  const DAYS = { day: 1, week: 7, month: 30, year: 365 } as const;
  /** The same bars, so many times as far apart. */
  const spaced = (factor: number): IndicatorBars => ({
    ...bars,
    time: time.map((at) => START + (at - START) * factor),
  });
  const START = time[0]!;

  it.each(counting.map((entry) => [entry.slug, entry.counts!] as const))('%s follows the bars', (slug, counts) => {
    for (const hours of [0.25, 1, 4]) {
      const parameters = Object.fromEntries(
        Object.entries(counts).map(([name, span]) => [name, (DAYS[span] * 24) / hours]),
      );
      expect(indicator(slug, spaced(hours))).toEqual(indicator(slug, spaced(hours), { parameters }));
    }
  });

  it('is at least what the names of its parameters say', () => {
    expect(counting.map(({ slug }) => slug)).toContain('historical-volatility');
    for (const { slug, parameters, counts = {} } of INDICATORS) {
      for (const name of ['A', 'year']) if (name in parameters) expect([slug, counts[name]]).toEqual([slug, 'year']);
      for (const name of Object.keys(counts)) expect(Object.keys(parameters)).toContain(name);
    }
  });

  it('annualises four-hour bars as the daily ones that they are not', () => {
    const volatility = (hours: number) => indicator('historical-volatility', spaced(hours))['volatility']!.at(-1)!;
    expect(volatility(1) / volatility(24)).toMatchOracle(Math.sqrt(24), { rel: 1e-9, abs: 0 });
  });

  it('refuses bars that are longer than its span', () => {
    expect(() => indicator('realized-variance', spaced(24))).toThrow(
      '"bars" of realized-variance: expected two or more in a day, got bars of 1 days; say "m"',
    );
    expect(indicator('realized-variance', spaced(24), { parameters: { m: 30 } })).toBeDefined();
  });
});

describe('indicator', () => {
  it('computes every entry that does not say why not', () => {
    const beside = {
      symbols: ['A', 'B'],
      close: [close, open],
      high: [high, high],
      low: [low, low],
      volume: [volume, volume],
    };
    for (const { slug, implementedBy } of INDICATORS) {
      if (implementedBy.by === 'none') continue;
      expect([slug, Object.keys(indicator(slug, bars, { beside })).length > 0]).toEqual([slug, true]);
    }
  });

  it('takes other parameters', () => {
    const { sma } = indicator('simple-moving-average', bars, { parameters: { n: 3 } });
    expect(sma!.findIndex((value) => !Number.isNaN(value))).toBe(2);
    expect(indicator('hull-moving-average', bars)).toEqual(
      COMPUTATIONS['hull-moving-average']!.compute(bars, { n: 20 }),
    );
  });

  it.each([
    ['an unknown slug', () => indicator('moon-phase', bars), '"slug" expected one of the catalogue, got moon-phase'],
    [
      'one that nobody computes',
      () => indicator('mvrv-ratio', bars),
      'mvrv-ratio is not computed: it needs data of the ledger, which no source of this project brings',
    ],
    [
      'a parameter that it does not have',
      () => indicator('supertrend', bars, { parameters: { m: 2 } }),
      '"parameters" of supertrend: expected n, k, got m',
    ],
    [
      'a parameter that is no number',
      () => indicator('supertrend', bars, { parameters: { k: NaN } }),
      '"k" expected a finite number, got NaN',
    ],
    [
      'a window of nothing',
      () => indicator('supertrend', bars, { parameters: { n: 0 } }),
      '"n" expected a number above 0, got 0',
    ],
    [
      'bars beside that are missing',
      () => indicator('rolling-beta', bars),
      '"beside" expected bars of other coins, which rolling-beta reads, got none',
    ],
  ])('refuses %s', (_, call, message) => {
    expect(call).toThrow(message);
  });
});
