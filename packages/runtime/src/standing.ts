/** Standing of the producers: one reducer over what happens to their runs, and what follows from it at a moment. */

import type { ProducerStatus } from '@barograph/contract';
import { SourceError, slotBy, type Cadence } from '@barograph/sources';

/** A producer as health and metrics name it. Moments are of the market's clock, epoch ms. */
export interface ProducerStanding {
  readonly name: string;
  readonly status: ProducerStatus;
  /** Reason of `failing` and `unavailable`, free of keys, queries and addresses; null of the others. */
  readonly cause: string | null;
  /** The newest run that succeeded on any replica, as far as this one knows; null before the first. */
  readonly lastSuccess: number | null;
  /** The last run that failed here; null when none has. */
  readonly lastFailure: { readonly at: number; readonly error: string } | null;
  /** Time since the oldest slot that is due and not known to be done; null before the first success. */
  readonly lagMs: number | null;
  /** Nothing has succeeded since the last failure. */
  readonly isFailing: boolean;
}

/** Memory of a producer's runs. */
export interface StandingState {
  readonly lastSuccess: number | null;
  readonly lastFailure: { readonly at: number; readonly error: string; readonly cause: string } | null;
  /** Nothing that succeeded here is known since the last failure. */
  readonly hasFailed: boolean;
  /** Runs that have begun here and not ended. */
  readonly underWay: number;
}

/** A producer of which nothing is known. */
export const NO_RUNS: StandingState = Object.freeze({
  lastSuccess: null,
  lastFailure: null,
  hasFailed: false,
  underWay: 0,
});

/** Events of a producer's runs. */
export type StandingEvent =
  | { readonly kind: 'began' }
  /** `asOf`: moment of a run of this replica. */
  | { readonly kind: 'succeeded'; readonly asOf: number }
  /** `at`: moment of the failure of a run of this replica. */
  | { readonly kind: 'failed'; readonly at: number; readonly error: unknown }
  /** `slot`: the newest that any replica has finished. */
  | { readonly kind: 'finished'; readonly slot: number };

/** The class of an error: says what kind of failure it was, and nothing of the inside. */
export function errorClass(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return error.name === 'Error' ? error.constructor.name : error.name;
}

/** Cause of a failure as health may show it: what the source says, else the class of the error. */
function causeOf(error: unknown): string {
  if (!(error instanceof SourceError)) return errorClass(error);
  const { source, reason } = error;
  return [source, reason ?? 'the source failed'].filter((part) => part !== undefined).join(': ');
}

/** The memory after an event. */
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
      // The slot that failed here was done by another replica.
      const isDone = lastFailure !== null && event.slot >= slotBy(cadence, lastFailure.at);
      const newest = Math.max(lastSuccess ?? -Infinity, event.slot);
      return { ...state, lastSuccess: newest, hasFailed: hasFailed && !isDone };
    }
  }
}

/** Circumstances in which a standing is read. */
export interface StandingAt {
  readonly now: number;
  /** Moment of the publication, by any replica; undefined without. */
  readonly published: number | undefined;
  /** State of what it reads: `none`, the market has no source of any of it; `warming`, something of it has not begun, and nothing failed. */
  readonly feeds: 'none' | 'warming' | 'begun';
}

/** The standing that follows from a memory at a moment. */
export function standingOf(
  name: string,
  { lastSuccess, lastFailure, hasFailed, underWay }: StandingState,
  { now, published, feeds }: StandingAt,
  cadence: Cadence,
): ProducerStanding {
  const known = [lastSuccess, published].flatMap((one) => (one === null || one === undefined ? [] : one));
  const success = known.length === 0 ? null : Math.max(...known);
  const next = success === null ? null : slotBy(cadence, success) + cadence.step;
  const isOvertaken = lastFailure !== null && published !== undefined && published > lastFailure.at;
  const lagMs = next === null ? null : Math.max(0, now - next);
  const isFailing = hasFailed && !isOvertaken;
  const statusNow = (): ProducerStatus => {
    if (feeds === 'none') return 'unavailable';
    // A source that takes its time to begin has not failed.
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
