/** Edge limits of the archive: a separate rate and queue for `/backtesting/*`, in addition to the key's limits. */

/** Limits of operations that declare an `edge`, over all replicas. */
export interface ArchiveEdgeConfig {
  readonly version: `archive-edge/${string}`;
  /** Sustained requests of a key per second. */
  readonly perSecond: number;
  /** Burst of requests of a key. */
  readonly burst: number;
  /** Concurrent heavy reads over all keys. */
  readonly heavyAtOnce: number;
  /** Maximum wait of a heavy read in the queue, s. */
  readonly queueSeconds: number;
  /** Retry-After of a heavy read that timed out in the queue, s. */
  readonly retrySeconds: number;
  /** Deadline from the request to the end of its answer, s; then the connection is closed. */
  readonly deadlineSeconds: number;
}

/** The documented limits. Add a constant instead of changing a number. */
export const ARCHIVE_EDGE_V1: ArchiveEdgeConfig = Object.freeze({
  version: 'archive-edge/1',
  perSecond: 2,
  burst: 20,
  heavyAtOnce: 2,
  queueSeconds: 25,
  retrySeconds: 5,
  deadlineSeconds: 60,
});

/**
 * Edge class of an operation. Both classes are limited by the rate; a heavy operation also waits for a
 * place, and is cancelled at its deadline.
 */
export type Edge = 'light' | 'heavy';

/** Cancellation of work without a waiting caller, such as an `AbortSignal`. */
export interface Cancellation {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
