/** Answers about sentiment, built once per publication and query. */

import { err, ok, type Result } from '@barograph/core';
import { type TObject, type Static, Type } from 'typebox';
import { text, value, type Body } from '../body.ts';
import type { Context } from '../context.ts';
import type { DeclaredError } from '../declared-error.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation, type Operation } from '../operation.ts';
import type { DataSource } from '../parameters.ts';
import { problem, type Problem } from '../problem.ts';
import type { FeedKind, Provenance, View } from '../published.ts';
import { keptByView } from '../shapes/kept.ts';
import { NO_SOURCE, noSource } from '../shapes/no-source.ts';
import { sourceFields } from '../shapes/page.ts';
import { kindOf, provenanced, withProvenance } from '../shapes/provenance.ts';
import { WARMING_UP, warmingUp } from '../shapes/warming.ts';
import { OTHER_VENUES } from '../venues-port.ts';
import { sentimentPublication, type SentimentHead, type SupplyPoint } from './publication.ts';

/** Retry-After: seconds until the next fetch of the feed. */
const RETRY_SECONDS = 900;

type SentimentFeed = Extract<FeedKind, 'fearGreed' | 'macro' | 'stablecoins'>;
const BLOCKS = { fearGreed: 'fear_greed', macro: 'macro', stablecoins: 'stablecoins' } as const;
const WORDS: Readonly<Record<SentimentFeed, string>> = {
  fearGreed: 'fear and greed',
  macro: 'macro series',
  stablecoins: 'supplies of stablecoins',
};

/** Time and source of an answer. */
interface Stamped {
  readonly asOf: number;
  readonly dataSource: DataSource;
}
const field = fieldsOf<Stamped>();
const stampRow = record(null, {
  as_of: field.moment('When the answer was computed.', ({ asOf }) => asOf),
  data_source: field.custom(sourceFields.data_source.schema, ({ dataSource }) => dataSource),
  source: field.custom(sourceFields.source.schema, ({ dataSource }) => dataSource),
});

/** Published block of a feed. */
type Block<Feed extends SentimentFeed> = NonNullable<SentimentHead[(typeof BLOCKS)[Feed]]>;
export type SentimentView = View<SupplyPoint, SentimentHead>;

/** Returns the newest block of a feed, or a 503 with the reason. */
function publishedBlock<Feed extends SentimentFeed>(
  context: Context,
  feed: Feed,
): Result<{ readonly view: SentimentView; readonly block: Block<Feed> }, Problem> {
  const what = WORDS[feed];
  if (!context.use(OTHER_VENUES).has(feed)) return err(noSource(what));
  const view = context.latest(sentimentPublication);
  if (view === undefined) return err(warmingUp(context, sentimentPublication, what));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the block of that feed
  const block = view.head[BLOCKS[feed]] as Block<Feed> | null;
  if (block !== null) return ok({ view, block });
  const message = `No source has fresh ${what} now.`;
  return err(problem('source_unavailable', message, { retryAfter: RETRY_SECONDS }));
}

/** Sources of one feed alone, because the publication combines several. */
function originOf(view: SentimentView, feed: SentimentFeed): { readonly provenance?: readonly Provenance[] } {
  const provenance = view.provenance?.filter((provenance) => provenance.feed === feed);
  return provenance === undefined ? {} : { provenance };
}

/** Definition of an operation over one feed. */
interface SentimentGiven<Feed extends SentimentFeed, Q extends TObject> {
  readonly path: string;
  readonly feed: Feed;
  readonly summary: string;
  readonly description?: string;
  /** Name of the answer's schema. */
  readonly title: string;
  readonly query?: Q;
  /** Fields of the answer, without time and source. */
  readonly reply: TObject;
  readonly make: (block: Block<Feed>, view: SentimentView, query: Static<Q>) => object;
  /** Formats the answer as a note, if the operation offers one. */
  readonly note?: (block: Block<Feed>, stamp: Stamped) => string;
}
const NO_QUERY = Type.Object({});
const errors: readonly DeclaredError[] = [WARMING_UP, NO_SOURCE];

/** Whether the query requests a note. */
function isNote(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'format' in query && query.format === 'markdown';
}

/** Defines an operation of the family `sentiment`. */
export function sentimentOperation<Feed extends SentimentFeed, Q extends TObject = typeof NO_QUERY>(
  id: string,
  { path, feed, summary, description, title, query, reply, make, note }: SentimentGiven<Feed, Q>,
): Operation {
  const kept = keptByView<Body<never>>();
  const schema = Type.Object({ ...reply.properties, ...stampRow.schema.properties }, { title });
  return operation<typeof NO_QUERY, Q>(id, {
    path,
    family: 'sentiment',
    dataset: 'sentiment',
    summary,
    description,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Q is the empty query when none is given
    query: (query ?? NO_QUERY) as Q,
    ...(note === undefined ? {} : { otherTypes: ['text/markdown'] }),
    reply: withProvenance(schema),
    ports: [OTHER_VENUES],
    pointInTime: true,
    errors,
    answer: (context, request) => {
      const published = publishedBlock(context, feed);
      if (!published.ok) return published;
      const { view, block } = published.value;
      const origin = originOf(view, feed);
      const stamp: Stamped = { asOf: view.asOf, dataSource: kindOf(origin, view.dataSource, feed) };
      const answer = (): Body<never> => {
        if (note !== undefined && isNote(request.query))
          return text(note(block, stamp), 'text/markdown; charset=utf-8');
        const wire = { ...make(block, view, request.query), ...stampRow.encode(stamp) };
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the reply's own fields
        return value(provenanced(wire, origin)) as Body<never>;
      };
      return ok(kept(view, request.query, () => JSON.stringify(request.query), answer));
    },
  });
}
