export { createNotional30, notional30, type Notional30Snapshot } from './volume/notional30.ts';
