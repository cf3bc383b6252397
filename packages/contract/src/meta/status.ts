/** Status of the service on the wire. It is not an operation: `/status` is outside the API. */

import { feedOnWire } from '../shapes/provenance.ts';
import type { FeedHealth, HealthAnswer, ProducerHealth, WhaleTransferState } from './health-row.ts';

/** Period without data of a feed, epoch ms; `to` is null while it lasts. */
export interface StatusGap extends Pick<FeedHealth, 'source' | 'feed'> {
  readonly from: number;
  readonly to: number | null;
}

/** Status in the host's form. Moments are epoch ms. */
export interface StatusAnswer extends Pick<HealthAnswer, 'status' | 'now' | 'producers'> {
  /** Start of the record, at most a day ago. */
  readonly since: number;
  /** Seconds since then without a running replica. */
  readonly unobservedSeconds: number;
  readonly sources: readonly {
    readonly id: string;
    readonly kind: FeedHealth['kind'];
    readonly feeds: readonly Pick<FeedHealth, 'feed' | 'status' | 'asOf' | 'since' | 'reason'>[];
  }[];
  readonly gaps: readonly StatusGap[];
  /** Whale transfers in the event stream. */
  readonly whaleTransfers: WhaleTransferState;
  /** Read replica of the database; absent without one. A null lag is unknown. */
  readonly readReplica?: { readonly lagMs: number | null; readonly isUsed: boolean } | undefined;
  /** Answers of a day, failures, and the remaining share of allowed failures. */
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
 * Encodes the status; durations are in seconds.
 *
 * @example
 * const feeds = [{ feed: 'bars', status: 'ok', asOf: 50_000, since: null, reason: null }] as const;
 * const sources = [{ id: 'simulator', kind: 'simulated', feeds }] as const;
 * const budget = { target: 0.999, answers: 10_000, failed: 2, left: 0.8 };
 * const answer = { status: 'ok', now: 60_000, since: 0, unobservedSeconds: 0, sources, budget } as const;
 * const silent = { gaps: [], producers: [], whaleTransfers: 'not_configured' } as const;
 * JSON.stringify(encodeStatus({ ...answer, ...silent })).includes('"lag_s":10'); // → true
 */
export function encodeStatus(answer: StatusAnswer): object {
  const { status, now, since, unobservedSeconds, sources, gaps, producers, whaleTransfers, readReplica, budget } =
    answer;
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
    ...(readReplica === undefined
      ? {}
      : {
          read_replica: {
            lag_s: readReplica.lagMs === null ? null : readReplica.lagMs / 1000,
            used: readReplica.isUsed,
          },
        }),
    error_budget: budget,
  };
}
