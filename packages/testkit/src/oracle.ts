/** Frozen results of independent implementations: `fixtures/oracles/<algo>/case-*.json`. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shown, UsageError } from '@barograph/core';
import { checkTolerance, type Tolerance } from './tolerance.ts';

/** Frozen result, and its tolerance. */
export interface OracleCase<Input = unknown, Expected = unknown> {
  /** File name without the folder. */
  readonly file: string;
  /** Program that computed the values, with version: `TTR 0.24.4 / R 4.4`. */
  readonly oracle: string;
  readonly tolerance: Tolerance;
  /** Reason for this tolerance and not a smaller one. */
  readonly why: string;
  readonly input: Input;
  readonly expected: Expected;
}

const FOLDER: string = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'oracles');

function parse<Input, Expected>(file: string, text: string): OracleCase<Input, Expected> {
  const read = JSON.parse(text) as Partial<OracleCase<Input, Expected>>;
  for (const key of ['oracle', 'why'] as const) {
    if (typeof read[key] !== 'string' || read[key] === '') {
      throw new UsageError(`${file} "${key}" expected a text, got ${shown(read[key])}`);
    }
  }
  for (const key of ['input', 'expected', 'tolerance'] as const) {
    if (read[key] === undefined) throw new UsageError(`${file} "${key}" expected a value, got none`);
  }
  const oracle = { ...read, file } as OracleCase<Input, Expected>;
  checkTolerance(oracle.tolerance);
  return oracle;
}

/**
 * Loads the cases of one algorithm, by file name. Contents are untyped; the caller names the types.
 *
 * @param algo name of the folder in `fixtures/oracles`.
 * @param folder root of the cases. @default `fixtures/oracles` of the repository
 * @throws {UsageError} when there is no case, or a case lacks a part: an oracle test must not pass without cases.
 * @example
 * const [first] = loadOracles('ttr');
 * [first?.file, first?.oracle, first?.tolerance.rel]; // → [ 'case-btc-14.json', 'TTR 0.24.3 / R 4.2.2', 1e-10 ]
 */
export function loadOracles<Input = unknown, Expected = unknown>(
  algo: string,
  folder: string = FOLDER,
): readonly OracleCase<Input, Expected>[] {
  const path = join(folder, algo);
  const files = readdirSync(path).filter((name) => name.startsWith('case-') && name.endsWith('.json'));
  if (files.length === 0) throw new UsageError(`"${algo}" expected files named case-*.json, got none`);
  return files.sort().map((file) => parse<Input, Expected>(file, readFileSync(join(path, file), 'utf8')));
}
