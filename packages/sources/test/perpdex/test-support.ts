/** The perp venue as a source over the loopback venue, both on one clock that a test moves. */

import { setTimeout } from 'node:timers/promises';
import { createLog } from '../../../store/src/log.ts';
import type { PerpContext } from '../../src/market/contexts.ts';
import { createPerpdexSource, perpdexStreamUrl } from '../../src/perpdex/source.ts';
import type { AccountsFeedConfig } from '../../src/perpdex/accounts-config.ts';
import type { PerpdexConfig } from '../../src/perpdex/config.ts';
import type { FeedName } from '../../src/market/feeds.ts';
import type { FeedState, Source } from '../../src/market/source.ts';
import { createUpstreamMeter, type UpstreamMeter } from '../../src/upstream/meter.ts';
import type { Spent } from '../../../venue/src/weight.ts';
import { clockAhead, NOW, testVenue, type TestVenue } from '../../../venue/test/test-support.ts';
import { until } from '../deadlines.ts';

/** A perp that trades. */
export function perp(symbol: string, more: Partial<PerpContext> = {}): PerpContext {
  return {
    symbol,
    sizeDecimals: 2,
    maxLeverage: 5,
    isDelisted: false,
    onlyIsolated: false,
    fundingRate1h: 0.0001,
    openInterest: 10,
    mark: 100,
    oracle: 100,
    mid: 100,
    premium: 0,
    dayNotional: 1000,
    previousDayPrice: 99,
    ...more,
  };
}

/** A source, its venue and what it logged. */
export interface LiveSource extends TestVenue {
  readonly source: Source;
  readonly meter: UpstreamMeter;
  readonly lines: readonly string[];
  /**
   * Moves the clock on, step by step, and lets requests and frames through after each.
   *
   * @param looks at the venue without a new request, before the next step; more where many requests are under way.
   */
  advance(ms: number, step?: number, looks?: number): Promise<void>;
  /** Lets requests and frames through until something holds. */
  until(holds: () => boolean): Promise<void>;
  state(feed: FeedName): FeedState;
  spent(): Spent;
  close(): Promise<void>;
}

/** Options of a live source. */
export interface LiveOptions {
  readonly coins?: number;
  readonly config?: PerpdexConfig;
  /** Time by which this machine's clock is ahead of the venue's, ms. */
  readonly ahead?: number;
  readonly isStarted?: boolean;
  /** Start, epoch ms. */
  readonly from?: number;
  /** Accounts whose fills are asked for. */
  readonly liquidators?: readonly string[];
  /** Whether accounts are followed; they are not when left out. */
  readonly accounts?: AccountsFeedConfig;
}

/** Opens a venue of a few perps and a source on it that has polled once. */
export async function liveSource(options: LiveOptions = {}): Promise<LiveSource> {
  const { coins = 3, config, ahead = 0, isStarted = true, from = NOW, liquidators, accounts } = options;
  const test = await testVenue({ coins });
  test.clock.moveTo(from);
  const { clock, venue, url } = test;
  const meter = createUpstreamMeter('perpdex');
  const lines: string[] = [];
  const skewed = clockAhead(clock, ahead);
  const source = createPerpdexSource({
    url,
    wsUrl: perpdexStreamUrl(url),
    clock: skewed,
    steady: clock,
    log: createLog('trace', { write: (line) => void lines.push(line) }),
    meter,
    ...(config === undefined ? {} : { config }),
    ...(liquidators === undefined ? {} : { liquidators }),
    ...(accounts === undefined ? {} : { statsUrl: url, accountsConfig: accounts }),
  });
  /** Requests that the venue counted. */
  const arrived = (): number =>
    venue.state().weight.reduce((sum, { requests, refused }) => sum + requests + refused, 0);
  const ended = (): number => Object.values(meter.reading().requests).reduce((sum, count) => sum + count, 0);
  /** Lets through what was asked and sent: none is under way, and none has come for some looks at the venue. */
  const settle = async (looks: number): Promise<void> => {
    let seen = -1;
    for (let quiet = 0; quiet < looks;) {
      await setTimeout(1);
      await (await fetch(`${url}/weight`)).text();
      const isQuiet = arrived() === seen && ended() >= seen;
      quiet = isQuiet ? quiet + 1 : 0;
      seen = arrived();
    }
  };
  const state = (feed: FeedName): FeedState => source.state(skewed.now()).find((one) => one.feed === feed)!;
  if (isStarted) {
    await source.start();
    await until(() => state('contexts').status === 'ok' && state('mids').status === 'ok');
    // Each perp has its first bars.
    await until(() => (state('bars').coverage?.[0]?.bars ?? 0) >= 3 * coins);
  }
  return {
    ...test,
    source,
    meter,
    lines,
    until,
    state,
    advance: async (ms, step = 6000, looks = 1) => {
      const end = clock.now() + ms;
      while (clock.now() < end) {
        clock.moveTo(Math.min(end, clock.now() + step));
        await settle(looks);
      }
    },
    spent: () => venue.state().weight[0]!,
    close: async () => {
      await source.close();
      await venue.close();
    },
  };
}
