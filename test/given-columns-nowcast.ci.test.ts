/** Batch functions of the nowcast fill given columns with the same bits as new ones, whatever their old content. */

import { candlesOf, HOUR_MS, UsageError, type Candles } from '@barograph/core';
import {
  breadthColumns,
  derivativeRows,
  features,
  FEATURES,
  filter,
  har,
  HAR_V1,
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
  observeDerivatives,
  predict,
  returnVolatility,
  smooth,
  smoothedLabelProbabilities,
  standardize,
  visitProbability,
  type Filtered,
  type Observations,
  type TimedSeries,
} from '@barograph/nowcast';
import { observeFor, TRAINING_V2 } from '@barograph/lab';
import { viterbi } from '@barograph/nowcast/parts';
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

type Column = Float64Array | Int32Array | Int8Array | Uint16Array | Uint8Array;

/** Columns by name, or a single column, next to other values. */
type Answer = Column | object;

const standardizedRows = (bars: Candles) =>
  standardize(observe(bars, model.artifact.features).columns, model.artifact.standardization);

const filtered = (bars: Candles, into?: Filtered): Filtered => filter(model.hmm, standardizedRows(bars), into);

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

/** Observed rows with every column by the name that an error gives it. */
const flat = ({ time, close, missing, columns }: Observations): Record<string, Column> => ({
  time,
  close,
  missing,
  ...Object.fromEntries(columns.map((column, i) => [`columns[${i}]`, column])),
});

/** {@link flat} back into rows. */
const rowsOf = (columns: Readonly<Record<string, never>>): Observations =>
  ({ ...columns, columns: FEATURES.map((_, i) => columns[`columns[${i}]`]) }) as never;

/** Hours with rows of HAR+, and funding and open interest of them all. */
const derivatives = (bars: Candles, into?: Float64Array): Answer => {
  const rows = observe(bars, undefined, { har: HAR_V1 });
  const columns = { funding: rows.time.map((_, i) => (i % 8 === 0 ? 1e-5 : NaN)), openInterest: rows.close };
  return observeDerivatives(rows, columns, into).har!.derivatives!;
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
  observe: (bars, into) => flat(observe(bars, undefined, {}, into === undefined ? into : rowsOf(into))),
  'observe, rows of HAR+': (bars, into) =>
    observe(bars, undefined, { har: HAR_V1 }, into === undefined ? into : { ...observe(bars), har: into }).har!,
  observeFor: (bars, into) => flat(observeFor(bars, TRAINING_V2, into === undefined ? into : rowsOf(into))),
  observeDerivatives: derivatives,
  smooth: (bars, into) => smooth(model.hmm, filtered(bars), undefined, into),
  'smooth, 3 rows ahead': (bars, into) => smooth(model.hmm, filtered(bars), 3, into),
  viterbi: (bars, into) => viterbi(model.hmm, standardizedRows(bars), into).states,
  hoursOfRuns: ({ time }, into) => hoursOfRuns(time, into),
  predict: (bars, into) => predict(model.hmm, filtered(bars), 5, into),
  harSeries: (bars, into) => harSeries(bars, undefined, into),
  labelProbabilities: (bars, into) => labelProbabilities(model.hmm, filtered(bars), into),
  breadthColumns: (bars, into) => breadthColumns([bars, bars], undefined, into),
  nowcastHistory: (bars, into) => nowcastHistory(model, bars, into),
  nowcastHistorySteps: history,
};

const columnsOf = (answer: Answer): (readonly [name: string, column: Column])[] =>
  ArrayBuffer.isView(answer)
    ? [['', answer as Column]]
    : Object.entries(answer as Record<string, Column>).filter(([, column]) => ArrayBuffer.isView(column));

/** An answer's shape with other columns. */
const shaped = (answer: Answer, change: (column: Column, name: string) => Column): Answer =>
  ArrayBuffer.isView(answer)
    ? change(answer as Column, '')
    : { ...answer, ...Object.fromEntries(columnsOf(answer).map(([name, column]) => [name, change(column, name)])) };

/** Longer than any drawn series. */
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
      const message = `"${field}" expected ${length} rows, got ${length + 1}`;
      expect(() => run(bars, given as never)).toThrow(new UsageError(message));
    }
  });
});

it('breadth of a panel without a bar fills columns without a row', () => {
  const nothing = breadthColumns([]);
  expect(breadthColumns([], undefined, nothing).of).toBe(nothing.of);
  expect(nothing.time.length).toBe(0);
});

it('rows that are refused leave the columns as they were, and features that are not finite leave none of their own', () => {
  const earlier = observe(longer);
  const before = structuredClone(earlier);
  const other = candlesOf(whole.slice(1));
  expect(() => observe(other, undefined, {}, earlier)).toThrow(
    new UsageError(`"into.columns[0]" expected ${other.length} rows, got ${longer.length}`),
  );
  const late = { ...longer, time: longer.time.map((time) => time + 1) };
  expect(() => observe(late, undefined, {}, earlier)).toThrow('boundary');
  const long = { ...earlier, har: observe(candlesOf(whole.slice(0, 9)), undefined, { har: HAR_V1 }).har! };
  expect(() => observe(longer, undefined, { har: HAR_V1 }, long)).toThrow('"into.inputs" expected');
  expect(earlier).toStrictEqual(before);
  const bars = { ...longer, volume: longer.volume.slice().fill(1.7e308, longer.length - 300) };
  expect(() => observe(bars, undefined, {}, earlier)).toThrow('expected a finite number');
  expect(earlier.columns.every((column) => column.every(Number.isNaN))).toBe(true);
});

it('a smoother that is refused leaves the column as it was', () => {
  const filteredLonger = filtered(longer);
  const earlier = smooth(model.hmm, filteredLonger);
  const before = earlier.probabilities.slice();
  expect(() => smooth(model.hmm, filteredLonger, -1, earlier)).toThrow('"lag"');
  expect(earlier.probabilities).toStrictEqual(before);
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
