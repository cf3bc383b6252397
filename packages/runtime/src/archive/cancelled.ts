/** Conversion of a cancellation into an `AbortSignal`. */

import type { Cancellation } from '@barograph/contract';

/** Signal that aborts on cancellation; never aborts without one. */
export function signalOf(cancelled: Cancellation | undefined): AbortSignal {
  if (cancelled instanceof AbortSignal) return cancelled;
  const ends = new AbortController();
  if (cancelled?.aborted === true) ends.abort();
  cancelled?.addEventListener('abort', () => ends.abort(), { once: true });
  return ends.signal;
}
