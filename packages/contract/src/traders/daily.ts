/** GET /daily/pd-traders: leaderboard, positions of its accounts, and figures of the tracked set. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import type { View } from '../published.ts';
import { keptByView } from '../shapes/kept.ts';
import { sourced, withSource } from '../shapes/sourced.ts';
import type { TraderRecordWire, TradersHead, WalletsHead } from './publication.ts';
import { ofTraders, publishedTraders, publishedWallets } from './published.ts';
import { leaderboardFields } from './top-traders.ts';
import { topTraderRow } from './trader-row.ts';
import { trackedFields } from './wallet-positions.ts';
import { walletRow, type WalletWire } from './wallet-row.ts';

interface Both {
  readonly traders: View<TraderRecordWire, TradersHead>;
  readonly wallets: View<WalletWire, WalletsHead>;
}
const field = fieldsOf<Both>();
const facts = fieldsOf<TradersHead & WalletsHead & { readonly computedAt: number }>();
const seconds = (from: number, to: number): number => Math.max(0, (to - from) / 1000);

const tracking = record(
  null,
  {
    ...trackedFields,
    ...leaderboardFields,
    computed_at: facts.moment('When this answer was computed.', (f) => f.computedAt),
    positions_age_s: facts.number('Age of the positions then, seconds.', (f) => seconds(f.positionsAsOf, f.computedAt), { minimum: 0 }), // prettier-ignore
    leaderboard_age_s: facts.number('Age of the leaderboard then, seconds.', (f) => seconds(f.readAt, f.computedAt), { minimum: 0 }), // prettier-ignore
  },
  'Size and age of the tracked set.',
);

/** The answer. */
export const dailyTradersReply = record('DailyTraders', {
  leaderboard: field.custom(
    Type.Array(topTraderRow.schema, { description: 'Highest score first, as of perpdex/top-traders.' }),
    ({ traders }) => traders.records.map(({ value: row }) => row.top),
  ),
  wallets: field.custom(
    Type.Array(walletRow.schema, { description: 'Positions of the largest tracked accounts, largest value first.' }),
    ({ wallets }) => wallets.records.map(({ value: row }) => row),
  ),
  tracking: field.inner(tracking, ({ traders, wallets }) => ({
    ...traders.head,
    ...wallets.head,
    computedAt: Math.max(traders.asOf, wallets.asOf),
  })),
});
const kept = keptByView<ValueBody<WireOf<typeof dailyTradersReply>>>();

export const dailyTraders = operation('daily.pd_traders', {
  ...ofTraders,
  family: 'daily',
  path: '/daily/pd-traders',
  pointInTime: true,
  summary: 'Scored leaderboard, positions of large accounts, and size and age of the tracked set.',
  reply: withSource(dailyTradersReply.schema),
  answer: (context, { query }) => {
    const traders = publishedTraders(context);
    if (!traders.ok) return traders;
    const wallets = publishedWallets(context);
    if (!wallets.ok) return wallets;
    const both = { traders: traders.value, wallets: wallets.value };
    // One producer publishes both at once.
    const make = () => value(sourced(dailyTradersReply.encode(both), traders.value, 'leaderboard'));
    return ok(kept(traders.value, query, () => String(wallets.value.asOf), make));
  },
});
