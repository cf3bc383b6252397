/** Log lines that requests cause. A burst keeps its first lines, and one line counts the others. */

import type { Logger } from 'pino';

/** Bounds of the lines of one message. */
export interface BoundedLogConfig {
  readonly version: `bounded-log/${string}`;
  /** Real ms from the first line of a burst to the line that counts. */
  readonly everyMs: number;
  /** Lines of a burst that are written. */
  readonly most: number;
}

/** A changed number is a new constant. */
export const BOUNDED_LOG_V1: BoundedLogConfig = Object.freeze({ version: 'bounded-log/1', everyMs: 10_000, most: 10 });

type Write = (fields: object, message: string) => void;

/** A log that callers cannot make grow faster than its bounds. */
export type BoundedLog = Readonly<Record<'warn' | 'error', Write>>;

/** Bounds a log. Messages are few and fixed: each has bursts of its own. */
export function createBoundedLog(
  log: Pick<Logger, 'warn' | 'error'>,
  { everyMs, most }: BoundedLogConfig = BOUNDED_LOG_V1,
): BoundedLog {
  const bursts = new Map<string, number>();
  const at =
    (level: 'warn' | 'error'): Write =>
    (fields, message) => {
      const lines = (bursts.get(message) ?? 0) + 1;
      bursts.set(message, lines);
      if (lines <= most) log[level](fields, message);
      if (lines > 1) return;
      const count = (): void => {
        const suppressed = (bursts.get(message) ?? 0) - most;
        bursts.delete(message);
        if (suppressed > 0) log[level]({ suppressed }, message);
      };
      setTimeout(count, everyMs).unref();
    };
  return { warn: at('warn'), error: at('error') };
}
