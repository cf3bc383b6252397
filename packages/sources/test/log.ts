/** Logs of tests: lines of JSON, as a host writes them. */

import { pino, type Level, type Logger } from 'pino';

/** @param to takes the lines; nowhere when left out. */
export function createLog(
  level: Level | 'silent',
  to: { write(line: string): void } = { write: () => undefined },
): Logger {
  return pino({ level, base: null }, to);
}
