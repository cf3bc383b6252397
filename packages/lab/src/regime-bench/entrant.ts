/** An entrant of the benchmark: a rule that is fitted once and then labels bars in the order of time. */

import type { Bar, Candles } from '@barograph/core';
import type { NowcastModel } from '@barograph/nowcast';

/** Label of an hour that has none yet. */
export const NO_LABEL = -1;

/** Labels bars as they close. */
export interface LabelStream {
  /**
   * Takes the next closed hour.
   *
   * @returns a label within `0…labels − 1`, or −1 while warming. The name of a label has no meaning: it is matched.
   */
  readonly next: (bar: Bar) => number;
}

/** Inputs of a fit besides the bars. */
export interface FitContext {
  /** The model that the repository ships. */
  readonly model: NowcastModel;
  /** Seed of the fit, for random starts. */
  readonly seed: string;
}

/** A rule that can be entered. */
export interface Entrant {
  readonly name: string;
  /** Citation of the rule. */
  readonly source: string;
  /** Number of labels. */
  readonly labels: number;
  /**
   * Fits on the training hours, in memory of their own.
   *
   * @returns a maker of streams. Each begins before the first training hour.
   */
  readonly fit: (training: Candles, context: FitContext) => () => LabelStream;
}
