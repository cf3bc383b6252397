/** The report of `npm run bench -- goals`: ratios, verdicts, the table, its place in a document, and two runs side by side. */

import { describe, expect, it } from 'vitest';
import { compared, differences } from '../benchmarks/goals/against.ts';
import { between } from '../benchmarks/goals/markers.ts';
import { isMet, ratio, round, shown, type Line, type RowResult } from '../benchmarks/goals/row.ts';
import type { Ran } from '../benchmarks/goals/run.ts';
import { slownessOf, speedNote } from '../benchmarks/goals/speed.ts';
import { goalsTable, missingOf } from '../benchmarks/goals/table.ts';
import { leastOf } from '../benchmarks/goals/turns.ts';

const line = (title: string, now: number | undefined, more: Partial<Line> = {}): Line => ({
  title,
  before: 4,
  goal: 2,
  now,
  unit: '×',
  ...more,
});

const row = (result: Partial<RowResult> | undefined, title = 'a row'): Ran => ({
  key: 'row',
  title,
  seconds: 1,
  result: result === undefined ? undefined : { lines: [], figures: [], missing: [], ...result },
});

describe('a line', () => {
  it('is a ratio only of two numbers', () => {
    expect(ratio(6, 3)).toBe(2);
    expect(ratio(6, undefined)).toBeUndefined();
    expect(ratio(undefined, 3)).toBeUndefined();
    expect(ratio(6, 0)).toBeUndefined();
  });

  it('is met by the digits that are shown, from below or from above', () => {
    expect(isMet(line('time', 2.004))).toBe(true);
    expect(isMet(line('time', 2.006))).toBe(false);
    expect(isMet(line('messages', 1.996, { more: true }))).toBe(true);
    expect(isMet(line('messages', 1.994, { more: true }))).toBe(false);
    expect(isMet(line('no peer', undefined))).toBeUndefined();
  });

  it('shows three digits, and a dash for what is unknown', () => {
    expect([0.123, 1.236, 12.36, 123.6].map(round)).toEqual([0.12, 1.24, 12.4, 124]);
    expect(shown(1_234_567.8)).toBe('1,234,568');
    expect(shown(undefined)).toBe('–');
  });
});

describe('turns', () => {
  it('keep the least of each contender a unit, without the turns that warm up', async () => {
    const times = [1, 1, 30, 20, 40];
    const turn = times.values();
    const seen: string[] = [];
    const contender = { name: 'one', once: () => (seen.push('one'), turn.next().value!) };
    const two = { name: 'two', once: async () => (seen.push('two'), 50) };
    const least = await leastOf([contender, two], 10, 3);
    expect([...least]).toEqual([['one', 2], ['two', 5]]); // prettier-ignore
    // two turns to warm up where three count
    expect(seen).toEqual(Array.from({ length: 5 }, () => ['one', 'two']).flat());
  });
});

describe('the table', () => {
  const lines = [line('first', 1.5), line('second', undefined, { unit: 'ms' })];
  const figures = [
    { name: 'ours', value: 12.34, unit: 'ns' },
    { name: 'plain C', value: 8, unit: 'ns' },
    { name: 'peak', value: 240, unit: 'MB' },
  ];

  it('has a line for each goal, and figures behind the first of a row', () => {
    expect(goalsTable([row({ lines, figures })], true)).toEqual([
      '|  | before | now | goal |  | beside it, in the same run |',
      '| --- | ---: | ---: | ---: | --- | --- |',
      '| first | 4 | 1.5 | 2 | met | ours 12.3; plain C 8 ns; peak 240 MB |',
      '| second | 4 ms | – | 2 ms | – |  |',
    ]);
  });

  it('leaves the figures out where they are not asked for', () => {
    expect(goalsTable([row({ lines, figures })], false).at(-2)).toBe('| first | 4 | 1.5 | 2 | met |');
  });

  it('says of a row that it failed, and of each missing peer once', () => {
    expect(goalsTable([row(undefined, 'ranks')], false).at(-1)).toBe('| ranks |  | failed |  |  |');
    const all = [row({ missing: ['plain C: no gcc here'] }), row({ missing: ['plain C: no gcc here', 'R: none'] })];
    expect(missingOf([...all, row(undefined)])).toEqual(['plain C: no gcc here', 'R: none']);
  });
});

