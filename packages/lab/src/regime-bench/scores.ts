/** Metrics of an entrant, and their order in the table. */

/** Metrics of an entrant on one market, or their means over markets. */
export interface BenchScores {
  /** Balanced accuracy after the best matching of labels to truths, one to one. */
  readonly balanced: number;
  /** Balanced accuracy when labels may share a truth, with the matching of the training span. */
  readonly merged: number;
  /** Adjusted Rand index of labels and truth. */
  readonly rand: number;
  /** Mean hours to the first right label of a regime; labels may share a truth. */
  readonly delay: number;
  /** Share of regimes that are never named while they last. */
  readonly missed: number;
  /** Runs of a label without an hour of its regime, per year. */
  readonly falseAlarms: number;
  /** Adjusted Rand index of the labels of two fits. */
  readonly stability: number;
  /** QLIKE of the variance of the next day given the label. */
  readonly qlike: number;
  /** Brier score of a drawdown in the next day given the label. */
  readonly brier: number;
}

/** Names of the metrics in the order of the table. */
export const METRICS: readonly (keyof BenchScores)[] = [
  'balanced',
  'merged',
  'rand',
  'delay',
  'missed',
  'falseAlarms',
  'stability',
  'qlike',
  'brier',
];

/** Means over markets; NaN where any is. */
export function meanScores(scores: readonly BenchScores[]): BenchScores {
  const mean = (name: keyof BenchScores): number => scores.reduce((sum, row) => sum + row[name], 0) / scores.length;
  return {
    balanced: mean('balanced'),
    merged: mean('merged'),
    rand: mean('rand'),
    delay: mean('delay'),
    missed: mean('missed'),
    falseAlarms: mean('falseAlarms'),
    stability: mean('stability'),
    qlike: mean('qlike'),
    brier: mean('brier'),
  };
}
