/** Positioning: splits, ladders, gamma analog and whales of the tracked accounts, from one cycle. */

import { feature } from '../feature.ts';
import { quantGexHistory } from '../gamma/gex-history.ts';
import { quantGex } from '../gamma/gex.ts';
import { quantWhalesHistory } from '../whales/history.ts';
import { whalesPublication } from '../whales/publication.ts';
import { quantWhales } from '../whales/whales.ts';
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
export { shareOf } from './share.ts';
export { holdingRow, type PositioningSource } from './split-row.ts';
export const positioning = feature({
  publications: [positioningPublication, whalesPublication],
  operations: [quantPositioning, quantLadder, quantGex, quantGexHistory, quantWhales, quantWhalesHistory],
});
