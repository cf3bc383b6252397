/** Values of an outside source, one by one: what cannot be true is unknown, and is reported. */

import { LATEST_TIME, shown, UNTIL_LATEST } from '@barograph/core';

/** Reports of a payload; the first ones are kept. */
export interface Faults {
  add(field: string, expected: string, got: unknown): void;
  /** One line; undefined without any. */
  summary(): string | undefined;
}

/** Faults named in a summary. */
const NAMED = 3;

/** A new list of reports. */
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

/** Values that a number may have. */
export type Domain = 'any' | 'zero or more' | 'above zero';

/** A decimal as sources write it: no spaces, no hexadecimal, not empty. */
const DECIMAL = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function inDomain(value: number, domain: Domain): boolean {
  if (!Number.isFinite(value)) return false;
  return domain === 'any' || (domain === 'above zero' ? value > 0 : value >= 0);
}

/** A number that the source writes as text. @returns NaN for anything else, which is reported. */
export function decimal(value: unknown, domain: Domain, field: string, faults: Faults): number {
  const number = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : NaN;
  if (inDomain(number, domain)) return number;
  faults.add(field, `a decimal${domain === 'any' ? '' : ` ${domain}`} as text`, value);
  return NaN;
}

/** The same, where null is an answer. @returns NaN for null, which is not reported. */
export function decimalOrNull(value: unknown, domain: Domain, field: string, faults: Faults): number {
  return value === null ? NaN : decimal(value, domain, field, faults);
}

/** A whole number that the source writes as one, of at least `least`. @returns NaN for anything else, which is reported. */
export function whole(value: unknown, field: string, faults: Faults, least: number = 0): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
  faults.add(field, `a whole number from ${least} on`, value);
  return NaN;
}

/** A moment in whole epoch ms, of at least `least`. @returns NaN for anything else, and for a time of another unit, which is reported. */
export function epochTime(value: unknown, field: string, faults: Faults, least: number = 0): number {
  const time = whole(value, field, faults, least);
  if (!(time > LATEST_TIME)) return time;
  faults.add(field, `epoch ms ${UNTIL_LATEST}`, value);
  return NaN;
}

/** A flag that may be left out. @returns false for anything else, which is reported. */
export function flag(value: unknown, field: string, faults: Faults): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true;
  faults.add(field, 'true, false or nothing', value);
  return false;
}
