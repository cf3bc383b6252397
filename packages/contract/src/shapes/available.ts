/** Since when a history has data, and why an answer has none. */

import { fieldsOf, record } from '../fields.ts';

/** Extent of a history. */
export interface Available {
  /** Start of the first data, epoch ms; null without data. */
  readonly from: number | null;
  /** End of the last data, epoch ms, not included; null without data. */
  readonly to: number | null;
  /** Why this answer is empty; null when it is not. */
  readonly reason: string | null;
}

const of = fieldsOf<Available>();
const available = record(null, {
  from: of.momentOrNull('Start of the first data; null without data.', (one) => one.from ?? undefined),
  to: of.momentOrNull('End of the last data, not included; null without data.', (one) => one.to ?? undefined),
  reason: of.textOrNull('Why this answer is empty; null when it is not.', (one) => one.reason),
});

/** The field `available` of an answer. */
export function availableField<From>(read: (from: From) => Available) {
  return fieldsOf<From>().inner(
    available,
    read,
    'Since when there are data, whatever the question, and why this answer has none.',
  );
}

/** The same field of an answer that may have rows: left out where it has some. */
export function availableIfEmpty<From>(read: (from: From) => Available | undefined) {
  const schema = {
    ...available.schema,
    description: 'Of an empty answer: since when there are data, and why it has none.',
  };
  return fieldsOf<From>().ifKnown(schema, (from) => {
    const known = read(from);
    return known === undefined ? undefined : available.encode(known);
  });
}
