import { barAt, candlesOf, DAY_MS, HOUR_MS, rollingRank, type Bar, type Candles } from '@barograph/core';
import { barsOf, breaksContract, firstNotJson, ohlcv, SCALE_POWERS, scalePrices } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atr } from '../atr.ts';
import { bollinger } from '../bollinger.ts';
import { rsi } from '../rsi.ts';
import { sma } from '../sma.ts';
import { technicalColumns } from './columns.ts';
import { TECHNICAL_V1, TECHNICAL_V2, type TechnicalConfig } from './config.ts';
import type { TechnicalRow } from './row.ts';
import { srLevels, type Pivot } from './support-resistance.ts';
import { technicalHistory, technicalRow } from './technical.ts';
import { createTechnicalTracker, type TechnicalTrackerSnapshot } from './tracker.ts';

/** Short and sensitive, so that a few weeks reach every field. */
const EAGER: TechnicalConfig = {
  ...TECHNICAL_V1,
  version: 'technical/test',
  averages: { short: 2, middle: 4, long: 7 },
  crossDays: 2,
  rsi: { period: 3 },
  bollinger: { period: 4, deviations: 2 },
  bandwidthBars: 12,
  bandwidthMinBars: 5,
  expandDays: 2,
  rangeBars: 5,
  atr: { period: 3 },
  levels: { ...TECHNICAL_V1.levels, wing: 1, bars: 20, halfLife: 9 },
  historyDays: 6,
};
const ABOUT = { symbol: 'BTC', source: 'perpdex_perp' } as const;

/** Days and hours of two markets: the row compares a price with any days. */
const series = fc.record({
  daily: ohlcv({ n: { min: 0, max: 50 }, interval: '1d', regime: 'wild' }),
  hourly: ohlcv({ n: { min: 0, max: 30 }, interval: '1h', regime: 'wild' }),
});
const closeOf = (bars: Candles, step: number): number => (bars.length === 0 ? 0 : bars.time.at(-1)! + step);
const asOfFor = ({ daily, hourly }: { daily: Candles; hourly: Candles }): number =>
  Math.max(closeOf(daily, DAY_MS), closeOf(hourly, HOUR_MS));

const at = (column: ArrayLike<number>, i: number): number | null =>
  i < 0 || i >= column.length || Number.isNaN(column[i]!) ? null : column[i]!;

/** Sides of a level over a series; equality keeps the previous side. */
function sidesOf(values: ArrayLike<number>, levels: ArrayLike<number>): ('above' | 'below' | null)[] {
  const sides: ('above' | 'below' | null)[] = [];
  for (let i = 0; i < values.length; i++) {
    const before = sides.at(-1) ?? null;
    sides.push(values[i]! > levels[i]! ? 'above' : values[i]! < levels[i]! ? 'below' : before);
  }
  return sides;
}

/** Counts the last entries that equal the last one. */
function runOf(list: readonly unknown[]): number {
  return list.length - 1 - list.findLastIndex((entry) => entry !== list.at(-1));
}

