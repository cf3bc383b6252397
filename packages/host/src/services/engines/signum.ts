/** SIGNUM_RGG as an engine of the universe. */

import { encodeSignumBreadth, encodeSignumRow, signumItem } from '@barograph/contract';
import {
  createSignumTracker,
  SIGNUM_V1,
  signumBreadth,
  type SignumRow,
  type SignumTracker,
} from '@barograph/indicators';
import type { EngineDefinition } from './engine.ts';

export const signumEngine: EngineDefinition<'signum', SignumTracker, SignumRow> = {
  name: 'signum',
  snapshot: 'signum-snapshot/1',
  version: SIGNUM_V1.version,
  needs: {},
  create: (resume) => createSignumTracker(SIGNUM_V1, resume),
  row: (tracker, about, asOf) => tracker.row(about, asOf),
  encode: (row) => signumItem(encodeSignumRow(row)),
  head: ({ members, warming }) => ({
    breadth: encodeSignumBreadth(signumBreadth(members.map(({ row }) => row))),
    warming,
  }),
};