describe('a machine that is slower than that of the goals', () => {
  const c = (key: string, value: number): Ran => ({
    ...row({ figures: [{ name: 'plain C', value, unit: 'ns a row' }] }, key),
    key,
  });
  // 11, 57 and 52 there: four times, once and twice as long.
  const machine = [c('adx', 44), c('rank', 57), c('filter', 104), c('estimators', 1000)];
  const lines = [
    line('a time', 3.9, { unit: 's' }),
    line('a longer time', 4.1, { unit: 'ns a row' }),
    line('a short time', 1.9, { unit: 'µs an hour' }),
    line('a ratio', 3.9),
    line('memory', 3.9, { unit: 'MB' }),
  ];
  const all = [...machine, row({ lines })];

  it('is known by plain C, and by nothing else', () => {
    expect(slownessOf(machine)).toBeCloseTo(2, 12);
    expect(slownessOf([row({ lines }), c('estimators', 1)])).toBeUndefined();
    expect(speedNote([row({ lines })])).toEqual([]);
  });

  it('divides times by its slowness, and neither ratios nor bytes', () => {
    expect(goalsTable(all, false).slice(2).map((text) => text.split(' | ').at(-1))).toEqual([
      'met at the goals’ speed |',
      'not met |',
      'met |',
      'not met |',
      'not met |',
    ]); // prettier-ignore
    expect(speedNote(all)).toEqual([
      'Plain C takes 2 times as long here as on the machine that the goals in seconds were set on (ADX, ranks, filter; geometric mean). Divided by that: a time 1.95 s; a longer time 2.05 ns a row.',
    ]);
  });
});

describe('two runs', () => {
  it('are compared line by line, in either direction', () => {
    const before = [row({ lines: [line('a', 10), line('b', 10), line('gone', 1), line('unknown', undefined)] })];
    const now = [row(undefined), row({ lines: [line('a', 12.1), line('b', 8.4), line('new', 1), line('unknown', 1)] })];
    const both = compared(now, before);
    expect(both.map(({ title, apart }) => [title, Number(apart.toFixed(3))])).toEqual([['a', 0.21], ['b', 0.19]]); // prettier-ignore
    expect(differences(both)).toEqual(['a: 10 before, 12.1 now (×), 21 % apart', '1 of 2 lines are within a fifth']);
  });

  it('agree with themselves', () => {
    const run = [row({ lines: [line('a', 10), line('b', 3)] })];
    expect(differences(compared(run, run))).toEqual(['2 of 2 lines are within a fifth']);
  });
});

describe('a part of a document', () => {
  const document = 'head\n<!-- goals: begin -->\nold\n<!-- goals: end -->\ntail\n';

  it('is replaced between its markers, once and again', () => {
    const once = between(document, 'goals', ['| a |']);
    expect(once).toBe('head\n<!-- goals: begin -->\n\n| a |\n\n<!-- goals: end -->\ntail\n');
    expect(between(once, 'goals', ['| a |'])).toBe(once);
  });

  it.each([
    ['no markers', 'head\n'],
    ['one marker', '<!-- goals: begin -->\n'],
    ['two beginnings', `<!-- goals: begin -->${document}`],
    ['the wrong order', '<!-- goals: end --> <!-- goals: begin -->'],
    ['another name', document.replaceAll('goals', 'others')],
  ])('is refused with %s', (_, text) => {
    expect(() => between(text, 'goals', [])).toThrow('once each');
  });
});