/** Computes the row from whole columns and from searches through the whole history. */
function naiveRow(daily: Candles, hourly: Candles, asOf: number, config: TechnicalConfig): TechnicalRow {
  const last = daily.length - 1;
  const days = barsOf(daily);
  const { close } = daily;
  const [short, middle, long] = (['short', 'middle', 'long'] as const).map((name) =>
    sma(daily, { period: config.averages[name] }),
  ) as [Float64Array, Float64Array, Float64Array];
  const hourLater = hourly.length > 0 && closeOf(hourly, HOUR_MS) >= closeOf(daily, DAY_MS);
  const price = hourLater ? at(hourly.close, hourly.length - 1) : at(close, last);
  const strength = at(rsi(daily, config.rsi), last);
  const hourStrength = at(rsi(hourly, config.rsi), hourly.length - 1);
  const zone = (value: number | null) =>
    value === null ? null : value >= 70 ? 'overbought' : value <= 30 ? 'oversold' : 'neutral';
  const extreme = (value: number | null) => (value === null ? null : value >= 80 || value <= 20);

  const { bandwidth } = bollinger(daily, config.bollinger);
  const from = config.bollinger.period - 1;
  const ranks = [
    ...bandwidth.slice(0, from),
    ...rollingRank(bandwidth.slice(from), config.bandwidthBars, { minCount: config.bandwidthMinBars }),
  ];
  const bandStates: ('in_squeeze' | 'expanding' | 'normal')[] = [];
  ranks.forEach((rank, i) => {
    if (Number.isNaN(rank)) return;
    const limit = bandStates.at(-1) === 'in_squeeze' ? 30 : 20;
    const before = at(bandwidth, i - config.expandDays);
    const wider = before !== null && bandwidth[i]! > before && bandwidth[i]! >= 1.25 * before;
    bandStates.push(rank <= limit ? 'in_squeeze' : wider ? 'expanding' : 'normal');
  });
  const bandState = bandStates.at(-1) ?? null;

  const sides200 = sidesOf(close, long);
  const side = sides200.at(-1) ?? null;
  const held = runOf(sides200);
  const crossed = held < sides200.length && sides200.at(-1 - held) !== null;
  const fresh = crossed && held <= config.crossDays;
  const averageSides = sidesOf(short, long);
  const crossings = averageSides.flatMap((now, i) => {
    const before = averageSides[i - 1] ?? null;
    return before !== null && before !== now ? [i] : [];
  });
  const crossing = crossings.at(-1);

  const window = days.slice(-config.rangeBars);
  const hasRange = window.length === config.rangeBars && price !== null;
  const high = hasRange ? Math.max(price, ...window.map((bar) => bar.high)) : null;
  const low = hasRange ? Math.min(price, ...window.map((bar) => bar.low)) : null;
  const position =
    high === null || low === null || price === null ? null : high === low ? 0.5 : (price - low) / (high - low);

  const { wing, bars } = config.levels;
  const pivots: Pivot[] = [];
  for (let i = Math.max(wing, daily.length - bars); i + wing < daily.length; i++) {
    const others = [...days.slice(i - wing, i), ...days.slice(i + 1, i + wing + 1)];
    if (others.every((bar) => bar.high < daily.high[i]!)) pivots.push({ bar: i, price: daily.high[i]! });
    if (others.every((bar) => bar.low > daily.low[i]!)) pivots.push({ bar: i, price: daily.low[i]! });
  }
  const range = at(atr(daily, config.atr), last);
  const dist = (average: Float64Array) => {
    const value = at(average, last);
    return value === null ? null : (100 * (close[last]! - value)) / value;
  };
  const above = (average: Float64Array) => {
    const found = sidesOf(close, average).at(-1) ?? null;
    return found === null ? null : found === 'above';
  };
  return {
    ...ABOUT,
    configVersion: config.version,
    price,
    dailyClose: at(close, last),
    computedFrom: at(daily.time, last),
    sma50: at(short, last),
    sma100: at(middle, last),
    sma200: at(long, last),
    distFrom50Pct: dist(short),
    distFrom100Pct: dist(middle),
    distFrom200Pct: dist(long),
    above50: above(short),
    above100: above(middle),
    above200: above(long),
    lastCross:
      crossing === undefined
        ? null
        : {
            type: averageSides[crossing] === 'above' ? 'golden' : 'death',
            at: daily.time[crossing]! + DAY_MS,
            barsAgo: last - crossing,
          },
    maState:
      side === null
        ? null
        : side === 'above'
          ? fresh
            ? 'reclaim_200'
            : 'above_200'
          : fresh
            ? 'breakdown_200'
            : 'below_200',
    daysInState: side === null ? null : crossed && !fresh ? held - config.crossDays : held,
    rsi1d: strength,
    rsiZone1d: zone(strength),
    rsiExtreme1d: extreme(strength),
    rsi1h: hourStrength,
    rsiZone1h: zone(hourStrength),
    rsiExtreme1h: extreme(hourStrength),
    bbBandwidth: at(bandwidth, last),
    bbBandwidthPctile: at(ranks, last),
    bandState,
    daysInBandState: bandState === null ? null : runOf(bandStates),
    inSqueeze: bandState === null ? null : bandState === 'in_squeeze',
    squeezeDays: bandState === null ? null : bandState === 'in_squeeze' ? runOf(bandStates) : 0,
    expanding: bandState === null ? null : bandState === 'expanding',
    rangeHigh: high,
    rangeLow: low,
    positionInRange: position,
    rangeZone: position === null ? null : position <= 0.2 ? 'near_low' : position >= 0.8 ? 'near_high' : 'mid',
    levels: price === null || range === null ? [] : srLevels(pivots, daily.length, price, range, config.levels),
    pegged: false,
    settled: daily.length > 3 + Math.ceil(Math.log(0.01) / Math.log(2 / 3)),
    stale: last < 0 || daily.time[last]! + 3 * DAY_MS < asOf,
  };
}

