import { candlesOf, DAY_MS, HOUR_MS, UsageError } from '@barograph/core';
import { CYCLE_TAXONOMY, cycleDays, marketDays } from '@barograph/cycle';
import { createSignum, signum, technicalHistory } from '@barograph/indicators';
import { nowcastHistory, REGIMES } from '@barograph/nowcast';
import { volatilityRegime } from '@barograph/volatility';
import { volatilityDay } from '@barograph/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadShippedModel } from './shipped-models.ts';
import { columnName, labelName } from './tables/columns.ts';
import { fromColumns, spans, toArrow, toColumns, toRows, type Columns } from './tables.ts';
import { daily, hourly } from './test-support.ts';

const colors = toColumns(signum(daily), { bars: daily });

describe('toColumns', () => {
  it('has time and close beside each colour, and copies no column', () => {
    const answer = signum(daily);
    const columns = toColumns(answer, { bars: daily });
    expect(Object.keys(columns)).toEqual(['time', 'close', 'adx', 'plus_di', 'minus_di', 'color', 'bars_in_color']);
    expect(columns['time']).toBe(daily.time);
    expect(columns['close']).toBe(daily.close);
    expect(columns['plus_di']).toBe(answer.plusDi);
  });

  it('has the names of the service', () => {
    const columns = toColumns(volatilityRegime(daily), { bars: daily });
    expect(Object.keys(columns)).toEqual(
      expect.arrayContaining(volatilityDay.columns.filter((name) => name !== 'timestamp')),
    );
    expect(
      ['plusDi', 'rvGk30', 'rvZ7', 'h24', 'close1d', 'sma200', 'ret7d', 'extensionMax14dPct'].map(columnName),
    ).toEqual(['plus_di', 'rv_gk_30', 'rv_z_7', 'h24', 'close_1d', 'sma_200', 'ret_7d', 'extension_max_14d_pct']);
    expect(labelName('BTC-Led Bull')).toBe('btc_led_bull');
  });

  it('names the regimes of the nowcast, and sums them to 1', async () => {
    const history = nowcastHistory(await loadShippedModel(), hourly);
    const columns = toColumns(history, { bars: hourly });
    expect(columns['time']).toBe(history.time);
    expect(columns['close']).toBe(hourly.close);
    expect(columns['label']).toEqual(Array.from(history.label, (id) => REGIMES[id] ?? null));
    const last = toRows(columns).at(-1)!;
    for (const name of ['p_now', 'p_4h', 'p_24h']) {
      const shares = REGIMES.map((regime) => last[`${name}_${regime}`] as number);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
    }
    expect(last['p_now_squeeze']).toBe(history.now[(history.length - 1) * REGIMES.length + REGIMES.indexOf('squeeze')]);
  });

  it('names the scores of the long-horizon regimes', () => {
    const days = cycleDays(marketDays(daily, []));
    const columns = toColumns(days, { bars: daily });
    const names = CYCLE_TAXONOMY.map(({ name }) => `score_${labelName(name)}`);
    expect(names).toContain('score_broad_bull');
    expect(Object.keys(columns)).toEqual(expect.arrayContaining(['time', 'close', 'regime', ...names]));
    expect(columns['score_established_bear']).toEqual(Float64Array.from(days, ({ read }) => read.raw.scores[1] ?? NaN));
  });

  it('opens up records and lists: no cell holds JSON', () => {
    const days = technicalHistory(daily);
    const columns = toColumns(days, { bars: daily });
    const cells = toRows(columns).flatMap((row) => Object.values(row));
    expect(cells.every((cell) => cell === null || typeof cell !== 'object')).toBe(true);
    expect(toColumns([{ a: null }, { a: { b: 1, c: [2, 3] } }])).toEqual({
      a_b: Float64Array.of(NaN, 1),
      a_c_1: Float64Array.of(NaN, 2),
      a_c_2: Float64Array.of(NaN, 3),
    });
  });

  it('takes bars, and points of a stream', () => {
    expect(toColumns(daily)['volume']).toBe(daily.volume);
    const stream = createSignum();
    const points = Array.from(daily.time, (time, i) => ({
      time,
      ...stream.next({
        time,
        open: daily.open[i]!,
        high: daily.high[i]!,
        low: daily.low[i]!,
        close: daily.close[i]!,
        volume: daily.volume[i]!,
      }),
    }));
    expect(toColumns(points)).toMatchObject({ adx: colors['adx'], color: colors['color'] });
  });

  it('writes moments as ISO-8601 on request', () => {
    const { time } = toColumns(signum(daily), { bars: daily, times: 'iso' });
    expect(time![0]).toBe(new Date(daily.time[0]!).toISOString());
    expect(toRows(colors, { times: 'iso' })[0]!['time']).toBe(time![0]);
    expect(toRows({ at: Float64Array.of(NaN, 0) }, { times: 'iso' })).toEqual([
      { at: null },
      { at: '1970-01-01T00:00:00.000Z' },
    ]);
  });

  it('refuses what is no table', () => {
    expect(() => toColumns({ version: 'x/1' })).toThrow('"version" expected a column, got string');
    expect(() => toColumns(signum(daily), { bars: hourly })).toThrow(/expected \d+ values like "time"/);
    expect(() => toColumns([{ time: 1 }], { bars: daily })).toThrow('"bars" expected a bar of 1, got none');
    expect(() => toColumns([{ a: 1 }, { a: 'x' }])).toThrow('"a" expected values of one type, got number and string');
  });
});

