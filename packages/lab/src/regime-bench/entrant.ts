/** Entrant of the benchmark: a rule that is fitted once, then labels bars in time order. */

import type { Bar, Candles } from '@barograph/core';
import type { NowcastModel } from '@barograph/nowcast';

/** Label while warming up. */
export const NO_LABEL = -1;

/** Labels bars as they close. */
export interface LabelStream {
  /**
   * Takes the next closed hour.
   *
   * @returns a label in `0…labels − 1`, or −1 while warming up. Label numbers are arbitrary; scoring matches them.
   */
  readonly next: (bar: Bar) => number;
}

/** Inputs of a fit in addition to the bars. */
export interface FitContext {
  /** The model that the repository ships. */
  readonly model: NowcastModel;
  /** Seed of the fit, for random starts. */
  readonly seed: string;
}

/** A rule in the benchmark. */
export interface Entrant {
  readonly name: string;
  /** Citation of the rule. */
  readonly source: string;
  /** Number of labels. */
  readonly labels: number;
  /**
   * Fits on a copy of the training hours.
   *
   * @returns a factory of streams; each begins before the first training hour.
   */
  readonly fit: (training: Candles, context: FitContext) => () => LabelStream;
}
