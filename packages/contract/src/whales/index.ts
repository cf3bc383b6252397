/** Whale activity: its rows and its publication. Its operations are of the feature of positioning. */

export { whaleDayRow, type WhaleDayWire } from './day-row.ts';
export { whalesPublication } from './publication.ts';
export { whalesRow, type WhalesRowWire } from './row.ts';
