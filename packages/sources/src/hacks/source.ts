/** Source of hacks: one list behind a paid key. */

import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { HackReport } from '../market/outlook.ts';
import { createPolling } from '../upstream/polled/polling.ts';
import { underCondition } from '../polled/rows-since.ts';
import type { Source } from '../market/source.ts';
import { createBudget, type SteadyClock } from '../upstream/budget.ts';
import { bare, createLastGood } from '../last-good.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { createUpstream } from '../upstream/upstream.ts';
import { HACKS_V1, type HacksConfig } from './config.ts';
import { hackKey, hacksPayload, parseHacks } from './payloads.ts';

/** Options of the source. */
export interface HacksSourceOptions {
  /** Base URL, which the key follows. */
  readonly url: string;
  readonly key: string;
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  /** Clock of waits and the budget. @default the machine's monotonic clock */
  readonly steady?: SteadyClock;
  readonly config?: HacksConfig;
}

/**
 * The source of hacks. Only the leader opens it, because requests count against a limit.
 *
 * @throws {UsageError} when an address is not `http` or `https`.
 * @example
 * const source = createHacksSource({ url, key, clock, log, meter });
 */
export function createHacksSource(options: HacksSourceOptions): Source {
  const { url, key, clock, log, meter, config = HACKS_V1, steady = createSteadyClock() } = options;
  const id = 'hacks';
  const budget = createBudget({ limit: config.budget, clock: steady });
  const good = createLastGood<null>(config.staleMs);
  let hacks: readonly HackReport[] = [];
  /** Time each hack was first seen here. */
  const seen = new Map<string, number>();
  const secret = { in: 'path', name: 'key', value: key } as const;
  const polling = createPolling(
    [
      {
        open: () => createUpstream({ source: id, baseUrl: url, key: secret, budget, clock, steady, log, meter }),
        tasks: [
          {
            run: async (on) => {
              const { maxBytes } = config;
              const path = '/api/hacks';
              const answer = await on.request({ path, weight: 1, priority: 'live', schema: hacksPayload, maxBytes });
              good.record(bare(answer), clock.now());
              if (!answer.ok) return 60_000;
              const { rows, fault } = parseHacks(answer.value.value, answer.value.fetchedAt, config);
              if (fault !== undefined) log.info({ source: id, path, fault }, 'values of upstream left out');
              hacks = rows.map(({ day, ...hack }) => {
                const name = hackKey({ name: hack.name, day });
                const time = seen.get(name) ?? hack.time;
                seen.set(name, time);
                return { ...hack, time };
              });
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
      hacks: {
        pull: async ({ from, asOf }) =>
          underCondition('hacks', good, clock.now(), () => ({
            hacks: hacks.filter(({ time }) => time > from && time <= asOf).toSorted((a, b) => a.time - b.time),
          })),
      },
    },
    start: async () => polling.start(),
    close: async () => polling.stop(),
    upstreams: () => [meter.reading()],
    state: (now) => [good.state('hacks', now)],
  };
}