describe('fromColumns', () => {
  it('shares columns of doubles', () => {
    const bars = fromColumns(toColumns(daily) as Record<string, Float64Array>);
    expect(bars.time).toBe(daily.time);
    expect(bars.close).toBe(daily.close);
  });

  it.each([
    ['epoch s', [0, 86_400], 's'],
    ['epoch µs', [0n, 86_400_000_000n], 'us'],
    ['epoch ns', [0n, 86_400_000_000_000n], 'ns'],
    ['Dates', [new Date(0), new Date(DAY_MS)], 'ms'],
    ['days', ['1970-01-01', '1970-01-02'], 'ms'],
    ['moments without a zone', ['1970-01-01 00:00:00', '1970-01-02T00:00'], 'ms'],
    ['moments of a zone', ['1970-01-01T02:00:00+02:00', '1970-01-01T19:00:00-0500'], 'ms'],
  ] as const)('reads %s', (_, Datetime, unit) => {
    const table = { Datetime, open: [1, 1], high: [2, 2], low: [1, 1], Close: [1, 2], volume: [0, 1n] };
    const bars = fromColumns(table, { columns: { time: 'Datetime', close: 'Close' }, unit });
    expect([...bars.time]).toEqual([0, DAY_MS]);
    expect([...bars.close]).toEqual([1, 2]);
  });

  it('says which column and row it cannot take', () => {
    const good = { time: [0], open: [1], high: [2], low: [1], close: [1], volume: [1] };
    expect(() => fromColumns({ ...good, close: ['1,5'] })).toThrow('"close" row 1 expected a number, got "1,5"');
    expect(() => fromColumns({ ...good, close: [null] })).toThrow('"close" row 1 expected a number, got null');
    expect(() => fromColumns({ ...good, time: ['yesterday'] })).toThrow(
      '"time" row 1 expected a moment, got "yesterday"',
    );
    expect(() => fromColumns({ ...good, low: [3] })).toThrow(UsageError);
    expect(() => fromColumns({ time: [0] })).toThrow(
      '"open" expected a column "open" (columns: { open: NAME } says another), got only time',
    );
  });
});

describe('spans', () => {
  it('partition the rows and the time, whatever the labels', () => {
    const labels = fc.array(fc.constantFrom('red', 'grey', 'green', null), { minLength: 1, maxLength: 40 });
    const steps = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(labels, steps, (column, distances) => {
        const time = column.map((_, i) => distances.slice(0, i).reduce((sum, step) => sum + step, 0) * HOUR_MS);
        const found = spans(time, column, { step: HOUR_MS });
        expect(found.flatMap(({ label, bars }) => Array.from({ length: bars }, () => label))).toEqual(column);
        found.forEach(({ from, label }, i) => {
          expect(from).toBe(i === 0 ? time[0] : found[i - 1]!.to);
          if (i > 0) expect(label).not.toBe(found[i - 1]!.label);
        });
        expect(found.at(-1)!.to).toBe(time.at(-1)! + HOUR_MS);
      }),
    );
  });

  it('know the length of the last bar from the others, or not at all', () => {
    expect(spans([0, 2, 3], ['a', 'a', 'b'])).toEqual([
      { label: 'a', from: 0, to: 3, bars: 2 },
      { label: 'b', from: 3, to: 4, bars: 1 },
    ]);
    expect(spans([5], ['a'])).toEqual([{ label: 'a', from: 5, to: NaN, bars: 1 }]);
    expect(spans([], [])).toEqual([]);
    expect(() => spans([0], [])).toThrow('"labels" expected 1, got 0');
  });
});

describe('a table', () => {
  it('has columns of one length', () => {
    const uneven: Columns = { a: Float64Array.of(1), b: ['x', 'y'] };
    expect(() => toRows(uneven)).toThrow('"b" expected 1 values like "a", got 2');
    expect(() => toArrow(uneven, {} as never)).toThrow(UsageError);
    // As somebody without a compiler calls it.
    const untyped = toArrow as (...given: readonly unknown[]) => unknown;
    expect(() => untyped(colors)).toThrow(/"arrow" expected the module: await import\('apache-arrow'\), got undefined/);
    expect(() => untyped(colors, { default: {} })).toThrow(UsageError);
    expect(toRows({})).toEqual([]);
    expect(candlesOf([]).length).toBe(0);
  });
});
