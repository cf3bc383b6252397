/** Parts of a composite without data, with the reason: an additive field next to `inputs_available`. */

import type { EVENT_PARTS, POLICY_PARTS, SECURITY_PARTS } from '@barograph/stress/risk';
import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import type { FeedKind } from '../published.ts';
import { FEEDS, feedOnWire } from './provenance.ts';

/** Feeds behind the parts of the composites. */
const FEEDS_OF_PARTS = {
  event: { unlock: 'unlocks', macro: 'macroCalendar', depeg: 'pegs' } satisfies Record<
    (typeof EVENT_PARTS)[number],
    FeedKind
  >,
  security: { hack: 'hacks', flow: 'transfers', depeg: 'pegs' } satisfies Record<
    (typeof SECURITY_PARTS)[number],
    FeedKind
  >,
  policy: { gdelt: 'media', cross_asset: 'macro', rate: 'macroCalendar' } satisfies Record<
    (typeof POLICY_PARTS)[number],
    FeedKind
  >,
} as const;

interface SilentPart {
  readonly part: string;
  readonly feed: FeedKind;
  readonly hasSource: boolean;
}
const field = fieldsOf<SilentPart>();
const silentPart = record('SilentPart', {
  part: field.text('Part of the composite, as in sub_scores.', ({ part }) => part),
  feed: field.choiceOrNull(FEEDS, 'Kind of data that it is made of; null where this service knows none.', ({ feed }) =>
    feedOnWire(feed),
  ),
  reason: field.choice(
    ['no_source', 'no_answer'],
    'no_source: this service has no source of it; no_answer: it has one, which did not answer, or with too little or too old data.',
    ({ hasSource }) => (hasSource ? 'no_answer' : 'no_source'),
  ),
});

/** Schema of the field. */
export const SilentPartsSchema = Type.Array(silentPart.schema, {
  description: 'Parts without a score, and why; empty when every part speaks. Additive to the contract.',
});

/**
 * Parts of an answer without data.
 *
 * @param feeds kinds of data with a source.
 */
export function silentParts(
  composite: keyof typeof FEEDS_OF_PARTS,
  available: Readonly<Record<string, boolean>>,
  feeds: ReadonlySet<FeedKind>,
): readonly object[] {
  return Object.entries(FEEDS_OF_PARTS[composite]).flatMap(([part, feed]: [string, FeedKind]) =>
    available[part] === false ? [silentPart.encode({ part, feed, hasSource: feeds.has(feed) })] : [],
  );
}
