/** The technical regime as an engine of the universe. Its memory holds the share of squeezes on each archived day. */

import {
  breadthArchive,
  createTechnicalTracker,
  squeezeBreadth,
  TECHNICAL_V2,
  type BreadthArchiveState,
  type BreadthRank,
  type SqueezeBreadth,
  type TechnicalRow,
  type TechnicalTracker,
} from '@barograph/indicators';
import type { Engine, Member } from '../engine.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { symbolsHead, type SymbolsHead } from '../published.ts';
import { isReady, technicalRow, type TechnicalItemWire } from './row.ts';

const field = fieldsOf<SqueezeBreadth & BreadthRank>();
const COUNT = { minimum: 0 };
const PERCENTAGE = { minimum: 0, maximum: 100 };

/** Squeezes over the whole universe, encoded once per refresh. */
export const technicalBreadth = record(
  'TechnicalBreadth',
  {
    total: field.integer('Rows whose squeeze is known; pegged and stale ones are outside.', (b) => b.total, COUNT),
    in_squeeze: field.integer('Rows among them that are in a squeeze.', (b) => b.inSqueeze, COUNT),
    pct_in_squeeze: field.numberOrNull(
      'in_squeeze, percent of total; null when total is 0.',
      (b) => b.pctInSqueeze,
      PERCENTAGE,
    ),
    pct_in_squeeze_pctile_30d: field.numberOrNull(
      'Rank of pct_in_squeeze among the archived days and itself; null until 10 days are archived.',
      (b) => b.percentile,
      PERCENTAGE,
    ),
    history_days: field.integer('Archived UTC days of the last 30.', (b) => b.historyDays, { minimum: 0, maximum: 30 }),
  },
  'Squeezes over the whole universe, whatever the filters.',
);

/** Head of the technical rows. */
export interface TechnicalHead extends SymbolsHead {
  readonly breadth: WireOf<typeof technicalBreadth>;
}

const archive = breadthArchive(TECHNICAL_V2);

function breadthOf(members: readonly Member<TechnicalTracker, TechnicalRow>[]): SqueezeBreadth {
  return squeezeBreadth(members.map(({ row }) => row));
}

/** Ranks today's share of squeezes among the archived days. */
export const technicalEngine: Engine<
  TechnicalItemWire,
  TechnicalHead,
  TechnicalTracker,
  TechnicalRow,
  Readonly<Record<string, never>>,
  BreadthArchiveState
> = {
  name: 'technical',
  snapshot: 'technical-snapshot/1',
  shape: { head: symbolsHead({ breadth: technicalBreadth.schema }), record: technicalRow.schema },
  version: TECHNICAL_V2.version,
  needs: {},
  create: (resume) => createTechnicalTracker(TECHNICAL_V2, resume),
  row: (tracker, about, asOf) => tracker.row(about, asOf),
  encode: (row) => (isReady(row) ? technicalRow.encode(row) : undefined),
  market: {
    version: 'squeeze-breadth/1',
    start: archive.initial,
    next: (state, members, asOf) => archive.step(state, { at: asOf, pct: breadthOf(members).pctInSqueeze }).state,
  },
  head: ({ members, warming, market, asOf }) => {
    const breadth = breadthOf(members);
    const { output: rank } = archive.step(market, { at: asOf, pct: breadth.pctInSqueeze });
    return { breadth: technicalBreadth.encode({ ...breadth, ...rank }), warming };
  },
};