const feed = (daily: readonly Bar[], hourly: readonly Bar[], resume?: TechnicalTrackerSnapshot) => {
  const tracker = createTechnicalTracker(EAGER, resume);
  for (const bar of daily) tracker.day(bar);
  for (const bar of hourly) tracker.hour(bar);
  return tracker;
};

describe('the technical tracker', () => {
  it('says what whole columns and searches through the history say, also when resumed through JSON', () => {
    fc.assert(
      fc.property(series, fc.nat(), fc.nat({ max: 120 }), ({ daily, hourly }, cutAt, later) => {
        const [days, hours] = [barsOf(daily), barsOf(hourly)];
        const [cutDay, cutHour] = [cutAt % (days.length + 1), cutAt % (hours.length + 1)];
        const head = { daily: candlesOf(days.slice(0, cutDay)), hourly: candlesOf(hours.slice(0, cutHour)) };
        const first = feed(days.slice(0, cutDay), hours.slice(0, cutHour));
        const early = asOfFor(head);
        expect(first.row(ABOUT, early)).toEqual(naiveRow(head.daily, head.hourly, early, EAGER));

        const snapshot = first.snapshot();
        expect(firstNotJson(snapshot)).toBeUndefined();
        const saved = JSON.parse(JSON.stringify(snapshot)) as TechnicalTrackerSnapshot;
        expect(feed([], [], saved).snapshot()).toEqual(snapshot);
        expect(feed([], [], saved).row(ABOUT, early)).toEqual(first.row(ABOUT, early));
        const second = feed(days.slice(cutDay), hours.slice(cutHour), saved);
        const asOf = asOfFor({ daily, hourly }) + later * HOUR_MS;
        expect(second.row(ABOUT, asOf)).toEqual(naiveRow(daily, hourly, asOf, EAGER));
        expect(technicalRow({ ...ABOUT, daily, hourly, asOf }, EAGER)).toEqual(second.row(ABOUT, asOf));
        expect(second.history).toEqual(technicalHistory(daily, EAGER));
      }),
    );
  });

  it('does not know the unit of price: ×2^k changes no bit of a ratio and scales the rest exactly', () => {
    fc.assert(
      fc.property(series, fc.constantFrom(...SCALE_POWERS), ({ daily, hourly }, power) => {
        const factor = 2 ** power;
        const asOf = asOfFor({ daily, hourly });
        const scaled = technicalRow(
          { ...ABOUT, daily: scalePrices(daily, factor), hourly: scalePrices(hourly, factor), asOf },
          EAGER,
        );
        const row = technicalRow({ ...ABOUT, daily, hourly, asOf }, EAGER);
        const times = (value: number | null): number | null => (value === null ? null : value * factor);
        expect(scaled).toEqual({
          ...row,
          price: times(row.price),
          dailyClose: times(row.dailyClose),
          sma50: times(row.sma50),
          sma100: times(row.sma100),
          sma200: times(row.sma200),
          rangeHigh: times(row.rangeHigh),
          rangeLow: times(row.rangeLow),
          levels: row.levels.map((level) => ({ ...level, price: level.price * factor })),
        });
      }),
    );
  });

  it('keeps every documented range', () => {
    fc.assert(
      fc.property(series, ({ daily, hourly }) => {
        const row = technicalRow({ ...ABOUT, daily, hourly, asOf: asOfFor({ daily, hourly }) }, EAGER);
        const within = (value: number | null, low: number, high: number): boolean =>
          value === null || (value >= low && value <= high);
        expect(within(row.rsi1d, 0, 100) && within(row.rsi1h, 0, 100)).toBe(true);
        expect(within(row.bbBandwidth, 0, Infinity) && within(row.bbBandwidthPctile, 0, 100)).toBe(true);
        expect(within(row.positionInRange, 0, 1)).toBe(true);
        if (row.inSqueeze === true) expect(row.bbBandwidthPctile).toBeLessThanOrEqual(30);
        expect(row.squeezeDays === null || row.squeezeDays > 0 === row.inSqueeze).toBe(true);
        if (row.above200 !== null && row.distFrom200Pct !== 0) expect(row.above200).toBe(row.distFrom200Pct! > 0);
      }),
    );
  });
});

