/** Parts of a walk-forward, computed by the workers of a queue. */

import type { SpreadParts } from '@barograph/lab';
import type { Io } from '../io.ts';
import { spread } from './batch.ts';
import type { DatabaseFlag } from './flags.ts';

/** Computes parts by the workers of a queue. */
export function spreadParts(io: Io, flags: DatabaseFlag): SpreadParts {
  return async (inputs, names) => {
    const named = names.map((name) => ({ name, input: name }));
    const batch = await spread<string, string>(io, flags, 'walk-forward', inputs, named);
    return { result: async (part): Promise<unknown> => JSON.parse(await batch.result(part)), end: batch.end };
  };
}
