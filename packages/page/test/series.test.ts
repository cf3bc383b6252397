/** Rows of answers as series of charts: gaps stay gaps, sums add up, windows cover the past once. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

interface Row {
  readonly timestamp: number;
}
interface Bin {
  readonly price_lo: number;
  readonly price_hi: number;
  readonly long_usd: number;
  readonly short_usd: number;
}
interface Minute {
  readonly time: number;
  readonly buy_notional: number | null;
  readonly sell_notional: number | null;
  readonly vwap: number | null;
  readonly partial: boolean;
}
interface ArchivedMinute {
  readonly timestamp: number;
  readonly buy_usd: number;
  readonly sell_usd: number;
  readonly vwap: number | null;
  readonly partial: boolean;
}
interface Close {
  readonly id: number;
  readonly ts: number;
  readonly side: string;
  readonly usd: number;
}
interface Heard {
  readonly from: number;
  readonly to: number;
  readonly events: readonly Close[];
}
type Column = readonly (number | null)[];
interface Flow {
  readonly t: readonly number[];
  readonly buy: Column;
  readonly sell: Column;
  readonly net: Column;
  readonly watched: readonly number[];
}
interface Series {
  readonly DAY_MS: number;
  readonly HOUR_MS: number;
  readonly daysOf: (range: string) => number;
  readonly windowBack: (now: number, k: number, days: number) => { readonly from: number; readonly to: number };
  readonly windowsSince: (now: number, first: number, days: number, most: number) => number;
  readonly onGrid: <One extends Row>(
    rows: readonly One[],
    step: number,
    from: number,
    to: number,
  ) => { readonly t: readonly number[]; readonly at: readonly (One | undefined)[] };
  readonly runsOfValues: <Value>(
    values: readonly Value[],
  ) => readonly { readonly value: Value; readonly first: number; readonly last: number }[];
  readonly gapsOf: (columns: readonly Column[]) => readonly { readonly first: number; readonly last: number }[];
  readonly sharesOf: (values: Column) => ReadonlyMap<number, number>;
  readonly logSplits: (low: number, high: number, most?: number) => readonly number[];
  readonly cumulativeFlow: (rows: readonly Minute[], minutes: number) => Flow;
  readonly minutesOf: (archived: readonly ArchivedMinute[], live: readonly Minute[]) => readonly Minute[];
  readonly forcedByHour: (
    events: readonly Omit<Close, 'id'>[],
    t: readonly number[],
    from?: number,
  ) => { readonly long: Column; readonly short: Column; readonly n: Column };
  readonly heardEvents: (known: Heard | undefined, events: readonly Close[], limit: number, now: number) => Heard;
  readonly heatSteps: (most: number) => readonly number[];
  readonly heatStep: (dollars: number, steps: readonly number[]) => number;
  readonly largestBin: (
    bins: readonly Bin[],
    side: 'long_usd' | 'short_usd',
    low: number,
    high: number,
  ) => { readonly price: number; readonly usd: number } | undefined;
  readonly together: <One extends { readonly state: string }>(results: readonly One[], path: string) => One;
}

// The page's own script, which has no types.
const series = (await import(new URL('../src/js/series.mjs', import.meta.url).href)) as Series;
const { DAY_MS, HOUR_MS } = series;

const NOW = fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2040, 0) });
const COLUMN = fc.array(fc.option(fc.integer({ min: 0, max: 3 })), { maxLength: 40 });

describe('windows of the past', () => {
  it('cover every day once, the running one in the newest, back to the first day', () => {
    fc.assert(
      fc.property(NOW, fc.integer({ min: 40, max: 400 }), fc.integer({ min: 0, max: 1200 }), (now, days, back) => {
        const first = now - back * DAY_MS;
        const count = series.windowsSince(now, first, days, Infinity);
        const windows = Array.from({ length: count }, (_, k) => series.windowBack(now, k, days));
        expect(windows[0]!.to).toBeGreaterThan(now);
        expect(windows[0]!.to - now).toBeLessThanOrEqual(DAY_MS);
        for (const [k, { from, to }] of windows.entries()) {
          expect(to - from).toBe(days * DAY_MS);
          expect(from % DAY_MS).toBe(0);
          if (k > 0) expect(to).toBe(windows[k - 1]!.from);
        }
        expect(windows.at(-1)!.from).toBeLessThanOrEqual(first);
        if (count > 1) expect(windows.at(-1)!.to).toBeGreaterThan(first);
      }),
    );
  });

  it('are at least one and at most as many as is said, and a range that is not known is all', () => {
    expect(series.windowsSince(10 * DAY_MS, 20 * DAY_MS, 400, 10)).toBe(1);
    expect(series.windowsSince(4000 * DAY_MS, 0, 400, 3)).toBe(3);
    expect(series.daysOf('90d')).toBe(90);
    for (const range of ['all', 'x', '']) expect(series.daysOf(range)).toBe(Infinity);
  });
});

describe('slots of a chart', () => {
  it('have every row in its own slot, and nothing where there is none', () => {
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1 });
    fc.assert(
      fc.property(days, (which) => {
        const rows = which.map((i) => ({ timestamp: i * DAY_MS + 5, i }));
        const { t, at } = series.onGrid(rows, DAY_MS, 0, 60 * DAY_MS);
        expect(t.length).toBe(61);
        expect(at.map((row) => row?.i)).toEqual(t.map((_, slot) => (which.includes(slot) ? slot : undefined)));
      }),
    );
  });

  it('are runs that follow each other and differ from their neighbours', () => {
    fc.assert(
      fc.property(COLUMN, (values) => {
        const runs = series.runsOfValues(values);
        expect(runs.flatMap(({ value, first, last }) => Array<number | null>(last - first + 1).fill(value))).toEqual(
          values,
        );
        for (const [i, run] of runs.entries()) if (i > 0) expect(run.value).not.toBe(runs[i - 1]!.value);
      }),
    );
  });

  it('are a gap exactly where no column knows a value between two that do', () => {
    fc.assert(
      fc.property(COLUMN, (values) => {
        const other = values.map((value, i) => (i % 7 === 3 ? 1 : value === 2 ? null : value));
        const inGap = new Set(
          series
            .gapsOf([values, other])
            .flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, i) => first + i)),
        );
        const isKnown = values.map((value, i) => value !== null || other[i] !== null);
        for (const i of isKnown.keys()) {
          const isBetween = isKnown.slice(0, i).includes(true) && isKnown.slice(i).includes(true);
          expect(inGap.has(i)).toBe(!isKnown[i]! && isBetween);
        }
      }),
    );
    expect(series.gapsOf([])).toEqual([]);
  });

  it('have shares that add up to one over what is known', () => {
    fc.assert(
      fc.property(COLUMN, (values) => {
        const shares = series.sharesOf(values);
        const known = values.filter((value) => value !== null);
        const sum = [...shares.values()].reduce((all, share) => all + share, 0);
        if (known.length === 0) expect(shares.size).toBe(0);
        else expect(sum).toBeCloseTo(1, 9);
        expect(shares.size).toBe(new Set(known).size);
      }),
    );
  });
});

describe('axes', () => {
  it('have at most five round values of a logarithm, all within the bounds and rising', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        fc.double({ min: 1.2, max: 1e4, noNaN: true }),
        (low, factor) => {
          const splits = series.logSplits(low, low * factor);
          expect(splits.length).toBeLessThanOrEqual(5);
          expect([...splits].sort((a, b) => a - b)).toEqual(splits);
          for (const value of splits) expect(value >= low && value <= low * factor).toBe(true);
          if (factor > 10) expect(splits.length).toBeGreaterThan(0);
        },
      ),
    );
    expect(series.logSplits(0, 10)).toEqual([]);
    expect(series.logSplits(NaN, 10)).toEqual([]);
  });
});

describe('cumulative taker flow', () => {
  const dollars = fc.integer({ min: 0, max: 1_000_000 });
  const minutes = fc
    .array(fc.record({ buy: dollars, sell: dollars, partial: fc.boolean(), isThere: fc.boolean() }), {
      minLength: 1,
      maxLength: 90,
    })
    .map((rows) =>
      rows.flatMap(({ buy, sell, partial, isThere }, i): Minute[] =>
        isThere
          ? [
              {
                time: i * 60_000,
                buy_notional: partial ? null : buy,
                sell_notional: partial ? null : sell,
                vwap: partial ? null : 100,
                partial,
              },
            ]
          : [],
      ),
    );

  it('ends at buys less sells of the watched minutes, whatever the bucket, and is unknown where none was watched', () => {
    fc.assert(
      fc.property(minutes, fc.constantFrom(1, 5, 15, 60), (rows, length) => {
        const flow = series.cumulativeFlow(rows, length);
        const watched = rows.filter(({ partial }) => !partial);
        const sum = watched.reduce((all, row) => all + row.buy_notional! - row.sell_notional!, 0);
        expect(flow.net.findLast((value) => value !== null) ?? 0).toBeCloseTo(sum, 3);
        expect(flow.watched.reduce((all, count) => all + count, 0)).toBe(watched.length);
        for (const [i, open] of flow.t.entries()) {
          if (i > 0) expect(open - flow.t[i - 1]!).toBe(length * 60_000);
          expect(flow.net[i] === null).toBe(flow.watched[i] === 0);
          expect(flow.buy[i] === null).toBe(flow.watched[i] === 0);
        }
      }),
    );
  });
});

describe('minutes of the archive', () => {
  it('stand before the live ones, which count where both are there', () => {
    const archived = [0, 1, 2].map((i) => ({
      timestamp: i * 60_000,
      buy_usd: 1,
      sell_usd: 2,
      vwap: 9,
      partial: false,
    }));
    const live: readonly Minute[] = [{ time: 120_000, buy_notional: 7, sell_notional: 0, vwap: 9, partial: false }];
    const minutes = series.minutesOf(archived, live);
    expect(minutes.map(({ time, buy_notional: buys }) => [time, buys])).toEqual([
      [0, 1],
      [60_000, 1],
      [120_000, 7],
    ]);
    expect(series.cumulativeFlow(minutes, 1).net).toEqual([-1, -2, 5]);
    expect(series.minutesOf(archived, []).length).toBe(3);
  });
});

describe('the liquidation map', () => {
  it('counts each forced close once, in its hour and on its side', () => {
    const event = fc.record({
      ts: fc.integer({ min: 0, max: 5 * HOUR_MS - 1 }),
      side: fc.constantFrom('long', 'short'),
      usd: fc.integer({ min: 1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const t = [1, 2, 3].map((hour) => hour * HOUR_MS);
        const forced = series.forcedByHour([...events, { ts: HOUR_MS, side: 'unheard of', usd: 9 }], t);
        for (const [i, open] of t.entries()) {
          const own = events.filter(({ ts }) => ts >= open && ts < open + HOUR_MS);
          for (const side of ['long', 'short'] as const) {
            const sum = own.filter((one) => one.side === side).reduce((all, one) => all + one.usd, 0);
            expect(forced[side][i]).toBe(sum);
          }
          expect(forced.n[i]).toBe(own.length);
        }
      }),
    );
  });

  it('does not know the hours that begin before it was heard', () => {
    const t = [1, 2, 3].map((hour) => hour * HOUR_MS);
    const events = [HOUR_MS, 3 * HOUR_MS].map((ts) => ({ ts, side: 'long', usd: 5 }));
    expect(series.forcedByHour(events, t, 2 * HOUR_MS)).toEqual({
      long: [null, 0, 5],
      short: [null, 0, 0],
      n: [null, 0, 1],
    });
  });

  it('adds up what a page heard, without a hole: each close from the first known moment on, once', () => {
    const limit = 8;
    const waits = fc.array(fc.integer({ min: 1, max: 5 * HOUR_MS }), { minLength: 1, maxLength: 12 });
    const closes = fc.array(fc.integer({ min: 0, max: 40 * HOUR_MS }), { maxLength: 80 });
    fc.assert(
      fc.property(closes, waits, (moments, pauses) => {
        const all = moments.sort((a, b) => a - b).map((ts, id): Close => ({ id, ts, side: 'long', usd: 1 }));
        let known: Heard | undefined;
        let now = 0;
        for (const pause of pauses) {
          now += pause;
          // As the service answers: the newest of two hours, at most so many.
          const kept = all.filter(({ ts }) => ts <= now && ts >= now - 2 * HOUR_MS).slice(-limit);
          known = series.heardEvents(known, kept, limit, now);
          const { from, events } = known;
          expect(from).toBeGreaterThanOrEqual(now - 25 * HOUR_MS);
          // A full answer may end between closes of one moment; the older ones are then missing.
          const sure = all.filter(({ ts }) => ts > from && ts <= now);
          expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
          for (const { id } of sure) expect(events.some((one) => one.id === id)).toBe(true);
          for (const { ts } of events) expect(ts >= from && ts <= now).toBe(true);
        }
      }),
    );
  });

  it('has three steps below its largest cell, and nothing of an empty map', () => {
    expect(series.heatSteps(0)).toEqual([]);
    const steps = series.heatSteps(64);
    expect(steps).toEqual([1, 4, 16]);
    expect([0.5, 1, 3, 4, 16, 64].map((dollars) => series.heatStep(dollars, steps))).toEqual([0, 1, 1, 2, 3, 3]);
  });

  it('names the largest bin of a side near the price', () => {
    const bins: readonly Bin[] = [
      { price_lo: 10, price_hi: 20, long_usd: 900, short_usd: 0 },
      { price_lo: 80, price_hi: 82, long_usd: 50, short_usd: 0 },
      { price_lo: 90, price_hi: 92, long_usd: 70, short_usd: 0 },
    ];
    expect(series.largestBin(bins, 'long_usd', 70, 130)).toEqual({ price: 91, usd: 70 });
    expect(series.largestBin(bins, 'short_usd', 70, 130)).toBeUndefined();
  });
});

describe('answers together', () => {
  it('have the state of the first that answered, else of what is awaited, else of the first', () => {
    const [ok, loading, locked] = [{ state: 'ok' }, { state: 'loading' }, { state: 'locked' }];
    expect(series.together([locked, loading, ok], 'GET /x')).toEqual({ state: 'ok', path: 'GET /x' });
    expect(series.together([locked, loading], 'GET /x').state).toBe('loading');
    expect(series.together([locked, { state: 'error' }], 'GET /x').state).toBe('locked');
  });
});
