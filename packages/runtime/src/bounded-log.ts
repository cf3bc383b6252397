/** Rate limit for log lines caused by requests. A burst writes its first lines, and one more line counts the rest. */

import type { Logger } from 'pino';

/** Limits of the lines of one message. */
export interface BoundedLogConfig {
  readonly version: `bounded-log/${string}`;
  /** Time from the first line of a burst to the summary line, real ms. */
  readonly everyMs: number;
  /** Lines written per burst. */
  readonly most: number;
}

/** A changed number is a new constant. */
export const BOUNDED_LOG_V1: BoundedLogConfig = Object.freeze({ version: 'bounded-log/1', everyMs: 10_000, most: 10 });

type Write = (fields: object, message: string) => void;

/** Log whose growth callers cannot exceed. */
export type BoundedLog = Readonly<Record<'warn' | 'error', Write>>;

/** Limits a log. Messages must be few and fixed, because each has its own bursts. */
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
