import type { SignumRow, SignumTracker } from '@barograph/indicators';
import { rowsOf, type AnyEngine, type Engine } from './engine.ts';
import { signumEngine, type SignumHead } from './signum/engine.ts';
import type { SignumItemWire } from './signum/row.ts';

type Signum<Before = Readonly<Record<string, never>>, State = undefined> = Engine<
  SignumItemWire,
  SignumHead,
  SignumTracker,
  SignumRow,
  Before,
  State
>;

/** One list holds engines of any types. */
export const any: readonly AnyEngine[] = [signumEngine];

/** An engine may need the rows of another, and gets them as what they are. */
export const after: Signum<{ readonly signum: SignumRow }> = {
  ...signumEngine,
  needs: { signum: rowsOf<SignumRow>('signum') },
  row: (_tracker, _about, _asOf, { signum }) => signum,
};

export const wrongNeed: Signum<{ readonly signum: { x: number } }> = {
  ...signumEngine,
  // @ts-expect-error -- other rows than those that are needed
  needs: { signum: rowsOf<SignumRow>('signum') },
  row: (_tracker, _about, _asOf, { signum }) => ({ ...signumEngine.row(_tracker, _about, _asOf, {}), adx: signum.x }),
};

export const wrongRecord: Signum = {
  ...signumEngine,
  // @ts-expect-error -- lists hold other records
  encode: (row) => row,
};

export const wrongTracker: Signum = {
  ...signumEngine,
  // @ts-expect-error -- a tracker of another engine
  create: () => ({ snapshot: () => null }),
};

export const wrongMemory: Signum<Readonly<Record<string, never>>, number> = {
  ...signumEngine,
  // @ts-expect-error -- the state is a number
  market: { version: 'm/1', start: 'none', next: (state) => state },
};
