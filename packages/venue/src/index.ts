export { FAULT_KINDS, readFaultOrder, type FaultOrder } from './fault-order.ts';
export { MOST_PAIRS, MOST_PERPS, SIMULATED_PAIRS, SIMULATED_PERPS } from './universe.ts';
export { openVenue, type Venue } from './venue.ts';
