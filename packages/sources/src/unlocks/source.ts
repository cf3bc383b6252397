/** Source of unlock schedules: static files, fetched in turn, each once a day. */

import { coinOfProtocol, type UnlockSchedule } from '@barograph/stress';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { createPolling, type PolledTask } from '../upstream/polled/polling.ts';
import { underCondition } from '../polled/rows-since.ts';
import type { Source } from '../market/source.ts';
import type { Upstream } from '../upstream/ask.ts';
import { createBudget, type SteadyClock } from '../upstream/budget.ts';
import { bare, createLastGood } from '../last-good.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { createUpstream } from '../upstream/upstream.ts';
import { UNLOCKS_V1, type UnlocksConfig } from './config.ts';
import { parseProtocols, parseSchedule, protocolsPayload, schedulePayload } from './payloads.ts';

/** Options of the source. */
export interface UnlocksSourceOptions {
  /** Base URL. */
  readonly url: string;
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  /** Clock of waits and the budget. @default the machine's monotonic clock */
  readonly steady?: SteadyClock;
  readonly config?: UnlocksConfig;
}

/** Whether two versions of a schedule are equal. */
function isSame(a: UnlockSchedule, b: Omit<UnlockSchedule, 'knownAt'>): boolean {
  return JSON.stringify(a.tranches) === JSON.stringify(b.tranches);
}

/**
 * The source of schedules. Only the leader opens it, because requests count against a limit.
 *
 * @throws {UsageError} when an address is not `http` or `https`.
 * @example
 * const source = createUnlocksSource({ url, clock, log, meter });
 */
export function createUnlocksSource(options: UnlocksSourceOptions): Source {
  const { url, clock, log, meter, config = UNLOCKS_V1, steady = createSteadyClock() } = options;
  const source = 'unlocks';
  const budget = createBudget({ limit: config.budget, clock: steady });
  const good = createLastGood<null>(config.staleMs);
  /** Schedules by slug; a protocol dropped from the list keeps its schedule. */
  const schedules = new Map<string, UnlockSchedule>();
  let waiting: string[] = [];
  let isFirst = true;
  let stepMs = config.leastMs;
  const common = { weight: 1, priority: 'bulk', maxBytes: config.maxBytes } as const;

  const askList = async (on: Upstream): Promise<void> => {
    const answer = await on.request({ ...common, path: '/emissionsProtocolsList', schema: protocolsPayload });
    good.record(bare(answer), clock.now());
    if (!answer.ok) {
      stepMs = Math.max(config.leastMs, 60_000);
      return;
    }
    waiting = parseProtocols(answer.value.value).rows.slice(0, config.protocols);
    stepMs = isFirst ? config.leastMs : Math.max(config.leastMs, config.cycleMs / (waiting.length + 1));
    isFirst = false;
  };
  const askOne = async (on: Upstream, slug: string): Promise<void> => {
    const answer = await on.request({ ...common, path: `/emissions/${slug}`, schema: schedulePayload });
    // A missing file does not affect the others.
    if (!answer.ok) return;
    const { rows } = parseSchedule(answer.value.value, coinOfProtocol(slug));
    const before = schedules.get(slug);
    if (before !== undefined && isSame(before, rows)) return;
    if (rows.tranches.length > 0) schedules.set(slug, { ...rows, knownAt: answer.value.fetchedAt });
  };
  const next: PolledTask = {
    run: async (on) => {
      const slug = waiting.shift();
      await (slug === undefined ? askList(on) : askOne(on, slug));
      return stepMs;
    },
  };
  const open = (): Upstream => createUpstream({ source, baseUrl: url, budget, clock, steady, log, meter });
  const polling = createPolling([{ open, tasks: [next] }], steady);
  return {
    id: source,
    kind: 'live',
    countsRequests: true,
    feeds: {
      unlocks: {
        pull: async ({ asOf }) =>
          underCondition('unlocks', good, clock.now(), () => ({
            schedules: [...schedules.values()].filter(({ knownAt }) => knownAt <= asOf),
          })),
      },
    },
    start: async () => polling.start(),
    close: async () => polling.stop(),
    upstreams: () => [meter.reading()],
    state: (now) => [good.state('unlocks', now)],
  };
}
