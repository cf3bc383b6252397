/** Batch faces of the nowcast fill columns that are given with the bits of new ones, whatever stood in them. */

import { candlesOf, HOUR_MS, UsageError, type Candles } from '@barograph/core';
import {
  breadthColumns,
  derivativeRows,
  features,
  filter,
  har,
  harRows,
  harSeries,
  hourlyFunding,
  hourlyLevels,
  hoursOfRuns,
  labelProbabilities,
  loadModel,
  nowcastHistory,
  nowcastHistorySteps,
  observe,
  predict,
  returnVolatility,
  smooth,
  smoothedLabelProbabilities,
  standardize,
  visitProbability,
  type Filtered,
  type TimedSeries,
} from '@barograph/nowcast';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { barsOf } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useNotedKernels } from '../packages/kernels/test/noted.ts';
import { readText } from './workspace.ts';

useNotedKernels();

const loaded = loadModel(readText('models/nowcast/2026.11.0/model.json'));
const model = loaded.ok ? loaded.value : expect.fail(JSON.stringify(loaded.error));
const { start } = SIMULATOR_V1;
const whole = barsOf(createMarket(SIMULATOR_V1).candles('BTC', 'perpdex_perp', '1h', start, start + 900 * HOUR_MS));

/** Hours with a short gap, a long one, or none; of some nothing moved. */
const hours: fc.Arbitrary<Candles> = fc
  .record({
    from: fc.integer({ min: 0, max: 300 }),
    rows: fc.integer({ min: 2, max: 420 }),
    at: fc.integer({ min: 1, max: 400 }),
    missing: fc.constantFrom(0, 1, 24, 25, 60),
    isFlat: fc.boolean(),
  })
  .map(({ from, rows, at, missing, isFlat }) => {
    const bars = whole.slice(from, from + rows + missing).filter((_, i) => i < at || i >= at + missing);
    return candlesOf(isFlat ? bars.map(({ time }) => ({ time, open: 2, high: 2, low: 2, close: 2, volume: 0 })) : bars);
  });

type Column = Float64Array | Int8Array | Uint16Array;

/** Columns by name, or one; beside them what is no column. */
type Answer = Column | object;

const filtered = (bars: Candles, into?: Filtered): Filtered =>
  filter(model.hmm, standardize(observe(bars, model.artifact.features).columns, model.artifact.standardization), into);

/** Closes as what became known at the end of each hour, and more hours than there are. */
const seriesOf = ({ time, close, length }: Candles): [TimedSeries, last: number, hours: number] => [
  { time: time.map((open) => open + HOUR_MS), value: close },
  time[length - 1]!,
  length + 3,
];

const history = (bars: Candles, into?: never): Answer => {
  const steps = nowcastHistorySteps(model, bars, into);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

/** A face into new columns, or into the given ones. */
const FACES: Readonly<Record<string, (bars: Candles, into?: never) => Answer>> = {
  derivativeRows: ({ close, volume }, into) =>
    derivativeRows({ funding: close, openInterest: volume }, undefined, into),
  features: (bars, into) => features(bars, undefined, into),
  smoothedLabelProbabilities: (bars, into) =>
    smoothedLabelProbabilities(model.hmm, smooth(model.hmm, filtered(bars)), into),
  visitProbability: (bars, into) => visitProbability(model.hmm, filtered(bars), 1, 5, into),
  returnVolatility: ({ close }, into) => returnVolatility(close, into),
  filter: filtered,
  har: (bars, into) => har(bars, model.artifact.har!.market, undefined, into),
  harRows: (bars, into) => harRows(bars, undefined, into),
  hourlyFunding: (bars, into) => hourlyFunding(...seriesOf(bars), into),
  hourlyLevels: (bars, into) => hourlyLevels(...seriesOf(bars), into),
  hoursOfRuns: ({ time }, into) => hoursOfRuns(time, into),
  predict: (bars, into) => predict(model.hmm, filtered(bars), 5, into),
  harSeries: (bars, into) => harSeries(bars, undefined, into),
  labelProbabilities: (bars, into) => labelProbabilities(model.hmm, filtered(bars), into),
  breadthColumns: (bars, into) => breadthColumns([bars, bars], undefined, into),
  nowcastHistory: (bars, into) => nowcastHistory(model, bars, into),
  nowcastHistorySteps: history,
};

const columnsOf = (of: Answer): (readonly [name: string, column: Column])[] =>
  ArrayBuffer.isView(of)
    ? [['', of as Column]]
    : Object.entries(of as Record<string, Column>).filter(([, column]) => ArrayBuffer.isView(column));

/** An answer's shape with other columns. */
const shaped = (of: Answer, change: (column: Column, name: string) => Column): Answer =>
  ArrayBuffer.isView(of)
    ? change(of as Column, '')
    : { ...of, ...Object.fromEntries(columnsOf(of).map(([name, column]) => [name, change(column, name)])) };

/** Longer than all that is drawn. */
const longer = candlesOf(whole);

describe.each(Object.entries(FACES))('%s into columns that are given', (_, run) => {
  const leftovers = new Map(columnsOf(run(longer)));

  it('is what new columns hold, to the bit, whatever a longer run has left in them', () => {
    fc.assert(
      fc.property(hours, (bars) => {
        const expected = run(bars);
        const given = shaped(expected, ({ length }, name) => leftovers.get(name)!.slice(-length));
        const got = run(bars, given as never);
        expect(got).toStrictEqual(expected);
        const mine = new Map(columnsOf(given));
        expect(columnsOf(got).length).toBe(mine.size);
        for (const [name, column] of columnsOf(got)) expect(column).toBe(mine.get(name));
        expect(run(bars, got as never)).toStrictEqual(expected);
      }),
      { numRuns: 8 },
    );
  });

  it('refuses columns of another length, by the name of the field', () => {
    const bars = candlesOf(whole.slice(0, 40));
    const expected = run(bars);
    for (const [wrong, { length }] of columnsOf(expected)) {
      const given = shaped(expected, (column, name) =>
        name === wrong ? leftovers.get(name)!.slice(0, length + 1) : column,
      );
      const field = wrong === '' ? 'into' : `into.${wrong}`;
      const said = `"${field}" expected ${length} rows, got ${length + 1}`;
      expect(() => run(bars, given as never)).toThrow(new UsageError(said));
    }
  });
});

it('breadth of a panel without a bar fills columns without a row', () => {
  const nothing = breadthColumns([]);
  expect(breadthColumns([], undefined, nothing).of).toBe(nothing.of);
  expect(nothing.time.length).toBe(0);
});

it('a history that ends in an error leaves nothing of itself, nor of an earlier one, in the columns', () => {
  const earlier = nowcastHistory(model, longer);
  const bars = { ...longer, volume: longer.volume.slice().fill(1.7e308, longer.length - 300) };
  expect(() => nowcastHistory(model, bars, earlier)).toThrow('expected a finite number');
  expect(earlier.label.every((label) => label === -1)).toBe(true);
  for (const name of ['time', 'rawConfidence', 'confidence', 'now', 'h4', 'h24'] as const) {
    expect(earlier[name].every(Number.isNaN)).toBe(true);
  }
});
