/** The log: JSON lines on standard error, secrets taken out. */

import { destination, pino, stdSerializers, type Logger } from 'pino';
import { codeOf, messageOf } from './connection.ts';
import { isStoreAway } from './store-away.ts';

/** Levels of the log, the most severe first. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
/** A level of the log. */
export type LogLevel = (typeof LOG_LEVELS)[number];

const SECRETS = ['x-api-key', 'x-payment', 'payment-signature', 'authorization', 'cookie'];

/** A database that is away fails everything at once, and no stack of it says more than its message. */
function errorOf(error: Error): object {
  if (!isStoreAway(error)) return stdSerializers.err(error);
  return { type: error.constructor.name, message: messageOf(error), code: codeOf(error) };
}

/** @param to where lines go; standard error by default, so that standard output carries the banner alone. */
export function createLog(level: LogLevel, to: { write(line: string): void } = destination(2)): Logger {
  const paths = SECRETS.flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`]);
  return pino({ level, base: null, redact: { paths, censor: '[hidden]' }, serializers: { err: errorOf } }, to);
}
