/** Accounts of the venue: tracked accounts, their states, and the leaderboard that they come from. */

import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Feeds } from '../market/feeds.ts';
import type { FeedState } from '../market/source.ts';
import type { Upstream } from '../upstream/ask.ts';
import { createBudget, type Budget, type SteadyClock } from '../upstream/budget.ts';
import { UPSTREAM_V1 } from '../upstream/config.ts';
import { createUpstreamMeter, type UpstreamMeter, type UpstreamReading } from '../upstream/meter.ts';
import { createUpstream } from '../upstream/upstream.ts';
import { createAccountsClient } from './accounts-client.ts';
import type { AccountsFeedConfig } from './accounts-config.ts';
import { createAccountsFeed } from './accounts.ts';
import { createKnownAccounts } from './known-accounts.ts';
import { createLeaderboardPolls } from './leaderboard-polls.ts';
import { addressOf } from './leaderboard-rows.ts';
import type { PerpdexFillsConfig } from './fills-config.ts';
import { createTraderFeeds } from './traders.ts';
import type { TradeRow } from './trade-rows.ts';

/** Parts of the feeds. */
export interface AccountFeedsParts {
  /** Base URL of the statistics. */
  readonly statsUrl: string;
  /** Sends requests within the venue's budget. */
  readonly request: Upstream['request'];
  readonly pausedFor: () => number;
  readonly budget: Pick<Budget, 'waiting'>;
  readonly clock: Clock;
  readonly steady: SteadyClock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  readonly config: AccountsFeedConfig;
  readonly fillsConfig: PerpdexFillsConfig;
}

/** Feeds of accounts. */
export interface AccountFeeds {
  readonly feeds: Pick<Feeds, 'accounts' | 'leaderboard' | 'account' | 'accountFills'>;
  /** Registers the two accounts of a large fill. */
  traded(trade: TradeRow, users: unknown): void;
  open(): void;
  close(): Promise<void>;
  state(now: number): readonly FeedState[];
  /** Request counts of the statistics. */
  reading(): UpstreamReading;
}

const SOURCE = 'perpdex_stats';
/** Statistics requests per minute: a leaderboard, and retries. */
const STATS_BUDGET = 10;

/** Creates the feeds; they are not open yet. */
export function createAccountFeeds(parts: AccountFeedsParts): AccountFeeds {
  const { statsUrl, request, pausedFor, budget, clock, steady, log, meter, config, fillsConfig } = parts;
  const statsMeter = createUpstreamMeter(SOURCE);
  const openStats = (): Upstream =>
    createUpstream({
      source: SOURCE,
      baseUrl: statsUrl,
      budget: createBudget({ limit: STATS_BUDGET, clock: steady }),
      clock,
      steady,
      log,
      meter: statsMeter,
      config: { ...UPSTREAM_V1, version: 'leaderboard-upstream-v1', timeoutMs: config.leaderboardTimeoutMs },
    });
  let stats = openStats();
  let isOpen = false;
  const client = createAccountsClient({ request }, { request: async (ask) => stats.request(ask) }, meter, config);
  const known = createKnownAccounts(config);
  const leaderboard = createLeaderboardPolls(client, { clock, steady }, config, ({ leaders }) =>
    known.leaderboard(leaders),
  );
  const accounts = createAccountsFeed({ client, known, leaderboard, budget, pausedFor, clock, steady, log, config });
  const traders = createTraderFeeds({
    client,
    known,
    leaderboard,
    request,
    meter,
    clock,
    steady,
    config,
    fillsConfig,
  });
  return {
    feeds: { accounts: accounts.feed, ...traders.feeds },
    traded: ({ price, size }, users) => {
      const notional = price * size;
      if (notional < config.largeFill || !Array.isArray(users)) return;
      for (const user of users) {
        const address = addressOf(user);
        if (address !== undefined) known.add(address, 'fills', notional);
      }
    },
    open: () => {
      if (isOpen) return;
      isOpen = true;
      leaderboard.open();
      accounts.open();
    },
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      leaderboard.close();
      accounts.close();
      const ending = stats;
      stats = openStats();
      await ending.close();
    },
    state: (now) => [accounts.state(now), ...traders.state(now)],
    reading: () => statsMeter.reading(),
  };
}