/** Days that rise and fall slowly, enough for every field of version 1. */
function waves(count: number): Bar[] {
  return Array.from({ length: count }, (_, i) => {
    const price = (t: number): number => 100 + 30 * Math.sin(t / 40) + 3 * Math.sin(t / 2);
    const [open, close] = [price(i - 1), price(i)];
    return {
      time: i * DAY_MS,
      open,
      high: Math.max(open, close) + 1 + (i % 3) / 9, // Wicks differ; otherwise neighbours would share every turn.
      low: Math.min(open, close) - 1 - (i % 4) / 9,
      close,
      volume: 5,
    };
  });
}

const rowAfter = (days: number): TechnicalRow =>
  technicalRow({ ...ABOUT, daily: candlesOf(waves(days)), hourly: candlesOf([]), asOf: days * DAY_MS });

describe('the technical row of version 1', () => {
  const missing = (row: TechnicalRow): string[] =>
    Object.entries(row).flatMap(([name, value]) => (value === null ? [name] : []));
  const hourly = ['rsi1h', 'rsiZone1h', 'rsiExtreme1h'];

  it('of no bar is null, field by field, and has no levels', () => {
    const row = technicalRow({ ...ABOUT, daily: candlesOf([]), hourly: candlesOf([]), asOf: 0 });
    expect(row).toMatchObject({ ...ABOUT, levels: [], pegged: false, settled: false, stale: true, price: null });
    expect(missing(row).length).toBe(Object.keys(row).length - 7);
  });

  it.each([
    [14, 'rsi1d', ['rsi1d', 'rsiZone1d', 'rsiExtreme1d']],
    [19, 'bbBandwidth', ['bbBandwidth', 'rangeHigh', 'rangeLow', 'positionInRange', 'rangeZone']],
    [49, 'sma50', ['sma50', 'distFrom50Pct', 'above50']],
    [
      78,
      'bbBandwidthPctile',
      ['bbBandwidthPctile', 'bandState', 'daysInBandState', 'inSqueeze', 'squeezeDays', 'expanding'],
    ],
    [99, 'sma100', ['sma100', 'distFrom100Pct', 'above100']],
    [199, 'sma200', ['sma200', 'distFrom200Pct', 'above200', 'maState', 'daysInState']],
  ] as const)('after %i days lacks %s and one day later has it, with all that follows from it', (days, _, fields) => {
    const [before, after] = [missing(rowAfter(days)), missing(rowAfter(days + 1))];
    expect(before.filter((field) => !after.includes(field)).toSorted()).toEqual([...fields].toSorted());
  });

  it('of a long history lacks only what hours tell', () => {
    expect(missing(rowAfter(420))).toEqual(hourly);
    expect(rowAfter(420).levels.length).toBeGreaterThan(0);
  });

  it('has no levels before its ATR: 14 days', () => {
    const zigzag = (days: number) =>
      candlesOf(waves(days).map((bar, i) => ({ ...bar, high: bar.high + (i % 8 === 4 ? 9 : 0) })));
    const levelsAfter = (days: number) =>
      technicalRow({ ...ABOUT, daily: zigzag(days), hourly: candlesOf([]), asOf: days * DAY_MS }).levels.length;
    expect(levelsAfter(14)).toBe(0);
    expect(levelsAfter(15)).toBeGreaterThan(0);
  });

  it('takes the price of the later close: hours move it within the day, a day that closed later wins', () => {
    const days = waves(30);
    const hour = (time: number, close: number): Bar => ({
      time,
      open: close,
      high: close,
      low: close,
      close,
      volume: 1,
    });
    const rowWith = (bar: Bar) => {
      const tracker = createTechnicalTracker();
      for (const day of days) tracker.day(day);
      tracker.hour(bar);
      return tracker.row(ABOUT, 31 * DAY_MS);
    };
    const inDay = rowWith(hour(30 * DAY_MS, 500));
    expect([inDay.price, inDay.rangeHigh, inDay.positionInRange, inDay.rangeZone]).toEqual([500, 500, 1, 'near_high']);
    expect(inDay.dailyClose).toBe(days[29]!.close);
    expect(rowWith(hour(20 * DAY_MS, 500)).price).toBe(days[29]!.close);
  });

  it('has an RSI of hours after 15 closed hours', () => {
    const hours = waves(15).map((bar, i) => ({ ...bar, time: i * HOUR_MS }));
    const row = (count: number) =>
      technicalRow({ ...ABOUT, daily: candlesOf([]), hourly: candlesOf(hours.slice(0, count)), asOf: DAY_MS });
    expect(row(14).rsi1h).toBeNull();
    expect(row(15).rsi1h).toBe(rsi(candlesOf(hours))[14]);
  });

  it('is settled once the seed of the daily RSI weighs less than 1 %: after 78 days', () => {
    expect([rowAfter(77).settled, rowAfter(78).settled]).toEqual([false, true]);
  });

  it('is stale when its last day ended more than 2 days ago', () => {
    const of = (asOf: number) =>
      technicalRow({ ...ABOUT, daily: candlesOf(waves(3)), hourly: candlesOf([]), asOf }).stale;
    expect([of(3 * DAY_MS), of(5 * DAY_MS), of(5 * DAY_MS + 1)]).toEqual([false, false, true]);
  });

  it('of a market that never moved has an RSI of 50, a bandwidth of 0, and stands in the middle of its range', () => {
    const flat = candlesOf(
      Array.from({ length: 210 }, (_, i) => ({
        time: i * DAY_MS,
        open: 0.1,
        high: 0.1,
        low: 0.1,
        close: 0.1,
        volume: 0,
      })),
    );
    const row = technicalRow({ ...ABOUT, daily: flat, hourly: candlesOf([]), asOf: 210 * DAY_MS }, TECHNICAL_V1);
    expect(row).toMatchObject({
      rsi1d: 50,
      bbBandwidth: 0,
      bbBandwidthPctile: 50,
      inSqueeze: false,
      positionInRange: 0.5,
      sma200: 0.1,
      distFrom200Pct: 0,
      above200: null,
      maState: null,
      lastCross: null,
      levels: [],
    });
  });

  it('[#588] has a history of 60 daily bars: close, RSI, bandwidth, SMA-200 and its side', () => {
    const daily = candlesOf(waves(230));
    const history = technicalHistory(daily);
    expect(history.length).toBe(60);
    const [strength, average] = [rsi(daily), sma(daily, { period: 200 })];
    const { bandwidth } = bollinger(daily);
    history.forEach((day, row) => {
      const i = 170 + row;
      expect(day).toEqual({
        time: i * DAY_MS,
        close: barAt(daily, i).close,
        rsi: strength[i],
        bbBandwidth: bandwidth[i],
        sma200: at(average, i),
        above200: i < 199 ? null : daily.close[i]! > average[i]!,
      });
    });
    expect(technicalHistory(candlesOf(waves(5))).map(({ rsi }) => rsi)).toEqual([null, null, null, null, null]);
  });
});

