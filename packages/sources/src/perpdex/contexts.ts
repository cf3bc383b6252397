/** Contexts of all perps, polled each minute, and the samples of funding and open interest from them. */

import { HOUR_MS, ok } from '@barograph/core';
import type { Clock } from '../clock.ts';
import type { MomentQuery, PerpContext, PerpContexts } from '../market/contexts.ts';
import type { Feed } from '../market/feed.ts';
import type { FeedState } from '../market/source.ts';
import { createChecked } from './checked.ts';
import type { PerpdexClient } from './client.ts';
import type { PerpdexConfig } from './config.ts';

/** Observation of a perp. */
export interface Sample {
  /** Fetch time, epoch ms. */
  readonly time: number;
  readonly rate1h: number;
  readonly openInterest: number;
  readonly mark: number;
}

/** Contexts of the venue. */
export interface ContextsFeed {
  readonly feed: Feed<MomentQuery, PerpContexts>;
  /** Trading perps, largest 24-hour notional first. Requests them before the first poll; empty on failure. */
  trading(): Promise<readonly PerpContext[]>;
  /** Observations of a perp after `from`, up to and including `to`, oldest first. */
  samples(symbol: string, from: number, to: number): readonly Sample[];
  /** Polls once. Concurrent calls share the poll. */
  poll(): Promise<void>;
  state(now: number): FeedState;
}

/** Reason for every missing value of a perp before the first successful poll. */
export const UNNAMED = 'the venue has not named its perps';

/** Missed polls after which contexts are stale. */
const LATE_AFTER_POLLS = 2.5;

/** Largest first; unknown notionals last. */
function bySize(a: PerpContext, b: PerpContext): number {
  const known = (notional: number): number => (Number.isNaN(notional) ? 0 : notional);
  const more = known(b.dayNotional) - known(a.dayNotional);
  if (more !== 0) return more;
  return a.symbol < b.symbol ? -1 : 1;
}

/** Hours whose last sample is kept, so that requests for settled hours end where the samples begin. */
const HOURS_KEPT = 200;

/** Drops the oldest sample that is not the last of its hour, or the oldest of all when only those remain. */
function thin(list: Sample[]): void {
  const hourOf = (i: number): number => Math.floor(list[i]!.time / HOUR_MS);
  let hours = 0;
  while (hours + 1 < list.length && hourOf(hours) !== hourOf(hours + 1)) hours++;
  list.splice(hours > HOURS_KEPT ? 0 : hours, 1);
}

/**
 * Creates the feed of contexts.
 * @param onPerps called with the trading perps after each successful poll.
 */
export function createContextsFeed(
  client: Pick<PerpdexClient, 'contexts'>,
  clock: Clock,
  config: PerpdexConfig,
  onPerps: (trading: readonly PerpContext[]) => void,
): ContextsFeed {
  const checked = createChecked<readonly PerpContext[]>(LATE_AFTER_POLLS * config.pollMs);
  const samples = new Map<string, Sample[]>();
  let trading: readonly PerpContext[] | undefined;
  let underWay: Promise<void> | undefined;

  const observe = ({ symbol, fundingRate1h, openInterest, mark }: PerpContext, time: number): void => {
    const list = samples.get(symbol) ?? [];
    list.push({ time, rate1h: fundingRate1h, openInterest, mark });
    if (list.length > config.samples + HOURS_KEPT) thin(list);
    samples.set(symbol, list);
  };
  const pollOnce = async (): Promise<void> => {
    const answer = await client.contexts();
    checked.record(answer, clock.now());
    if (!answer.ok) return;
    const { value, fetchedAt } = answer.value;
    trading = value.rows.filter(({ isDelisted }) => !isDelisted).sort(bySize);
    for (const perp of trading) observe(perp, fetchedAt);
    onPerps(trading);
  };
  const poll = async (): Promise<void> => {
    underWay ??= pollOnce().finally(() => (underWay = undefined));
    return underWay;
  };
  const polled = async (): Promise<void> => {
    if (trading === undefined) await poll();
  };

  return {
    feed: {
      pull: async () => {
        await polled();
        const series = checked.series(clock.now());
        return series.ok ? ok({ ...series.value, rows: { perps: series.value.rows } }) : series;
      },
    },
    trading: async () => {
      await polled();
      return trading ?? [];
    },
    samples: (symbol, from, to) => (samples.get(symbol) ?? []).filter(({ time }) => time > from && time <= to),
    poll,
    state: (now) => checked.state('contexts', now),
  };
}
