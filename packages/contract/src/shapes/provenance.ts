/** Sources of a block of an answer: an additive field of the answers of a host with several sources. */

import { UsageError } from '@barograph/core';
import { Type, type TObject, type TProperties, type TSchema } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { DATA_SOURCES, type DataSource } from '../parameters.ts';
import type { FeedKind, Provenance, View } from '../published.ts';

/** Kinds of data on the wire. */
export const FEEDS = [
  'bars',
  'funding',
  'open_interest',
  'contexts',
  'mids',
  'book',
  'trades',
  'liquidations',
  'accounts',
  'leaderboard',
  'account',
  'account_fills',
  'implied',
  'options',
  'spot_tickers',
  'spot_pairs',
  'pair_bars',
  'venue_perps',
  'settlements',
  'venue_open_interest',
  'long_short',
  'forced_closes',
  'coins',
  'categories',
  'unlocks',
  'pools',
  'token_pools',
  'promotions',
  'token_security',
  'fear_greed',
  'macro',
  'macro_calendar',
  'stablecoins',
  'pegs',
  'hacks',
  'media',
  'headlines',
  'etf_flows',
  'transfers',
  'news',
] as const;

/** A kind of data on the wire. */
export function feedOnWire(feed: FeedKind): (typeof FEEDS)[number] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test holds every kind against the list
  return feed.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as (typeof FEEDS)[number];
}

const { text, choice, flag, moment } = fieldsOf<Provenance>();

/** One kind of data of one source, on the wire. */
const block = record('Provenance', {
  feed: choice(FEEDS, 'Kind of data.', ({ feed }) => feedOnWire(feed)),
  source: text('Name of the source.', (of) => of.source),
  kind: choice(DATA_SOURCES, 'Kind of the source.', (of) => of.kind),
  as_of: moment('Moment up to which the source knew all of it.', (of) => of.asOf),
  fresh: flag('False while the source fails, and when it served older data instead of current.', (of) => of.isFresh),
});

/** A view, or whatever else says where it came from. */
export type Origin = Pick<View<unknown, unknown>, 'provenance'>;

const of = fieldsOf<Origin>();
/** Left out by a host with one source. */
export const provenanceField = {
  provenance: of.ifKnown(
    Type.Array(block.schema, {
      description: 'Sources of the numbers by kind of data; only of a service with several sources.',
    }),
    ({ provenance }) => provenance?.map(block.encode),
  ),
};

/**
 * A reply with the additive field. Its type stays that of the reply: the field is optional.
 *
 * @throws {UsageError} a schema that is no object.
 */
export function withProvenance<P extends TProperties>(schema: TObject<P>): TObject<P>;
export function withProvenance(schema: TSchema): TSchema;
export function withProvenance(schema: TSchema): TSchema {
  if (!Type.IsObject(schema)) throw new UsageError('"schema" expected an object, got another schema');
  return withField(schema, 'provenance', provenanceField.provenance.schema);
}

/** A reply with one more field; title and description stay. Its type stays that of the reply. */
export function withField<P extends TProperties>(schema: TObject<P>, name: string, field: TSchema): TObject<P> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- annotations, of which the type says nothing
  const { title, description } = schema as TObject & { readonly title?: string; readonly description?: string };
  return Type.Object(
    { ...schema.properties, [name]: field },
    { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) },
  );
}

/** The wire with the provenance of the view that it was made from; the very same wire where there is none. */
export function provenanced<Wire>(wire: Wire, view: Origin | undefined): Wire {
  const provenance = view === undefined ? undefined : provenanceField.provenance.read(view);
  return provenance === undefined ? wire : { ...wire, provenance };
}

/** Kind of the source of the bars, or of another feed, that something was made from; the host's kind where it does not say. */
export function kindOf(origin: Origin | undefined, hosts: DataSource, of: FeedKind = 'bars'): DataSource {
  return origin?.provenance?.find(({ feed }) => feed === of)?.kind ?? hosts;
}

/**
 * Provenance on the wire, alone: of the event stream, which has no envelope.
 *
 * @example
 * const block = { feed: 'openInterest', source: 'simulator', kind: 'simulated', asOf: 0, isFresh: true } as const;
 * JSON.stringify(encodeProvenance([block])).includes('"feed":"open_interest"'); // → true
 */
export function encodeProvenance(provenance: readonly Provenance[]): { readonly provenance: unknown } {
  return { provenance: provenance.map(block.encode) };
}
