/** Validates values of an outside source one by one: an invalid value becomes unknown and is reported. */

import { LATEST_TIME, shown, UNTIL_LATEST } from '@barograph/core';

/** Faults of a payload; only the first ones are kept. */
export interface Faults {
  add(field: string, expected: string, got: unknown): void;
  /** One line; undefined without faults. */
  summary(): string | undefined;
}

/** Faults named in a summary. */
const NAMED = 3;

/** Creates an empty list of faults. */
export function createFaults(): Faults {
  const lines: string[] = [];
  let count = 0;
  return {
    add: (field, expected, got) => {
      count++;
      if (lines.length < NAMED) lines.push(`${field} expected ${expected}, got ${shown(got)}`);
    },
    summary: () => {
      if (count === 0) return undefined;
      return count <= NAMED ? lines.join('; ') : `${lines.join('; ')}; and ${count - NAMED} more`;
    },
  };
}

/** Allowed range of a number. */
export type Domain = 'any' | 'zero or more' | 'above zero';

/** Decimal as sources write it: no spaces, no hexadecimal, not empty. */
const DECIMAL = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function inDomain(value: number, domain: Domain): boolean {
  if (!Number.isFinite(value)) return false;
  return domain === 'any' || (domain === 'above zero' ? value > 0 : value >= 0);
}

/** Parses a number that the source writes as text. @returns NaN for an invalid value, which is reported. */
export function decimal(value: unknown, domain: Domain, field: string, faults: Faults): number {
  const number = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : NaN;
  if (inDomain(number, domain)) return number;
  faults.add(field, `a decimal${domain === 'any' ? '' : ` ${domain}`} as text`, value);
  return NaN;
}

/** Like {@link decimal}, with null allowed. @returns NaN for null, which is not reported. */
export function decimalOrNull(value: unknown, domain: Domain, field: string, faults: Faults): number {
  return value === null ? NaN : decimal(value, domain, field, faults);
}

/** Reads an integer of at least `least`. @returns NaN for an invalid value, which is reported. */
export function whole(value: unknown, field: string, faults: Faults, least: number = 0): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
  faults.add(field, `a whole number from ${least} on`, value);
  return NaN;
}

/** Reads a time in whole epoch ms of at least `least`. @returns NaN for an invalid value or another unit, which is reported. */
export function epochTime(value: unknown, field: string, faults: Faults, least: number = 0): number {
  const time = whole(value, field, faults, least);
  if (!(time > LATEST_TIME)) return time;
  faults.add(field, `epoch ms ${UNTIL_LATEST}`, value);
  return NaN;
}

/** Reads an optional flag. @returns false for an invalid value, which is reported. */
export function flag(value: unknown, field: string, faults: Faults): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true;
  faults.add(field, 'true, false or nothing', value);
  return false;
}
