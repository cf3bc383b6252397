/** SIGNUM_RGG as an engine of the universe. */

import {
  createSignumTracker,
  SIGNUM_V2,
  signumBreadth as breadthOf,
  type SignumBreadth,
  type SignumRow,
  type SignumTracker,
} from '@barograph/indicators';
import type { Engine } from '../engine.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { symbolsHead, type SymbolsHead } from '../published.ts';
import { isReady, signumRow, type SignumItemWire } from './row.ts';

const field = fieldsOf<SignumBreadth>();
const COUNT = { minimum: 0 };
const SHARE = { minimum: 0, maximum: 100 };

/** Colours over the whole universe, encoded once per refresh. */
export const signumBreadth = record(
  'SignumBreadth',
  {
    total: field.integer('Rows with a colour that are neither pegged nor stale.', (b) => b.total, COUNT),
    green: field.integer('Green rows among them.', (b) => b.green, COUNT),
    grey: field.integer('Grey rows among them.', (b) => b.grey, COUNT),
    red: field.integer('Red rows among them.', (b) => b.red, COUNT),
    pct_green: field.numberOrNull('Green rows, percent of total; null when total is 0.', (b) => b.pctGreen, SHARE),
    pct_grey: field.numberOrNull('Grey rows, percent of total; null when total is 0.', (b) => b.pctGrey, SHARE),
    pct_red: field.numberOrNull('Red rows, percent of total; null when total is 0.', (b) => b.pctRed, SHARE),
  },
  'Colours over the whole universe, whatever the filters.',
);

/** Head of the SIGNUM_RGG rows. */
export interface SignumHead extends SymbolsHead {
  readonly breadth: WireOf<typeof signumBreadth>;
}

/** Scores completed days, the forming day, hours and 4h bars of every symbol. */
export const signumEngine: Engine<SignumItemWire, SignumHead, SignumTracker, SignumRow> = {
  name: 'signum',
  snapshot: 'signum-snapshot/1',
  shape: { head: symbolsHead({ breadth: signumBreadth.schema }), record: signumRow.schema },
  version: SIGNUM_V2.version,
  needs: {},
  create: (resume) => createSignumTracker(SIGNUM_V2, resume),
  row: (tracker, about, asOf) => tracker.row(about, asOf),
  encode: (row) => (isReady(row) ? signumRow.encode(row) : undefined),
  head: ({ members, warming }) => ({
    breadth: signumBreadth.encode(breadthOf(members.map(({ row }) => row))),
    warming,
  }),
};
