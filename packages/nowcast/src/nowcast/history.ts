/** Nowcast of a whole history in one call: by columns, equal to the bit to a stream over the same bars. */

import { type Candles, givenColumn, HOUR_MS } from '@barograph/core';
import type { NowcastModel } from '../artifact/load-model.ts';
import { blockColumns, featureBlocks } from '../features/observe.ts';
import { standardize } from '../features/standardize.ts';
import { BLOCK } from '../hmm/distances.ts';
import { namedColumns } from '../named-columns.ts';
import { REGIMES } from '../regimes.ts';
import { createRows, fillRows, type NowcastColumns, type NowcastHistory, reloadRows } from './history-rows.ts';

/** Rows between two yields of {@link nowcastHistorySteps}. */
const SLICE: number = 8 * BLOCK;

/**
 * Computes the nowcast of a whole history.
 * @param bars hourly bars, oldest first.
 * @param into columns to fill in place of new ones, as many rows, not those of the bars; a previous result may be
 * reused. @default new ones
 * @throws {UsageError} when a bar is not on a full hour or a column has another length.
 * @example
 * const { label, confidence } = nowcastHistory(model, hours);
 * [label[166], REGIMES[label[1_499]], confidence[1_499].toFixed(2)]; // → [ -1, 'squeeze', '0.99' ]
 * const earlier = nowcastHistory(model, hours);
 * nowcastHistory(model, hours, earlier).now === earlier.now; // → true
 */
export function nowcastHistory(model: NowcastModel, bars: Candles, into?: NowcastColumns): NowcastHistory {
  const steps = nowcastHistorySteps(model, bars, into);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/**
 * Generator form of {@link nowcastHistory}: it yields every 2,048 hours, so that a server can answer other requests in
 * between.
 *
 * @param into as for {@link nowcastHistory}; columns and bars must not change before the last step. @default new ones
 * @throws {UsageError} as {@link nowcastHistory}, from the first step; for features that are not finite, from the step
 * that reaches them.
 * @example
 * const steps = nowcastHistorySteps(model, hours);
 * let step = steps.next();
 * while (!step.done) step = steps.next(); // a server lets other requests through here
 * step.value.length; // → 1500
 */
export function* nowcastHistorySteps(
  model: NowcastModel,
  bars: Candles,
  into?: NowcastColumns,
): Generator<undefined, NowcastHistory> {
  const { artifact } = model;
  const { length } = bars;
  const numbers = namedColumns(['time', 'rawConfidence', 'confidence'], length, into);
  const tables = namedColumns(['now', 'h4', 'h24'], length * REGIMES.length, into);
  const label = givenColumn('into.label', length, into?.label, Int8Array);
  const history = { length, ...numbers, label, ...tables };
  history.time.set(bars.time);
  const columns = blockColumns();
  const blocks = featureBlocks(bars, artifact.features, columns, artifact.gaps);
  const rows = createRows(model, columns, history);
  const first = history.time[0] ?? 0;
  // First hour in the columns.
  let from = 0;
  try {
    for (const hours of blocks) {
      standardize(columns, artifact.standardization, columns);
      if (from % SLICE === 0) {
        yield;
        // Another caller may have loaded its model during the yield.
        reloadRows(rows);
      }
      const begin = first + from * HOUR_MS;
      for (let at = 0; at < hours; at += BLOCK) fillRows(rows, at, Math.min(BLOCK, hours - at), begin);
      from += hours;
    }
  } catch (error) {
    // Clears values that an earlier result left in the caller's columns.
    for (const column of Object.values({ ...numbers, ...tables })) column.fill(NaN);
    label.fill(-1);
    throw error;
  }
  return history;
}
