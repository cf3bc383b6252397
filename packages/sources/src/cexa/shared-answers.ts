/** Answers about one symbol that serve again for some seconds: many callers ask for the same one. */

import { createRecent } from '@barograph/contract';
import type { Result } from '@barograph/core';
import type { Clock } from '../clock.ts';

/** Shares what is asked under one key; failures are not kept. */
export type SharedAnswers = <T, E>(key: string, ask: () => Promise<Result<T, E>>) => Promise<Result<T, E>>;

/** @param keptMs age up to which an answer serves again. @param most answers that are kept. */
export function createSharedAnswers(clock: Pick<Clock, 'now'>, keptMs: number, most: number): SharedAnswers {
  const recent = createRecent<{ readonly at: number; readonly answer: Promise<unknown> }>(most);
  return async <T, E>(key: string, ask: () => Promise<Result<T, E>>): Promise<Result<T, E>> => {
    const known = recent.get(key);
    const age = known === undefined ? Infinity : clock.now() - known.at;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key says what is asked
    if (age >= 0 && age < keptMs) return known!.answer as Promise<Result<T, E>>;
    const mine = { at: clock.now(), answer: ask() };
    recent.set(key, mine);
    const outcome = await mine.answer;
    if (!outcome.ok && recent.get(key) === mine) recent.delete(key);
    return outcome;
  };
}
