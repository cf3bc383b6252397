/** Whale activity: its rows. The operations come with the host's cycle. */

export { whaleDayRow, type WhaleDayWire } from './day-row.ts';
export { whalesRow, type WhalesRowWire } from './row.ts';
