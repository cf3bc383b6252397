/** GET /exchanges/{slug}: one venue of the directory. */

import { err, ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { problem } from '../problem.ts';
import { sourced, withSource } from '../shapes/sourced.ts';
import { VENUE_SLUGS } from './entry.ts';
import { VENUE_DIRECTORY, venuesFound, venueStatsPublication } from './publication.ts';
import { venueRow, type VenueFound } from './row.ts';

interface Found {
  readonly exchange: VenueFound;
  readonly disclosure: string;
}
const field = fieldsOf<Found>();
const reply = record('ExchangeDetail', {
  exchange: field.inner(venueRow, ({ exchange }) => exchange),
  disclosure: field.text('Text to show beside partner links.', ({ disclosure }) => disclosure),
});

export const exchangeDetail = operation('exchanges.get', {
  path: '/exchanges/{slug}',
  pointInTime: true,
  family: 'venues',
  dataset: 'venues',
  summary: 'One venue of the directory.',
  description: 'stats is null of every venue but perpdex and dexb.',
  pathParameters: Type.Object({ slug: Type.String({ minLength: 1, examples: ['perpdex'] }) }),
  reply: withSource(reply.schema),
  ports: [VENUE_DIRECTORY],
  errors: [{ code: 'not_found', when: 'A slug that is not in all_slugs.' }],
  answer: (context, { path }) => {
    const exchange = venuesFound(context).find(({ slug }) => slug === path.slug);
    if (exchange === undefined) {
      return err(problem('not_found', `No venue has the slug ${path.slug}; there are ${VENUE_SLUGS.join(', ')}.`));
    }
    const { disclosure } = context.use(VENUE_DIRECTORY);
    const stats = context.latest(venueStatsPublication) ?? { dataSource: context.dataSource };
    return ok(value(sourced(reply.encode({ exchange, disclosure }), stats, 'contexts')));
  },
});
