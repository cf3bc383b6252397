/** Last good value of a source, served as `stale` while newer ones fail. */

import { err, ok, type Result } from '@barograph/core';
import type { FeedProblem, Series } from './market/feed.ts';
import type { FeedName } from './market/feeds.ts';
import type { FeedState } from './market/source.ts';
import type { Fetched } from './upstream/ask.ts';
import { describeUpstreamProblem, type UpstreamProblem } from './upstream/problem.ts';

/** Last good value of one feed. */
export interface LastGood<Rows> {
  /**
   * Records a value or a failure. An answer older than the stored value is ignored.
   *
   * @param at time of the outcome, epoch ms.
   */
  record(outcome: Result<Fetched<Rows>, UpstreamProblem>, at: number): void;
  /** Returns the rows, marked stale after a failure or above the maximum age; `stale_source` before the first value. */
  series(now: number): Result<Series<Rows>, FeedProblem>;
  /** Returns the state of the feed. */
  state(feed: FeedName, now: number): FeedState;
}

/** Drops the value of an outcome. */
export function bare<T>(answer: Result<Fetched<T>, UpstreamProblem>): Result<Fetched<null>, UpstreamProblem> {
  return answer.ok ? ok({ value: null, fetchedAt: answer.value.fetchedAt }) : answer;
}

/**
 * Creates a record without a value.
 * @param maxAgeMs age at which a value is stale without a failure, ms. @default Infinity
 */
export function createLastGood<Rows>(maxAgeMs: number = Infinity): LastGood<Rows> {
  let good: Fetched<Rows> | undefined;
  let failure: { readonly since: number; readonly reason: string } | undefined;
  const fault = (now: number): { readonly since: number; readonly reason: string } | undefined => {
    if (failure !== undefined || good === undefined) return failure;
    const since = good.fetchedAt + maxAgeMs;
    return now > since ? { since, reason: `nothing newer for ${maxAgeMs / 1000} s` } : undefined;
  };
  return {
    record: (outcome, at) => {
      if (!outcome.ok) {
        if (outcome.error.code === 'aborted') return; // a caller gave up; the source is not at fault
        failure = { since: failure?.since ?? at, reason: describeUpstreamProblem(outcome.error) };
      } else if (good === undefined || outcome.value.fetchedAt >= good.fetchedAt) {
        good = outcome.value;
        failure = undefined;
      }
    },
    series: (now) => {
      const { reason } = fault(now) ?? {};
      if (good === undefined) return err({ code: 'stale_source', reason: reason ?? 'nothing received yet' });
      const series = { rows: good.value, asOf: good.fetchedAt };
      return ok(reason === undefined ? series : { ...series, isStale: true });
    },
    state: (feed, now) => {
      const { since = null, reason = null } = fault(now) ?? {};
      if (good === undefined) {
        const status = reason === null ? 'warming' : 'unavailable';
        return { feed, status, since, reason: reason ?? 'nothing received yet', asOf: null };
      }
      return { feed, status: reason === null ? 'ok' : 'stale', since, reason, asOf: good.fetchedAt };
    },
  };
}
