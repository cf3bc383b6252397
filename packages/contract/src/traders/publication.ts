/** Publications of the traders cycle: the tracked traders with their profiles, and the positions of large accounts. */

import { Type, type Static } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { publication } from '../published.ts';
import { nullable } from '../scalar.ts';
import { topTraderRow, traderProfileRow, type Trader } from './trader-row.ts';
import { walletRow, type WalletWire } from './wallet-row.ts';

const field = fieldsOf<Trader>();
/** Both rows of a trader. */
export const traderRecord = record(null, {
  top: field.inner(topTraderRow, (trader) => trader),
  profile: field.inner(traderProfileRow, (trader) => trader),
});
/** Trader, in the form that is published. */
export type TraderRecordWire = WireOf<typeof traderRecord>;

const moment = Type.Integer();
const tradersHead = Type.Object({
  /** Time when the leaderboard was read, epoch ms. */
  readAt: moment,
  /** Accounts on the venue's list. */
  listed: Type.Integer(),
  /** Traders with fetched fills, and the earliest of those fetches; null before the first. */
  profiled: Type.Integer(),
  oldestProfile: nullable(moment),
  /** Span of requested fills, ms, and accounts requested per cycle. */
  windowMs: Type.Integer(),
  perCycle: Type.Integer(),
});
/** Facts about the tracked traders. */
export type TradersHead = Static<typeof tradersHead>;

/** Ordered by score; traders without a score follow, by account value. */
export const tradersPublication = publication<TraderRecordWire, TradersHead>('traders', 'traders-snapshot/1', {
  head: tradersHead,
  record: traderRecord.schema,
});

const walletsHead = Type.Object({
  /** Time of the positions, epoch ms. */
  positionsAsOf: moment,
  /** Accounts that the source tracks, and those that its cycle skipped. */
  tracked: Type.Integer(),
  leftOut: Type.Integer(),
  /** Marks and margin tiers of the coins, applied to accounts requested by address. */
  terms: Type.Array(
    Type.Object({
      coin: Type.String(),
      mark: Type.Number(),
      tiers: Type.Optional(Type.Array(Type.Object({ from: Type.Number(), maxLeverage: Type.Number() }))),
    }),
  ),
});
/** Facts about the tracked accounts. */
export type WalletsHead = Static<typeof walletsHead>;

/** Accounts with the largest values, largest first. */
export const walletsPublication = publication<WalletWire, WalletsHead>('wallets', 'wallets-snapshot/1', {
  head: walletsHead,
  record: walletRow.schema,
});
