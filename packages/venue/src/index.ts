export { FAULT_KINDS, type FaultOrder, readFaultOrder } from './fault-order.ts';
export { MOST_PAIRS, MOST_PERPS, SIMULATED_PAIRS, SIMULATED_PERPS } from './universe.ts';
export { type Venue, openVenue } from './venue.ts';
