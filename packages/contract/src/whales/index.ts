/** Whale activity: rows and publication. The positioning feature has its operations. */

export { whaleDayRow, type WhaleDayWire } from './day-row.ts';
export { whalesPublication } from './publication.ts';
export { whalesRow, type WhalesRowWire } from './row.ts';
