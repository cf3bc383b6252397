/** Deadline of a read: no decoder may spin for ever over a damaged file. */

/** Time limits of reading a file. */
export interface ReadLimits {
  readonly version: `read-limits/${string}`;
  /** Allowed for any file, ms. */
  readonly baseMs: number;
  /** Allowed on top for each megabyte on disk, ms. Sound files take 5 to 150 on one core, packed ones the most. */
  readonly msPerMegabyte: number;
}

/** The limits of every read. */
export const READ_LIMITS_V1: ReadLimits = Object.freeze({
  version: 'read-limits/1',
  baseMs: 5_000,
  msPerMegabyte: 2_000,
});

/**
 * Deadline of a file of so many bytes, whole ms.
 *
 * @example
 * readDeadlineMs(1e6); // → 7000
 */
export function readDeadlineMs(bytes: number, limits: ReadLimits = READ_LIMITS_V1): number {
  return Math.ceil(limits.baseMs + (limits.msPerMegabyte * bytes) / 1e6);
}
