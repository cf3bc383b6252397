/** Standing of the producers: last success, last failure, lag. */

import { slotBy, type Cadence } from '@barograph/sources';

/** A producer as health and metrics name it. Moments are of the market's clock, epoch ms. */
export interface ProducerStanding {
  readonly name: string;
  /** The newest run that succeeded on any replica, as far as this one knows; null before the first. */
  readonly lastSuccess: number | null;
  /** The last run that failed here; null when none has. */
  readonly lastFailure: { readonly at: number; readonly error: string } | null;
  /** Time since the oldest slot that is due and not known to be done; null before the first success. */
  readonly lagMs: number | null;
  /** Nothing has succeeded since the last failure. */
  readonly isFailing: boolean;
}

/** The record of one producer's runs. */
export interface StandingRecord {
  /** @param asOf moment of a run of this replica. */
  succeeded(asOf: number): void;
  /** @param slot the newest that any replica has finished. */
  finished(slot: number): void;
  failed(at: number, error: unknown): void;
  /** @param published moment of the publication, by any replica; undefined without. */
  at(now: number, published: number | undefined): ProducerStanding;
}

/** The class of an error: says what kind of failure it was, and nothing of the inside. */
export function errorClass(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return error.name === 'Error' ? error.constructor.name : error.name;
}

export function createStanding(name: string, cadence: Cadence): StandingRecord {
  let lastSuccess: number | null = null;
  let lastFailure: ProducerStanding['lastFailure'] = null;
  let hasFailed = false;
  return {
    succeeded: (asOf) => {
      lastSuccess = asOf;
      hasFailed = false;
    },
    finished: (slot) => {
      lastSuccess = Math.max(lastSuccess ?? -Infinity, slot);
      // The slot that failed here was done by another replica.
      if (lastFailure !== null && slot >= slotBy(cadence, lastFailure.at)) hasFailed = false;
    },
    failed: (at, error) => {
      lastFailure = { at, error: errorClass(error) };
      hasFailed = true;
    },
    at: (now, published) => {
      const known = [lastSuccess, published].flatMap((one) => (one === null || one === undefined ? [] : one));
      const success = known.length === 0 ? null : Math.max(...known);
      const next = success === null ? null : slotBy(cadence, success) + cadence.step;
      const isOvertaken = lastFailure !== null && published !== undefined && published > lastFailure.at;
      return {
        name,
        lastSuccess: success,
        lastFailure,
        lagMs: next === null ? null : Math.max(0, now - next),
        isFailing: hasFailed && !isOvertaken,
      };
    },
  };
}
