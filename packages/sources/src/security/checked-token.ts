/** Token checked by a source, and common value parsers. */

import type { TokenCheck, TokenFinding } from '@barograph/stress';
import { at } from '../upstream/payload/at.ts';
import type { Faults } from '../upstream/payload/values.ts';
import type { TokenFacts } from '../market/pools.ts';

/** Token checked by a source. */
export interface CheckedToken {
  readonly facts: TokenFacts;
  readonly findings: readonly TokenFinding[];
}

/** Values of checks by name; NaN when absent. */
export type CheckValues = Readonly<Partial<Record<TokenCheck, number>>>;

/** Findings of a source. Absent values are unknown, never safe. */
export function findingsOf(source: string, values: CheckValues): readonly TokenFinding[] {
  let check: TokenCheck;
  const findings: TokenFinding[] = [];
  for (check in values) {
    const value = values[check] ?? NaN;
    findings.push({ check, source, state: Number.isNaN(value) ? 'unknown' : 'ok', value });
  }
  return findings;
}

/** Findings of an unavailable source. */
export function unavailable(source: string, checks: readonly TokenCheck[]): readonly TokenFinding[] {
  return checks.map((check) => ({ check, source, state: 'unavailable', value: NaN }));
}

/** Parses a boolean flag. @returns NaN when absent; other values are reported and become NaN. */
export function trueOrFalse(value: unknown, field: string, faults: Faults): number {
  if (value === undefined || value === null) return NaN;
  if (typeof value === 'boolean') return Number(value);
  faults.add(field, 'true or false', value);
  return NaN;
}

/**
 * Parses a share, a number or its text, to a fraction.
 *
 * @param whole value of the whole: 1, or 100 for percent.
 * @returns NaN when absent or empty; other values are reported and become NaN.
 */
export function shareOf(value: unknown, whole: number, field: string, faults: Faults): number {
  if (value === undefined || value === null || value === '') return NaN;
  const isText = typeof value === 'string' && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value);
  const number = typeof value === 'number' ? value : isText ? Number(value) : NaN;
  // Simulated trades may end slightly above the whole.
  if (number >= 0 && number <= whole * (1 + 1e-6)) return Math.min(1, number / whole);
  faults.add(field, `a share of up to ${whole}`, value);
  return NaN;
}

/** Parses a count, a number or its text. @returns NaN when absent; other values are reported and become NaN. */
export function countOf(value: unknown, field: string, faults: Faults): number {
  if (value === undefined || value === null || value === '') return NaN;
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number;
  faults.add(field, 'a whole number', value);
  return NaN;
}

/** Number of largest holders. */
const LARGEST = 10;

/**
 * Sum of the largest shares of a list.
 *
 * @param isCounted returns false for holders that cannot sell: locks, and the pools themselves.
 * @returns NaN for an empty list, or with an unknown share.
 */
export function largestShare(
  list: readonly unknown[],
  name: string,
  whole: number,
  faults: Faults,
  isCounted: (holder: unknown) => boolean = () => true,
): number {
  if (list.length === 0) return NaN;
  const shares = list.filter(isCounted).map((holder, i) => shareOf(at(holder, name), whole, `[${i}].${name}`, faults));
  const largest = shares.toSorted((a, b) => b - a).slice(0, LARGEST);
  return shares.some(Number.isNaN)
    ? NaN
    : Math.min(
        1,
        largest.reduce((sum, share) => sum + share, 0),
      );
}
