/**
 * Weighted mean of scores that tolerates missing feeds: the weights of the available parts are rescaled to sum to one.
 *
 * A feed that reported "nothing happened" scores 0 and counts. A feed that did not answer is `null` and does not count.
 */

import { within } from './check.ts';
import { shown, UsageError } from './errors.ts';
import { compensatedSum } from './numerics.ts';

/** Parts of a composite and their weights. Every result carries the version. */
export interface CompositeConfig<Name extends string> {
  readonly version: string;
  /** Weights, finite and above 0; they need not sum to one. */
  readonly weights: Readonly<Record<Name, number>>;
}

/** Composite score with the share of each part. */
export interface Composite<Name extends string> {
  readonly configVersion: string;
  /** Score 0…100 to one decimal; null when no part is available. */
  readonly score: number | null;
  /** Score before rounding. */
  readonly exactScore: number | null;
  /** Whether a part is missing. */
  readonly partial: boolean;
  readonly inputsAvailable: Readonly<Record<Name, boolean>>;
  /** Scores of the parts; null for a missing one. */
  readonly subScores: Readonly<Record<Name, number | null>>;
  /** Share of each part in the score; they sum to one, and a missing part has 0. */
  readonly effectiveWeights: Readonly<Record<Name, number>>;
}

/**
 * Computes the composite of the available scores.
 *
 * @param subScores score within 0…100 for each part of the config; null when its feed is unavailable.
 * @throws {UsageError} when a weight is not above 0, a part is missing or not in the config, or a score is outside
 * 0…100.
 * @example
 * composite({ version: 'mine/1', weights: { a: 1, b: 3 } }, { a: 100, b: null }).score; // → 100
 */
export function composite<Name extends string>(
  config: CompositeConfig<Name>,
  subScores: Readonly<Record<Name, number | null>>,
): Composite<Name> {
  const names = partNames(config, subScores);
  const available = names.filter((name) => subScores[name] !== null);
  const total = compensatedSum(available.map((name) => config.weights[name]));
  const scores = available.map((name) => subScores[name]!);
  const products = available.map((name, i) => config.weights[name] * scores[i]!);
  // A mean lies between its parts; the bounds undo rounding, so that a single part returns itself.
  const exactScore =
    available.length === 0
      ? null
      : Math.min(Math.max(compensatedSum(products) / total, Math.min(...scores)), Math.max(...scores));
  const record = <T>(value: (name: Name) => T): Readonly<Record<Name, T>> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has an entry for every name
    Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, T>;
  return {
    configVersion: config.version,
    score: exactScore === null ? null : Math.floor(exactScore * 10 + 0.5) / 10,
    exactScore,
    partial: available.length < names.length,
    inputsAvailable: record((name) => subScores[name] !== null),
    subScores: record((name) => subScores[name]),
    effectiveWeights: record((name) => (subScores[name] === null ? 0 : config.weights[name] / total)),
  };
}

function partNames<Name extends string>(
  config: CompositeConfig<Name>,
  subScores: Readonly<Record<Name, number | null>>,
): readonly Name[] {
  const names: Name[] = [];
  for (const name in config.weights) names.push(name);
  if (names.length === 0) throw new UsageError('"weights" expected at least one part, got none');
  for (const name of names) {
    const weight: unknown = config.weights[name];
    if (typeof weight !== 'number' || !(weight > 0 && weight < Infinity)) {
      throw new UsageError(`"weights.${name}" expected a finite number > 0, got ${shown(weight)}`);
    }
    if (subScores[name] !== null) within(`subScores.${name}`, subScores[name], 0, 100);
  }
  const stranger = Object.keys(subScores).find((name) => !Object.hasOwn(config.weights, name));
  if (stranger !== undefined) {
    throw new UsageError(`"subScores" expected only ${names.join(', ')}, got ${shown(stranger)}`);
  }
  return names;
}
