/** Last good rows of a feed with per-value checks: rows with an invalid value are served as stale. */

import { ok, type Result } from '@barograph/core';
import type { FeedProblem, Series } from '../market/feed.ts';
import type { FeedName } from '../market/feeds.ts';
import type { FeedState } from '../market/source.ts';
import { createLastGood } from '../last-good.ts';
import type { Answered, Parsed } from '../upstream/payload/parsed.ts';

/** Last good rows. */
export interface Checked<Rows> {
  /** @param now epoch ms. */
  record(answer: Answered<Parsed<Rows>>, now: number): void;
  series(now: number): Result<Series<Rows>, FeedProblem>;
  state(feed: FeedName, now: number): FeedState;
}

/**
 * Creates a record without rows.
 * @param maxAgeMs age at which rows become stale without a failure, ms.
 */
export function createChecked<Rows>(maxAgeMs: number): Checked<Rows> {
  const good = createLastGood<Rows>(maxAgeMs);
  let fault: { readonly since: number; readonly reason: string } | undefined;
  return {
    record: (answer, now) => {
      if (!answer.ok) {
        good.record(answer, now);
        return;
      }
      const { value, fetchedAt } = answer.value;
      good.record(ok({ value: value.rows, fetchedAt }), now);
      fault = value.fault === undefined ? undefined : { since: fault?.since ?? now, reason: value.fault };
    },
    series: (now) => {
      const series = good.series(now);
      return series.ok && fault !== undefined ? ok({ ...series.value, isStale: true }) : series;
    },
    state: (feed, now) => {
      const state = good.state(feed, now);
      return state.status === 'ok' && fault !== undefined ? { ...state, status: 'stale', ...fault } : state;
    },
  };
}
