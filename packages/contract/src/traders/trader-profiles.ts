/** GET /perpdex/trader-profiles: how the accounts of the leaderboard trade, from their fills. */

import { ok } from '@barograph/core';
import { TRADERS_V1 } from '@barograph/positioning';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import { keptByView } from '../shapes/kept.ts';
import { sourced, withSource } from '../shapes/sourced.ts';
import { decodeAddress } from './address.ts';
import type { TraderRecordWire, TradersHead } from './publication.ts';
import { addressParameter, ofTraders, publishedTraders } from './published.ts';
import { leaderboardFields, boardOf } from './top-traders.ts';
import { traderProfileRow } from './trader-row.ts';

interface Found extends TradersHead {
  readonly rows: readonly TraderRecordWire[];
}
const field = fieldsOf<Found>();
/** The answer. */
export const traderProfilesReply = record('TraderProfiles', {
  profiles: field.custom(
    Type.Array(traderProfileRow.schema, {
      description: 'In the order of the leaderboard; empty where the address is none of it.',
    }),
    ({ rows }) => rows.map((row) => row.profile),
  ),
  count: field.integer('Rows in profiles.', ({ rows }) => rows.length, { minimum: 0 }),
  config_version: field.text('Version of score and profiles.', () => TRADERS_V1.version),
  ...leaderboardFields,
});
type Wire = WireOf<typeof traderProfilesReply>;

const kept = keptByView<ValueBody<Wire>>();

export const traderProfiles = operation('perpdex.trader_profiles', {
  ...ofTraders,
  path: '/perpdex/trader-profiles',
  pointInTime: true,
  summary: 'Win rate, results, class, holding time and edges of the accounts of the leaderboard.',
  description:
    'A round trip goes from no position in a coin to none again; its result is against the average cost, fees included. Trips whose opening is older than the fetched fills count in the sums alone. Each figure has its sample, edges have intervals. Trips that overlap are not independent, so that intervals of an account with many at once are too narrow.',
  query: Type.Object({ address: addressParameter('All of the leaderboard when left out.') }),
  reply: withSource(traderProfilesReply.schema),
  answer: (context, { query }) => {
    const address = query.address === undefined ? ok(undefined) : decodeAddress(query.address);
    if (!address.ok) return address;
    const published = publishedTraders(context);
    if (!published.ok) return published;
    const view = published.value;
    const make = (): ValueBody<Wire> => {
      const board = boardOf(view);
      const rows = board.rows.filter((row) => address.value === undefined || row.top.address === address.value);
      return value(sourced(traderProfilesReply.encode({ ...board, rows }), view, 'leaderboard'));
    };
    return ok(kept(view, query, () => address.value ?? '', make));
  },
});
