/** The status of the service on the wire. It is no operation: `/status` stands outside of the API. */

import { feedOnWire } from '../shapes/provenance.ts';
import type { FeedHealth, HealthAnswer, ProducerHealth, WhaleTransferState } from './health-row.ts';

/** A time without data of a feed, epoch ms; `to` is null while it lasts. */
export interface StatusGap extends Pick<FeedHealth, 'source' | 'feed'> {
  readonly from: number;
  readonly to: number | null;
}

/** The status as a host knows it. Moments are epoch ms. */
export interface StatusAnswer extends Pick<HealthAnswer, 'status' | 'now' | 'producers'> {
  /** First look of the record, which reaches a day back at most. */
  readonly since: number;
  /** Seconds since then in which nobody looked: no replica ran. */
  readonly unobservedSeconds: number;
  readonly sources: readonly {
    readonly id: string;
    readonly kind: FeedHealth['kind'];
    readonly feeds: readonly Pick<FeedHealth, 'feed' | 'status' | 'asOf' | 'since' | 'reason'>[];
  }[];
  readonly gaps: readonly StatusGap[];
  /** Of the event stream. */
  readonly whaleTransfers: WhaleTransferState;
  /** Answers of a day, those that failed, and the share of the allowed failures that is left. */
  readonly budget: {
    readonly target: number;
    readonly answers: number;
    readonly failed: number;
    readonly left: number;
  };
}

function producerOnWire({ name, status, cause, lastSuccess, lastFailure, lagMs, isFailing }: ProducerHealth) {
  const lag = lagMs === null ? null : lagMs / 1000;
  return { name, last_success: lastSuccess, last_failure: lastFailure, lag_s: lag, failing: isFailing, status, cause };
}

/**
 * The status on the wire; durations are seconds.
 *
 * @example
 * const feeds = [{ feed: 'bars', status: 'ok', asOf: 50_000, since: null, reason: null }] as const;
 * const sources = [{ id: 'simulator', kind: 'simulated', feeds }] as const;
 * const budget = { target: 0.999, answers: 10_000, failed: 2, left: 0.8 };
 * const answer = { status: 'ok', now: 60_000, since: 0, unobservedSeconds: 0, sources, budget } as const;
 * const silent = { gaps: [], producers: [], whaleTransfers: 'not_configured' } as const;
 * JSON.stringify(encodeStatus({ ...answer, ...silent })).includes('"lag_s":10'); // → true
 */
export function encodeStatus(of: StatusAnswer): object {
  const { status, now, since, unobservedSeconds, sources, gaps, producers, whaleTransfers, budget } = of;
  return {
    status,
    now,
    observed_since: since,
    unobserved_s: unobservedSeconds,
    sources: sources.map(({ id, kind, feeds }) => ({
      id,
      kind,
      feeds: feeds.map(({ feed, status: condition, asOf, since: began, reason }) => ({
        feed: feedOnWire(feed),
        status: condition,
        lag_s: asOf === null ? null : Math.max(0, (now - asOf) / 1000),
        as_of: asOf,
        since: began,
        reason,
      })),
    })),
    gaps: gaps.map(({ source, feed, from, to }) => ({
      source,
      feed: feedOnWire(feed),
      from,
      to,
      seconds: ((to ?? now) - from) / 1000,
    })),
    producers: producers.map(producerOnWire),
    whale_transfers: whaleTransfers,
    error_budget: budget,
  };
}
