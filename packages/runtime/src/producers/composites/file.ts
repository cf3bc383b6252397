/** Composites of the operator's file, checked whole before the host starts. */

import type { OwnComposites, ScoredComposite } from '@barograph/contract';
import { err, ok, shown, type Result } from '@barograph/core';
import type { UserComposite } from '@barograph/stress/user';
import { readJsonFile } from '@barograph/sources';
import type { SnapshotStore } from '../../snapshots/snapshot-store.ts';
import { COMPOSITE_INPUTS } from './inputs.ts';

/** A composite under its name. */
export interface NamedComposite {
  readonly name: string;
  readonly composite: UserComposite;
}

const NAME = /^[a-z][a-z0-9_-]{0,39}$/;
const MOST = 50;
const INPUT_OF = new Map(COMPOSITE_INPUTS.map((one) => [one.name, one]));

/** Nothing of the parser of expressions is loaded where no file asks for it. */
async function readOne(name: string, given: unknown): Promise<Result<NamedComposite, string>> {
  if (!NAME.test(name)) return err(`${name}: expected a name of lower-case letters, digits, _ and - that begins with a letter`); // prettier-ignore
  const { userComposite } = await import('@barograph/stress/user');
  const read = userComposite(given);
  if (!read.ok) {
    const { field, expected, got } = read.error;
    return err(`${name}.${field}: expected ${expected}, got ${got}`);
  }
  const stranger = read.value.inputs.find((one) => !INPUT_OF.has(one));
  if (stranger !== undefined)
    return err(`${name}.inputs: expected only ${[...INPUT_OF.keys()].join(', ')}, got ${stranger}`);
  return ok({ name, composite: read.value });
}

/**
 * The composites of a JSON value: `{ "mine": { "version": "mine/1", "inputs": [...], "parts": {...} } }`.
 *
 * @returns the composites in their order, or one line for each fault.
 */
export async function compositesOf(given: unknown): Promise<Result<readonly NamedComposite[], readonly string[]>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return err([`expected a JSON object of composites by name, got ${shown(given)}`]);
  }
  const entries = Object.entries(given);
  if (entries.length > MOST) return err([`expected at most ${MOST} composites, got ${entries.length}`]);
  const found: NamedComposite[] = [];
  const faults: string[] = [];
  for (const [name, one] of entries) {
    const read = await readOne(name, one);
    if (read.ok) found.push(read.value);
    else faults.push(read.error);
  }
  return faults.length > 0 ? err(faults) : ok(found);
}

/**
 * The composites of a file; none without one.
 *
 * @returns the composites, or the faults of the file, one a line.
 */
export async function readComposites(path: string | undefined): Promise<Result<readonly NamedComposite[], string>> {
  if (path === undefined) return ok([]);
  const read = readJsonFile('composites', path);
  if (!read.ok) return read;
  const made = await compositesOf(read.value);
  return made.ok ? made : err(made.error.map((fault) => `${path}: ${fault}`).join('\n'));
}

/** Scores composites from what is published. */
export function createOwnComposites(
  composites: readonly NamedComposite[],
  snapshots: Pick<SnapshotStore, 'latest'>,
): OwnComposites {
  const byName = new Map(composites.map(({ name, composite }) => [name, composite]));
  return {
    names: [...byName.keys()],
    score: (name): ScoredComposite => {
      const composite = byName.get(name)!;
      const read = composite.inputs.map((one) => {
        const { publication, read: valueOf } = INPUT_OF.get(one)!;
        const snapshot = snapshots.latest(publication);
        const value = snapshot === undefined ? null : valueOf(snapshot);
        return { name: one, value, asOf: value === null ? Infinity : snapshot!.asOf };
      });
      const inputs = Object.fromEntries(read.map((one) => [one.name, one.value]));
      const oldest = Math.min(...read.map(({ asOf }) => asOf));
      return { ...composite.score(inputs), name, inputs, oldest: Number.isFinite(oldest) ? oldest : null };
    },
  };
}
