import { rowsOf } from '@barograph/contract';
import type { SignumRow, SignumTracker } from '@barograph/indicators';
import type { AnyEngine, EngineDefinition } from '../../../src/services/engines/engine.ts';
import { signumEngine } from '../../../src/services/engines/signum.ts';

/** One list holds engines of any types. */
export const any: readonly AnyEngine[] = [signumEngine];

/** An engine may need the rows of another, and gets them as what they are. */
export const after: EngineDefinition<'signum', SignumTracker, SignumRow, { readonly signum: SignumRow }> = {
  ...signumEngine,
  needs: { signum: rowsOf<SignumRow>('signum') },
  row: (_tracker, _about, _asOf, { signum }) => signum,
};

export const wrongNeed: EngineDefinition<'signum', SignumTracker, SignumRow, { readonly signum: { x: number } }> = {
  ...signumEngine,
  // @ts-expect-error -- other rows than those that are needed
  needs: { signum: rowsOf<SignumRow>('signum') },
  row: (_tracker, _about, _asOf, { signum }) => ({ ...signumEngine.row(_tracker, _about, _asOf, {}), adx: signum.x }),
};

export const wrongRecord: EngineDefinition<'signum', SignumTracker, SignumRow> = {
  ...signumEngine,
  // @ts-expect-error -- the snapshot holds other records
  encode: (row) => row,
};

export const wrongTracker: EngineDefinition<'signum', SignumTracker, SignumRow> = {
  ...signumEngine,
  // @ts-expect-error -- a tracker of another engine
  create: () => ({ snapshot: () => null }),
};

export const wrongMemory: EngineDefinition<
  'signum',
  SignumTracker,
  SignumRow,
  Readonly<Record<string, never>>,
  number
> = {
  ...signumEngine,
  // @ts-expect-error -- the state is a number
  market: { version: 'm/1', start: 'none', next: (state) => state },
};

// @ts-expect-error -- no snapshot has that name
export const wrongName: EngineDefinition<'nothing', SignumTracker, SignumRow> = signumEngine;
