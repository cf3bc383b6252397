/** The keyed source of flows of spot ETFs: a list for each coin, asked for every hour. */

import { ETF_ASSETS, type EtfAsset } from '@barograph/contract';
import { ok } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { orderedDays, type EtfFlow } from '../market/etf-days.ts';
import { createPolling } from '../upstream/polled/polling.ts';
import { underCondition } from '../polled/rows-since.ts';
import type { Source } from '../market/source.ts';
import { createBudget, type SteadyClock } from '../upstream/budget.ts';
import { createLastGood } from '../last-good.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { createUpstream } from '../upstream/upstream.ts';
import { ETF_V1, type EtfConfig } from './config.ts';
import { etfPayload, parseEtfDays } from './payloads.ts';

/** Options of the source. */
export interface EtfSourceOptions {
  /** Base URL. */
  readonly url: string;
  readonly key: string;
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  /** Clock of waits and the budget. @default the machine's monotonic clock */
  readonly steady?: SteadyClock;
  readonly config?: EtfConfig;
}

/** Header of the key. */
const KEY_HEADER = 'CG-API-KEY';

/**
 * The source of flows. Only the leader opens it, because requests count against a limit.
 *
 * @throws {UsageError} when an address is not `http` or `https`.
 * @example
 * const source = createEtfSource({ url, key, clock, log, meter });
 */
export function createEtfSource(options: EtfSourceOptions): Source {
  const { url, key, clock, log, meter, config = ETF_V1, steady = createSteadyClock() } = options;
  const id = 'etf';
  const budget = createBudget({ limit: config.budget, clock: steady });
  const good = createLastGood<null>(config.staleMs);
  const known = new Map<EtfAsset, readonly EtfFlow[]>();
  const secret = { in: 'header', name: KEY_HEADER, value: key } as const;
  const polling = createPolling(
    [
      {
        open: () => createUpstream({ source: id, baseUrl: url, key: secret, budget, clock, steady, log, meter }),
        tasks: [
          {
            run: async (on) => {
              let oldest = Infinity;
              for (const asset of ETF_ASSETS) {
                const { maxBytes, paths } = config;
                const path = paths[asset];
                const answer = await on.request({ path, weight: 1, priority: 'live', schema: etfPayload, maxBytes });
                if (!answer.ok) {
                  good.record(answer, clock.now());
                  return config.againMs;
                }
                const { value, fetchedAt } = answer.value;
                const { rows, fault } = parseEtfDays(value, asset, fetchedAt, config);
                if (fault !== undefined) log.info({ source: id, path, fault }, 'values of upstream left out');
                known.set(asset, rows);
                oldest = Math.min(oldest, fetchedAt);
              }
              good.record(ok({ value: null, fetchedAt: oldest }), clock.now());
              return config.everyMs;
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
      etfFlows: {
        pull: async ({ from, asOf }) =>
          underCondition('etfFlows', good, clock.now(), () => ({
            days: orderedDays([...known.values()].flat().filter(({ day }) => day > from && day <= asOf)),
          })),
      },
    },
    start: async () => polling.start(),
    close: async () => polling.stop(),
    upstreams: () => [meter.reading()],
    state: (now) => [good.state('etfFlows', now)],
  };
}
