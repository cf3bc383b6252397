/** Edge of the archive: a rate and a queue of its own for `/backtesting/*`, beside the day and the minute of the key. */

/** Limits of the operations that declare an `edge`, over all replicas. */
export interface ArchiveEdgeConfig {
  readonly version: `archive-edge/${string}`;
  /** Requests of a key in a second, sustained. */
  readonly perSecond: number;
  /** Requests of a key at once, after a pause. */
  readonly burst: number;
  /** Heavy reads at a time, of all keys. */
  readonly heavyAtOnce: number;
  /** Longest wait of a heavy read for its turn, s. */
  readonly queueSeconds: number;
  /** Retry-After of one that had no turn, s. */
  readonly retrySeconds: number;
  /** Time from the request to the end of its answer, s; the connection is closed then. */
  readonly deadlineSeconds: number;
}

/** The documented limits. A changed number is a new constant. */
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
 * Share of the archive's edge that an operation has: both are held to the rate; a heavy one also waits for one of the
 * places, and is cancelled at its deadline.
 */
export type Edge = 'light' | 'heavy';

/** Cancellation of work that nobody waits for any more; an `AbortSignal` is one. */
export interface Cancellation {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
