/** Details of a catalogue by slug, each answer built once. */

import { err, ok, type Result, nearestNames } from '@barograph/core';
import { value, type ValueBody } from '../body.ts';
import { problem, type Problem } from '../problem.ts';

/** Error of an unknown slug: its code, and a noun for its message. */
interface Missing {
  readonly code: 'strategy_not_found' | 'indicator_not_found';
  readonly noun: string;
}

/** Answers of a detail, each built at its first request and cached. Slugs are case-sensitive. */
export function bySlug<Entry extends { readonly slug: string }, Wire>(
  entries: readonly Entry[],
  make: (entry: Entry) => Wire,
  { code, noun }: Missing,
): (slug: string) => Result<ValueBody<Wire>, Problem> {
  const known = new Map(entries.map((entry) => [entry.slug, entry]));
  const cache = new Map<string, ValueBody<Wire>>();
  return (slug) => {
    const entry = known.get(slug);
    if (entry === undefined) {
      return err(problem(code, `There is no ${noun} ${slug}.`, { suggestions: nearestNames(known.keys(), slug) }));
    }
    const kept = cache.get(slug) ?? value(make(entry));
    cache.set(slug, kept);
    return ok(kept);
  };
}
