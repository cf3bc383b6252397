/** Policy headlines with their classes, and the tilt and pressure of live headlines. */

import { classifyHeadline, headlineTilt, regulatoryPressure, type HeadlineReading } from '@barograph/stress/risk';
import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { nullable } from '../scalar.ts';
import { headlineFields, LIVE_HEADLINE_MS, type ListedHeadline } from '../shapes/headline.ts';
import { within } from '../fields.ts';

/** Classes on the wire. */
export const HEADLINE_CLASSES = ['restrictive', 'neutral', 'supportive'] as const;

/** Headline with its classification. */
export interface ReadHeadline extends HeadlineReading {
  readonly headline: ListedHeadline;
  readonly time: number;
}

/** Headlines about crypto or its regulators, in their order; null without a feed. */
export function readHeadlines(headlines: readonly ListedHeadline[] | null): readonly ReadHeadline[] | null {
  return (
    headlines
      ?.map((headline): ReadHeadline => ({ ...classifyHeadline(headline.title), headline, time: headline.time }))
      .filter(({ isSubject }) => isSubject) ?? null
  );
}

/** Live headlines at a time. */
export interface LiveHeadlines {
  readonly asOf: number;
  readonly live: readonly ReadHeadline[];
}

/** Headlines of the last 72 hours; null without a feed. */
export function liveHeadlines(headlines: readonly ListedHeadline[] | null, asOf: number): LiveHeadlines | null {
  const read = readHeadlines(headlines);
  return read === null
    ? null
    : { asOf, live: read.filter(({ time }) => time <= asOf && asOf - time <= LIVE_HEADLINE_MS) };
}

const headlineField = fieldsOf<ReadHeadline>();
/** A headline with its class. */
export const policyHeadlineRow = record('PolicyHeadline', {
  ...within(({ headline }: ReadHeadline) => headline, headlineFields),
  class: headlineField.choice(HEADLINE_CLASSES, 'Sign −1, 0, 1.', (read) => read.class),
  confidence: headlineField.number('0 where no rule fits.', ({ confidence }) => confidence, { minimum: 0, maximum: 1 }),
  rule: headlineField.custom(nullable(Type.String(), 'Rule that decided; null where none fits.'), ({ rule }) => rule),
});

const field = fieldsOf<LiveHeadlines>();
/** Sum of the live headlines. */
export const pressureFields = {
  regulatory_pressure: field.number(
    '100 · (1 − e^(−sum of confidence · 2^(−age / 24 h))) of restrictive headlines of the last 72 hours.',
    ({ live, asOf }) => regulatoryPressure(live, asOf),
    { minimum: 0, maximum: 100 },
  ),
  headline_tilt: field.number(
    'As policy_tilt, of headlines of the last 72 hours.',
    ({ live, asOf }) => headlineTilt(live, asOf),
    { minimum: -1, maximum: 1 },
  ),
};
/** Headlines block next to the score. */
export const policyHeadlinesRow = record('PolicyHeadlines', {
  ...pressureFields,
  count: field.integer('Headlines of the last 72 hours.', ({ live }) => live.length, { minimum: 0 }),
});
/** Version of the default classification rules. */
export const RULES_VERSION: string = classifyHeadline('').rulesVersion;
