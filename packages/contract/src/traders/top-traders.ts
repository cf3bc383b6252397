/** GET /perpdex/top-traders: the venue's leaderboard, scored by its accounts' fills. */

import { ok } from '@barograph/core';
import { TRADERS_V1 } from '@barograph/positioning';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import type { View } from '../published.ts';
import { keptByView } from '../shapes/kept.ts';
import { sourced, withSource } from '../shapes/sourced.ts';
import type { TraderRecordWire, TradersHead } from './publication.ts';
import { ofTraders, publishedTraders } from './published.ts';
import { topTraderRow } from './trader-row.ts';

const DAY_MS = 86_400_000;
const POSITIVE = { minimum: 0 };
const facts = fieldsOf<TradersHead>();
/** Figures of the leaderboard and its fills. */
export const leaderboardFields = {
  listed: facts.integer("Accounts on the venue's list.", (h) => h.listed, POSITIVE),
  profiled: facts.integer('Traders whose fills were fetched.', (h) => h.profiled, POSITIVE),
  fills_days: facts.number('Span of fills that is asked for, days.', (h) => h.windowMs / DAY_MS, POSITIVE),
  leaderboard_as_of: facts.moment('When the list was read.', (h) => h.readAt),
  oldest_profile_as_of: facts.momentOrNull(
    'Earliest fetch of fills among the profiles; null before the first.',
    (h) => h.oldestProfile,
  ),
};

/** A leaderboard before it is encoded. */
interface Board extends TradersHead {
  readonly rows: readonly TraderRecordWire[];
}
const field = fieldsOf<Board>();
/** The answer. */
export const topTradersReply = record('TopTraders', {
  traders: field.custom(
    Type.Array(topTraderRow.schema, {
      description: 'Highest score first; those without one after them, by account value.',
    }),
    ({ rows }) => rows.map((row) => row.top),
  ),
  count: field.integer('Rows in traders.', ({ rows }) => rows.length, POSITIVE),
  config_version: field.text('Version of score and profiles.', () => TRADERS_V1.version),
  ...leaderboardFields,
});
type Wire = WireOf<typeof topTradersReply>;

/** Rows of a view with its head. */
export function boardOf({ head, records }: View<TraderRecordWire, TradersHead>): Board {
  return { ...head, rows: records.map(({ value: row }) => row) };
}

const kept = keptByView<ValueBody<Wire>>();

export const topTraders = operation('perpdex.top_traders', {
  ...ofTraders,
  path: '/perpdex/top-traders',
  pointInTime: true,
  summary: "Accounts of the largest value on the venue's leaderboard, scored by their fills.",
  description:
    'Every five minutes the fills of a few accounts are fetched, of the longest waiting ones first, so that a profile is hours old: profile_as_of says how old. The score weighs the lower end of the win rate, the share of gross profit and the steadiness of returns, and stays near 50 where there are few trips. It says nothing of the future.',
  reply: withSource(topTradersReply.schema),
  answer: (context, { query }) => {
    const published = publishedTraders(context);
    if (!published.ok) return published;
    const view = published.value;
    return ok(
      kept(
        view,
        query,
        () => '',
        () => value(sourced(topTradersReply.encode(boardOf(view)), view, 'leaderboard')),
      ),
    );
  },
});
