/** Counts of hours by label and truth, the matching of both, and the accuracy after it. */

import { UsageError } from '@barograph/core';
import { leastAssignment } from '../../train/assignment.ts';

/** Hours by label (row) and truth (column). */
export interface Confusion {
  readonly counts: readonly (readonly number[])[];
  /** Hours of each truth, those without a label included. */
  readonly hours: readonly number[];
}

/**
 * Counts hours by label and truth. An hour without a label counts in the hours of its truth alone.
 *
 * @param labels −1 for an hour without a label.
 * @throws {UsageError} columns of different lengths, or a label outside its range.
 */
export function confusion(labels: Int8Array, truth: Int8Array, width: number, truths: number): Confusion {
  if (labels.length !== truth.length) {
    throw new UsageError(`"labels" expected ${truth.length} values like "truth", got ${labels.length}`);
  }
  const counts = Array.from({ length: width }, () => Array.from({ length: truths }, () => 0));
  const hours = Array.from({ length: truths }, () => 0);
  labels.forEach((label, t) => {
    if (label < -1 || label >= width) {
      throw new UsageError(`"labels[${t}]" expected a label within −1…${width - 1}, got ${label}`);
    }
    hours[truth[t]!]!++;
    if (label >= 0) counts[label]![truth[t]!]!++;
  });
  return { counts, hours };
}

/** Share of the hours of a truth that have a label; 0 for a truth without hours. */
const recall = ({ counts, hours }: Confusion, label: number, truth: number): number =>
  hours[truth] === 0 ? 0 : counts[label]![truth]! / hours[truth]!;

/**
 * Truth of each label, no truth twice, so that the sum of recalls is largest; −1 for labels that are left over. No
 * matching has a higher balanced accuracy.
 */
export function bestMatching(table: Confusion): Int8Array {
  const { counts, hours } = table;
  const [width, truths] = [counts.length, hours.length];
  const matching = new Int8Array(width).fill(-1);
  if (width <= truths) {
    matching.set(leastAssignment(counts.map((_, label) => hours.map((__, truth) => -recall(table, label, truth)))));
    return matching;
  }
  const labels = leastAssignment(hours.map((_, truth) => counts.map((__, label) => -recall(table, label, truth))));
  labels.forEach((label, truth) => (matching[label] = truth));
  return matching;
}

/**
 * Truth of each label, by the largest recall: several labels may share a truth. A label that never occurs gets −1.
 * Recalls, not counts, so that a rare truth can have a label.
 */
export function mergedMatching(table: Confusion): Int8Array {
  return Int8Array.from(table.counts, (row, label) =>
    row.every((count) => count === 0)
      ? -1
      : row.reduce((best, _, truth) => (recall(table, label, truth) > recall(table, label, best) ? truth : best), 0),
  );
}

/**
 * Mean recall of the truths that occur: 1 is perfect, and a rule with a single label has 1 over their number.
 *
 * @returns NaN without hours.
 * @source K. H. Brodersen, C. S. Ong, K. E. Stephan, J. M. Buhmann, The balanced accuracy and its posterior distribution,
 * ICPR 2010.
 */
export function balancedAccuracy(table: Confusion, matching: Int8Array): number {
  const occurring = [...table.hours.keys()].filter((truth) => table.hours[truth]! > 0);
  const sum = occurring.reduce(
    (total, truth) =>
      total +
      matching.reduce((part, matched, label) => part + (matched === truth ? recall(table, label, truth) : 0), 0),
    0,
  );
  return sum / occurring.length;
}
