/** Addresses of accounts, as a caller writes them. */

import { err, ok, shown, type Result } from '@barograph/core';
import { validationProblem, type Problem } from '../problem.ts';

const ADDRESS = /^0x[0-9a-f]{40}$/;

/** Parses a comma-separated list of addresses in lower case, or returns a 422 that names the first invalid one. */
export function decodeAddresses(list: string): Result<ReadonlySet<string>, Problem> {
  const addresses = list.split(',').map((item) => item.trim().toLowerCase());
  const wrong = addresses.find((address) => !ADDRESS.test(address));
  if (wrong === undefined) return ok(new Set(addresses));
  const msg = `expected 0x and 40 hexadecimal digits, got ${shown(wrong)}`;
  return err(validationProblem({ loc: ['query', 'address'], msg, type: 'value_error' }));
}

/** One address in lower case, or the 422. */
export function decodeAddress(text: string): Result<string, Problem> {
  const address = text.trim().toLowerCase();
  if (ADDRESS.test(address)) return ok(address);
  const msg = `expected 0x and 40 hexadecimal digits, got ${shown(text)}`;
  return err(validationProblem({ loc: ['query', 'address'], msg, type: 'value_error' }));
}
