/** Standing of producers: a reducer over the events of their runs, and the standing at a moment. */

import type { ProducerStatus } from '@barograph/contract';
import { SourceError, slotBy, type Cadence } from '@barograph/sources';

/** Producer status in health and metrics. Moments are market time, epoch ms. */
export interface ProducerStanding {
  readonly name: string;
  readonly status: ProducerStatus;
  /** Reason of `failing` and `unavailable`, without keys, queries or addresses; otherwise null. */
  readonly cause: string | null;
  /** Newest successful run known on any replica; null before the first. */
  readonly lastSuccess: number | null;
  /** Last failed run on this replica; null without one. */
  readonly lastFailure: { readonly at: number; readonly error: string } | null;
  /** Time since the oldest due slot that is not known to be done, ms; null before the first success. */
  readonly lagMs: number | null;
  /** Failures since the last success. */
  readonly isFailing: boolean;
}

/** Memory of a producer's runs. */
export interface StandingState {
  readonly lastSuccess: number | null;
  readonly lastFailure: { readonly at: number; readonly error: string; readonly cause: string } | null;
  /** True while the last known run on this replica failed. */
  readonly hasFailed: boolean;
  /** Number of running runs on this replica. */
  readonly underWay: number;
}

/** Initial memory. */
export const NO_RUNS: StandingState = Object.freeze({
  lastSuccess: null,
  lastFailure: null,
  hasFailed: false,
  underWay: 0,
});

/** Events of a producer's runs. */
export type StandingEvent =
  | { readonly kind: 'began' }
  /** `asOf`: moment of a run on this replica. */
  | { readonly kind: 'succeeded'; readonly asOf: number }
  /** `at`: moment of a failure on this replica. */
  | { readonly kind: 'failed'; readonly at: number; readonly error: unknown }
  /** `slot`: newest slot finished on any replica. */
  | { readonly kind: 'finished'; readonly slot: number };

/** Class name of an error, which reveals the kind of failure but no details. */
export function errorClass(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return error.name === 'Error' ? error.constructor.name : error.name;
}

/** Cause of a failure that health may show: the source's message, else the class of the error. */
function causeOf(error: unknown): string {
  if (!(error instanceof SourceError)) return errorClass(error);
  const { source, reason } = error;
  return [source, reason ?? 'the source failed'].filter((part) => part !== undefined).join(': ');
}

/** Memory after an event. */
export function stepStanding(state: StandingState, event: StandingEvent, cadence: Cadence): StandingState {
  const ended = { ...state, underWay: Math.max(0, state.underWay - 1) };
  switch (event.kind) {
    case 'began':
      return { ...state, underWay: state.underWay + 1 };
    case 'succeeded':
      return { ...ended, lastSuccess: event.asOf, hasFailed: false };
    case 'failed': {
      const { at, error } = event;
      return { ...ended, lastFailure: { at, error: errorClass(error), cause: causeOf(error) }, hasFailed: true };
    }
    case 'finished': {
      const { lastFailure, lastSuccess, hasFailed } = state;
      // Another replica has done the slot that failed here.
      const isDone = lastFailure !== null && event.slot >= slotBy(cadence, lastFailure.at);
      const newest = Math.max(lastSuccess ?? -Infinity, event.slot);
      return { ...state, lastSuccess: newest, hasFailed: hasFailed && !isDone };
    }
  }
}

/** Inputs of {@link Standing} besides the memory. */
export interface StandingAt {
  readonly now: number;
  /** Moment of the publication on any replica; undefined without one. */
  readonly published: number | undefined;
  /** State of its feeds: `none`: the market has no source for any of them; `warming`: some have not started, and nothing failed. */
  readonly feeds: 'none' | 'warming' | 'begun';
}

/** Standing at a moment, derived from the memory. */
export function standingOf(
  name: string,
  { lastSuccess, lastFailure, hasFailed, underWay }: StandingState,
  { now, published, feeds }: StandingAt,
  cadence: Cadence,
): ProducerStanding {
  const known = [lastSuccess, published].flatMap((time) => (time === null || time === undefined ? [] : time));
  const success = known.length === 0 ? null : Math.max(...known);
  const next = success === null ? null : slotBy(cadence, success) + cadence.step;
  const isOvertaken = lastFailure !== null && published !== undefined && published > lastFailure.at;
  const lagMs = next === null ? null : Math.max(0, now - next);
  const isFailing = hasFailed && !isOvertaken;
  const statusNow = (): ProducerStatus => {
    if (feeds === 'none') return 'unavailable';
    // A source with a long start-up has not failed.
    if (isFailing) return success === null && feeds === 'warming' ? 'warming' : 'failing';
    if (lagMs === null) return underWay > 0 ? 'warming' : 'never_run';
    return lagMs >= cadence.step ? 'late' : 'ok';
  };
  const status = statusNow();
  const causes: Partial<Record<ProducerStatus, string>> = {
    failing: lastFailure?.cause ?? 'a run failed',
    unavailable: 'no source of anything that it reads',
  };
  return {
    name,
    status,
    cause: causes[status] ?? null,
    lastSuccess: success,
    lastFailure: lastFailure === null ? null : { at: lastFailure.at, error: lastFailure.error },
    lagMs,
    isFailing,
  };
}
