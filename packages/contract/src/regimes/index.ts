/** Long-horizon regimes, with the baskets that suit them. */

import { feature } from '../feature.ts';
import { baskets } from './baskets.ts';
import { regimesCurrent } from './current.ts';
import { regimesHistory } from './history.ts';
import { regimesList } from './list.ts';
import { regimesReconstructed } from './reconstructed.ts';
import { cyclePublication } from './publication.ts';

export { cycleCurrent, type CycleCurrentWire } from './current-row.ts';
export { encodeCycleDay, type CycleDayWire } from './day-row.ts';
export { cycleHistoryEntry, type CycleHistoryEntryWire } from './history-row.ts';
export {
  CYCLE_ARCHIVE,
  CYCLE_PAST,
  cyclePublication,
  type CycleArchive,
  type CycleHead,
  type CyclePast,
  type ReconstructedCycle,
} from './publication.ts';
export const regimes = feature({
  publications: [cyclePublication],
  operations: [regimesList, regimesCurrent, regimesHistory, regimesReconstructed, baskets],
  families: { regimes: 'Long-horizon regimes, and the baskets that suit them.' },
});
