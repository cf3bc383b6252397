/** Headlines about policy with their classes, and the tilt and pressure of those that are live. */

import { classifyHeadline, headlineTilt, regulatoryPressure, type HeadlineReading } from '@barograph/stress/risk';
import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { nullable } from '../scalar.ts';
import { headlineFields, LIVE_HEADLINE_MS, type ListedHeadline } from '../shapes/headline.ts';
import { within } from '../fields.ts';

/** Classes on the wire. */
export const HEADLINE_CLASSES = ['restrictive', 'neutral', 'supportive'] as const;

/** A headline and what the rules say of it. */
export interface ReadHeadline extends HeadlineReading {
  readonly headline: ListedHeadline;
  readonly time: number;
}

/** Headlines about crypto or those who regulate it, in their order; null without a feed. */
export function readHeadlines(headlines: readonly ListedHeadline[] | null): readonly ReadHeadline[] | null {
  return (
    headlines
      ?.map((headline): ReadHeadline => ({ ...classifyHeadline(headline.title), headline, time: headline.time }))
      .filter(({ isSubject }) => isSubject) ?? null
  );
}

/** Live headlines of a moment. */
export interface LiveHeadlines {
  readonly asOf: number;
  readonly live: readonly ReadHeadline[];
}

/** Those of the last 72 hours; null without a feed. */
export function liveHeadlines(headlines: readonly ListedHeadline[] | null, asOf: number): LiveHeadlines | null {
  const read = readHeadlines(headlines);
  return read === null
    ? null
    : { asOf, live: read.filter(({ time }) => time <= asOf && asOf - time <= LIVE_HEADLINE_MS) };
}

const one = fieldsOf<ReadHeadline>();
/** A headline with its class. */
export const policyHeadlineRow = record('PolicyHeadline', {
  ...within(({ headline }: ReadHeadline) => headline, headlineFields),
  class: one.choice(HEADLINE_CLASSES, 'Sign −1, 0, 1.', (read) => read.class),
  confidence: one.number('0 where no rule fits.', ({ confidence }) => confidence, { minimum: 0, maximum: 1 }),
  rule: one.custom(nullable(Type.String(), 'Rule that decided; null where none fits.'), ({ rule }) => rule),
});

const of = fieldsOf<LiveHeadlines>();
/** Sum of the live headlines. */
export const pressureFields = {
  regulatory_pressure: of.number(
    '100 · (1 − e^(−sum of confidence · 2^(−age / 24 h))) of restrictive headlines of the last 72 hours.',
    ({ live, asOf }) => regulatoryPressure(live, asOf),
    { minimum: 0, maximum: 100 },
  ),
  headline_tilt: of.number(
    'As policy_tilt, of headlines of the last 72 hours.',
    ({ live, asOf }) => headlineTilt(live, asOf),
    { minimum: -1, maximum: 1 },
  ),
};
/** The sidecar. */
export const policyHeadlinesRow = record('PolicyHeadlines', {
  ...pressureFields,
  count: of.integer('Headlines of the last 72 hours.', ({ live }) => live.length, { minimum: 0 }),
});
/** Version of the rules that classes come from: those that are the default of the classifier. */
export const RULES_VERSION: string = classifyHeadline('').rulesVersion;
