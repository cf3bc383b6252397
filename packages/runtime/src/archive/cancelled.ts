/** The end of a read, as functions of Node take it. */

import type { Cancellation } from '@barograph/contract';

/** A signal that ends with a cancellation; never without one. */
export function signalOf(cancelled: Cancellation | undefined): AbortSignal {
  if (cancelled instanceof AbortSignal) return cancelled;
  const ends = new AbortController();
  if (cancelled?.aborted === true) ends.abort();
  cancelled?.addEventListener('abort', () => ends.abort(), { once: true });
  return ends.signal;
}
