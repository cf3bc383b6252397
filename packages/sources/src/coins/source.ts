/** The source of coins: the table, page by page within a slow budget, and raw categories. */

import { err, ok } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { createPolling, type PolledTask } from '../upstream/polled/polling.ts';
import type { Source } from '../market/source.ts';
import type { Upstream, UpstreamKey } from '../upstream/ask.ts';
import { createBudget, type SteadyClock } from '../upstream/budget.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { createUpstream } from '../upstream/upstream.ts';
import { createCoinsClient } from './client.ts';
import { COINS_V1, type CoinsConfig } from './config.ts';
import { createLiveTable } from './table.ts';

/** Header that carries the key of the free plan. */
const KEY_HEADER = 'x-cg-demo-api-key';

/** Options of the source. */
export interface CoinsSourceOptions {
  /** Base URL. */
  readonly url: string;
  /** Key of the free plan; optional. */
  readonly key?: string | undefined;
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  /** Clock of waits and the budget. @default the machine's monotonic clock */
  readonly steady?: SteadyClock;
  readonly config?: CoinsConfig;
}

/**
 * The source of coins. Only the leader opens it, because requests count against a limit.
 *
 * @throws {UsageError} when an address is not `http` or `https`.
 * @example
 * const source = createCoinsSource({ url, clock, log, meter });
 */
export function createCoinsSource(options: CoinsSourceOptions): Source {
  const { url, key, clock, log, meter, config = COINS_V1, steady = createSteadyClock() } = options;
  const source = 'coins';
  const secret: UpstreamKey | undefined =
    key === undefined ? undefined : { in: 'header', name: KEY_HEADER, value: key };
  const budget = createBudget({ limit: config.budget, clock: steady });
  const table = createLiveTable(config);
  const page: PolledTask = {
    run: async (on) => {
      await table.askNext(createCoinsClient(on, config), () => clock.now());
      return table.isWhole() ? config.everyMs : config.firstMs;
    },
  };
  const open = (): Upstream => createUpstream({ source, baseUrl: url, key: secret, budget, clock, steady, log, meter });
  const polling = createPolling([{ open, tasks: [page] }], steady);
  return {
    id: source,
    kind: 'live',
    countsRequests: true,
    feeds: {
      coins: {
        pull: async () => {
          const series = table.coins(clock.now());
          return series.ok || table.pages.state('coins', clock.now()).status !== 'warming'
            ? series
            : err({ ...series.error, isWarming: true });
        },
      },
      categories: {
        pull: async () => {
          const series = table.categories.series(clock.now());
          if (!series.ok) return err({ ...series.error, code: 'unavailable' });
          return ok({ ...series.value, rows: { names: series.value.rows } });
        },
      },
    },
    start: async () => polling.start(),
    close: async () => polling.stop(),
    upstreams: () => [meter.reading()],
    state: (now) => [table.pages.state('coins', now), table.categories.state('categories', now)],
  };
}
