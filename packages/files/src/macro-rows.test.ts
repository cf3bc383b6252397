import { DAY_MS } from '@barograph/core';
import { existsSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMacroReader, type MacroRows } from './macro-rows.ts';
import { FILE_MACRO_NAMES, MACRO_TERMS_V1, soundDays } from './macro-terms.ts';
import { isFederalHoliday, knownAt, knownTimes, PUBLICATIONS, type Publication } from './publication.ts';
import { readReference } from './read-reference.ts';
import { parseTextTable } from './text-table.ts';

const NOW = Date.UTC(2026, 10, 22);
const day = (date: string): number => Date.parse(`${date}T00:00Z`);
const isoOf = (time: number): string => new Date(time).toISOString().slice(0, 16);

function read(files: Readonly<Record<string, string>>, now = NOW): MacroRows {
  const reader = createMacroReader(now);
  for (const [name, text] of Object.entries(files)) {
    const table = parseTextTable(text);
    if (!table.ok) throw new Error(JSON.stringify(table.error));
    const added = reader.add(name, table.value);
    if (!added.ok) throw new Error(JSON.stringify(added.error));
  }
  return reader.rows();
}

describe('the moment at which a value is known', () => {
  it.each<[Publication, string, string]>([
    ['market_close', '2024-08-05', '2024-08-06T00:00'],
    ['utc_day', '2024-08-04', '2024-08-05T00:00'],
    ['treasury', '2024-08-05', '2024-08-05T22:00'],
    ['treasury', '2024-12-05', '2024-12-05T23:00'],
    ['h15', '2024-08-02', '2024-08-05T20:15'],
    // Labor day is the first Monday of September.
    ['h15', '2024-08-30', '2024-09-03T20:15'],
    ['h10', '2024-08-05', '2024-08-12T20:15'],
    ['h10', '2024-08-09', '2024-08-12T20:15'],
    ['h10', '2024-08-30', '2024-09-03T20:15'],
    ['next_morning', '2024-11-27', '2024-11-29T14:00'],
    ['ecb', '2026-08-21', '2026-08-21T14:15'],
    ['ecb', '2026-01-21', '2026-01-21T15:15'],
  ])('%s of %s is %s', (publication, date, moment) => {
    expect(isoOf(knownAt(publication, day(date)))).toBe(moment);
  });

  it('is after the day has begun, in the order of the days, and each moment once', () => {
    const days = fc.uniqueArray(fc.integer({ min: 14_610, max: 24_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(fc.constantFrom(...PUBLICATIONS), days, (publication, numbers) => {
        const sorted = numbers.toSorted((a, b) => a - b).map((number) => number * DAY_MS);
        const times = knownTimes(publication, sorted);
        for (const [i, time] of times.entries()) {
          expect(time).toBeGreaterThan(sorted[i]! + 12 * 3_600_000);
          expect(time).toBeLessThan(sorted[i]! + 9 * DAY_MS);
          expect(time).toBeGreaterThan(times[i - 1] ?? 0);
        }
      }),
    );
  });

  it('keeps the holidays on which nothing is published', () => {
    const holidays = (year: number): readonly string[] =>
      Array.from({ length: 366 }, (_, i) => Date.UTC(year, 0, 1 + i))
        .filter((day) => new Date(day).getUTCFullYear() === year && isFederalHoliday(day))
        .map((day) => isoOf(day).slice(5, 10));
    expect(holidays(2024)).toEqual([
      '01-01',
      '01-15',
      '02-19',
      '05-27',
      '06-19',
      '07-04',
      '09-02',
      '10-14',
      '11-11',
      '11-28',
      '12-25',
    ]);
    // New Year's Day of 2023 and Christmas of 2022 are Sundays.
    expect(holidays(2023).slice(0, 2)).toEqual(['01-01', '01-02']);
    expect(holidays(2020)).not.toContain('06-19');
  });
});

describe('files of macro series and moods', () => {
  it('are read under their stated columns, gaps left out [#192]', () => {
    const { macro, dropped } = read({
      'indices.csv': `timestamp,dxy,gold,us10y_yield,silver\n${day('2024-07-04')},,2300,,30\n${day('2024-07-05')},104.9,2390,4.28,31\n`,
      'fred.csv': 'date,fed_funds_pct,us_2y\n2024-07-05,5.33,4.6\n2024-07-06,5.33,.\n',
    });
    expect(macro.map(({ name, publisher, value }) => [name, publisher, [...value]])).toEqual([
      ['dollar_index', 'indices', [104.9]],
      ['gold_usd', 'indices', [2300, 2390]],
      ['us_10y', 'indices', [4.28]],
      ['fed_funds', 'FRED', [5.33, 5.33]],
      ['us_2y', 'fred', [4.6]],
    ]);
    expect([...macro[3]!.time].map(isoOf)).toEqual(['2024-07-08T20:15', '2024-07-08T20:15']);
    expect(new Set(macro[3]!.time).size).toBe(2);
    expect(dropped).toEqual({});
  });

  it('lose what cannot be, each with its reason [#196]', () => {
    const rows = [
      ['2024-07-01', '4.4'],
      ['2024-07-02', '440'], // basis points
      ['2024-07-03', '0.0435'], // a fraction
      ['2024-07-03', '4.35'], // the first of a day counts
      ['2024-07-05', 'n/a'],
      ['2024-07-08', '25'], // no power of ten
      ['2027-01-04', '4.4'],
      ['soon', '4.4'],
      ['2024-07-09', '4.3'],
    ];
    const text = `date,us_10y\n${rows.map((row) => row.join(',')).join('\n')}\n`;
    const { macro, dropped } = read({ 'rates.csv': text });
    expect([...macro[0]!.value]).toEqual([4.4, 4.3]);
    expect(dropped).toEqual({
      'us_10y another_unit': 2,
      'us_10y duplicate': 1,
      'us_10y not_a_number': 1,
      'us_10y out_of_range': 1,
      'us_10y in_the_future': 1,
      'us_10y not_a_time': 1,
    });
    const moods = read({
      'fear_greed_alternative_me.csv': `timestamp,value\n${day('2024-07-01')},101\n${day('2024-07-02')},-1\n${NOW + 1},50\n${day('2024-07-03')},50\n`,
    });
    expect(moods.fearGreed).toMatchObject([{ publisher: 'alternative_me', value: Float64Array.of(50) }]);
    expect(moods.dropped).toEqual({
      'fear_greed alternative_me out_of_range': 2,
      'fear_greed alternative_me in_the_future': 1,
    });
  });

  it('may be a calendar, known from when it says so', () => {
    const { releases, dropped } = read({
      'macro_calendar_own.csv':
        'time,print,name,publisher,expected_move_bp,known_at\n2026-12-09T19:00Z,FOMC,Decision,Fed,-25,2026-01-01\n2026-12-10T13:30Z,CPI,CPI,BLS,,\n2026-12-10T13:30Z,CPI,CPI,BLS,,\n2044-01-01,CPI,CPI,BLS,,\n2026-12-11,GDP,GDP,BEA,many,\n',
    });
    expect(releases).toEqual([
      {
        print: 'FOMC',
        name: 'Decision',
        publisher: 'Fed',
        time: Date.UTC(2026, 11, 9, 19),
        knownAt: Date.UTC(2026, 0),
        expectedMoveBp: -25,
      },
      {
        print: 'CPI',
        name: 'CPI',
        publisher: 'BLS',
        time: Date.UTC(2026, 11, 10, 13, 30),
        knownAt: Date.UTC(2026, 11, 10, 13, 30) - 60 * DAY_MS,
        expectedMoveBp: null,
      },
    ]);
    expect(dropped).toEqual({
      'macro_calendar duplicate': 1,
      'macro_calendar in_the_future': 1,
      'macro_calendar not_a_number': 1,
    });
  });

  it.each([
    ['two series of one name', { 'a.csv': 'date,vix\n2024-01-02,13\n', 'b.csv': 'date,vix\n2024-01-02,13\n' }, 'vix'],
    ['an index of nobody', { 'fear_greed_x.csv': 'timestamp,value\n1,2\n' }, 'alternative_me'],
    ['a calendar without columns', { 'macro_calendar.csv': 'time,print\n1,CPI\n' }, 'expected_move_bp'],
  ])('are refused with %s', (_, files, words) => {
    expect(() => read(files)).toThrow(words);
  });

  it('keep every value within its range, by day, whatever comes', () => {
    const row = fc.record({
      day: fc.oneof(
        fc.integer({ min: 0, max: 20_800 }).map((number) => number * DAY_MS),
        fc.constant(NaN),
      ),
      value: fc.oneof(fc.double(), fc.double({ min: 0, max: 200, noNaN: true })),
    });
    fc.assert(
      fc.property(fc.constantFrom(...FILE_MACRO_NAMES), fc.array(row, { maxLength: 40 }), (name, rows) => {
        let count = 0;
        const sound = soundDays(name, rows, NOW, () => count++);
        expect(sound.length + count).toBe(rows.length);
        const [low, high] = MACRO_TERMS_V1.series[name].range;
        for (const [i, { day: at, value }] of sound.entries()) {
          expect(value >= low && value <= high && at <= NOW && at > (sound[i - 1]?.day ?? -1)).toBe(true);
        }
      }),
    );
  });
});

const SHARED = '../shared/data';
describe.skipIf(!existsSync(SHARED))('the data set of this project (skipped where it is not there)', () => {
  it('is read whole: eleven series and two indices, with nothing left out', async () => {
    const [rates, moods] = await Promise.all([readReference(`${SHARED}/macro`), readReference(`${SHARED}/sentiment`)]);
    if (!rates.ok || !moods.ok) throw new Error(JSON.stringify([rates, moods]).slice(0, 500));
    const { macro, dropped } = rates.value;
    const { fearGreed } = moods.value;
    expect(Object.fromEntries(macro.map(({ name, time }) => [name, time.length]))).toEqual({
      dollar_index: 3919,
      gold_usd: 3917,
      vix: 3918,
      us_10y: 3916,
      us_5y: 3916,
      us_30y: 3916,
      us_3m: 3916,
      sp500: 3918,
      nasdaq100: 3918,
      broad_dollar: 3878,
      fed_funds: 5691,
    });
    expect(fearGreed.map(({ publisher, time }) => [publisher, time.length])).toEqual([
      ['alternative_me', 2734],
      ['coinmarketcap', 6205],
    ]);
    expect(dropped).toEqual({});
    expect(moods.value.dropped).toEqual({ 'fear_greed coinmarketcap duplicate': 1 });
  });
});
