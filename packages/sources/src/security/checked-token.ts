/** A token as one source of checks sees it, and the values that all of them read alike. */

import type { TokenCheck, TokenFinding } from '@barograph/stress';
import { at } from '../upstream/payload/at.ts';
import type { Faults } from '../upstream/payload/values.ts';
import type { TokenFacts } from '../market/pools.ts';

/** A token as one source checked it. */
export interface CheckedToken {
  readonly facts: TokenFacts;
  readonly findings: readonly TokenFinding[];
}

/** Values of checks by name; NaN where the source does not say. */
export type CheckValues = Readonly<Partial<Record<TokenCheck, number>>>;

/** Findings of a source: what it does not say is unknown, and never safe. */
export function findingsOf(source: string, values: CheckValues): readonly TokenFinding[] {
  let check: TokenCheck;
  const findings: TokenFinding[] = [];
  for (check in values) {
    const value = values[check] ?? NaN;
    findings.push({ check, source, state: Number.isNaN(value) ? 'unknown' : 'ok', value });
  }
  return findings;
}

/** The findings of a source that could not be asked. */
export function unavailable(source: string, checks: readonly TokenCheck[]): readonly TokenFinding[] {
  return checks.map((check) => ({ check, source, state: 'unavailable', value: NaN }));
}

/** A flag that is written as true and false. @returns NaN of nothing, and of anything else, which is reported. */
export function trueOrFalse(value: unknown, field: string, faults: Faults): number {
  if (value === undefined || value === null) return NaN;
  if (typeof value === 'boolean') return Number(value);
  faults.add(field, 'true or false', value);
  return NaN;
}

/**
 * A share as a fraction, of a number or its text.
 *
 * @param whole what stands for all: 1, or 100 of percent.
 * @returns NaN of nothing and of an empty text, and of anything else, which is reported.
 */
export function shareOf(value: unknown, whole: number, field: string, faults: Faults): number {
  if (value === undefined || value === null || value === '') return NaN;
  const isText = typeof value === 'string' && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value);
  const number = typeof value === 'number' ? value : isText ? Number(value) : NaN;
  // Simulated trades end a hair above everything.
  if (number >= 0 && number <= whole * (1 + 1e-6)) return Math.min(1, number / whole);
  faults.add(field, `a share of up to ${whole}`, value);
  return NaN;
}

/** A count, of a number or its text. @returns NaN of nothing, and of anything else, which is reported. */
export function countOf(value: unknown, field: string, faults: Faults): number {
  if (value === undefined || value === null || value === '') return NaN;
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number;
  faults.add(field, 'a whole number', value);
  return NaN;
}

/** Holders that count among the largest. */
const LARGEST = 10;

/**
 * Sum of the largest shares of a list.
 *
 * @param isCounted false of holders that cannot sell: locks, and the pools themselves.
 * @returns NaN of an empty list, or one with a share that is not known.
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
