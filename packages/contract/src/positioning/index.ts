/** Positioning: splits and ladders of the tracked accounts. The gamma analog is of the same cycle. */

import { feature } from '../feature.ts';
import { quantLadder } from './ladder.ts';
import { quantPositioning } from './positioning.ts';
import { positioningPublication } from './publication.ts';

export { ladderBinRow, ladderRow, type LadderSource, type LadderWire } from './ladder-row.ts';
export { POSITIONING, type PositioningArchive } from './port.ts';
export { positioningAnswer, positioningMeta, type PositioningWire } from './positioning-answer.ts';
export {
  positioningPublication,
  positioningRecord,
  type CoinPositioning,
  type PositioningHead,
  type PositioningRecordWire,
} from './publication.ts';
export { holdingRow, type PositioningSource } from './split-row.ts';
export const positioning = feature({
  publications: [positioningPublication],
  operations: [quantPositioning, quantLadder],
});
