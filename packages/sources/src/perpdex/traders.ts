/** Traders of the venue on demand: the last leaderboard, the current state of an account, and its fills. */

import { err, ok, type Result } from '@barograph/core';
import type { Clock } from '../clock.ts';
import { ASKED_WITHIN_MS } from '../market/feed-watch.ts';
import type { FeedProblem } from '../market/feed.ts';
import type { Feeds } from '../market/feeds.ts';
import type { FeedState } from '../market/source.ts';
import type { Upstream } from '../upstream/ask.ts';
import type { SteadyClock } from '../upstream/budget.ts';
import { bare, createLastGood } from '../last-good.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import { describeUpstreamProblem, type UpstreamProblem } from '../upstream/problem.ts';
import { readAccountFills } from './account-fill-rows.ts';
import type { AccountsClient } from './accounts-client.ts';
import type { AccountsFeedConfig } from './accounts-config.ts';
import { rowsWeight } from './config.ts';
import { fillsPayload } from './fill-rows.ts';
import type { PerpdexFillsConfig } from './fills-config.ts';
import type { KnownAccounts } from './known-accounts.ts';
import { createLeaderboardFeed } from './leaderboard-feed.ts';
import type { LeaderboardPolls } from './leaderboard-polls.ts';

/** Parts of the feeds. */
export interface TraderFeedsParts {
  readonly client: Pick<AccountsClient, 'account'>;
  readonly known: Pick<KnownAccounts, 'add' | 'held'>;
  readonly leaderboard: Pick<LeaderboardPolls, 'newest' | 'failure'>;
  /** Sends requests within the venue's budget. */
  readonly request: Upstream['request'];
  readonly meter: Pick<UpstreamMeter, 'dropped'>;
  readonly clock: Clock;
  readonly steady: SteadyClock;
  readonly config: AccountsFeedConfig;
  readonly fillsConfig: PerpdexFillsConfig;
}

/** Feeds of traders with their states. */
export interface TraderFeeds {
  readonly feeds: Pick<Feeds, 'leaderboard' | 'account' | 'accountFills'>;
  state(now: number): readonly FeedState[];
}

type Rows = Result<readonly unknown[], UpstreamProblem>;

function stale(reason: string): { readonly ok: false; readonly error: FeedProblem } {
  return err({ code: 'stale_source', reason });
}

/** Time of the oldest fill, epoch ms; undefined without fills. */
function oldestOf(rows: readonly unknown[]): number | undefined {
  let oldest = Infinity;
  for (const row of rows) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked in the next line
    const { time } = (typeof row === 'object' && row !== null ? row : {}) as Readonly<Record<string, unknown>>;
    if (typeof time === 'number') oldest = Math.min(oldest, time);
  }
  return oldest === Infinity ? undefined : oldest;
}

/** Creates the feeds over the account client. */
export function createTraderFeeds(parts: TraderFeedsParts): TraderFeeds {
  const { client, known, request, meter, clock, steady, config, fillsConfig } = parts;
  const { weight, rows: most, rowsPerWeight } = fillsConfig;
  const leaderboard = createLeaderboardFeed(parts.leaderboard, clock, config);
  const single = createLastGood<null>();
  const fills = createLastGood<null>();
  const lastAsked = { account: -Infinity, accountFills: -Infinity };

  const weightFor = (rows: number): number => rowsWeight(weight, Math.min(rows, most), rowsPerWeight);
  const fillsOf = async (body: object): Promise<Rows> => {
    const answer = await request({
      path: '/info',
      body,
      weight: weightFor(most),
      weightOf: (rows) => weightFor(rows.length),
      priority: 'bulk',
      schema: fillsPayload,
    });
    fills.record(bare(answer), clock.now());
    return answer.ok ? ok(answer.value.value) : answer;
  };
  /** A failure expires after a while without queries. */
  const onDemand = (state: FeedState, requestedAt: number, now: number): FeedState =>
    state.status !== 'warming' && now - requestedAt <= ASKED_WITHIN_MS
      ? state
      : { ...state, status: 'ok', since: null, reason: null };

  return {
    feeds: {
      leaderboard: leaderboard.feed,
      account: {
        pull: async ({ address }) => {
          const giveUp = new AbortController();
          const cancel = steady.schedule(steady.now() + config.onDemandMs, () => giveUp.abort());
          known.add(address, 'asked', 0);
          const answer = await client.account(address, 'demand', giveUp.signal).finally(cancel);
          lastAsked.account = clock.now();
          if (!answer.ok) {
            single.record(answer, clock.now());
            const isLateAnswer = giveUp.signal.aborted;
            const reason = `expected the account within ${config.onDemandMs / 1000} s`;
            return stale(isLateAnswer ? reason : describeUpstreamProblem(answer.error));
          }
          const { record, notional, at } = answer.value;
          single.record(ok({ value: null, fetchedAt: at }), clock.now());
          known.held(address, notional, at);
          const isNothing = record.positions.length === 0 && (record.equity ?? 0) === 0;
          return ok({ rows: { account: isNothing ? null : record }, asOf: at });
        },
      },
      accountFills: {
        pull: async ({ address, from, to }) => {
          const began = clock.now();
          lastAsked.accountFills = began;
          let since = from;
          let answer = await fillsOf({ type: 'userFillsByTime', user: address, startTime: from + 1, endTime: to });
          if (answer.ok && answer.value.length >= most) {
            // It is undocumented which end of a full answer is cut, so the newest fills have their own request.
            answer = await fillsOf({ type: 'userFills', user: address });
            const oldest = answer.ok && answer.value.length >= most ? oldestOf(answer.value) : undefined;
            // Other fills of that time may be missing.
            if (oldest !== undefined) since = Math.max(from, oldest);
          }
          if (!answer.ok) return stale(describeUpstreamProblem(answer.error));
          const onBad = (field: string): void => meter.dropped('account_fills', field);
          return ok({
            rows: readAccountFills(answer.value, address, { from: since, to, since }, onBad),
            asOf: Math.min(to, began),
          });
        },
      },
    },
    state: (now) => [
      leaderboard.state(now),
      onDemand(single.state('account', now), lastAsked.account, now),
      onDemand(fills.state('accountFills', now), lastAsked.accountFills, now),
    ],
  };
}
