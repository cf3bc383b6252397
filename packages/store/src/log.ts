/** The log: JSON lines on standard error, with secrets redacted. */

import { destination, pino, stdSerializers, type Logger } from 'pino';
import { codeOf, messageOf } from './connection.ts';
import { isStoreAway } from './store-away.ts';

/** Log levels, most severe first. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
/** A level of the log. */
export type LogLevel = (typeof LOG_LEVELS)[number];

const SECRETS = ['x-api-key', 'x-payment', 'payment-signature', 'authorization', 'cookie'];

/** Errors of an unavailable database come in large numbers, and their stacks add nothing to the message. */
function errorOf(error: Error): object {
  if (!isStoreAway(error)) return stdSerializers.err(error);
  return { type: error.constructor.name, message: messageOf(error), code: codeOf(error) };
}

/**
 * Creates the log of a process.
 * @param to destination of the lines. @default standard error, so that standard output has the banner only
 */
export function createLog(level: LogLevel, to: { write(line: string): void } = destination(2)): Logger {
  const paths = SECRETS.flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`]);
  return pino({ level, base: null, redact: { paths, censor: '[hidden]' }, serializers: { err: errorOf } }, to);
}
