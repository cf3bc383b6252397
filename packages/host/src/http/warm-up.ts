/** Answers while the cold start is under way: a 503 `warming_up` names the time that the work still takes. */

import { problem, type EndpointId, type Problem } from '@barograph/contract';
import { err } from '@barograph/core';
import type { WarmUp } from '../work/warm-up.ts';
import type { Awaitable } from './deadline.ts';
import type { Handler, Handlers } from './handlers.ts';
import type { Outcome } from './operation.ts';

function isWarmingUp({ status, body: { detail } }: Problem): boolean {
  return status === 503 && 'error' in detail && detail.error === 'warming_up';
}

/** The problem with a Retry-After that is computed from the progress; another one is left alone. */
export function withRetryAfter(found: Problem, warmUp: Pick<WarmUp, 'retryAfterSeconds'>): Problem {
  if (!isWarmingUp(found)) return found;
  const seconds = warmUp.retryAfterSeconds();
  if (seconds === undefined) return found;
  const { headers } = problem('warming_up', '', { retryAfter: seconds });
  return { ...found, headers: { ...found.headers, ...headers } };
}

/** Handlers whose `warming_up` names the time that is left; an answer that is ready at once stays so. */
export function warmingHandlers(handlers: Handlers, warmUp: Pick<WarmUp, 'retryAfterSeconds'>): Handlers {
  const told = (outcome: Outcome): Outcome => (outcome.ok ? outcome : err(withRetryAfter(outcome.error, warmUp)));
  const wrapped = Object.entries(handlers).map(([id, handler]) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what comes in goes to the handler of the same id
    const plain = handler as (request: never) => Awaitable<Outcome>;
    return [
      id,
      (request: never): Awaitable<Outcome> => {
        const outcome = plain(request);
        return outcome instanceof Promise ? outcome.then(told) : told(outcome);
      },
    ] as const;
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same ids, each with the handler that it had
  return Object.fromEntries(wrapped) as unknown as { readonly [Id in EndpointId]: Handler<Id> };
}
