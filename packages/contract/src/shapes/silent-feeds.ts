/** Parts of a composite that say nothing now, and why: an additive field beside `inputs_available`. */

import type { EVENT_PARTS, POLICY_PARTS, SECURITY_PARTS } from '@barograph/stress/risk';
import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import type { FeedKind } from '../published.ts';
import { FEEDS, feedOnWire } from './provenance.ts';

/** Feeds that the parts of the composites are made of. */
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
const of = fieldsOf<SilentPart>();
const silentPart = record('SilentPart', {
  part: of.text('Part of the composite, as in sub_scores.', ({ part }) => part),
  feed: of.choiceOrNull(FEEDS, 'Kind of data that it is made of; null where this service knows none.', ({ feed }) =>
    feedOnWire(feed),
  ),
  reason: of.choice(
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
 * The parts of an answer that say nothing.
 *
 * @param feeds kinds of data that the host has a source of.
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
