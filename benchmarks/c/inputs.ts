/** Inputs for all languages: simulated hours, a column to rank, features and a model for the filter. */

import type { Candles } from '@barograph/core';
import type { AdxColumns, BollingerColumns } from '@barograph/indicators';
import { createHmm, type Filtered, type Hmm } from '@barograph/nowcast';
import { yangZhang } from '@barograph/volatility';
import { writeFileSync } from 'node:fs';
import { simulatedHours } from '../bars.ts';
import { draws, featureColumns, parametersOf } from '../hmm-case.ts';

/** Few enough that all columns stay in the cache of a core. */
export const ROWS = 8_192;
/** Size of the study that set the goals (1e5 bars): columns exceed the caches. */
export const MANY_ROWS = 100_000;
/** States of the model. */
const STATES = 6;

/** Inputs of all contenders. */
export interface Inputs {
  readonly bars: Candles;
  /** Yang-Zhang volatilities, 0 before there are any. */
  readonly values: Float64Array;
  readonly features: readonly Float64Array[];
  readonly hmm: Hmm;
  /** Columns to fill. */
  readonly into: {
    readonly lines: AdxColumns;
    readonly bands: BollingerColumns;
    readonly filtered: Pick<Filtered, 'probabilities' | 'logLikelihood'>;
  };
}

/** Settings of the five estimators. */
export const ESTIMATOR = { window: 24, periodsPerYear: 8_760 };

export function inputs(rows = ROWS): Inputs {
  const bars = firstHours(rows);
  const next = draws();
  const column = (): Float64Array => new Float64Array(rows);
  return {
    bars,
    values: yangZhang(bars, ESTIMATOR).map((value) => (value === value ? value : 0)),
    features: featureColumns(next, rows),
    hmm: createHmm(parametersOf(next, STATES, null)),
    into: {
      lines: { adx: column(), plusDi: column(), minusDi: column() },
      bands: { lower: column(), middle: column(), upper: column(), bandwidth: column(), percentB: column() },
      filtered: { probabilities: new Float64Array(rows * STATES), logLikelihood: column() },
    },
  };
}

/** The first simulated hours, in columns of their own. */
export function firstHours(rows: number): Candles {
  const all = simulatedHours();
  const bars = { ...all, length: rows };
  for (const name of ['time', 'open', 'high', 'low', 'close', 'volume'] as const) bars[name] = all[name].slice(0, rows);
  return bars;
}

/** Writes the inputs as doubles: open, high, low, close, the values, and what the filter needs. */
export function writeInputs(path: string, { bars, values, features, hmm }: Inputs): void {
  const { emission, parameters } = hmm;
  const columns = [bars.open, bars.high, bars.low, bars.close, values, ...features];
  const law = [emission.inverse, emission.means, emission.peak, parameters.transition.flat(), parameters.initial];
  writeFileSync(path, Buffer.concat([...columns, ...law].map((part) => Buffer.from(Float64Array.from(part).buffer))));
}
