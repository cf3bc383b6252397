/** GET /exchanges: the venue directory. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { sourced, withSource } from '../shapes/sourced.ts';
import { VENUE_SLUGS } from './entry.ts';
import { VENUE_DIRECTORY, venuesFound, venueStatsPublication } from './publication.ts';
import { venueRow, type VenueFound } from './row.ts';

interface Found {
  readonly rows: readonly VenueFound[];
  readonly disclosure: string;
}
const field = fieldsOf<Found>();
const reply = record('Exchanges', {
  exchanges: field.items(venueRow, 'Venues, in the order of all_slugs.', ({ rows }) => rows),
  all_slugs: field.list(Type.String(), 'Every venue of the directory, whatever was asked.', () => VENUE_SLUGS),
  count: field.integer('Rows in exchanges.', ({ rows }) => rows.length, { minimum: 0 }),
  disclosure: field.text('Text to show beside partner links.', ({ disclosure }) => disclosure),
});

export const exchangeList = operation('exchanges.list', {
  path: '/exchanges',
  pointInTime: true,
  family: 'venues',
  dataset: 'venues',
  summary: 'The venue directory: seven venues, and figures of two of them.',
  description:
    'Names, sites and links are those that the operator has filled in: neutral ones and no links without. Figures are refreshed every 5 minutes.',
  query: Type.Object({
    referral_only: Type.Boolean({ default: false, description: 'Only venues with a partner link.' }),
  }),
  reply: withSource(reply.schema),
  ports: [VENUE_DIRECTORY],
  answer: (context, { query }) => {
    const { disclosure } = context.use(VENUE_DIRECTORY);
    const stats = context.latest(venueStatsPublication) ?? { dataSource: context.dataSource };
    const rows = venuesFound(context).filter(({ isReferralLink }) => isReferralLink || !query.referral_only);
    return ok(value(sourced(reply.encode({ rows, disclosure }), stats, 'contexts')));
  },
});