/** Rule of breaks over a short memory, so that short series trigger it. */
const BROKEN: TechnicalConfig = { ...EAGER, breaks: { quietBars: 3, maxGap: 4, maxJump: 5 } };

breaksContract({
  name: 'the technical tracker',
  create: (resume) => {
    const tracker = createTechnicalTracker(BROKEN, resume as TechnicalTrackerSnapshot | undefined);
    return {
      next: (bar) => {
        tracker.day(bar);
        return tracker.row(ABOUT, bar.time + DAY_MS);
      },
      snapshot: () => tracker.snapshot(),
    };
  },
  breaks: BROKEN.breaks!,
  label: ({ rsi1d }) => rsi1d,
  step: DAY_MS,
  lookback: 3,
});

describe('the technical regime, version 2', () => {
  const flat = (i: number, price: number): Bar => ({
    time: i * DAY_MS,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 0,
  });

  it('has in columns and as a history what the tracker says, across breaks', () => {
    fc.assert(
      fc.property(ohlcv({ n: { min: 0, max: 60 }, interval: '1d', regime: 'wild' }), (daily) => {
        const tracker = createTechnicalTracker(BROKEN);
        const { maState, rsi1d, daysInBandState } = technicalColumns(daily, BROKEN);
        barsOf(daily).forEach((bar, i) => {
          tracker.day(bar);
          const row = tracker.row(ABOUT, bar.time + DAY_MS);
          expect([maState[i], at(rsi1d, i), at(daysInBandState, i)]).toEqual([
            row.maState,
            row.rsi1d,
            row.daysInBandState,
          ]);
        });
        expect(technicalHistory(daily, BROKEN)).toEqual(tracker.history);
      }),
    );
  });

  it('says nothing of a halt but where it stands', () => {
    const tracker = createTechnicalTracker(BROKEN);
    const days = waves(40);
    for (const day of days) tracker.day(day);
    const price = days.at(-1)!.close;
    for (let i = 0; i < 6; i++) tracker.day(flat(40 + i, price));
    const row = tracker.row(ABOUT, 46 * DAY_MS);
    expect(row).toMatchObject({
      quality: ['no_trade'],
      price,
      computedFrom: 39 * DAY_MS,
      maState: null,
      daysInState: null,
      bandState: null,
      rsi1d: null,
      rangeZone: null,
      levels: [],
      stale: true,
    });
    expect(tracker.history.at(-1)!.time).toBe(39 * DAY_MS);
  });

  it('equals version 1 on days without a break, but for its name', () => {
    const daily = candlesOf(waves(260));
    const input = { ...ABOUT, daily, hourly: candlesOf([]), asOf: 260 * DAY_MS };
    expect(technicalRow(input, TECHNICAL_V2)).toEqual({
      ...technicalRow(input, TECHNICAL_V1),
      configVersion: 'technical/2',
    });
  });
});

