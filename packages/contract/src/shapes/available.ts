/** Since when a history has data, and why an answer has none. */

import { fieldsOf, record } from '../fields.ts';

/** Extent of a history. */
export interface Available {
  /** Start of the first data, epoch ms; null without data. */
  readonly from: number | null;
  /** End of the last data, epoch ms, not included; null without data. */
  readonly to: number | null;
  /** The reason that this answer is empty; null when it is not. */
  readonly reason: string | null;
}

const of = fieldsOf<Available>();
const available = record(null, {
  from: of.momentOrNull('Start of the first data; null without data.', (one) => one.from ?? undefined),
  to: of.momentOrNull('End of the last data, not included; null without data.', (one) => one.to ?? undefined),
  reason: of.textOrNull('Why this answer is empty; null when it is not.', (one) => one.reason),
});

/** The field `available` of every answer. */
export const availableField = fieldsOf<{ readonly available: Available }>().inner(
  available,
  (from) => from.available,
  'Since when there are data, whatever the question, and why this answer has none.',
);

/** The same field of an answer that may have rows: left out where it has some. */
export const availableIfEmpty = fieldsOf<{ readonly available?: Available | undefined }>().ifKnown(
  { ...available.schema, description: 'Of an empty answer: since when there are data, and why it has none.' },
  (from) => (from.available === undefined ? undefined : available.encode(from.available)),
);
