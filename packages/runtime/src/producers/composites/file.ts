/** Composites from the operator's file, fully validated before the host starts. */

import type { OwnComposites, ScoredComposite } from '@barograph/contract';
import { err, ok, shown, type Result } from '@barograph/core';
import type { UserComposite } from '@barograph/stress/user';
import { readJsonFile } from '@barograph/sources';
import type { SnapshotStore } from '../../snapshots/snapshot-store.ts';
import { COMPOSITE_INPUTS } from './inputs.ts';

/** Named composite. */
export interface NamedComposite {
  readonly name: string;
  readonly composite: UserComposite;
}

const NAME = /^[a-z][a-z0-9_-]{0,39}$/;
const MOST = 50;
const INPUT_OF = new Map(COMPOSITE_INPUTS.map((input) => [input.name, input]));

/** Loads the expression parser only when a file needs it. */
async function readOne(name: string, given: unknown): Promise<Result<NamedComposite, string>> {
  if (!NAME.test(name)) return err(`${name}: expected a name of lower-case letters, digits, _ and - that begins with a letter`); // prettier-ignore
  const { userComposite } = await import('@barograph/stress/user');
  const read = userComposite(given);
  if (!read.ok) {
    const { field, expected, got } = read.error;
    return err(`${name}.${field}: expected ${expected}, got ${got}`);
  }
  const stranger = read.value.inputs.find((input) => !INPUT_OF.has(input));
  if (stranger !== undefined)
    return err(`${name}.inputs: expected only ${[...INPUT_OF.keys()].join(', ')}, got ${stranger}`);
  return ok({ name, composite: read.value });
}

/**
 * Parses composites from JSON: `{ "mine": { "version": "mine/1", "inputs": [...], "parts": {...} } }`.
 *
 * @returns the composites in their order, or one line per error.
 */
export async function compositesOf(given: unknown): Promise<Result<readonly NamedComposite[], readonly string[]>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return err([`expected a JSON object of composites by name, got ${shown(given)}`]);
  }
  const entries = Object.entries(given);
  if (entries.length > MOST) return err([`expected at most ${MOST} composites, got ${entries.length}`]);
  const found: NamedComposite[] = [];
  const faults: string[] = [];
  for (const [name, value] of entries) {
    const read = await readOne(name, value);
    if (read.ok) found.push(read.value);
    else faults.push(read.error);
  }
  return faults.length > 0 ? err(faults) : ok(found);
}

/**
 * Reads the composites of a file; empty without a file.
 *
 * @returns the composites, or the errors of the file, one per line.
 */
export async function readComposites(path: string | undefined): Promise<Result<readonly NamedComposite[], string>> {
  if (path === undefined) return ok([]);
  const read = readJsonFile('composites', path);
  if (!read.ok) return read;
  const result = await compositesOf(read.value);
  return result.ok ? result : err(result.error.map((fault) => `${path}: ${fault}`).join('\n'));
}

/** Scores composites from published numbers. */
export function createOwnComposites(
  composites: readonly NamedComposite[],
  snapshots: Pick<SnapshotStore, 'latest'>,
): OwnComposites {
  const byName = new Map(composites.map(({ name, composite }) => [name, composite]));
  return {
    names: [...byName.keys()],
    score: (name): ScoredComposite => {
      const composite = byName.get(name)!;
      const read = composite.inputs.map((input) => {
        const { publication, read: valueOf } = INPUT_OF.get(input)!;
        const snapshot = snapshots.latest(publication);
        const value = snapshot === undefined ? null : valueOf(snapshot);
        return { name: input, value, asOf: value === null ? Infinity : snapshot!.asOf };
      });
      const inputs = Object.fromEntries(read.map((input) => [input.name, input.value]));
      const oldest = Math.min(...read.map(({ asOf }) => asOf));
      return { ...composite.score(inputs), name, inputs, oldest: Number.isFinite(oldest) ? oldest : null };
    },
  };
}
