/** Response deadline: 504 on timeout; the work continues detached. */

import type { Endpoint } from '@barograph/contract';
import { unlessLate } from '@barograph/sources';

/** Time budget of an answer. */
export interface AnswerDeadlineConfig {
  readonly version: `answer-deadline/${string}`;
  /** Default limit of an operation; promised by the contract. */
  readonly seconds: number;
  /** For the gate, which looks up a key and a counter. */
  readonly admissionMs: number;
  /** For undoing the count of a free call; when late it still happens, but the answer does not wait. */
  readonly refundMs: number;
  /** For reading the request and writing the answer. */
  readonly reserveMs: number;
}

/** A changed number is a new constant. */
export const ANSWER_DEADLINE_V1: AnswerDeadlineConfig = Object.freeze({
  version: 'answer-deadline/1',
  seconds: 10,
  admissionMs: 2000,
  refundMs: 250,
  reserveMs: 250,
});

/** Thrown when an operation is late: the answer is 504, and the log has the request. */
export class DeadlineError extends Error {
  /** The connection closes with the answer. */
  readonly endsConnection: boolean;

  constructor(message: string, endsConnection: boolean = false) {
    super(message);
    this.endsConnection = endsConnection;
  }
}

/** Milliseconds that an operation has after its admission. */
export function operationMs({ timeoutSeconds = ANSWER_DEADLINE_V1.seconds }: Pick<Endpoint, 'timeoutSeconds'>): number {
  const { admissionMs, refundMs, reserveMs } = ANSWER_DEADLINE_V1;
  return timeoutSeconds * 1000 - admissionMs - refundMs - reserveMs;
}

/** A settled value or a promise. A ready answer needs no promise and no timer. */
export type Awaitable<T> = T | Promise<T>;

/** Returns a settled value unchanged; a promise is rejected with the error of `late` after `ms`. */
export function inTime<T>(ms: number, given: Awaitable<T>, late: () => Error): Awaitable<T> {
  return given instanceof Promise ? unlessLate(ms, given, () => Promise.reject(late())) : given;
}
