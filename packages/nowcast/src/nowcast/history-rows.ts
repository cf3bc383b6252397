/**
 * Computes rows of a history from filtered ones, a block at a time: by kernels when a block has no special row, else
 * one by one.
 */

import { type ForecastLaw, HOUR_MS, kernelsInUse, type LoadedForecasts } from '@barograph/core';
import type { NowcastModel } from '../artifact/load-model.ts';
import { HORIZONS } from '../heads/horizon-heads.ts';
import { fillAhead, fillKnown, NEXT_REGIME_INPUTS } from '../heads/inputs.ts';
import { numbersOf } from '../heads/logistic.ts';
import { power, unpadded } from '../hmm/chain.ts';
import { createFilterBlocks, type FilterBlocks, filterNext, reloadFilter } from '../hmm/filter.ts';
import { fillLabels, fillLabelsAhead } from '../hmm/predict.ts';
import { fillPublished, noLabel } from '../hysteresis/hysteresis.ts';
import { REGIMES } from '../regimes.ts';

/** One row per bar. Confidences and probabilities are 0…1. */
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

/** Columns of a history; a caller may supply them to be filled. */
export type NowcastColumns = Omit<NowcastHistory, 'length'>;

const WIDTH: number = REGIMES.length;
const NAMES = ['h4', 'h24'] as const;

/**
 * Rows of a history, filled in order. Module functions take this record: closures would be compiled again for each
 * history.
 */
export interface HistoryRows {
  readonly model: NowcastModel;
  /** Standardised features, one row an hour; refilled before each `fillRows`. */
  readonly columns: readonly Float64Array[];
  readonly history: NowcastHistory;
  readonly blocks: FilterBlocks;
  readonly laws: readonly ForecastLaw[];
  readonly hysteresis: Float64Array;
  kernel: LoadedForecasts | undefined;
  /** First unfilled row. */
  next: number;
  // Rows share this memory one at a time; nothing of it is kept.
  readonly features: Float64Array;
  readonly inputs: Float64Array;
  readonly ahead: Float64Array;
}

/**
 * Creates the rows of a history.
 * @param columns as in {@link HistoryRows}.
 */
export function createRows(
  model: NowcastModel,
  columns: readonly Float64Array[],
  history: NowcastHistory,
): HistoryRows {
  const { artifact, hmm } = model;
  return {
    model,
    columns,
    history,
    blocks: createFilterBlocks(hmm, columns),
    laws: NAMES.map((horizon) => {
      const { table, ...numbers } = numbersOf(artifact.heads[horizon].nextRegime);
      return { ...numbers, weights: table.values, power: unpadded(power(hmm.chain, HORIZONS[horizon])) };
    }),
    hysteresis: noLabel(artifact.hysteresis),
    kernel: undefined,
    next: 0,
    features: new Float64Array(columns.length),
    inputs: new Float64Array(NEXT_REGIME_INPUTS.length),
    ahead: new Float64Array(hmm.chain.transition.stride),
  };
}

/** Loads the kernels again: another model may have replaced this one. */
export function reloadRows(rows: HistoryRows): void {
  reloadFilter(rows.blocks);
  rows.kernel = kernelsInUse()?.loadForecasts(rows.model.hmm.labelOf, rows.laws);
}

/**
 * Fills the rows of hours `from…from + hours` of the columns.
 *
 * @param first time of the hour at index 0, epoch ms.
 */
export function fillRows(rows: HistoryRows, from: number, hours: number, first: number): void {
  const { blocks, columns, history, kernel } = rows;
  const { time, length } = history;
  const isFast = filterNext(blocks, from, hours);
  const end = first + (from + hours) * HOUR_MS;
  const last = rows.next + hours - 1;
  if (isFast && kernel !== undefined && last < length && time[last]! === end - HOUR_MS) {
    fillBlock(rows, from, hours, kernel);
    rows.next += hours;
    return;
  }
  const { hmm } = rows.model;
  for (; rows.next < length && time[rows.next]! < end; rows.next++) {
    const i = rows.next;
    const t = (time[i]! - first) / HOUR_MS;
    if (columns.every((column) => Number.isNaN(column[t]!))) {
      history.label[i] = -1;
      history.rawConfidence[i] = history.confidence[i] = NaN;
      for (const table of [history.now, history.h4, history.h24]) table.fill(NaN, i * WIDTH, (i + 1) * WIDTH);
      continue;
    }
    const begin = (t - from) * hmm.chain.states;
    fillLabels(hmm, blocks.filtered, begin, history.now, i * WIDTH);
    publish(rows, i, i + 1);
    forecast(rows, i, t, begin);
  }
}

/** Fills consecutive hours that a kernel has filtered. */
function fillBlock(rows: HistoryRows, from: number, hours: number, kernel: LoadedForecasts): void {
  const { next, history, columns, blocks, model } = rows;
  kernel.labels(blocks.filtered, 0, hours, part(history.now, next, hours));
  publish(rows, next, next + hours);
  const labels = history.label.subarray(next, next + hours);
  if (kernel.forecasts(columns, labels, [part(history.h4, next, hours), part(history.h24, next, hours)])) return;
  for (let i = 0; i < hours; i++) forecast(rows, next + i, from + i, i * model.hmm.chain.states);
}

const part = (table: Float64Array, from: number, rows: number): Float64Array =>
  table.subarray(from * WIDTH, (from + rows) * WIDTH);

/** Publishes labels and confidences of rows with probabilities. */
function publish({ model, hysteresis, history }: HistoryRows, from: number, to: number): void {
  const { now, time, label, rawConfidence, confidence } = history;
  const config = model.artifact.hysteresis;
  fillPublished(hysteresis, now, WIDTH, time, from, to, label, config);
  // Labels depend on each other, confidences do not.
  for (let i = from; i < to; i++) {
    rawConfidence[i] = now[i * WIDTH + label[i]!]!;
    confidence[i] = model.calibrate(rawConfidence[i]!);
  }
}

/** Writes both forecasts of row i, hour t, whose states start at `begin`. */
function forecast(rows: HistoryRows, i: number, t: number, begin: number): void {
  const { model, columns, history, blocks, features, inputs, ahead } = rows;
  const { hmm, heads } = model;
  const at = i * WIDTH;
  for (let feature = 0; feature < features.length; feature++) features[feature] = columns[feature]![t]!;
  fillKnown(inputs, features, history.now, at, history.label[i]!);
  // Without an input of a head, its place keeps the chain's forecast.
  for (const horizon of NAMES) {
    const table = history[horizon];
    fillLabelsAhead(hmm, HORIZONS[horizon], blocks.filtered, begin, ahead, table, at);
    fillAhead(inputs, table, at);
    heads[horizon].nextRegime(inputs, table, at);
  }
}
