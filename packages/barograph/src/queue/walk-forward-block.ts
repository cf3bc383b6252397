/** Blocks of a walk-forward: its parts that need no other part. Results pass as JSON text, as a work folder stores them. */

import type { PartInputs } from '@barograph/lab';
import { loadLab } from '../lab.ts';
import type { Kind } from './kind.ts';

export const WALK_FORWARD_BLOCK: Kind<PartInputs, string, string> = {
  version: 'walk_forward_block/1',
  fault: (name) => (typeof name === 'string' ? undefined : `name: expected a text, got ${typeof name}`),
  open: async (_, inputs) => {
    const part = (await loadLab()).openParts(inputs);
    return { run: (name) => JSON.stringify(part(name)) };
  },
};
