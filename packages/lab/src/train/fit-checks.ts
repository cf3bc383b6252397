/** Checks before a fit may be published: whether its labels kept their meaning. */

import { createHmm, filter, type HmmParameters, labelProbabilities, REGIMES, standardize } from '@barograph/nowcast';
import { nearestLabel } from './anchors.ts';
import type { TrainingConfig } from './config.ts';
import type { Model } from './evaluate.ts';

/** Result of the checks. */
export interface FitChecks {
  /** Per latent state: the label whose prototype is nearest to the fitted mean. */
  readonly nearest: readonly number[];
  /** States that are nearest to their own label. */
  readonly anchored: number;
  /** Share of the labels in the last rows, by filtered probability. */
  readonly recentOccupancy: readonly number[];
  /** Share of the labels in all training rows. */
  readonly support: readonly number[];
  /** Per label: label with the prototype nearest to the probability-weighted mean of its rows. For information only. */
  readonly meaning: readonly number[];
  /** Share of those rows with the same most likely label as the previous model; null without a previous model. For information only. */
  readonly agreement: number | null;
  readonly accepted: boolean;
  /** Reason of the refusal; null when accepted. */
  readonly reason: string | null;
}

/** Training rows of a fit, and the model to compare with. */
export interface CheckedRows {
  /** Standardised by the fit. */
  readonly columns: readonly Float64Array[];
  /** The same columns, not standardised. */
  readonly raw: readonly Float64Array[];
  /** Model in force; undefined for a first fit. */
  readonly before?: Model | undefined;
}

/** Checks a fit by the rules of its config. */
export function checkFit(
  parameters: HmmParameters,
  { columns, raw, before }: CheckedRows,
  config: TrainingConfig,
): FitChecks {
  const labels = labelsOf(parameters, columns);
  const recent = labels.subarray(Math.max(0, labels.length - config.occupancyRows * REGIMES.length));
  const nearest = parameters.states.map(({ mean }) => nearestLabel(mean, config));
  const passes = parameters.states.map(({ label }, k) => nearest[k] === label);
  const found = {
    nearest,
    anchored: passes.filter(Boolean).length,
    recentOccupancy: sharesOf(recent),
    support: sharesOf(labels),
    meaning: REGIMES.map((_, label) => nearestLabel(centreOf(labels, columns, label), config)),
    agreement:
      before === undefined
        ? null
        : agreementOf(labels, labelsOf(before.parameters, standardize(raw, before.standardization))),
  };
  const lost = REGIMES.filter((_, label) => !parameters.states.some((state, k) => state.label === label && passes[k]!));
  const reasons = [
    ...(found.anchored < config.leastAnchored
      ? [`${found.anchored} of ${passes.length} states are nearest to their label`]
      : []),
    ...lost.map((regime) => `no state is nearest to ${regime}`),
    ...occupancyReasons(found, config),
  ];
  return { ...found, accepted: reasons.length === 0, reason: reasons.length === 0 ? null : reasons.join('; ') };
}

/** Reasons against a fit by label shares: in the last rows, or in all rows. */
function occupancyReasons(
  { recentOccupancy, support }: Pick<FitChecks, 'recentOccupancy' | 'support'>,
  { acceptance, leastOccupancy }: TrainingConfig,
): string[] {
  const [shares, least, where] =
    acceptance === undefined
      ? ([recentOccupancy, leastOccupancy, 'the last rows'] as const)
      : ([support, acceptance.leastSupport, 'the rows'] as const);
  return REGIMES.filter((_, label) => shares[label]! < least).map(
    (regime) => `${regime} has less than ${least} of ${where}`,
  );
}

function labelsOf(parameters: HmmParameters, columns: readonly Float64Array[]): Float64Array {
  const hmm = createHmm(parameters);
  return labelProbabilities(hmm, filter(hmm, columns));
}

/** Mean probability of each label. */
function sharesOf(labels: Float64Array): number[] {
  return REGIMES.map((_, label) => {
    let sum = 0;
    for (let at = label; at < labels.length; at += REGIMES.length) sum += labels[at]!;
    return (sum * REGIMES.length) / labels.length;
  });
}

/** Mean of the features by the probability of a label; rows that lack a feature do not count for it. */
function centreOf(labels: Float64Array, columns: readonly Float64Array[], label: number): Float64Array {
  return Float64Array.from(columns, (column) => {
    let [sum, weight] = [0, 0];
    for (let t = 0; t < column.length; t++) {
      const value = column[t]!;
      if (Number.isNaN(value)) continue;
      const p = labels[t * REGIMES.length + label]!;
      sum += p * value;
      weight += p;
    }
    return weight > 0 ? sum / weight : 0;
  });
}

/** Share of rows with the same most likely label. */
function agreementOf(now: Float64Array, before: Float64Array): number {
  const width = REGIMES.length;
  const top = (labels: Float64Array, row: number): number => {
    let best = 0;
    for (let k = 1; k < width; k++) if (labels[row * width + k]! > labels[row * width + best]!) best = k;
    return best;
  };
  const rows = now.length / width;
  let same = 0;
  for (let row = 0; row < rows; row++) same += Number(top(now, row) === top(before, row));
  return same / rows;
}
