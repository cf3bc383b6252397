/** Source of stablecoins: circulation and price of each. */

import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { OutlookSeries } from '../market/outlook.ts';
import { createPolling } from '../upstream/polled/polling.ts';
import { columnsOf, seriesWithin, underCondition } from '../polled/rows-since.ts';
import type { Source } from '../market/source.ts';
import { createBudget, type SteadyClock } from '../upstream/budget.ts';
import { bare, createLastGood } from '../last-good.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { createUpstream } from '../upstream/upstream.ts';
import { STABLECOINS_V1, type StablecoinsConfig } from './config.ts';
import { coinsPayload, parseCoins, parseTotal, totalPayload, type StablecoinNow } from './payloads.ts';

/** Options of the source. */
export interface StablecoinsSourceOptions {
  /** Base URL. */
  readonly url: string;
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  /** Clock of waits and the budget. @default the machine's monotonic clock */
  readonly steady?: SteadyClock;
  readonly config?: StablecoinsConfig;
}

/** Publisher of the prices. */
const PUBLISHER = 'defillama';

/** A row of a series. */
type Row = readonly [time: number, value: number];

/** Memory of the coins. */
interface Memory {
  readonly prices: Map<string, Row[]>;
  readonly supplies: Map<string, Row[]>;
}

/** Stores an answer and drops expired rows. */
function remember(
  { prices, supplies }: Memory,
  coins: readonly StablecoinNow[],
  at: number,
  config: StablecoinsConfig,
): void {
  for (const { symbol, price, supplies: ages } of coins) {
    if (price !== null) prices.set(symbol, [...(prices.get(symbol) ?? []), [at, price]]);
    const before = supplies.get(symbol);
    const now = ages.filter(([age]) => age === 0).map(([, usd]): Row => [at, usd]);
    // Past values are stored from the first answer only; later values were observed.
    const rows = before ?? ages.filter(([age]) => age > 0).map(([age, usd]): Row => [at - age, usd]);
    const [last, earlier] = [rows.at(-1), rows.at(-2)];
    // Supplies are read daily, so the newest of close rows suffices.
    const isClose = last !== undefined && earlier !== undefined && last[0] - earlier[0] < config.supplyMs;
    supplies.set(symbol, [...(isClose ? rows.slice(0, -1) : rows), ...now]);
  }
  for (const [memory, keptMs] of [
    [prices, config.keptMs],
    [supplies, config.suppliesKeptMs],
  ] as const) {
    for (const [symbol, rows] of memory) {
      const kept = rows.filter(([time]) => time > at - keptMs);
      if (kept.length === 0) memory.delete(symbol);
      else memory.set(symbol, kept);
    }
  }
}

/**
 * The source of stablecoins. Only the leader opens it, because requests count against a limit.
 *
 * @throws {UsageError} when an address is not `http` or `https`.
 * @example
 * const source = createStablecoinsSource({ url, clock, log, meter });
 */
export function createStablecoinsSource(options: StablecoinsSourceOptions): Source {
  const { url, clock, log, meter, config = STABLECOINS_V1, steady = createSteadyClock() } = options;
  const id = 'stablecoins';
  const budget = createBudget({ limit: config.budget, clock: steady });
  const coinsGood = createLastGood<null>(config.coinsStaleMs);
  const totalGood = createLastGood<null>(config.totalStaleMs);
  const memory: Memory = { prices: new Map(), supplies: new Map() };
  let total: OutlookSeries = columnsOf([]);
  const common = { weight: 1, priority: 'live', maxBytes: config.maxBytes } as const;
  const say = (fault: string | undefined, path: string): void => {
    if (fault !== undefined) log.info({ source: id, path, fault }, 'values of upstream left out');
  };
  const polling = createPolling(
    [
      {
        open: () => createUpstream({ source: id, baseUrl: url, budget, clock, steady, log, meter }),
        tasks: [
          {
            run: async (on) => {
              const path = '/stablecoins';
              const query = { includePrices: 'true' };
              const answer = await on.request({ ...common, path, query, schema: coinsPayload });
              coinsGood.record(bare(answer), clock.now());
              if (!answer.ok) return 60_000;
              const { rows, fault } = parseCoins(answer.value.value, config);
              say(fault, path);
              remember(memory, rows, answer.value.fetchedAt, config);
              return config.coinsMs;
            },
          },
          {
            run: async (on) => {
              const path = '/stablecoincharts/all';
              const answer = await on.request({ ...common, path, schema: totalPayload });
              totalGood.record(bare(answer), clock.now());
              if (!answer.ok) return 60_000;
              const { rows, fault } = parseTotal(answer.value.value, answer.value.fetchedAt);
              say(fault, path);
              total = columnsOf(rows);
              return config.totalMs;
            },
          },
        ],
      },
    ],
    steady,
  );
  return {
    id,
    kind: 'live',
    countsRequests: true,
    feeds: {
      stablecoins: {
        pull: async (query) =>
          underCondition('stablecoins', totalGood, clock.now(), () => ({
            total: seriesWithin(total, query),
            coins: [...memory.supplies].map(([symbol, rows]) => ({ symbol, ...seriesWithin(columnsOf(rows), query) })),
          })),
      },
      pegs: {
        pull: async (query) =>
          underCondition('pegs', coinsGood, clock.now(), () => ({
            coins: [...memory.prices].map(([symbol, rows]) => ({
              symbol,
              publisher: PUBLISHER,
              ...seriesWithin(columnsOf(rows), query),
            })),
          })),
      },
    },
    start: async () => polling.start(),
    close: async () => polling.stop(),
    upstreams: () => [meter.reading()],
    state: (now) => [totalGood.state('stablecoins', now), coinsGood.state('pegs', now)],
  };
}
