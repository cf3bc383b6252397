/** Deadline of a read, so that no decoder runs indefinitely on a damaged file. */

/** Time limits of reading a file. */
export interface ReadLimits {
  readonly version: `read-limits/${string}`;
  /** Time for any file, ms. */
  readonly baseMs: number;
  /** Additional time per megabyte on disk, ms. Valid files take 5 to 150 on one core, compressed ones the most. */
  readonly msPerMegabyte: number;
}

/** Limits of every read. */
export const READ_LIMITS_V1: ReadLimits = Object.freeze({
  version: 'read-limits/1',
  baseMs: 5_000,
  msPerMegabyte: 2_000,
});

/**
 * Deadline for a file size, whole ms.
 * @param limits limits by size. @default READ_LIMITS_V1
 *
 * @example
 * readDeadlineMs(1e6); // → 7000
 */
export function readDeadlineMs(bytes: number, limits: ReadLimits = READ_LIMITS_V1): number {
  return Math.ceil(limits.baseMs + (limits.msPerMegabyte * bytes) / 1e6);
}
