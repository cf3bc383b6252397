/** Hourly nowcast as columns. Loaded by threads, so it must import neither flags nor the contract. */

import type { Candles } from '@barograph/core';
import { REGIMES, tradedHistorySteps, type NowcastModel } from '@barograph/nowcast';
import { columnRows, type Column, type ColumnPart } from '../column-rows.ts';
import type { Work } from '../jobs/names.ts';
import type { Progress } from '../progress.ts';
import { openModelIn } from '../shipped-models.ts';
import type { Row } from '../table.ts';
import { NOWCAST_BLOCKS } from '../tables/nowcast-columns.ts';

/** Folder and version of the model, for threads. */
export interface ModelSettings {
  readonly models: string;
  readonly model: string | undefined;
}

/** Rows of all hours of a coin. */
export const hoursWork: Work<ModelSettings, { readonly bars: Candles }, Row> = async ({ models, model: version }) => {
  const model = await openModelIn(models, version, '--model:');
  return ({ bars }) => columnRows(lateHours(model, bars));
};

/** Time, label, close, and the probability of each regime by name. */
export const HOUR_COLUMNS: readonly string[] = [
  'timestamp',
  'label',
  'confidence',
  'close',
  ...NOWCAST_BLOCKS.flatMap(([name]) => REGIMES.map((regime) => `${name}_${regime}`)),
];

/** Hours per step of `tradedHistorySteps`. */
const HOURS_A_BREAK = 2000;

/** A row per bar; unknown during the first week of hours. */
export function hourColumns(model: NowcastModel, bars: Candles, progress?: Progress): ColumnPart {
  const steps = tradedHistorySteps(model, bars);
  let step = steps.next();
  for (let done = HOURS_A_BREAK; step.done !== true; done += HOURS_A_BREAK) {
    progress?.report(Math.min(done, bars.length), bars.length);
    step = steps.next();
  }
  const history = step.value;
  const width = REGIMES.length;
  const probabilities: Record<string, Column> = Object.fromEntries(
    NOWCAST_BLOCKS.flatMap(([name, block]) =>
      REGIMES.map((regime, at) => [`${name}_${regime}`, { table: history[block], width, at }]),
    ),
  );
  return {
    length: history.length,
    columns: {
      timestamp: history.time,
      label: { codes: history.label, texts: REGIMES },
      confidence: history.confidence,
      close: bars.close,
      ...probabilities,
    },
  };
}

function* lateHours(model: NowcastModel, bars: Candles): Generator<ColumnPart> {
  yield hourColumns(model, bars);
}
