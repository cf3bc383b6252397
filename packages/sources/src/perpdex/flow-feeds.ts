/** Trades and forced closes of the venue: both stop when the source closes, and restart when it opens. */

import type { Feeds } from '../market/feeds.ts';
import type { FeedState } from '../market/source.ts';
import type { Upstream } from '../upstream/ask.ts';
import { createUpstreamMeter, type UpstreamMeter, type UpstreamReading } from '../upstream/meter.ts';
import { createFillsClient } from './fills-client.ts';
import { createLiquidationsFeed } from './liquidations.ts';
import { startPolling } from './polling.ts';
import { createTradesFeed, type TradesFeed, type TradesFeedParts } from './trades.ts';

/** Parts of the feeds. */
export interface FlowFeedsParts extends Omit<TradesFeedParts, 'meter'> {
  /** Request counts. */
  readonly meter: UpstreamMeter;
  /** Sends requests within the venue's budget. */
  readonly request: Upstream['request'];
  /** Accounts whose fills show forced closes; without accounts there is no such feed. */
  readonly accounts: readonly string[];
}

/** Trades, and forced closes when accounts are configured. */
export interface FlowFeeds extends Pick<TradesFeed, 'follow' | 'close'> {
  readonly feeds: Pick<Feeds, 'trades'> & Partial<Pick<Feeds, 'liquidations'>>;
  open(): void;
  state(now: number): readonly FeedState[];
  /** Counts of the trade stream. */
  reading(): UpstreamReading;
}

/** Creates the feeds; they are not open yet. */
export function createFlowFeeds({ meter, request, accounts, ...parts }: FlowFeedsParts): FlowFeeds {
  const { clock, steady, config, venueTime } = parts;
  const streamMeter = createUpstreamMeter('perpdex_trades');
  const trades = createTradesFeed({ ...parts, meter: streamMeter });
  const liquidations =
    accounts.length === 0
      ? undefined
      : createLiquidationsFeed({
          fills: createFillsClient(request, config),
          accounts,
          clock,
          meter,
          config,
          venueTime,
        });
  let endPolls: (() => void) | undefined;
  return {
    feeds: { trades: trades.feed, ...(liquidations === undefined ? {} : { liquidations: liquidations.feed }) },
    follow: (trading) => trades.follow(trading),
    open: () => {
      trades.open();
      if (liquidations === undefined) return;
      liquidations.begin();
      endPolls = startPolling(async () => liquidations.poll(), config.pollMs, steady);
    },
    close: async () => {
      endPolls?.();
      endPolls = undefined;
      await trades.close();
    },
    state: (now) => [trades.state(now), ...(liquidations === undefined ? [] : [liquidations.state(now)])],
    reading: () => streamMeter.reading(),
  };
}
