/** One venue's part of an answer: its condition stands beside its numbers, so that one can be away while the others answer. */

import type { Context } from '../context.ts';
import { fieldsOf } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import { joinProvenance, type Provenance } from '../published.ts';
import { sourceFields } from '../shapes/page.ts';
import type { Answered, Reached } from '../venues-port.ts';

/** Conditions of a block. */
export const BLOCK_STATUSES = ['ok', 'stale', 'unavailable'] as const;

/** Condition of a block. */
export interface Block {
  readonly status: (typeof BLOCK_STATUSES)[number];
  /** Null while it is ok. */
  readonly reason: string | null;
  /** Moment of its numbers, of the last ones of a block that is unavailable; epoch ms, null before any. */
  readonly asOf: number | null;
}

const of = fieldsOf<Block>();
/** Fields of {@link Block}. */
export const blockFields = {
  status: of.choice(
    BLOCK_STATUSES,
    'ok; stale: the source served its last numbers; unavailable: none, and reason says why.',
    (block) => block.status,
  ),
  reason: of.textOrNull('Why the block is not ok; null while it is.', (block) => block.reason),
  as_of: of.momentOrNull(
    'When the numbers were known; of an unavailable block when the last ones were, null before any.',
    (block) => block.asOf,
  ),
};

/** Condition of what a venue answered. */
export function blockOf(reached: Reached<unknown>): Block {
  if (!reached.ok) return { status: 'unavailable', reason: reached.reason, asOf: reached.asOf };
  const { isFresh, asOf } = reached;
  return isFresh
    ? { status: 'ok', reason: null, asOf }
    : { status: 'stale', reason: 'the source does not answer; these are its last numbers', asOf };
}

/** Condition of a venue that answered, but does not have the coin. */
export function unlisted(venue: string, coin: string, { asOf }: { readonly asOf: number | null }): Block {
  return { status: 'unavailable', reason: `${venue} has no perp of ${coin}`, asOf };
}

/** Moment and source of an answer that is made of several blocks. */
export interface Made {
  readonly generatedAt: number;
  readonly dataSource: DataSource;
  readonly provenance?: readonly Provenance[];
}

/** Moment and source of an answer. @param from what it was made of; the first that answered names the kind of source. */
export function madeOf(context: Context, from: readonly Reached<unknown>[]): Made {
  const answered = from.filter((one): one is Answered<unknown> => one.ok);
  const provenance = joinProvenance(answered.flatMap((one) => one.provenance ?? []));
  return {
    generatedAt: context.now(),
    dataSource: answered[0]?.dataSource ?? context.dataSource,
    ...(provenance.length === 0 ? {} : { provenance }),
  };
}

const made = fieldsOf<Made>();
/** Fields of {@link Made}. */
export const madeFields = {
  generated_at: made.moment('When this answer was built.', ({ generatedAt }) => generatedAt),
  ...sourceFields,
};
