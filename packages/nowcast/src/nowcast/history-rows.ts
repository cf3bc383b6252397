/** Rows of a history from filtered ones, a block at a time: by kernels where a block has nothing rare, else one by one. */

import { kernelsInUse, type LoadedForecasts } from '@barograph/core';
import type { NowcastModel } from '../artifact/load-model.ts';
import { HORIZONS } from '../heads/horizon-heads.ts';
import { fillAhead, fillKnown, NEXT_REGIME_INPUTS } from '../heads/inputs.ts';
import { numbersOf } from '../heads/logistic.ts';
import { power, unpadded } from '../hmm/chain.ts';
import { fillLabels, labelsAhead } from '../hmm/predict.ts';
import { hysteresisLabels } from '../hysteresis/hysteresis.ts';
import { REGIMES } from '../regimes.ts';

/** One row per bar. */
export interface NowcastHistory {
  readonly length: number;
  readonly time: Float64Array;
  /** Id of the published label; −1 while warming. */
  readonly label: Int8Array;
  readonly rawConfidence: Float64Array;
  readonly confidence: Float64Array;
  /** Six probabilities a row; NaN while warming. */
  readonly now: Float64Array;
  readonly h4: Float64Array;
  readonly h24: Float64Array;
}

/** Columns of a history: what an answer holds beside its length, and what a caller may give to be filled. */
export type NowcastColumns = Omit<NowcastHistory, 'length'>;

const WIDTH: number = REGIMES.length;
const NAMES = ['h4', 'h24'] as const;

/** Fills the rows of a history, in order. */
export interface HistoryRows {
  /** Asks for kernels anew: the laws of another model may have taken their place. */
  readonly reload: () => void;
  /** @param hour row of the columns that a row of the history stands for. */
  readonly fill: (from: number, end: number, hour: (i: number) => number) => void;
}

/** Whether every column has a number in each of the rows. */
function complete(columns: readonly Float64Array[], from: number, rows: number): boolean {
  let sum = 0;
  for (const column of columns) for (let t = from; t < from + rows; t++) sum += column[t]!;
  return sum === sum;
}

/** @param columns standardised features. @param filtered states, row by row, of the same hours. */
export function createRows(
  model: NowcastModel,
  columns: readonly Float64Array[],
  filtered: Float64Array,
  history: NowcastHistory,
): HistoryRows {
  const { artifact, hmm, heads } = model;
  const { states } = hmm.chain;
  const laws = NAMES.map((horizon) => {
    const { table, ...numbers } = numbersOf(artifact.heads[horizon].nextRegime);
    return { ...numbers, weights: table.values, power: unpadded(power(hmm.chain, HORIZONS[horizon])) };
  });
  const ahead = NAMES.map((horizon) => labelsAhead(hmm, HORIZONS[horizon]));
  const tables = [history.h4, history.h24] as const;
  const next = hysteresisLabels(artifact.hysteresis, WIDTH);
  let kernel: LoadedForecasts | undefined;
  // One row at a time passes through the same memory: nothing of it is kept.
  const features = new Float64Array(columns.length);
  const inputs = new Float64Array(NEXT_REGIME_INPUTS.length);

  const isKnown = (t: number): boolean => columns.some((column) => column[t] === column[t]);

  /** Label and confidence of a row whose probabilities stand there. */
  const publish = (i: number): void => {
    const label = next(history.now, i * WIDTH, history.time[i]!);
    const confidence = history.now[i * WIDTH + label]!;
    history.label[i] = label;
    history.rawConfidence[i] = confidence;
    history.confidence[i] = model.calibrate(confidence);
  };

  /** Both forecasts of a row. */
  const forecast = (i: number, t: number): void => {
    const at = i * WIDTH;
    for (let feature = 0; feature < features.length; feature++) features[feature] = columns[feature]![t]!;
    fillKnown(inputs, features, history.now, at, history.label[i]!);
    // Where a head lacks an input its place keeps what the chain alone says.
    for (let horizon = 0; horizon < tables.length; horizon++) {
      const table = tables[horizon]!;
      ahead[horizon]!(filtered, t * states, table, at);
      fillAhead(inputs, table, at);
      heads[NAMES[horizon]!].nextRegime(inputs, table, at);
    }
  };

  const byKernel = (from: number, end: number, t: number): boolean => {
    const rows = end - from;
    if (kernel === undefined || !complete(columns, t, rows)) return false;
    const part = (table: Float64Array): Float64Array => table.subarray(from * WIDTH, end * WIDTH);
    kernel.labels(filtered, t, rows, part(history.now));
    for (let i = from; i < end; i++) publish(i);
    if (!kernel.forecasts(columns, history.label.subarray(from, end), tables.map(part))) {
      for (let i = from; i < end; i++) forecast(i, t + i - from);
    }
    return true;
  };

  return {
    reload: () => void (kernel = kernelsInUse()?.loadForecasts(hmm.labelOf, laws)),
    fill: (from, end, hour) => {
      const t = hour(from);
      const unbroken = hour(end - 1) - t === end - 1 - from;
      if (unbroken && byKernel(from, end, t)) return;
      for (let i = from; i < end; i++) {
        const row = hour(i);
        if (!isKnown(row)) continue;
        fillLabels(hmm, filtered, row * states, history.now, i * WIDTH);
        publish(i);
        forecast(i, row);
      }
    },
  };
}