describe('the technical tracker refuses', () => {
  const day: Bar = { time: DAY_MS, open: 1, high: 2, low: 1, close: 2, volume: 1 };

  it('a bar that is invalid, off its boundary or not after the last, and keeps its state', () => {
    const tracker = createTechnicalTracker();
    tracker.day(day);
    tracker.hour(day);
    const before = tracker.snapshot();
    expect(() => tracker.day(day)).toThrow(`"time" expected a full day after ${DAY_MS}, got ${DAY_MS}`);
    expect(() => tracker.day({ ...day, time: DAY_MS + HOUR_MS })).toThrow(/"time" expected a full day after/);
    expect(() => tracker.hour(day)).toThrow(`"time" expected a full hour after ${DAY_MS}, got ${DAY_MS}`);
    expect(() => tracker.hour({ ...day, time: DAY_MS + 1 })).toThrow(/"time" expected a full hour after/);
    expect(() => tracker.day({ ...day, time: 2 * DAY_MS, low: 3 })).toThrow(/"high" expected high ≥ low 3, got 2/);
    expect(tracker.snapshot()).toEqual(before);
  });

  it('a moment before the close of its last bar', () => {
    const tracker = createTechnicalTracker();
    tracker.day(day);
    expect(() => tracker.row(ABOUT, 2 * DAY_MS - 1)).toThrow(
      `"asOf" expected a time from ${2 * DAY_MS} on, got ${2 * DAY_MS - 1}`,
    );
  });

  it('a snapshot of another config, and one of another version', () => {
    const snapshot = createTechnicalTracker(EAGER).snapshot();
    expect(() => createTechnicalTracker(TECHNICAL_V1, snapshot)).toThrow(
      /"resume" expected a version 1 snapshot of \{"version":"technical\/1"/,
    );
    expect(() => createTechnicalTracker(EAGER, { ...snapshot, version: 2 as 1 })).toThrow(/got version 2 of/);
  });
});
