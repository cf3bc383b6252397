/** Traders: what single accounts do. */

export { traders } from './feature.ts';
export {
  POSITION_CHANGES,
  positionChangesPublication,
  type PositionChangesArchive,
  type PositionChangesHead,
  type PositionCycle,
  type WalletChange,
} from './wallet-signals-port.ts';
export { SIGNALS_MAX, type WalletSignalsWire } from './wallet-signals-row.ts';
