/** Positioning: splits and ladders. Their operations come with the account states of the host. */

export { ladderBinRow, ladderRow, type LadderSource, type LadderWire } from './ladder-row.ts';
export { positioningAnswer, type PositioningWire } from './positioning-answer.ts';
export { holdingRow, type PositioningSource } from './split-row.ts';
