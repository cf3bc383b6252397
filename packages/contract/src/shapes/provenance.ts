/** Sources of an answer: an additive field for hosts with several sources. */

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

/** Wire name of a kind of data. */
export function feedOnWire(feed: FeedKind): (typeof FEEDS)[number] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test holds every kind against the list
  return feed.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as (typeof FEEDS)[number];
}

const { text, choice, flag, moment } = fieldsOf<Provenance>();

/** Kind of data from a source, on the wire. */
const block = record('Provenance', {
  feed: choice(FEEDS, 'Kind of data.', ({ feed }) => feedOnWire(feed)),
  source: text('Name of the source.', (provenance) => provenance.source),
  kind: choice(DATA_SOURCES, 'Kind of the source.', (provenance) => provenance.kind),
  as_of: moment('Moment up to which the source knew all of it.', (provenance) => provenance.asOf),
  fresh: flag(
    'False while the source fails, and when it served older data instead of current.',
    (provenance) => provenance.isFresh,
  ),
});

/** View, or another value with provenance. */
export type Origin = Pick<View<unknown, unknown>, 'provenance'>;

const originField = fieldsOf<Origin>();
/** Absent for a host with one source. */
export const provenanceField = {
  provenance: originField.ifKnown(
    Type.Array(block.schema, {
      description: 'Sources of the numbers by kind of data; only of a service with several sources.',
    }),
    ({ provenance }) => provenance?.map(block.encode),
  ),
};

/**
 * Adds the provenance field to a reply's schema. The type is unchanged because the field is optional.
 *
 * @throws {UsageError} when the schema is not an object.
 */
export function withProvenance<P extends TProperties>(schema: TObject<P>): TObject<P>;
export function withProvenance(schema: TSchema): TSchema;
export function withProvenance(schema: TSchema): TSchema {
  if (!Type.IsObject(schema)) throw new UsageError('"schema" expected an object, got another schema');
  return withField(schema, 'provenance', provenanceField.provenance.schema);
}

/** Adds a field to a reply's schema; title, description and type are unchanged. */
export function withField<P extends TProperties>(schema: TObject<P>, name: string, field: TSchema): TObject<P> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- annotations, of which the type says nothing
  const { title, description } = schema as TObject & { readonly title?: string; readonly description?: string };
  return Type.Object(
    { ...schema.properties, [name]: field },
    { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) },
  );
}

/** Adds the provenance of the view to the wire record; returns the same object without provenance. */
export function provenanced<Wire>(wire: Wire, view: Origin | undefined): Wire {
  const provenance = view === undefined ? undefined : provenanceField.provenance.read(view);
  return provenance === undefined ? wire : { ...wire, provenance };
}

/** Kind of the source of the bars, or of another feed; the host's kind when unknown. */
export function kindOf(origin: Origin | undefined, hosts: DataSource, kind: FeedKind = 'bars'): DataSource {
  return origin?.provenance?.find(({ feed }) => feed === kind)?.kind ?? hosts;
}

/**
 * Wire form of provenance alone, for the event stream, which has no envelope.
 *
 * @example
 * const block = { feed: 'openInterest', source: 'simulator', kind: 'simulated', asOf: 0, isFresh: true } as const;
 * JSON.stringify(encodeProvenance([block])).includes('"feed":"open_interest"'); // → true
 */
export function encodeProvenance(provenance: readonly Provenance[]): { readonly provenance: unknown } {
  return { provenance: provenance.map(block.encode) };
}
