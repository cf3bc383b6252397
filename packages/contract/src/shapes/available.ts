/** Extent of a history, and the reason for an empty answer. */

import { fieldsOf, record } from '../fields.ts';

/** Extent of a history. */
export interface Available {
  /** Start of the first data, epoch ms; null without data. */
  readonly from: number | null;
  /** End of the last data, exclusive, epoch ms; null without data. */
  readonly to: number | null;
  /** Reason for an empty answer; null when it has rows. */
  readonly reason: string | null;
}

const field = fieldsOf<Available>();
const available = record(null, {
  from: field.momentOrNull(
    'Start of the first data; null without data.',
    (availability) => availability.from ?? undefined,
  ),
  to: field.momentOrNull(
    'End of the last data, not included; null without data.',
    (availability) => availability.to ?? undefined,
  ),
  reason: field.textOrNull('Why this answer is empty; null when it is not.', (availability) => availability.reason),
});

/** Field `available` of every answer. */
export const availableField = fieldsOf<{ readonly available: Available }>().inner(
  available,
  (from) => from.available,
  'Since when there are data, whatever the question, and why this answer has none.',
);

/** Field `available`, absent when the answer has rows. */
export const availableIfEmpty = fieldsOf<{ readonly available?: Available | undefined }>().ifKnown(
  { ...available.schema, description: 'Of an empty answer: since when there are data, and why it has none.' },
  (from) => (from.available === undefined ? undefined : available.encode(from.available)),
);
