/** Traders: activity of single accounts. */

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
export { TRADERS, type AccountFound, type TradersService } from './port.ts';
export {
  traderRecord,
  tradersPublication,
  walletsPublication,
  type TraderRecordWire,
  type TradersHead,
  type WalletsHead,
} from './publication.ts';
export {
  type ProfiledFills,
  type SpanFigures,
  type TopTraderWire,
  type Trader,
  type TraderProfileWire,
} from './trader-row.ts';
export { walletRow, walletsOf, type WalletAt, type WalletWire } from './wallet-row.ts';
