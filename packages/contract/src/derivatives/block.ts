/** Part of a venue in an answer, with its own status, so that venues fail independently. */

import type { Context } from '../context.ts';
import { fieldsOf } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import { joinProvenance, type Provenance } from '../published.ts';
import { sourceFields } from '../shapes/page.ts';
import type { Answered, Reached } from '../venues-port.ts';

/** Statuses of a block. */
export const BLOCK_STATUSES = ['ok', 'stale', 'unavailable'] as const;

/** Status of a block. */
export interface Block {
  readonly status: (typeof BLOCK_STATUSES)[number];
  /** null while ok. */
  readonly reason: string | null;
  /** Time of its numbers, or of the last ones when unavailable, epoch ms; null before the first. */
  readonly asOf: number | null;
}

const field = fieldsOf<Block>();
/** Fields of {@link Block}. */
export const blockFields = {
  status: field.choice(
    BLOCK_STATUSES,
    'ok; stale: the source served its last numbers; unavailable: none, and reason says why.',
    (block) => block.status,
  ),
  reason: field.textOrNull('Why the block is not ok; null while it is.', (block) => block.reason),
  as_of: field.momentOrNull(
    'When the numbers were known; of an unavailable block when the last ones were, null before any.',
    (block) => block.asOf,
  ),
};

/** Status of a venue's answer. */
export function blockOf(reached: Reached<unknown>): Block {
  if (!reached.ok) return { status: 'unavailable', reason: reached.reason, asOf: reached.asOf };
  const { isFresh, asOf } = reached;
  return isFresh
    ? { status: 'ok', reason: null, asOf }
    : { status: 'stale', reason: 'the source does not answer; these are its last numbers', asOf };
}

/** Status of a venue that answered but does not list the coin. */
export function unlisted(venue: string, coin: string, { asOf }: { readonly asOf: number | null }): Block {
  return { status: 'unavailable', reason: `${venue} has no perp of ${coin}`, asOf };
}

/** Time and source of an answer with several blocks. */
export interface Made {
  readonly generatedAt: number;
  readonly dataSource: DataSource;
  readonly provenance?: readonly Provenance[];
}

/** Time and source of an answer. @param from venues' answers; the first successful one determines the kind of source. */
export function madeOf(context: Context, from: readonly Reached<unknown>[]): Made {
  const answered = from.filter((answer): answer is Answered<unknown> => answer.ok);
  const provenance = joinProvenance(answered.flatMap((answer) => answer.provenance ?? []));
  return {
    generatedAt: context.now(),
    dataSource: answered[0]?.dataSource ?? context.dataSource,
    ...(provenance.length === 0 ? {} : { provenance }),
  };
}

const stampField = fieldsOf<Made>();
/** Fields of {@link Made}. */
export const madeFields = {
  generated_at: stampField.moment('When this answer was built.', ({ generatedAt }) => generatedAt),
  ...sourceFields,
};
