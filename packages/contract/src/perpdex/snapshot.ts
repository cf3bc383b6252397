/** Answers built from the perp venue's publications, encoded once per publication. */

import { err, ok, type Result } from '@barograph/core';
import { value, type ValueBody } from '../body.ts';
import type { Context } from '../context.ts';
import { fieldsOf } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import type { Problem } from '../problem.ts';
import type { FeedKind, Publication, View } from '../published.ts';
import { keptByView } from '../shapes/kept.ts';
import { NO_SOURCE, noSource } from '../shapes/no-source.ts';
import { sourceFields } from '../shapes/page.ts';
import { provenanced } from '../shapes/provenance.ts';
import { warmingUp } from '../shapes/warming.ts';
import type { PerpsHead } from './publication.ts';
import { PERP_VENUE } from './venue-port.ts';

export { NO_SOURCE, noSource };

/** Returns the newest publication, or the reason why it is missing. @param what subject of the message, as in "The first mid prices are being computed." */
export function published<Row, Head>(
  context: Context,
  publication: Publication<Row, Head>,
  feed: FeedKind,
  what: string,
): Result<View<Row, Head>, Problem> {
  const view = context.latest(publication);
  if (view !== undefined) return ok(view);
  if (!context.use(PERP_VENUE).has(feed)) return err(noSource(what));
  return err(warmingUp(context, publication, what));
}

/** Time and source of an answer built from a fetch. */
export interface Built {
  /** Time of building, epoch ms. */
  readonly generatedAt: number;
  readonly dataSource: DataSource;
}
const built = fieldsOf<Built>();
/** Fields of {@link Built}. */
export const builtFields = {
  generated_at: built.moment('When this answer was built.', ({ generatedAt }) => generatedAt),
  ...sourceFields,
};

const head = fieldsOf<PerpsHead>();
/** Perps included in an answer, and left out. */
export const coverageFields = {
  universe_total: head.integer('Perps of the venue, delisted ones included.', (head) => head.universeTotal, {
    minimum: 0,
  }),
  delisted_excluded: head.integer('Delisted perps, which are left out.', (head) => head.delistedExcluded, {
    minimum: 0,
  }),
  rows: head.integer('Perps in the answer.', (head) => head.universeTotal - head.delistedExcluded, { minimum: 0 }),
};

/** Times of all parts of a view, which differ because a run reads its sources after its start. */
function partsOf({ asOf, head, provenance = [] }: View<unknown, unknown>): readonly number[] {
  const fetchedAt = typeof head === 'object' && head !== null && 'fetchedAt' in head ? Number(head.fetchedAt) : asOf;
  return [asOf, fetchedAt, ...provenance.map((provenance) => provenance.asOf)];
}

/** Encodes an answer once per pair of views. */
export function oncePerView<From extends object, Wire>(reply: {
  readonly encode: (from: From & Built) => Wire;
}): (view: View<unknown, unknown>, from: From, other?: View<unknown, unknown>) => ValueBody<Wire> {
  const kept = keptByView<ValueBody<Wire>>();
  return (view, from, other = view) =>
    kept(
      view,
      other,
      () => String(other.asOf),
      () => {
        const { dataSource } = view;
        // Time of the newest part, which every replica has: the first caller must not change the shared answer.
        const generatedAt = Math.max(...partsOf(view), ...partsOf(other));
        return value(provenanced(reply.encode({ ...from, generatedAt, dataSource }), view));
      },
    );
}
