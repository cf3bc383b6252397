/** Rows of a history from filtered ones, a block at a time: by kernels where a block has nothing rare, else one by one. */

import { kernelsInUse, type LoadedForecasts } from '@barograph/core';
import type { NowcastModel } from '../artifact/load-model.ts';
import { HORIZONS } from '../heads/horizon-heads.ts';
import { fillAhead, fillKnown, NEXT_REGIME_INPUTS } from '../heads/inputs.ts';
import { numbersOf } from '../heads/logistic.ts';
import { power, unpadded } from '../hmm/chain.ts';
import { createFilterBlocks } from '../hmm/filter.ts';
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
  /** Fills the rows of places `from…from + hours` of the columns. @param hour place there that a row of the history stands for. */
  readonly fill: (from: number, hours: number, hour: (i: number) => number) => void;
}

/** @param columns standardised features, an hour each: new ones stand there before each `fill`. */
export function createRows(
  model: NowcastModel,
  columns: readonly Float64Array[],
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
  const labelOf = hysteresisLabels(artifact.hysteresis, WIDTH);
  const blocks = createFilterBlocks(hmm, columns);
  let kernel: LoadedForecasts | undefined;
  // First row that is not filled yet.
  let next = 0;
  // One row at a time passes through the same memory: nothing of it is kept.
  const features = new Float64Array(columns.length);
  const inputs = new Float64Array(NEXT_REGIME_INPUTS.length);

  const isKnown = (t: number): boolean => columns.some((column) => column[t] === column[t]);

  /** Label and confidence of a row whose probabilities stand there. */
  const publish = (i: number): void => {
    const label = labelOf(history.now, i * WIDTH, history.time[i]!);
    const confidence = history.now[i * WIDTH + label]!;
    history.label[i] = label;
    history.rawConfidence[i] = confidence;
    history.confidence[i] = model.calibrate(confidence);
  };

  /** Both forecasts of row i, of hour t, whose states begin at `begin`. */
  const forecast = (i: number, t: number, filtered: Float64Array, begin: number): void => {
    const at = i * WIDTH;
    for (let feature = 0; feature < features.length; feature++) features[feature] = columns[feature]![t]!;
    fillKnown(inputs, features, history.now, at, history.label[i]!);
    // Where a head lacks an input its place keeps what the chain alone says.
    for (let horizon = 0; horizon < tables.length; horizon++) {
      const table = tables[horizon]!;
      ahead[horizon]!(filtered, begin, table, at);
      fillAhead(inputs, table, at);
      heads[NAMES[horizon]!].nextRegime(inputs, table, at);
    }
  };

  const part = (table: Float64Array, rows: number): Float64Array => table.subarray(next * WIDTH, (next + rows) * WIDTH);

  /** Rows of as many hours without a break, which a kernel has filtered. */
  const fillBlock = (t: number, rows: number, by: LoadedForecasts, filtered: Float64Array): void => {
    by.labels(filtered, 0, rows, part(history.now, rows));
    for (let i = next; i < next + rows; i++) publish(i);
    const labels = history.label.subarray(next, next + rows);
    if (by.forecasts(columns, labels, [part(history.h4, rows), part(history.h24, rows)])) return;
    for (let i = 0; i < rows; i++) forecast(next + i, t + i, filtered, i * states);
  };

  return {
    reload: () => {
      blocks.reload();
      kernel = kernelsInUse()?.loadForecasts(hmm.labelOf, laws);
    },
    fill: (from, hours, hour) => {
      const isFast = blocks.next(from, hours);
      const filtered = blocks.probabilities();
      const last = next + hours - 1;
      if (isFast && kernel !== undefined && last < history.length && hour(last) === from + hours - 1) {
        fillBlock(from, hours, kernel, filtered);
        next += hours;
        return;
      }
      for (; next < history.length && hour(next) < from + hours; next++) {
        const t = hour(next);
        if (!isKnown(t)) {
          history.label[next] = -1;
          history.rawConfidence[next] = history.confidence[next] = NaN;
          for (const table of [history.now, ...tables]) table.fill(NaN, next * WIDTH, (next + 1) * WIDTH);
          continue;
        }
        const begin = (t - from) * states;
        fillLabels(hmm, filtered, begin, history.now, next * WIDTH);
        publish(next);
        forecast(next, t, filtered, begin);
      }
    },
  };
}
