/** The technical regime as an engine of the universe. Its memory is the share of squeezes on each archived day. */

import { encodeTechnicalBreadth, encodeTechnicalRow, technicalItem } from '@barograph/contract';
import {
  breadthArchive,
  createTechnicalTracker,
  squeezeBreadth,
  TECHNICAL_V1,
  type BreadthArchiveState,
  type SqueezeBreadth,
  type TechnicalRow,
  type TechnicalTracker,
} from '@barograph/indicators';
import type { EngineDefinition, Member } from './engine.ts';

const archive = breadthArchive(TECHNICAL_V1);

function breadthOf(members: readonly Member<TechnicalTracker, TechnicalRow>[]): SqueezeBreadth {
  return squeezeBreadth(members.map(({ row }) => row));
}

export const technicalEngine: EngineDefinition<
  'technical',
  TechnicalTracker,
  TechnicalRow,
  Readonly<Record<string, never>>,
  BreadthArchiveState
> = {
  name: 'technical',
  snapshot: 'technical-snapshot/1',
  version: TECHNICAL_V1.version,
  needs: {},
  create: (resume) => createTechnicalTracker(TECHNICAL_V1, resume),
  row: (tracker, about, asOf) => tracker.row(about, asOf),
  encode: (row) => technicalItem(encodeTechnicalRow(row)),
  market: {
    version: 'squeeze-breadth/1',
    start: archive.initial,
    next: (state, members, asOf) => archive.step(state, { at: asOf, pct: breadthOf(members).pctInSqueeze }).state,
  },
  head: ({ members, warming, market, asOf }) => {
    const breadth = breadthOf(members);
    const { output: rank } = archive.step(market, { at: asOf, pct: breadth.pctInSqueeze });
    return { breadth: encodeTechnicalBreadth(breadth, rank), warming };
  },
};
