/** Short cache of answers about one symbol: many callers request the same one. */

import { createRecent } from '@barograph/contract';
import type { Result } from '@barograph/core';
import type { Clock } from '../clock.ts';

/** Shares the answer of a key between callers. Failures are not cached. */
export type SharedAnswers = <T, E>(key: string, ask: () => Promise<Result<T, E>>) => Promise<Result<T, E>>;

/**
 * Creates an empty cache of answers.
 * @param keptMs age up to which an answer is reused, ms.
 * @param most maximum cached answers.
 */
export function createSharedAnswers(clock: Pick<Clock, 'now'>, keptMs: number, most: number): SharedAnswers {
  const recent = createRecent<{ readonly at: number; readonly answer: Promise<unknown> }>(most);
  return async <T, E>(key: string, ask: () => Promise<Result<T, E>>): Promise<Result<T, E>> => {
    const known = recent.get(key);
    const age = known === undefined ? Infinity : clock.now() - known.at;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key has one answer type
    if (age >= 0 && age < keptMs) return known!.answer as Promise<Result<T, E>>;
    const mine = { at: clock.now(), answer: ask() };
    recent.set(key, mine);
    const outcome = await mine.answer;
    if (!outcome.ok && recent.get(key) === mine) recent.delete(key);
    return outcome;
  };
}
