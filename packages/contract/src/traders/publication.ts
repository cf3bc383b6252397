/** Publications of the traders cycle: the tracked traders with their profiles, and the positions of large accounts. */

import { Type, type Static } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { publication } from '../published.ts';
import { nullable } from '../scalar.ts';
import { topTraderRow, traderProfileRow, type Trader } from './trader-row.ts';
import { walletRow, type WalletWire } from './wallet-row.ts';

const of = fieldsOf<Trader>();
/** Both rows of a trader. */
export const traderRecord = record(null, {
  top: of.inner(topTraderRow, (trader) => trader),
  profile: of.inner(traderProfileRow, (trader) => trader),
});
/** Those rows on the wire. */
export type TraderRecordWire = WireOf<typeof traderRecord>;

const moment = Type.Integer();
const tradersHead = Type.Object({
  /** Moment at which the leaderboard was read, epoch ms. */
  readAt: moment,
  /** Accounts on the venue's list. */
  listed: Type.Integer(),
  /** Traders whose fills were fetched, and the earliest fetch among them; null before the first. */
  profiled: Type.Integer(),
  oldestProfile: nullable(moment),
  /** Span of fills that is asked for, ms, and accounts that are asked for in a cycle. */
  windowMs: Type.Integer(),
  perCycle: Type.Integer(),
});
/** Facts about the tracked traders. */
export type TradersHead = Static<typeof tradersHead>;

/** By score; those without one after them, by account value. */
export const tradersPublication = publication<TraderRecordWire, TradersHead>('traders', 'traders-snapshot/1', {
  head: tradersHead,
  record: traderRecord.schema,
});

const walletsHead = Type.Object({
  /** Moment of the positions, epoch ms. */
  positionsAsOf: moment,
  /** Accounts that the source tracks, and those that its cycle left out. */
  tracked: Type.Integer(),
  leftOut: Type.Integer(),
  /** Marks and margin tiers of the coins: positions of an account that is asked for by address stand at them. */
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

/** The accounts of the largest value, largest first. */
export const walletsPublication = publication<WalletWire, WalletsHead>('wallets', 'wallets-snapshot/1', {
  head: walletsHead,
  record: walletRow.schema,
});
