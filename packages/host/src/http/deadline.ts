/**
 * Response deadline: 504 on timeout; the work continues detached.
 */

import type { Endpoint } from '@barograph/contract';
import { unlessLate } from '@barograph/sources';

/** The parts of the time within which an answer is promised. */
export interface AnswerDeadlineConfig {
  readonly version: `answer-deadline/${string}`;
  /** Of every operation that does not say otherwise; the promise of the contract. */
  readonly seconds: number;
  /** For the gate: a key and a counter are looked at. */
  readonly admissionMs: number;
  /** For taking back a call that costs nothing; a late one still happens, the answer does not wait for it. */
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

/** Thrown when an operation is late: the answer is then 504, and the log has the request. */
export class DeadlineError extends Error {
  /** The connection ends with the answer. */
  readonly endsConnection: boolean;

  constructor(message: string, endsConnection: boolean = false) {
    super(message);
    this.endsConnection = endsConnection;
  }
}

/** The milliseconds that an operation has from its admission on. */
export function operationMs({ timeoutSeconds = ANSWER_DEADLINE_V1.seconds }: Pick<Endpoint, 'timeoutSeconds'>): number {
  const { admissionMs, refundMs, reserveMs } = ANSWER_DEADLINE_V1;
  return timeoutSeconds * 1000 - admissionMs - refundMs - reserveMs;
}

/** Value that is settled, or a promise of it. A ready answer that waits for nothing needs no promise and no timer. */
export type Awaitable<T> = T | Promise<T>;

/** Settled value as it is; otherwise the promise, rejected with the error of `late` after `ms`. */
export function inTime<T>(ms: number, given: Awaitable<T>, late: () => Error): Awaitable<T> {
  return given instanceof Promise ? unlessLate(ms, given, () => Promise.reject(late())) : given;
}
